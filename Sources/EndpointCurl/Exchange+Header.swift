internal import CCurl
internal import EndpointKit

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension UnsafeMutablePointer where Pointee == Exchange {
  /// Builds the header list in memory that serves again: text and nodes without an allocation.
  ///
  /// libcurl's own fields (`Accept`, `Expect`, a form's content type) are turned off, so that
  /// what is sent is what the request says.
  func applyHeader(_ request: HTTPRequest, _ options: TransportOptions) throws {
    var list = HeaderList(text: pointee.applied.headerText)
    pointee.applied.headerText = ByteBuffer()
    var has: Set = []
    for field in request.fields {
      let kind = HeaderKind(field.name)
      switch kind {
      case .framing: continue
      case .accept: has.insert(.accept)
      case .contentType: has.insert(.contentType)
      case .expect: has.insert(.expect)
      case .acceptEncoding: has.insert(.acceptEncoding)
      case .other: break
      }
      list.add(field.name, field.value)
    }
    if !has.contains(.accept) { list.disable("Accept") }
    if options.decompresses, !has.contains(.acceptEncoding) {
      list.add("Accept-Encoding", Exchange.acceptedEncodings)
    }
    if pointee.applied.mode == .post || pointee.applied.mode == .upload {
      if !has.contains(.contentType) { list.disable("Content-Type") }
      if !has.contains(.expect), !pointee.loop.pointee.expectsContinue { list.disable("Expect") }
    }
    pointee.applied.headerText = list.text
    guard list.isWhole, let text = list.text.base else {
      throw ClientError(.requestEncoding, "there is no memory for the header")
    }
    link(text, list.count)
  }

  private typealias Set = HeaderList.Known

  /// Makes a list of the lines; they never move before the exchange has ended.
  private func link(_ text: UnsafeMutableRawPointer, _ count: Int) {
    if pointee.applied.headerCapacity < count {
      pointee.applied.headerNodes?.deallocate()
      pointee.applied.headerCapacity = Swift.max(16, count * 2)
      pointee.applied.headerNodes = .allocate(capacity: pointee.applied.headerCapacity)
    }
    guard let nodes = pointee.applied.headerNodes else { return }
    var line = text.assumingMemoryBound(to: CChar.self)
    for index in 0..<count {
      let next = index + 1 < count ? nodes + index + 1 : nil
      (nodes + index).initialize(to: curl_slist(data: line, next: next))
      line += strlen(line) + 1
    }
    ccurl_set_pointer(pointee.handle, CURLOPT_HTTPHEADER, nodes)
  }
}

extension Exchange {
  /// What this libcurl decodes. Given as a field of our own, since libcurl formats its own one
  /// twice for every request.
  static let acceptedEncodings: String = {
    let features = ccurl_features()
    let known: [(Int32, String)] = [
      (CURL_VERSION_LIBZ, "gzip"), (CURL_VERSION_BROTLI, "br"), (CURL_VERSION_ZSTD, "zstd"),
    ]
    let names = known.filter { features & $0.0 != 0 }.map(\.1)
    return names.isEmpty ? "identity" : names.joined(separator: ", ")
  }()
}

/// Which of the fields that need care a name is.
private enum HeaderKind {
  case accept, acceptEncoding, contentType, expect
  /// Fields that libcurl derives from the body itself.
  case framing
  case other

  init(_ name: String) {
    switch name.utf8.count {
    case 6:
      self = name.isEqual("accept") ? .accept : name.isEqual("expect") ? .expect : .other
    case 12: self = name.isEqual("content-type") ? .contentType : .other
    case 14: self = name.isEqual("content-length") ? .framing : .other
    case 15: self = name.isEqual("accept-encoding") ? .acceptEncoding : .other
    case 17: self = name.isEqual("transfer-encoding") ? .framing : .other
    default: self = .other
    }
  }
}

extension String {
  /// Compares with a text in lower case, without regard to case.
  fileprivate func isEqual(_ lowercased: StaticString) -> Bool {
    lowercased.withUTF8Buffer { other in
      var index = 0
      for byte in utf8 {
        guard (byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) == other[index] else {
          return false
        }
        index += 1
      }
      return true
    }
  }
}

/// Lines in libcurl's notation, each ended by NUL.
private struct HeaderList {
  struct Known: OptionSet {
    let rawValue: UInt8
    static let accept = Known(rawValue: 1)
    static let contentType = Known(rawValue: 2)
    static let expect = Known(rawValue: 4)
    static let acceptEncoding = Known(rawValue: 8)
  }

  var text: ByteBuffer
  private(set) var count = 0
  private(set) var isWhole = true

  init(text: ByteBuffer) {
    self.text = text
    self.text.clear()
  }

  mutating func add(_ name: String, _ value: String) {
    append(name)
    if value.isEmpty {
      // libcurl takes "Name:" for an order to leave the field out.
      append(";\0")
    } else {
      append(": ")
      append(value)
      append("\0")
    }
    count += 1
  }

  mutating func disable(_ name: StaticString) {
    name.withUTF8Buffer { appendBytes(UnsafeRawBufferPointer($0)) }
    append(":\0")
    count += 1
  }

  private mutating func append(_ part: String) {
    var part = part
    part.withUTF8 { appendBytes(UnsafeRawBufferPointer($0)) }
  }

  private mutating func appendBytes(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    if !text.append(base, bytes.count) { isWhole = false }
  }
}
