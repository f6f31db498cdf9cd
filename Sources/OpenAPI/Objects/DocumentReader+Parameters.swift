import Diagnostics
import SpecTree

extension DocumentReader {
  func parameter(at node: Node, isListed: Bool = false) -> Parameter? {
    object(at: node, .parameter, isListed: isListed, cache: \.parameters) { readParameter($0) }
  }

  private func readParameter(_ node: Node) -> Parameter? {
    guard isObject(node, .parameter) else { return nil }
    var draft = ParameterDraft()
    var parameter = Parameter(node: node, place: .query, style: .form)
    for field in fields(of: node) {
      switch field.keyword {
      case .name: parameter.name = word(field) ?? ""
      case .in: draft.place = field
      case .description: parameter.description = text(field)
      case .required: parameter.isRequired = flag(field) ?? false
      case .deprecated: parameter.isDeprecated = flag(field) ?? false
      case .allowEmptyValue: parameter.allowsEmptyValue = flag(field) ?? false
      case .style: draft.style = field
      case .explode: draft.explodes = flag(field)
      case .allowReserved: parameter.allowsReserved = flag(field) ?? false
      case .schema: parameter.schema = schema(at: field.value)
      case .content: parameter.content = loneContent(field)
      case .example, .xExample:
        parameter.examples.append(Example(node: field.value, value: field.value))
      case .examples: parameter.examples += examples(field)
      case .collectionFormat: draft.collectionFormat = field
      default:
        if ObjectKind.schema.keywords.contains(field.keyword) {
          draft.schemaKeywords.append(field)
        } else {
          other(
            field,
            in: isSwagger ? .swaggerParameter : .parameter,
            &parameter.extensions
          )
        }
      }
    }
    guard let place = place(draft.place, of: parameter) else { return nil }
    parameter.place = place
    settleSchema(of: &parameter.schema, &parameter.content, draft, at: node)
    settleStyle(of: &parameter, draft)
    if place == .path, !parameter.isRequired {
      report(
        .warning,
        .repairedShape,
        "the path parameter `\(parameter.name)` is always required",
        at: node["required"] ?? node,
        fix: "write `required: true`"
      )
      parameter.isRequired = true
    }
    return parameter
  }

  /// Where a parameter goes; `nil`, reported, where nobody can tell.
  private func place(_ field: Field?, of parameter: Parameter) -> Parameter.Place? {
    guard !parameter.name.isEmpty else {
      report(
        .warning,
        .unusableParameter,
        "a parameter needs a `name`; it is left out",
        at: parameter.node
      )
      return nil
    }
    guard let field, let text = word(field) else {
      report(
        .warning,
        .unusableParameter,
        "the parameter `\(parameter.name)` does not say where it goes"
          + " (`in`); it is left out",
        at: parameter.node
      )
      return nil
    }
    if let place = Parameter.Place(rawValue: text) { return place }
    if let place = Parameter.Place(rawValue: text.lowercased()) {
      report(
        .warning,
        .repairedShape,
        "`\(text)` should be in small letters",
        at: field.value,
        fix: "write `in: \(place.rawValue)`"
      )
      return place
    }
    let names = Parameter.Place.allCases.map(\.rawValue)
    report(
      .error,
      .unknownValue,
      "a parameter does not go into `\(text)`",
      at: field.value,
      fix: Suggestion.nearest(to: text, in: names).map { "did you mean `\($0)`?" }
        ?? "write one of \(names.joined(separator: ", "))"
    )
    return nil
  }

  /// Sees to it that there is a schema or a content.
  ///
  /// Swagger 2.0 has the schema's keywords in the parameter itself.
  func settleSchema(
    of schema: inout SchemaReference?,
    _ content: inout MediaType?,
    _ draft: ParameterDraft,
    at node: Node
  ) {
    if schema != nil, content != nil {
      report(
        .warning,
        .wrongShape,
        "there should be a `schema` or a `content`, not both; the schema"
          + " counts",
        at: node
      )
      content = nil
    }
    guard schema == nil, content == nil else {
      for field in draft.schemaKeywords {
        report(
          .notice,
          .ignoredKeyword,
          "`\(field.key)` belongs into the schema; it is ignored here",
          at: field.entry
        )
      }
      return
    }
    if isSwagger || !draft.schemaKeywords.isEmpty {
      if !isSwagger {
        report(
          .warning,
          .repairedShape,
          "the type belongs under `schema`; it is taken from here all the same",
          at: node
        )
      }
      schema = self.schema(at: node, role: .parameter)
    } else {
      report(
        .warning,
        .missingKeyword,
        "there is no `schema` and no `content`; a string is taken",
        at: node
      )
      schema = inferredSchema(at: node)
    }
  }

  /// The one media type that writes a value.
  private func loneContent(_ field: Field) -> MediaType? {
    let types = content(field)
    if types.count > 1 {
      report(
        .warning,
        .wrongShape,
        "`content` should have one media type here; the first counts",
        at: field.value
      )
    }
    return types.first
  }

  // MARK: Styles

  private func settleStyle(of parameter: inout Parameter, _ draft: ParameterDraft) {
    parameter.style = Parameter.Style.standard(in: parameter.place)
    if let field = draft.style, let style = style(field, in: parameter.place) {
      parameter.style = style
    }
    parameter.explodes = draft.explodes ?? parameter.style.explodesByDefault
    if isSwagger || draft.collectionFormat != nil {
      let format = draft.collectionFormat.flatMap { word($0) }
      (parameter.style, parameter.explodes) = Self.style(
        ofCollectionFormat: format,
        parameter.place
      )
      if !isSwagger, let field = draft.collectionFormat {
        report(
          .notice,
          .keywordOfOtherVersion,
          "`collectionFormat` is of Swagger 2.0; it is understood all the same",
          at: field.entry
        )
      }
    }
  }

  /// Reads a style, and reports one that does not go with the place.
  func style(_ field: Field, in place: Parameter.Place) -> Parameter.Style? {
    guard let text = word(field) else { return nil }
    let exact = Parameter.Style(rawValue: text)
    let folded = Parameter.Style.allCases.first { $0.rawValue.lowercased() == text.lowercased() }
    guard let style = exact ?? folded, style != .tabDelimited else {
      let names = Parameter.Style.allCases.lazy.map(\.rawValue)
      report(
        .warning,
        .unknownValue,
        "there is no style `\(text)`; the default is taken",
        at: field.value,
        fix: Suggestion.nearest(to: text, in: names).map { "did you mean `\($0)`?" }
      )
      return nil
    }
    if exact == nil {
      report(
        .warning,
        .repairedShape,
        "`\(text)` is taken as `\(style.rawValue)`",
        at: field.value
      )
    }
    guard style.suits(place) else {
      report(
        .warning,
        .unsuitableStyle,
        "the style `\(text)` does not go with `in: \(place.rawValue)`; the default is taken",
        at: field.value
      )
      return nil
    }
    return style
  }

  // MARK: Headers

  func headers(_ field: Field) -> [Header] {
    // No `x-…` here is an extension: many headers begin with that.
    members(field, of: "headers by name").compactMap { header($0) }
  }

  func header(_ field: Field, isListed: Bool = false) -> Header? {
    var header = object(at: field.value, .header, isListed: isListed, cache: \.headers) {
      readHeader($0)
    }
    header?.name = field.key
    return header
  }

  private func readHeader(_ node: Node) -> Header? {
    guard isObject(node, .header) else { return nil }
    var draft = ParameterDraft()
    var header = Header(node: node)
    for field in fields(of: node) {
      switch field.keyword {
      case .description: header.description = text(field)
      case .required: header.isRequired = flag(field) ?? false
      case .deprecated: header.isDeprecated = flag(field) ?? false
      case .explode: header.explodes = flag(field) ?? false
      case .schema: header.schema = schema(at: field.value)
      case .content: header.content = loneContent(field)
      case .example, .xExample:
        header.examples.append(Example(node: field.value, value: field.value))
      case .examples: header.examples += examples(field)
      case .style: _ = style(field, in: .header)
      // Allowed on parameters of other places, and without effect here.
      case .name, .in, .allowEmptyValue, .allowReserved, .collectionFormat: break
      default:
        if ObjectKind.schema.keywords.contains(field.keyword) {
          draft.schemaKeywords.append(field)
        } else {
          other(field, in: .header, &header.extensions)
        }
      }
    }
    settleSchema(of: &header.schema, &header.content, draft, at: node)
    return header
  }
}

/// A parameter or header half read.
struct ParameterDraft {
  var place: Field?
  var style: Field?
  var explodes: Bool?
  var collectionFormat: Field?
  /// Keywords of a schema that stand in the object itself.
  var schemaKeywords: [Field] = []
}

extension Parameter.Style {
  /// The style where a document does not say.
  static func standard(in place: Parameter.Place) -> Parameter.Style {
    switch place {
    case .path, .header: .simple
    case .query, .cookie, .querystring: .form
    }
  }

  var explodesByDefault: Bool { self == .form || self == .cookie }

  /// Whether the style may be used in a place.
  func suits(_ place: Parameter.Place) -> Bool {
    switch place {
    case .path: [.simple, .label, .matrix].contains(self)
    case .query:
      [.form, .spaceDelimited, .pipeDelimited, .deepObject, .tabDelimited].contains(self)
    case .header: self == .simple
    case .cookie: self == .form || self == .cookie
    case .querystring: false
    }
  }
}
