/// The built-in templates, as they were when the tool was built.
public enum BuiltInTemplates {
  /// Every template's name and source, by name.
  public static let sources: [(name: String, text: String)] = [
    ("alias", text(PackageResources.alias_mustache)),
    ("body-choice", text(PackageResources.body_choice_mustache)),
    ("case", text(PackageResources.case_mustache)),
    ("client", text(PackageResources.client_mustache)),
    ("code", text(PackageResources.code_mustache)),
    ("constant", text(PackageResources.constant_mustache)),
    ("doc", text(PackageResources.doc_mustache)),
    ("endpoint", text(PackageResources.endpoint_mustache)),
    ("enum", text(PackageResources.enum_mustache)),
    ("header", text(PackageResources.header_mustache)),
    ("initializer", text(PackageResources.initializer_mustache)),
    ("models", text(PackageResources.models_mustache)),
    ("namespace", text(PackageResources.namespace_mustache)),
    ("object", text(PackageResources.object_mustache)),
    ("operation", text(PackageResources.operation_mustache)),
    ("operations", text(PackageResources.operations_mustache)),
    ("property", text(PackageResources.property_mustache)),
    ("response-headers", text(PackageResources.response_headers_mustache)),
    ("samples", text(PackageResources.samples_mustache)),
    ("server", text(PackageResources.server_mustache)),
    ("session", text(PackageResources.session_mustache)),
    ("smoke-calls", text(PackageResources.smoke_calls_mustache)),
    ("smoke-header", text(PackageResources.smoke_header_mustache)),
    ("smoke-tests", text(PackageResources.smoke_tests_mustache)),
    ("status-union", text(PackageResources.status_union_mustache)),
    ("target", text(PackageResources.target_mustache)),
    ("type", text(PackageResources.type_mustache)),
    ("union", text(PackageResources.union_mustache)),
    ("webhooks", text(PackageResources.webhooks_mustache)),
  ]

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
