import ClientModel

/// How types are put into files.
///
/// Which file a type is in depends on its own name and on how many others begin with its first word,
/// so that adding a type to a document seldom moves another.
public enum TypeGrouping: Hashable, Sendable {
  /// Types whose names begin with the same word share a file: `Issue`, `IssueComment` and
  /// `IssueEvent` are in `Issue.swift`. In a large client only words of many types have their own;
  /// the rest are in files by their initials, as in a dictionary: `Milestone` is in `M.swift`.
  ///
  /// A compiler that works file by file reads the whole module again for every few files, and makes
  /// what is alike once a file. Fewer files compile faster, into less.
  case byFirstWord
  /// A file for each type.
  case perType

  /// The types of a file, in the order of the document.
  struct File {
    var name: String
    var types: [TypeDeclaration]
  }

  /// The most files for which each word has one.
  static let mostWords = 64
  /// In a larger client, the fewest types of one word that have a file of their own.
  static let fewest = 8
  /// The most types that are put together because of one word, where the next word then counts too,
  /// or because of their initial.
  static let largest = 128

  /// Distributes types over files, in order of first appearance.
  func files(of types: [TypeDeclaration]) -> [File] {
    switch self {
    case .perType: types.map { File(name: $0.name.last, types: [$0]) }
    case .byFirstWord: Self.byInitial(types, Self.byWord(types, words: 1))
    }
  }

  /// Puts what shares a file with few others together by initials.
  private static func byInitial(_ types: [TypeDeclaration], _ words: [File]) -> [File] {
    if words.count <= mostWords { return words }
    func initial(_ file: File) -> String { file.name.prefix(1).uppercased() }
    var counts: [String: Int] = [:]
    for file in words where file.types.count < fewest {
      counts[initial(file), default: 0] += file.types.count
    }
    var names: [String: String] = [:]
    for file in words {
      let isRare = file.types.count < fewest && counts[initial(file), default: 0] <= largest
      for type in file.types { names[type.name.last] = isRare ? initial(file) : file.name }
    }
    return grouped(types) { names[$0] ?? $0 }
  }

  private static func byWord(_ types: [TypeDeclaration], words: Int) -> [File] {
    let files = grouped(types) { firstWords(words, of: $0) }
    if words > 8 { return files }
    return files.flatMap { file in
      file.types.count > largest ? byWord(file.types, words: words + 1) : [file]
    }
  }

  /// Files by a name for each type, in order of first appearance.
  private static func grouped(_ types: [TypeDeclaration], _ name: (String) -> String) -> [File] {
    var files: [File] = []
    var positions: [String: Int] = [:]
    for type in types {
      let name = name(type.name.last)
      // Letter case does not count in the names of files everywhere.
      let key = name.lowercased()
      if let position = positions[key] {
        files[position].types.append(type)
      } else {
        positions[key] = files.count
        files.append(File(name: name, types: [type]))
      }
    }
    return files
  }

  /// The first words of a type name: the first is `Issue` of `IssueComment`, `SCIM` of `SCIMUser`,
  /// `OAuth` of `OAuthApp`, `Status` of `Status2`.
  static func firstWords(_ count: Int, of name: String) -> String {
    let scalars = Array(name.unicodeScalars)
    var end = 0
    for _ in 0..<count { end = wordEnd(in: scalars, from: end) }
    let words = String(String.UnicodeScalarView(scalars[..<end]))
    return words.isEmpty ? name : words
  }

  private static func wordEnd(in scalars: [Unicode.Scalar], from start: Int) -> Int {
    var end = start + scalars[start...].prefix { $0.properties.isUppercase }.count
    if end > start + 2, end < scalars.count, scalars[end].properties.isLowercase {
      // The last capital begins the next word.
      return end - 1
    }
    while end < scalars.count, !scalars[end].properties.isUppercase {
      // A digit behind a first word tells names apart and belongs to none.
      if start == 0, "0"..."9" ~= scalars[end] { break }
      end += 1
    }
    return end
  }
}
