// What requests and responses look like in logs, debuggers and `dump`: without credentials. A
// request is part of every error and context, so whoever prints one of those prints it too.

extension HTTPField: CustomStringConvertible, CustomReflectable {
  /// Name and value; the values of the usual credentials are left out, see ``Redaction``.
  public var description: String { "\(name): \(Redaction.standard.value(self))" }

  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "value": Redaction.standard.value(self)])
  }
}

extension HTTPFields: CustomStringConvertible, CustomReflectable {
  /// A line a field; the values of the usual credentials are left out, see ``Redaction``.
  public var description: String { map(\.description).joined(separator: "\n") }

  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: map(\.description), displayStyle: .collection)
  }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// Method and URL without query.
  public var description: String { "\(method) \(url.origin)\(url.path)" }

  public var customMirror: Mirror {
    let redaction = Redaction.standard.hiding(secretNames)
    return Mirror(
      self,
      children: [
        "method": method.rawValue, "url": redaction.url(url),
        "fields": fields.map { "\($0.name): \(redaction.value($0))" }, "body": body as Any,
      ]
    )
  }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
  /// Status and URL without query.
  public var description: String { "\(status) from \(url.origin)\(url.path)" }

  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "status": status, "version": version, "fields": fields,
        // The query may hold a credential under a name that only the request knows.
        "url": "\(url.origin)\(url.path)",
      ]
    )
  }
}

extension HTTPBody: CustomStringConvertible, CustomReflectable {
  /// Where the bytes come from and how many there are; never the bytes.
  public var description: String {
    let place =
      switch source {
      case .data: "in memory"
      case .file(let path): "of the file \(path)"
      case .stream: "of a stream"
      case .parts(let parts): "in \(parts.count) parts"
      }
    return "\(length.map { "\($0) bytes" } ?? "bytes") \(place)"
  }

  public var customMirror: Mirror { Mirror(self, children: ["content": description]) }
}
