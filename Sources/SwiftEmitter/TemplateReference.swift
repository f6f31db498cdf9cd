/// The reference of what templates see, written from the kinds that view models are made by.
public enum TemplateReference {
  /// The page in Markdown, without a first line that tells how it is made.
  public static var page: String {
    var text = """
      # Keys of templates

      What each template sees, by kind of object. A key that holds an object or a list names the kind \
      of what is in it; inside, keys of the objects around are seen too. How templates are written \
      and chosen is in [the guide](../templates.md).

      | A file made by | sees an object of kind |
      | --- | --- |

      """
    for (maker, kind) in roots { text += "| \(maker) | \(link(kind.name)) |\n" }
    for kind in ViewKind.all {
      text += "\n## \(kind.name)\n\n\(kind.about)\n\n| Key | Holds | |\n| --- | --- | --- |\n"
      for key in kind.keys { text += "| `\(key.name)` | \(words(key.holds)) | \(key.about) |\n" }
    }
    return text
  }

  /// What is rendered as a file of its own.
  private static let roots: [(String, ViewKind)] = [
    ("`client`, and `{{! emit client PATH }}`", .client),
    ("`session`", .session),
    ("`operations`, `target`, and `{{! emit group PATH }}`", .groupFile),
    ("`models`, and `{{! emit type PATH }}`", .typeFile),
    ("`webhooks`", .webhooks),
    ("`samples`", .samples),
  ]

  private static func words(_ holds: ViewKind.Holds) -> String {
    switch holds {
    case .text: "text"
    case .flag: "a flag"
    case .lines: "lines"
    case .object(let kind): link(kind)
    case .list(let kind): "a list of \(link(kind))"
    }
  }

  private static func link(_ kind: String) -> String { "[\(kind)](#\(kind.lowercased()))" }
}
