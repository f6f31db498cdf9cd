import ClientModel
import Mustache

/// The view model of sample responses.
extension ViewModels {
  /// The responses that the document shows.
  ///
  /// - Parameter samples: the responses by method and path of the document.
  func samples(_ samples: [String: [ResponseSample]]) -> Value {
    let json = Self.sampleLines(of: model.groups, samples)
    // A delimiter that nothing in the text can end, and no escape works in.
    let marks = String(repeating: "#", count: json.map(Self.longestMarks).max() ?? 0) + "#"
    return file(
      .samples,
      [
        .string("\(marks)\"\"\""), .strings(json), .string("\"\"\"\(marks)"),
        .strings(model.groups.map { SwiftName.escaped($0.targetName) }),
      ]
    )
  }

  /// One JSON object: responses by operation, a response a line.
  private static func sampleLines(
    of groups: [OperationGroup],
    _ samples: [String: [ResponseSample]]
  ) -> [String] {
    var known: Set<String> = []
    var entries: [[String]] = []
    for operation in groups.flatMap(\.operations) where known.insert(operation.id).inserted {
      let responses = samples["\(operation.method) \(operation.path)"] ?? []
      guard !responses.isEmpty else { continue }
      let lines = responses.enumerated().map { position, response in
        "  " + sampleLine(response) + (position < responses.count - 1 ? "," : "")
      }
      entries.append(["\(quoted(operation.id)): ["] + lines + ["]"])
    }
    for position in entries.indices.dropLast() {
      entries[position][entries[position].count - 1] += ","
    }
    return ["{"] + entries.joined() + ["}"]
  }

  private static func sampleLine(_ response: ResponseSample) -> String {
    var members = ["\"status\":\(response.status)"]
    if let type = response.contentType { members.append("\"contentType\":\(quoted(type))") }
    if response.isJSON {
      members.append("\"json\":\(shown(response.body))")
    } else if !response.body.isEmpty {
      members.append("\"text\":\(quoted(response.body))")
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func longestMarks(in text: String) -> Int {
    var (longest, run) = (0, 0)
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "#") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  /// JSON text without characters that hide, which can only stand in its strings.
  private static func shown(_ json: String) -> String {
    guard !json.unicodeScalars.allSatisfy(SwiftLiteral.isVisible) else { return json }
    var text = ""
    for scalar in json.unicodeScalars {
      if SwiftLiteral.isVisible(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        text += escape(scalar)
      }
    }
    return text
  }

  /// Text as a JSON string.
  private static func quoted(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        json += "\\"
        json.unicodeScalars.append(scalar)
      case "\n": json += "\\n"
      case _ where SwiftLiteral.isVisible(scalar): json.unicodeScalars.append(scalar)
      default: json += escape(scalar)
      }
    }
    return json + "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    UTF16.encode(scalar).map { units in
      units.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    } ?? ""
  }
}
