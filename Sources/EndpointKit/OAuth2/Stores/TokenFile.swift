#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// The file of a ``FileTokenStore``: reads it with suspicion, replaces it whole.
struct TokenFile {
  let path: String

  /// What the file holds. Entries that this version cannot read are kept as they are.
  struct Contents: Sendable {
    var entries: [(key: String, value: JSONValue)] = []

    func token(for key: TokenKey) -> OAuth2Token? {
      entries.first { $0.key == key.description }.flatMap { OAuth2Token(storedForm: $0.value) }
    }

    mutating func set(_ token: OAuth2Token?, for key: TokenKey) {
      let name = key.description
      let index = entries.firstIndex { $0.key == name }
      switch (token, index) {
      case (let token?, let index?): entries[index].value = token.storedForm
      case (let token?, nil): entries.append((name, token.storedForm))
      case (nil, let index?): entries.remove(at: index)
      case (nil, nil): break
      }
    }
  }

  /// Reads the file; a missing one is empty.
  func read() throws -> Contents {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT { return Contents() }
    guard descriptor >= 0 else { throw FileFailure("could not open \(path)") }
    defer { close(descriptor) }
    try checkPrivacy(descriptor)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = buffer.withUnsafeMutableBytes { buffer in
        retryingInterrupts { readBytes(descriptor, buffer) }
      }
      guard count >= 0 else { throw FileFailure("could not read \(path)") }
      if count == 0 { break }
      bytes += buffer.prefix(count)
    }
    return try parse(bytes)
  }

  private func parse(_ bytes: [UInt8]) throws -> Contents {
    if bytes.isEmpty { return Contents() }
    guard let value = try? JSONReader.decode(JSONValue.self, from: bytes) else {
      throw OAuth2Error(.store, "\(path) is damaged; remove it and sign in again")
    }
    guard value["version"]?.int == 1, let tokens = value["tokens"]?.object else {
      throw OAuth2Error(.store, "\(path) was written by another version; remove it or update")
    }
    return Contents(entries: tokens.map { ($0.key, $0.value) })
  }

  /// Refuses a file that others may have read or changed.
  private func checkPrivacy(_ descriptor: Int32) throws {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw FileFailure("could not examine \(path)") }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw OAuth2Error(.store, "\(path) is no regular file")
    }
    guard facts.st_uid == geteuid() else {
      throw OAuth2Error(.store, "\(path) belongs to another user")
    }
    guard facts.st_mode & 0o077 == 0 else {
      throw OAuth2Error(
        .store,
        "others can read \(path), so its tokens are not secret any more; "
          + "remove it and sign in again"
      )
    }
  }

  /// Replaces the file: after this call, or after a crash in it, it is whole.
  func write(_ contents: Contents) throws {
    try Self.makeFolder(of: path)
    let tokens = JSONObject(contents.entries.map { ($0.key, $0.value) })
    let value: JSONValue = ["version": 1, "tokens": .object(tokens)]
    let text = try JSONWriter.text(value) + "\n"
    // The caller holds the lock of writers, so a file of this name is left over from a crash.
    let temporary = path + ".new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileFailure("could not create \(temporary)") }
    do {
      defer { close(descriptor) }
      // The mode in open() is cut by the mask, never widened; this makes it exact.
      guard fchmod(descriptor, 0o600) == 0 else { throw FileFailure("could not protect \(path)") }
      try writeAll(descriptor, Array(text.utf8))
      guard fsync(descriptor) == 0 else { throw FileFailure("could not flush \(path)") }
      guard rename(temporary, path) == 0 else { throw FileFailure("could not replace \(path)") }
    } catch {
      unlink(temporary)
      throw error
    }
    flushFolder()
  }

  private func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        retryingInterrupts { writeBytes(descriptor, buffer) }
      }
      guard count > 0 else { throw FileFailure("could not write \(path)") }
      rest = rest.dropFirst(count)
    }
  }

  /// Makes the renaming itself survive a power cut, where the file system can.
  private func flushFolder() {
    let folder = open(Self.folder(of: path), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes the folder and those above it, for the owner alone.
  static func makeFolder(of path: String) throws {
    let folder = folder(of: path)
    if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT else { throw FileFailure("could not make \(folder)") }
    try makeFolder(of: folder)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw FileFailure("could not make \(folder)")
    }
  }
}

// Methods of the same name would hide the calls.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

private func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(descriptor, buffer.baseAddress, buffer.count)
}
