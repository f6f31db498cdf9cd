import SpecTree

/// A whole API description with everything it refers to.
///
/// All versions of the format read into this one model. Schemas lie in one table, `schemas`, and
/// are named elsewhere by their handles, so that cycles need no care; every other reference is
/// replaced by what it leads to, with the `reference` on the way kept.
public struct Document: Sendable, Located {
  /// The root of the document.
  public let node: Node
  /// The version of the format.
  public let version: Version
  /// Title, version and the rest of the header.
  public internal(set) var info: Info
  /// The servers of all operations that name none; empty where the document gives none.
  public internal(set) var servers: [Server] = []
  /// The tags the document declares, in its order.
  public internal(set) var tags: [Tag] = []
  /// The paths, in the order of the document.
  public internal(set) var paths: [PathItem] = []
  /// Requests that the service sends by itself (3.1, `x-webhooks` before).
  public internal(set) var webhooks: [PathItem] = []
  /// The named, shared objects of the root file.
  public internal(set) var components = Components()
  /// What operations need that say nothing themselves; `nil` where the document is silent.
  public internal(set) var security: [SecurityRequirement]?
  /// Documentation elsewhere.
  public internal(set) var externalDocs: ExternalDocumentation?
  /// The `x-…` keywords of the root.
  public internal(set) var extensions: Extensions = Extensions()
  /// All schemas, by handle.
  public internal(set) var schemas: [Schema] = []
  /// The files that were read, the root first, the others in the order of the first reference.
  public internal(set) var files: [SourceFile] = []

  /// The schema of a handle.
  public subscript(id: SchemaID) -> Schema { schemas[id.index] }

  /// The schema a reference means.
  public subscript(reference: SchemaReference) -> Schema { schemas[reference.id.index] }

  /// What an operation needs: its own list, else the document's; `nil` where both are silent.
  public func security(of operation: Operation) -> [SecurityRequirement]? {
    operation.security ?? security
  }

  /// All operations of all paths, in the order of the document.
  public var operations: [Operation] { paths.flatMap(\.operations) }
}

extension Document {
  /// A version of the format.
  public struct Version: Hashable, Sendable, CustomStringConvertible {
    /// The versions that differ in what they mean.
    public enum Generation: Int, Hashable, Sendable, Comparable, CaseIterable {
      case swagger2, openAPI30, openAPI31, openAPI32

      public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The rules that apply.
    public let generation: Generation
    /// The version as written, such as `3.0.3`.
    public let text: String

    public var description: String { text }
  }
}

/// The header of a document.
public struct Info: Sendable, Located {
  public let node: Node
  /// The name of the API; empty where the document gives none.
  public internal(set) var title: String = ""
  /// The version of the described API, as written; empty where the document gives none.
  public internal(set) var version: String = ""
  /// One line about it (3.1).
  public internal(set) var summary: String?
  /// What it is, CommonMark.
  public internal(set) var description: String?
  /// Where its terms are found.
  public internal(set) var termsOfService: String?
  /// Whom to ask.
  public internal(set) var contact: Contact?
  /// The licence of the API.
  public internal(set) var license: License?
  /// The `x-…` keywords.
  public internal(set) var extensions: Extensions = Extensions()

  /// Whom to ask.
  public struct Contact: Sendable {
    public internal(set) var name: String?
    public internal(set) var url: String?
    public internal(set) var email: String?
  }

  /// A licence.
  public struct License: Sendable {
    public internal(set) var name: String = ""
    public internal(set) var identifier: String?
    public internal(set) var url: String?
  }
}

/// A group of operations.
public struct Tag: Sendable, Located {
  public let node: Node
  /// The name operations use.
  public internal(set) var name: String = ""
  /// A short title (3.2).
  public internal(set) var summary: String?
  /// What it groups, CommonMark.
  public internal(set) var description: String?
  /// Documentation elsewhere.
  public internal(set) var externalDocs: ExternalDocumentation?
  /// The name of the tag this one belongs under (3.2).
  public internal(set) var parent: String?
  /// What sort of tag it is, such as `nav` (3.2).
  public internal(set) var kind: String?
  /// The `x-…` keywords.
  public internal(set) var extensions: Extensions = Extensions()
}

/// The named, shared objects of the root file, each list in the order of the document.
///
/// A Swagger 2.0 document's `definitions`, `parameters`, `responses` and `securityDefinitions` are
/// here too; its body and form parameters are `requestBodies`.
public struct Components: Sendable {
  public internal(set) var schemas: [Component<SchemaReference>] = []
  public internal(set) var responses: [Component<Response>] = []
  public internal(set) var parameters: [Component<Parameter>] = []
  public internal(set) var examples: [Component<Example>] = []
  public internal(set) var requestBodies: [Component<RequestBody>] = []
  public internal(set) var headers: [Component<Header>] = []
  public internal(set) var securitySchemes: [Component<SecurityScheme>] = []
  public internal(set) var links: [Component<Link>] = []
  public internal(set) var callbacks: [Component<Callback>] = []
  public internal(set) var pathItems: [Component<PathItem>] = []
  public internal(set) var mediaTypes: [Component<MediaType>] = []
  public internal(set) var extensions = Extensions()
}

/// A named, shared object.
public struct Component<Value: Sendable>: Sendable {
  /// The key it is listed under.
  public let name: String
  /// The object.
  public let value: Value
  /// The node listed: the object's, or a `$ref` to it.
  public let node: Node
}
