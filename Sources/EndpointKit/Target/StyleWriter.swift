/// Writes parameter values in the styles of OpenAPI and RFC 6570.
///
/// Delimiters of a style stand raw between items; inside an item every delimiter is encoded, so an
/// item can never turn into two.
struct StyleWriter {
  let name: String
  let explode: Bool
  /// What is not percent-encoded; `nil` where nothing is encoded (headers).
  let kept: ASCIISet?
  /// Whether triplets that are already encoded stay (with `allowReserved`).
  let keepsTriplets: Bool
  /// Whether a blank becomes `+`, as in forms.
  let spaceIsPlus: Bool

  init(
    name: String,
    explode: Bool,
    kept: ASCIISet?,
    keepsTriplets: Bool = false,
    spaceIsPlus: Bool = false
  ) {
    self.name = name
    self.explode = explode
    self.kept = kept
    self.keepsTriplets = keepsTriplets
    self.spaceIsPlus = spaceIsPlus
  }

  private func append(_ text: String, to output: inout EncodedText) {
    guard let kept else { return output.append(text) }
    output.append(text, keeping: kept, keepingTriplets: keepsTriplets, spaceIsPlus: spaceIsPlus)
  }

  private func appendName(_ name: String, to output: inout EncodedText) {
    if kept == nil {
      output.append(name)
    } else {
      output.append(name, keeping: .unreserved, spaceIsPlus: spaceIsPlus)
    }
  }

  /// Items after one another, keys and values alternating in an object that is not exploded.
  private func appendItems(
    _ value: ParameterValue,
    separator: String,
    pairs: Bool,
    to output: inout EncodedText
  ) {
    switch value {
    case .absent: break
    case .null: append("null", to: &output)
    case .scalar(let text): append(text, to: &output)
    case .array(let items):
      var isFirst = true
      for item in items {
        guard let text = item.flatText else { continue }
        if !isFirst { output.append(separator) }
        isFirst = false
        append(text, to: &output)
      }
    case .object(let fields):
      var isFirst = true
      for field in fields {
        guard let text = field.value.flatText else { continue }
        if !isFirst { output.append(separator) }
        isFirst = false
        append(field.name, to: &output)
        output.append(pairs ? "=" : separator)
        append(text, to: &output)
      }
    }
  }

  // MARK: Paths and headers

  /// `a,b` and `k,v` or `k=v`.
  func simple(_ value: ParameterValue, to output: inout EncodedText) {
    appendItems(value, separator: ",", pairs: explode, to: &output)
  }

  /// `.a.b` and `.k.v` or `.k=v`.
  func label(_ value: ParameterValue, to output: inout EncodedText) {
    output.append(UInt8(ascii: "."))
    appendItems(value, separator: explode ? "." : ",", pairs: explode, to: &output)
  }

  /// `;name=a,b` or `;name=a;name=b`, `;name=k,v` or `;k=v`; an empty text has no `=`.
  func matrix(_ value: ParameterValue, to output: inout EncodedText) {
    func appendPair(_ key: String, _ value: ParameterValue) {
      output.append(UInt8(ascii: ";"))
      appendName(key, to: &output)
      if value.isEmpty || value.text == "" { return }
      output.append(UInt8(ascii: "="))
      appendItems(value, separator: ",", pairs: false, to: &output)
    }
    switch value {
    case .array(let items) where explode:
      for item in items where !item.isEmpty { appendPair(name, .scalar(item.flatText ?? "")) }
    case .object(let fields) where explode:
      for field in fields where !field.value.isEmpty {
        appendPair(field.name, .scalar(field.value.flatText ?? ""))
      }
    default: appendPair(name, value)
    }
  }

  // MARK: Queries and cookies

  /// `name=a,b` or `name=a&name=b`, `name=k,v` or `k=v&k2=v2`, after what is there already.
  ///
  /// An empty list or object adds nothing (RFC 6570 §2.3).
  func form(
    _ value: ParameterValue,
    to output: inout EncodedText,
    pairSeparator: String = "&",
    itemSeparator: String = ","
  ) {
    func appendKey(_ key: String) {
      if !output.isEmpty { output.append(pairSeparator) }
      appendName(key, to: &output)
      output.append("=")
    }
    switch value {
    case .absent: break
    case .null, .scalar:
      appendKey(name)
      append(value.text ?? "", to: &output)
    case .array(let items) where explode:
      for text in items.lazy.compactMap(\.flatText) {
        appendKey(name)
        append(text, to: &output)
      }
    case .object(let fields) where explode:
      for field in fields {
        guard let text = field.value.flatText else { continue }
        appendKey(field.name)
        append(text, to: &output)
      }
    case .array, .object:
      if value.isEmpty { return }
      appendKey(name)
      appendItems(value, separator: itemSeparator, pairs: false, to: &output)
    }
  }

  /// `name[key]=value`, with a further bracket for each level: lists of scalars as `name[]=`, lists
  /// of objects numbered.
  func deepObject(_ value: ParameterValue, to output: inout EncodedText) {
    appendDeep(value, key: name, to: &output)
  }

  private func appendDeep(_ value: ParameterValue, key: String, to output: inout EncodedText) {
    switch value {
    case .absent: break
    case .null, .scalar:
      if !output.isEmpty { output.append("&") }
      appendName(key, to: &output)
      output.append("=")
      append(value.text ?? "", to: &output)
    case .array(let items):
      for (index, item) in items.enumerated() {
        let isScalar = item.text != nil
        appendDeep(item, key: isScalar ? "\(key)[]" : "\(key)[\(index)]", to: &output)
      }
    case .object(let fields):
      for field in fields { appendDeep(field.value, key: "\(key)[\(field.name)]", to: &output) }
    }
  }
}

extension ParameterValue {
  /// Whether a text is part of a name or value anywhere.
  func contains(_ part: String) -> Bool {
    switch self {
    case .absent: false
    case .null, .scalar: text?.containsText(part) ?? false
    case .array(let items): items.contains { $0.contains(part) }
    case .object(let members):
      members.contains { $0.name.containsText(part) || $0.value.contains(part) }
    }
  }

  /// Whether there is nothing to write.
  var isEmpty: Bool {
    switch self {
    case .absent: true
    case .null, .scalar: false
    case .array(let items): items.allSatisfy(\.isEmpty)
    case .object(let fields): fields.allSatisfy(\.value.isEmpty)
    }
  }

  /// The value as one item of a flat style; nested lists and objects become their items joined by
  /// commas, since no style defines them; `nil` where the value is absent.
  var flatText: String? {
    switch self {
    case .absent: nil
    case .null, .scalar: text
    case .array(let items): items.compactMap(\.flatText).joined(separator: ",")
    case .object(let fields):
      fields.compactMap { field in field.value.flatText.map { "\(field.name),\($0)" } }
        .joined(separator: ",")
    }
  }
}
