import Diagnostics
import SpecTree

extension DocumentReader {
  /// Loads the file that the part of a reference before its `#` names.
  func load(_ location: String, from file: LoadedFile) -> FileTable.Lookup {
    if let scheme = FilePath.scheme(of: location) {
      guard scheme != "file" else { return load(path: filePath(ofURL: location)) }
      guard let path = mappedPath(of: location) else { return .failure(.remote(location)) }
      return load(path: path)
    }
    let folder = FilePath.folder(of: file.path)
    let decoded = JSONPointer.percentDecode(location) ?? location
    let path = FilePath.join(folder, decoded)
    let lookup = load(path: path)
    guard case .failure(.noFile) = lookup else { return lookup }
    // Some names hold a percent sign, and some are written with the slashes of Windows.
    let spellings = [location, decoded.split(separator: "\\").joined(separator: "/")]
    for spelling in spellings where spelling != decoded {
      let other = load(path: FilePath.join(folder, spelling))
      if case .file = other { return other }
    }
    return lookup
  }

  /// The text of a file that is no YAML and no JSON, by its name.
  func plainText(_ reference: Node.Entry, in holder: Node) -> String? {
    guard let text = reference.value.string, FilePath.scheme(of: text) == nil else { return nil }
    let endings = [".md", ".markdown", ".txt", ".html"]
    guard endings.contains(where: { text.lowercased().hasSuffix($0) }) else { return nil }
    let path = FilePath.join(
      FilePath.folder(of: file(of: holder).path),
      JSONPointer.percentDecode(text) ?? text
    )
    guard let canonical = disk.canonicalPath(path),
      confinementFailure(of: path, canonical: canonical) == nil,
      let bytes = try? disk.read(path)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func load(path: String) -> FileTable.Lookup {
    if let known = files.lookup(path) { return known }
    let lookup = loadNew(path: path)
    files.remember(lookup, for: path)
    return lookup
  }

  private func loadNew(path: String) -> FileTable.Lookup {
    guard let canonical = disk.canonicalPath(path) else {
      if let failure = confinementFailure(of: path, canonical: FilePath.normalize(path)) {
        return .failure(failure)
      }
      return .failure(.noFile(path: path, reason: "there is no such file"))
    }
    if let failure = confinementFailure(of: path, canonical: canonical) {
      return .failure(failure)
    }
    if let known = files.file(atCanonicalPath: canonical) { return .file(known) }
    let bytes: [UInt8]
    do { bytes = try disk.read(path) } catch {
      return .failure(.noFile(path: path, reason: String(describing: error)))
    }
    let warnings = DiagnosticSink()
    do {
      let node = try SpecTree.parse(SourceFile(path: path, bytes: bytes), sink: warnings)
      for warning in warnings.diagnostics { faults.add(warning) }
      let file = LoadedFile(root: node, path: path)
      files.add(file, canonicalPath: canonical)
      if generation >= .openAPI31, file.hasIdentities { index(file) }
      return .file(file)
    } catch {
      for diagnostic in warnings.diagnostics + error.diagnostics { faults.add(diagnostic) }
      return .failure(.unreadable(path: path))
    }
  }

  /// Says whether a file may not be read.
  ///
  /// Links are followed first, so that none leads out. Folders that URLs are mapped to were named
  /// by the user, and so are allowed as well.
  private func confinementFailure(of path: String, canonical: String) -> ReferenceFailure? {
    guard let root = options.root else { return nil }
    let allowed = [root] + options.referenceMap.map(\.folder)
    for folder in allowed {
      let canonicalFolder = disk.canonicalPath(folder) ?? FilePath.normalize(folder)
      if FilePath.isInside(canonical, canonicalFolder) { return nil }
    }
    return .outside(path: path, root: root)
  }

  /// The file that stands for a URL, by the longest prefix that is mapped.
  private func mappedPath(of url: String) -> String? {
    let fitting = options.referenceMap.filter { url.hasPrefix($0.prefix) }
    guard let mapping = fitting.max(by: { $0.prefix.utf8.count < $1.prefix.utf8.count }) else {
      return nil
    }
    let rest = String(url.dropFirst(mapping.prefix.count))
    let path = (JSONPointer.percentDecode(rest) ?? rest).drop { $0 == "/" }
    // Nothing in a URL leads out of the folder that stands for its prefix.
    let parts = path.split(separator: "/")
    guard !parts.contains("..") else { return nil }
    return FilePath.join(mapping.folder, String(path))
  }

  private func filePath(ofURL url: String) -> String {
    var rest = url.dropFirst("file:".count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      rest = rest[(rest.firstIndex(of: "/") ?? rest.endIndex)...]
    }
    return JSONPointer.percentDecode(String(rest)) ?? String(rest)
  }
}
