/// A kind of object that documents are made of, for messages and for suggestions.
struct ObjectKind: Sendable {
  /// With its article, as in "a parameter".
  let name: String
  /// The keywords it may have.
  let keywords: [Keyword]

  init(_ name: String, _ keywords: [Keyword]) {
    self.name = name
    self.keywords = keywords
  }
}

extension ObjectKind {
  static let document = ObjectKind(
    "the document",
    [
      .openapi, .info, .jsonSchemaDialect, .servers, .paths, .webhooks, .components, .security,
      .tags, .externalDocs, .selfURI,
    ]
  )
  static let swaggerDocument = ObjectKind(
    "the document",
    [
      .swagger, .info, .host, .basePath, .schemes, .consumes, .produces, .paths, .definitions,
      .parameters, .responses, .securityDefinitions, .security, .tags, .externalDocs,
    ]
  )
  static let info = ObjectKind(
    "`info`",
    [.title, .version, .summary, .description, .termsOfService, .contact, .license]
  )
  static let contact = ObjectKind("`contact`", [.name, .url, .email])
  static let license = ObjectKind("`license`", [.name, .identifier, .url])
  static let tag = ObjectKind(
    "a tag",
    [.name, .summary, .description, .externalDocs, .parent, .kind]
  )
  static let externalDocs = ObjectKind("`externalDocs`", [.description, .url])
  static let components = ObjectKind(
    "`components`",
    [
      .schemas, .responses, .parameters, .examples, .requestBodies, .headers, .securitySchemes,
      .links, .callbacks, .pathItems, .mediaTypes,
    ]
  )
  static let pathItem = ObjectKind(
    "a path item",
    [
      .ref, .summary, .description, .get, .put, .post, .delete, .options, .head, .patch, .trace,
      .query, .additionalOperations, .servers, .parameters,
    ]
  )
  static let operation = ObjectKind(
    "an operation",
    [
      .tags, .summary, .description, .externalDocs, .operationId, .parameters, .requestBody,
      .responses, .callbacks, .deprecated, .security, .servers,
    ]
  )
  static let swaggerOperation = ObjectKind(
    "an operation",
    [
      .tags, .summary, .description, .externalDocs, .operationId, .consumes, .produces,
      .parameters, .responses, .schemes, .deprecated, .security,
    ]
  )
  static let parameter = ObjectKind(
    "a parameter",
    [
      .name, .in, .description, .required, .deprecated, .allowEmptyValue, .style, .explode,
      .allowReserved, .schema, .example, .examples, .content,
    ]
  )
  static let swaggerParameter = ObjectKind(
    "a parameter",
    [
      .name, .in, .description, .required, .schema, .type, .format, .allowEmptyValue, .items,
      .collectionFormat, .default, .enum,
    ]
  )
  static let header = ObjectKind(
    "a header",
    [
      .description, .required, .deprecated, .style, .explode, .schema, .example, .examples,
      .content,
    ]
  )
  static let requestBody = ObjectKind(
    "a request body",
    [.description, .content, .required]
  )
  static let mediaType = ObjectKind(
    "a media type",
    [.schema, .itemSchema, .example, .examples, .encoding, .prefixEncoding, .itemEncoding]
  )
  static let encoding = ObjectKind(
    "an encoding",
    [
      .contentType, .headers, .style, .explode, .allowReserved, .encoding, .prefixEncoding,
      .itemEncoding,
    ]
  )
  static let response = ObjectKind(
    "a response",
    [.summary, .description, .headers, .content, .links]
  )
  static let swaggerResponse = ObjectKind(
    "a response",
    [.description, .schema, .headers, .examples]
  )
  static let callback = ObjectKind("a callback", [])
  static let example = ObjectKind(
    "an example",
    [.summary, .description, .value, .externalValue, .dataValue, .serializedValue]
  )
  static let link = ObjectKind(
    "a link",
    [.operationRef, .operationId, .parameters, .requestBody, .description, .server]
  )
  static let securityScheme = ObjectKind(
    "a security scheme",
    [
      .type, .description, .name, .in, .scheme, .bearerFormat, .flows, .openIdConnectUrl,
      .oauth2MetadataUrl, .deprecated,
    ]
  )
  static let swaggerSecurityScheme = ObjectKind(
    "a security scheme",
    [.type, .description, .name, .in, .flow, .authorizationUrl, .tokenUrl, .scopes]
  )
  static let flows = ObjectKind(
    "`flows`",
    [.implicit, .password, .clientCredentials, .authorizationCode, .deviceAuthorization]
  )
  static let flow = ObjectKind(
    "an OAuth flow",
    [.authorizationUrl, .tokenUrl, .refreshUrl, .scopes, .deviceAuthorizationUrl]
  )
  static let server = ObjectKind("a server", [.url, .name, .description, .variables])
  static let serverVariable = ObjectKind("a server variable", [.enum, .default, .description])
  static let discriminator = ObjectKind(
    "a discriminator",
    [.propertyName, .mapping, .defaultMapping]
  )
  static let xml = ObjectKind(
    "`xml`",
    [.name, .namespace, .prefix, .attribute, .wrapped, .nodeType]
  )
  static let schema = ObjectKind(
    "a schema",
    [
      .ref, .type, .format, .enum, .const, .properties, .required, .additionalProperties,
      .patternProperties, .propertyNames, .items, .prefixItems, .contains, .allOf, .oneOf, .anyOf,
      .not, .if, .then, .else, .discriminator, .title, .description, .default, .example, .examples,
      .readOnly, .writeOnly, .deprecated, .nullable, .contentEncoding, .contentMediaType,
      .contentSchema, .xml, .externalDocs, .defs, .id, .anchor, .minimum, .maximum,
      .exclusiveMinimum, .exclusiveMaximum, .multipleOf, .minLength, .maxLength, .pattern,
      .minItems, .maxItems, .uniqueItems, .minContains, .maxContains, .minProperties,
      .maxProperties, .unevaluatedProperties, .dependentRequired, .dependentSchemas,
    ]
  )
}
