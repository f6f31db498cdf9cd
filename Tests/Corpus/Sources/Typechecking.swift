import Foundation

/// Typechecks generated clients, many in one run of the compiler.
///
/// Each client is a type of its own name, so any number of them fit in one module; its files are
/// put together in one, since files of one module must not share names.
struct Typechecking {
  let options: Options
  /// The bytes of source that one run of the compiler takes.
  static let batchSize = 3_000_000

  /// Fills in what failed.
  func check(_ results: inout [Result]) {
    var batch: [(index: Int, file: String)] = []
    var size = 0
    for index in results.indices where results[index].isGenerated {
      let file = "\(options.output)/flat/\(results[index].item.id).swift"
      let text = Sources.text(of: results[index].item, options)
      writeFile(text, to: file)
      batch.append((index, file))
      size += text.count
      if size > Self.batchSize {
        check(batch, &results)
        batch = []
        size = 0
      }
    }
    check(batch, &results)
  }

  private func check(_ batch: [(index: Int, file: String)], _ results: inout [Result]) {
    if batch.isEmpty { return }
    let arguments = [
      "swiftc", "-typecheck", "-wmo", "-swift-version", "6", "-warnings-as-errors",
      "-suppress-notes", "-module-name", "Batch", "-I", options.runtime + "/Modules",
    ]
    let ending = execute(
      arguments + batch.map(\.file),
      limit: 1800,
      log: "\(options.output)/logs/typecheck.txt"
    )
    if ending.code == 0 { return }
    var isExplained = false
    for line in ending.output.split(separator: "\n") where line.contains(": error: ") {
      for (index, file) in batch where line.hasPrefix(file + ":") {
        isExplained = true
        let message = line.dropFirst(file.count + 1)
        if results[index].failure == nil {
          results[index].failure = "does not typecheck: \(message)"
        }
      }
    }
    if isExplained { return }
    for (index, _) in batch where results[index].failure == nil {
      results[index].failure = "the compiler failed on its batch, exit \(ending.code)"
    }
  }
}

/// The sources of a generated client.
enum Sources {
  /// All files as one, in the order of their paths.
  static func text(of item: Item, _ options: Options, folder: String? = nil) -> Data {
    let root = "\(options.output)/clients/\(item.id)" + (folder.map { "/" + $0 } ?? "")
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    var text = Data()
    for name in names.filter({ $0.hasSuffix(".swift") }).sorted() {
      text += Data("\n// \(name)\n".utf8)
      text += FileManager.default.contents(atPath: "\(root)/\(name)") ?? Data()
    }
    return text
  }
}
