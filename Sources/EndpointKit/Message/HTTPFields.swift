/// Header or trailer fields in order, with case-insensitive names.
///
/// A field can occur more than once. Names are tokens and values hold no line break or NUL: a
/// field that breaks this is not stored, and ``refused`` says which one it was, so that a request
/// with it fails instead of going out changed or split in two.
///
/// Fields of a response keep the bytes as they arrived and are searched in place; a list is built
/// only when they are iterated or changed.
public struct HTTPFields: Sendable, ExpressibleByDictionaryLiteral {
  private enum Storage: Sendable {
    case list([HTTPField])
    case raw(RawFieldBlock)
  }

  private var storage: Storage
  /// The name of the first field that was not stored because it was malformed.
  public private(set) var refused: String?

  /// Makes an empty list.
  public init() { storage = .list([]) }

  /// Makes a list of fields.
  ///
  /// - Parameter fields: the fields in order.
  public init(_ fields: some Sequence<HTTPField>) {
    self.init()
    for field in fields { append(field.name, field.value) }
  }

  /// Takes the field lines of a response as they arrived.
  ///
  /// - Parameter raw: lines `Name: value`, ended by LF or CR LF; lines without a colon (the status
  ///   line, the empty line at the end) are skipped.
  public init(raw: [UInt8]) { storage = .raw(RawFieldBlock(raw)) }

  public init(dictionaryLiteral elements: (String, String)...) {
    self.init()
    for (name, value) in elements { append(name, value) }
  }

  /// The value of a field; several are joined by a comma (RFC 9110 §5.3), `Set-Cookie` excepted,
  /// of which this is the first.
  ///
  /// Setting replaces all fields of the name, in the place of the first; `nil` removes them.
  public subscript(_ name: String) -> String? {
    get {
      switch storage {
      case .raw(let block): return block.value(of: name)
      case .list(let fields):
        var found: String?
        for field in fields where field.name.equalsIgnoringASCIICase(name) {
          guard let first = found else {
            found = field.value
            continue
          }
          if name.equalsIgnoringASCIICase("set-cookie") { break }
          found = "\(first), \(field.value)"
        }
        return found
      }
    }
    set { replace(name, with: newValue) }
  }

  /// Every value of a field, in order.
  ///
  /// - Parameter name: the field's name in any case.
  public func values(_ name: String) -> [String] {
    switch storage {
    case .raw(let block): block.values(of: name)
    case .list(let fields):
      fields.lazy.filter { $0.name.equalsIgnoringASCIICase(name) }.map(\.value)
    }
  }

  /// Whether there is a field of a name.
  ///
  /// - Parameter name: the field's name in any case.
  public func contains(_ name: String) -> Bool {
    switch storage {
    case .raw(let block): block.contains(name)
    case .list(let fields): fields.contains { $0.name.equalsIgnoringASCIICase(name) }
    }
  }

  /// Adds a field at the end, whether or not there is one of its name.
  ///
  /// - Parameters:
  ///   - name: the field's name, a token.
  ///   - value: its value; blanks around it are dropped.
  public mutating func append(_ name: String, _ value: String) {
    guard let field = HTTPField(checking: name, value) else {
      refused = refused ?? name
      return
    }
    var fields = takeList()
    fields.append(field)
    storage = .list(fields)
  }

  /// Adds the fields of another list; those of the same name are replaced.
  ///
  /// - Parameter other: the fields to add.
  public mutating func merge(_ other: HTTPFields) {
    if case .list(let own) = storage, own.isEmpty {
      let refused = refused ?? other.refused
      self = other
      self.refused = refused
      return
    }
    refused = refused ?? other.refused
    let added = other.list
    guard !added.isEmpty else { return }
    var fields = takeList()
    fields.removeAll { field in added.contains { $0.name.equalsIgnoringASCIICase(field.name) } }
    fields.append(contentsOf: added)
    storage = .list(fields)
  }

  /// Removes every field of a name.
  ///
  /// - Parameter name: the field's name in any case.
  public mutating func remove(_ name: String) {
    guard contains(name) else { return }
    var fields = takeList()
    fields.removeAll { $0.name.equalsIgnoringASCIICase(name) }
    storage = .list(fields)
  }

  private mutating func replace(_ name: String, with value: String?) {
    guard let value else { return remove(name) }
    guard let new = HTTPField(checking: name, value) else {
      refused = refused ?? name
      return
    }
    var fields = takeList()
    if let first = fields.firstIndex(where: { $0.name.equalsIgnoringASCIICase(name) }) {
      fields[first] = new
      var index = fields.count - 1
      while index > first {
        if fields[index].name.equalsIgnoringASCIICase(name) { fields.remove(at: index) }
        index -= 1
      }
    } else {
      fields.append(new)
    }
    storage = .list(fields)
  }

  /// A copy that can take more fields without moving.
  func withRoom(for count: Int) -> HTTPFields {
    let own = list
    var fields: [HTTPField] = []
    fields.reserveCapacity(own.count + count)
    fields.append(contentsOf: own)
    var copy = self
    copy.storage = .list(fields)
    return copy
  }

  /// Whether the first field of a name is a text, alone or in front of parameters; other than the
  /// subscript, it builds nothing. Where it says no, look again with the subscript.
  func has(_ name: String, _ essence: String) -> Bool {
    if case .raw(let block) = storage { return block.has(name, essence) }
    return self[name] == essence
  }

  /// Moves the list out, so that changing it copies nothing.
  private mutating func takeList() -> [HTTPField] {
    let fields = list
    storage = .list([])
    return fields
  }

  /// The fields as a list.
  private var list: [HTTPField] {
    switch storage {
    case .list(let fields): fields
    case .raw(let block): block.fields
    }
  }
}

extension HTTPFields: Sequence {
  public func makeIterator() -> IndexingIterator<[HTTPField]> { list.makeIterator() }

  /// How many fields there are, repeated ones counted each.
  public var count: Int { list.count }

  /// Whether there are none.
  public var isEmpty: Bool { list.isEmpty }
}

extension HTTPFields: Hashable {
  public static func == (left: HTTPFields, right: HTTPFields) -> Bool { left.list == right.list }
  public func hash(into hasher: inout Hasher) { hasher.combine(list) }
}

/// One header field.
public struct HTTPField: Hashable, Sendable {
  /// The name as written; compare without regard to case.
  public let name: String
  /// The value without blanks around it.
  public let value: String

  /// Makes a field from parts known to be valid.
  init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// Makes a field, unless the name is no token or the value holds a control character.
  ///
  /// - Parameters:
  ///   - name: the field's name.
  ///   - value: its value; blanks around it are dropped.
  public init?(checking name: String, _ value: String) {
    guard !name.isEmpty, HTTPField.tokenBytes.containsAll(name), HTTPField.isFit(value) else {
      return nil
    }
    self.name = name
    let isTrimmed =
      value.utf8.first.map { $0 > 0x20 } ?? true && value.utf8.last.map { $0 > 0x20 } ?? true
    self.value = isTrimmed ? value : value.trimmingBlanks
  }

  /// The field as it stands on the wire, without the end of the line.
  package var line: String { "\(name): \(value)" }

  /// Whether a text holds no control character but tabs.
  private static func isFit(_ value: String) -> Bool {
    let isFit = value.utf8.withContiguousStorageIfAvailable { bytes in
      var unfit: UInt8 = 0
      for byte in bytes {
        unfit |= (byte < 0x20 && byte != 0x09) || byte == 0x7F ? 1 : 0
      }
      return unfit == 0
    }
    return isFit ?? value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
  }

  private static let tokenBytes = ASCIISet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-.^_`|~"
  )

  /// Whether a byte may stand in a token (RFC 9110 §5.6.2).
  static func isTokenByte(_ byte: UInt8) -> Bool { tokenBytes.contains(byte) }
}
