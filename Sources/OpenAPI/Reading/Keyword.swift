/// Every keyword of every version, so that readers can switch over a number instead of comparing
/// texts.
enum Keyword: String, CaseIterable {
  // References and JSON Schema's identity
  case ref = "$ref"
  case dynamicRef = "$dynamicRef"
  case recursiveRef = "$recursiveRef"
  case id = "$id"
  case anchor = "$anchor"
  case dynamicAnchor = "$dynamicAnchor"
  case recursiveAnchor = "$recursiveAnchor"
  case defs = "$defs"
  case schemaDialect = "$schema"
  case vocabulary = "$vocabulary"
  case comment = "$comment"
  case selfURI = "$self"

  // Documents
  case openapi, swagger, info, jsonSchemaDialect, servers, paths, webhooks, components, security
  case tags, externalDocs, host, basePath, schemes, consumes, produces, definitions, parameters
  case responses, securityDefinitions, title, version, summary, description, termsOfService
  case contact, license, name, url, email, identifier, schemas, examples, requestBodies, headers
  case securitySchemes, links, callbacks, pathItems, mediaTypes
  case xWebhooks = "x-webhooks"

  // Paths and operations
  case get, put, post, delete, options, head, patch, trace, query, additionalOperations
  case operationId, requestBody, deprecated
  case `in`, required, allowEmptyValue, style, explode, allowReserved, schema, example, content
  case collectionFormat

  // Bodies and responses
  case itemSchema, encoding, prefixEncoding, itemEncoding, contentType
  case value, externalValue, dataValue, serializedValue
  case operationRef, server

  // Tags, servers, security
  case parent, kind, variables, `enum`, `default`
  case type, scheme, bearerFormat, flows, openIdConnectUrl, oauth2MetadataUrl, flow
  case authorizationUrl, tokenUrl, refreshUrl, scopes, deviceAuthorizationUrl
  case implicit, password, clientCredentials, authorizationCode, deviceAuthorization
  case application, accessCode

  // Schemas
  case format, const, properties, additionalProperties, patternProperties, propertyNames
  case items, prefixItems, additionalItems, contains
  case allOf, oneOf, anyOf, not, `if`, then, `else`, discriminator, mapping, propertyName
  case defaultMapping, readOnly, writeOnly, nullable, contentEncoding, contentMediaType
  case contentSchema, xml, namespace, prefix, attribute, wrapped, nodeType
  case dependentSchemas, dependentRequired, dependencies, unevaluatedProperties, unevaluatedItems
  case xNullable = "x-nullable"
  case xExample = "x-example"
  case xExamples = "x-examples"

  // Limits
  case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
  case minLength, maxLength, pattern, minItems, maxItems, uniqueItems, minContains, maxContains
  case minProperties, maxProperties

  /// An `x-…` keyword that means nothing here.
  case vendor = "x-"
  /// No keyword at all.
  case unknown = ""

  private static let byText: [String: Keyword] = {
    var table: [String: Keyword] = [:]
    for keyword in allCases where keyword != .vendor && keyword != .unknown {
      table[keyword.rawValue] = keyword
    }
    return table
  }()

  /// The keyword that a key spells.
  init(key: String) {
    if let keyword = Self.byText[key] {
      self = keyword
    } else {
      self = key.hasPrefix("x-") || key.hasPrefix("X-") ? .vendor : .unknown
    }
  }
}
