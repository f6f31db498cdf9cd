/// A tag whose meaning is known.
enum YAMLTag: String {
  case string = "str"
  case int, float, bool, null
  case map, sequence = "seq"
  case set, ordered = "omap", pairs
  case binary, timestamp, merge, value
  /// `!`: not resolved, hence text.
  case nonSpecific = "!"

  init?(_ name: String) {
    let prefix = "tag:yaml.org,2002:"
    if name == "!" {
      self = .nonSpecific
    } else if name.hasPrefix(prefix) {
      self.init(rawValue: String(name.dropFirst(prefix.count)))
    } else {
      return nil
    }
  }

  /// The tag as authors write it.
  var shortName: String { self == .nonSpecific ? "!" : "!!" + rawValue }

  /// What a scalar with this tag is; `nil` where the two do not fit.
  func kind(of text: UnsafeBufferPointer<UInt8>) -> Node.Kind? {
    let resolved = CoreSchema.kind(text)
    switch self {
    case .string, .binary, .timestamp, .nonSpecific, .merge, .value: return .string
    case .int: return resolved == .int ? .int : nil
    case .float: return resolved == .int || resolved == .float ? .float : nil
    case .bool: return resolved == .bool ? .bool : nil
    case .null: return resolved == .null ? .null : nil
    case .map, .sequence, .set, .ordered, .pairs: return nil
    }
  }

  /// Whether a container may carry this tag.
  func allows(_ kind: Node.Kind) -> Bool {
    switch self {
    case .map, .set: kind == .mapping
    case .sequence, .ordered, .pairs: kind == .sequence
    case .nonSpecific: true
    default: false
    }
  }
}
