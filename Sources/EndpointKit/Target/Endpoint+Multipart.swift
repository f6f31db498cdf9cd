#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Endpoint {
  /// Sends parts as `multipart/form-data`.
  ///
  /// - Parameters:
  ///   - parts: the parts in order.
  ///   - contentType: the media type; the boundary is added.
  public mutating func multipart(
    parts: [MultipartPart],
    contentType: String = "multipart/form-data"
  ) {
    for part in parts where part.fields.refused != nil {
      report("multipart part '\(part.name)' has a header field with a control character")
    }
    let boundary = MultipartBody.makeBoundary()
    body = MultipartBody.assemble(parts, boundary: boundary)
    fields["Content-Type"] = "\(contentType); boundary=\(boundary)"
  }

  /// Sends an object as `multipart/form-data`, one part a field.
  ///
  /// Files become parts with file name and type, scalars text parts, objects JSON parts, or XML
  /// where their encoding says so; lists repeat the part; absent fields are left out.
  ///
  /// - Parameters:
  ///   - value: the object.
  ///   - encoding: media type and header fields of single parts.
  ///   - contentType: the media type; the boundary is added.
  public mutating func multipart<Value: Model>(
    _ value: Value,
    encoding: [String: FieldEncoding] = [:],
    contentType: String = "multipart/form-data"
  ) {
    var parts: [MultipartPart] = []
    value.forEachMember { name, member in
      do {
        parts += try MultipartField(name: name, encoding: encoding[name]).parts(of: member)
      } catch {
        report("multipart part '\(name)' cannot be written: \(error)")
      }
    }
    multipart(parts: parts, contentType: contentType)
  }

  /// Sends the alternative that a value is as `multipart/form-data`, one part a field.
  ///
  /// - Parameters:
  ///   - value: the value, whose payload is an object.
  ///   - encoding: media type and header fields of single parts.
  ///   - contentType: the media type; the boundary is added.
  public mutating func multipart<Value: Union>(
    _ value: Value,
    encoding: [String: FieldEncoding] = [:],
    contentType: String = "multipart/form-data"
  ) {
    switch value.payload {
    case let model as any Model: multipart(model, encoding: encoding, contentType: contentType)
    case let union as any Union: multipart(union, encoding: encoding, contentType: contentType)
    default: report("a multipart body must be an object")
    }
  }

  /// Sends parts that were put together by hand.
  ///
  /// - Parameters:
  ///   - parts: the parts in order.
  ///   - contentType: the media type; the boundary is added.
  public mutating func multipart(
    _ parts: [MultipartPart],
    contentType: String = "multipart/form-data"
  ) {
    multipart(parts: parts, contentType: contentType)
  }

  /// Sends a list of values as JSON Lines, one JSON text a line.
  ///
  /// - Parameters:
  ///   - values: the values.
  ///   - contentType: the media type.
  public mutating func jsonLines(
    _ values: some Sequence<some JSONCodable>,
    contentType: String = "application/jsonl"
  ) {
    var data = Data()
    do {
      for value in values {
        data.append(try value.jsonData())
        data.append(UInt8(ascii: "\n"))
      }
      body = .data(data)
      fields["Content-Type"] = contentType
    } catch {
      report("the body cannot be written as JSON: \(error)")
    }
  }
}

/// Turns one field of an object into parts.
private struct MultipartField {
  let name: String
  let encoding: FieldEncoding?

  func parts(of value: any JSONCodable) throws -> [MultipartPart] {
    if let files = (value as? any FilePartsConvertible)?.fileParts {
      return files.map { decorated(.file(name, $0, contentType: mediaType(of: $0))) }
    }
    switch ParameterValue(value) {
    case .absent: return []
    case .array(let items) where encoding?.isJSON != true:
      // A list repeats the part; lists and objects inside it are JSON.
      guard let elements = try? JSONValue(encoding: value).array, elements.count == items.count
      else { return [try json(value)] }
      return try zip(items, elements).map { item, element in
        try item.text.map(text) ?? json(element)
      }
    case let single:
      if encoding?.isJSON != true, let plain = single.text { return [text(plain)] }
      return [try json(value)]
    }
  }

  /// The media type of a file that names none: what its name stands for where that is one of
  /// several allowed, else the first of them.
  private func mediaType(of file: FilePart) -> String? {
    guard let types = encoding?.mediaTypes, types.count > 1 else { return encoding?.contentType }
    let guess = FileTypes.mediaType(ofFileNamed: file.filename)
    return types.contains(guess) ? guess : types[0]
  }

  private func text(_ text: String) -> MultipartPart {
    decorated(.text(name, text, contentType: encoding?.mediaTypes.first))
  }

  private func json(_ value: any JSONCodable) throws -> MultipartPart {
    let types = encoding?.mediaTypes ?? []
    let type = types.first { MediaType($0)?.isJSON == true } ?? types.first ?? "application/json"
    if MediaType(type)?.isXML == true {
      let xml = try XMLText.element(name, JSONValue(encoding: value))
      return decorated(.text(name, xml, contentType: type))
    }
    return decorated(.json(name, try value.jsonData(), contentType: type))
  }

  private func decorated(_ part: MultipartPart) -> MultipartPart {
    guard let headers = encoding?.headers, !headers.isEmpty else { return part }
    var part = part
    part.fields = headers
    return part
  }
}

/// A value that is one or more files, or an absent one.
protocol FilePartsConvertible {
  var fileParts: [FilePart] { get }
}

extension FilePart: FilePartsConvertible {
  var fileParts: [FilePart] { [self] }
}

extension Optional: FilePartsConvertible where Wrapped: FilePartsConvertible {
  var fileParts: [FilePart] { self?.fileParts ?? [] }
}

extension Array: FilePartsConvertible where Element: FilePartsConvertible {
  var fileParts: [FilePart] { flatMap(\.fileParts) }
}

extension Nullable: FilePartsConvertible where Wrapped: FilePartsConvertible {
  var fileParts: [FilePart] { wrappedValue?.fileParts ?? [] }
}

extension Indirect: FilePartsConvertible where Value: FilePartsConvertible {
  var fileParts: [FilePart] { wrappedValue.fileParts }
}
