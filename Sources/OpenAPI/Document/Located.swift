import Diagnostics
import SpecTree

/// Something read from a node of a document, and so something that has a place.
public protocol Located {
  /// The node it was read from.
  var node: Node { get }
}

extension Located {
  /// Where it begins.
  public var location: SourceLocation { node.location }

  /// Its canonical name, `file#/json/pointer`: equal for equal places, however they were reached.
  public var pointer: String { node.file.path + node.pointer.fragment }
}

/// How an object was reached, where a `$ref` led to it.
public struct Reference: Sendable, Located {
  /// The node that holds the `$ref`.
  public let node: Node
  /// The node the reference leads to in the end, after all references on the way.
  public let target: Node
  /// The key under which the target is listed, where it is a component of any file, or the base
  /// name of the file the target fills.
  public let componentName: String?

  /// The reference as written.
  public var text: String { node["$ref"]?.text ?? "" }

  init(node: Node, target: Node, componentName: String?) {
    self.node = node
    self.target = target
    self.componentName = componentName
  }
}

/// The `x-…` keywords of an object, in the order of the document.
public struct Extensions: Sendable, RandomAccessCollection {
  /// One `x-…` keyword.
  public struct Element: Sendable {
    /// The keyword, `x-` included.
    public let name: String
    /// Its value.
    public let value: Node
  }

  private var elements: [Element] = []

  init() {}

  public var startIndex: Int { elements.startIndex }
  public var endIndex: Int { elements.endIndex }
  public subscript(position: Int) -> Element { elements[position] }

  /// The value of a keyword.
  public subscript(name: String) -> Node? { elements.first { $0.name == name }?.value }

  mutating func append(_ name: String, _ value: Node) {
    elements.append(Element(name: name, value: value))
  }
}

/// A pointer to documentation elsewhere.
public struct ExternalDocumentation: Sendable, Located {
  public let node: Node
  /// What is found there.
  public internal(set) var description: String?
  /// Where it is found, as written.
  public internal(set) var url: String = ""
  /// The `x-…` keywords.
  public internal(set) var extensions: Extensions = Extensions()
}
