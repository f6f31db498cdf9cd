import ClientModel

/// How types are put into files.
///
/// Which file a type is in depends on its own name, so that adding a type to a document moves no
/// other, unless a file grows beyond `largest`.
public enum TypeGrouping: Hashable, Sendable {
  /// Types whose names begin with the same word share a file: `Issue`, `IssueComment` and
  /// `IssueEvent` are in `Issue.swift`.
  ///
  /// A compiler that works file by file reads the whole module again for every few files, so fewer
  /// files compile faster, and related types are found together.
  case byFirstWord
  /// A file for each type.
  case perType

  /// The types of a file, in the order of the document.
  struct File {
    var name: String
    var types: [TypeDeclaration]
  }

  /// The most types that are put together because of one word; where there are more, the next
  /// word counts too.
  static let largest = 128

  /// Distributes types over files, in order of first appearance.
  func files(of types: [TypeDeclaration]) -> [File] {
    switch self {
    case .perType: types.map { File(name: $0.name.last, types: [$0]) }
    case .byFirstWord: Self.files(of: types, words: 1)
    }
  }

  private static func files(of types: [TypeDeclaration], words: Int) -> [File] {
    var files: [File] = []
    var positions: [String: Int] = [:]
    for type in types {
      let name = firstWords(words, of: type.name.last)
      // Letter case does not count in the names of files everywhere.
      let key = name.lowercased()
      if let position = positions[key] {
        files[position].types.append(type)
      } else {
        positions[key] = files.count
        files.append(File(name: name, types: [type]))
      }
    }
    if words > 8 { return files }
    return files.flatMap { file in
      file.types.count > largest ? Self.files(of: file.types, words: words + 1) : [file]
    }
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
