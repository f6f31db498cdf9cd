/// A deterministic array of issues as a forge's API would send it, compact, keys in the order of
/// the models.
struct Payload {
  private var random = Random(state: 42)
  private var text = ""

  /// The JSON text of issues, of at least a number of bytes.
  static func issues(bytes: Int) -> [UInt8] {
    var payload = Payload()
    payload.text = "["
    var number = 1
    while payload.text.utf8.count < bytes {
      if number > 1 { payload.text += "," }
      payload.text += payload.issue(number)
      number += 1
    }
    return Array((payload.text + "]").utf8)
  }

  private mutating func issue(_ number: Int) -> String {
    let repository = "https://api.example.test/repos/octo-org/project-\(number % 17)"
    let url = "\(repository)/issues/\(number)"
    let isClosed = random.below(3) == 0
    return object([
      ("id", "\(1_800_000_000 + number * 37)"), ("node_id", string("I_kwDOAbc\(number)x")),
      ("url", string(url)), ("repository_url", string(repository)),
      ("labels_url", string(url + "/labels{/name}")), ("comments_url", string(url + "/comments")),
      ("events_url", string(url + "/events")),
      ("html_url", string("https://example.test/octo-org/project/issues/\(number)")),
      ("number", "\(number)"), ("state", string(isClosed ? "closed" : "open")),
      ("title", string(words(6))), ("body", random.below(5) == 0 ? "null" : string(body())),
      ("user", user()), ("labels", array((0..<random.below(4)).map { _ in label() })),
      ("assignee", random.below(2) == 0 ? "null" : user()), ("assignees", array([user()])),
      ("milestone", random.below(2) == 0 ? "null" : milestone(repository)), ("locked", "false"),
      ("active_lock_reason", "null"), ("comments", "\(random.below(40))"),
      ("closed_at", isClosed ? date() : "null"), ("created_at", date()), ("updated_at", date()),
      ("author_association", string(["NONE", "MEMBER", "OWNER"][random.below(3)])),
      ("draft", "false"), ("repository", self.repository(repository)),
    ])
  }

  private mutating func user() -> String {
    let login = "\(word())-\(word())"
    let url = "https://api.example.test/users/\(login)"
    let id = random.below(90_000_000)
    return object(
      [
        ("login", string(login)), ("id", "\(id)"), ("node_id", string("MDQ6VXNlcj\(id)")),
        ("avatar_url", string("https://avatars.example.test/u/\(id)?v=4")),
        ("gravatar_id", "\"\""), ("url", string(url)),
        ("html_url", string("https://example.test/\(login)")),
      ]
        + links(
          [
            "followers", "following{/other_user}", "gists{/gist_id}", "starred{/owner}{/repo}",
            "subscriptions", "orgs", "repos", "events{/privacy}", "received_events",
          ],
          keys: [
            "followers_url", "following_url", "gists_url", "starred_url", "subscriptions_url",
            "organizations_url", "repos_url", "events_url", "received_events_url",
          ],
          under: url
        ) + [("type", "\"User\""), ("site_admin", "false")]
    )
  }

  private mutating func label() -> String {
    let name = word()
    return object([
      ("id", "\(random.below(900_000_000))"), ("node_id", string("MDU6TGFiZWw\(name)")),
      ("url", string("https://api.example.test/repos/octo-org/project/labels/\(name)")),
      ("name", string(name)), ("description", random.below(2) == 0 ? "null" : string(words(5))),
      ("color", "\"d73a4a\""), ("default", random.below(2) == 0 ? "true" : "false"),
    ])
  }

  private mutating func milestone(_ repository: String) -> String {
    let number = random.below(30)
    return object([
      ("url", string("\(repository)/milestones/\(number)")),
      ("html_url", string("https://example.test/octo-org/project/milestone/\(number)")),
      ("labels_url", string("\(repository)/milestones/\(number)/labels")),
      ("id", "\(random.below(9_000_000))"), ("node_id", "\"MDk6TWlsZXN0b25lMTAwMjYwNA==\""),
      ("number", "\(number)"), ("title", string("v\(number).0")),
      ("description", string(words(8))), ("creator", user()), ("open_issues", "4"),
      ("closed_issues", "8"), ("state", "\"open\""), ("created_at", date()),
      ("updated_at", date()), ("due_on", date()), ("closed_at", "null"),
    ])
  }

  private mutating func repository(_ url: String) -> String {
    let links = self.links(
      [
        "{archive_format}{/ref}", "assignees{/user}", "git/blobs{/sha}", "branches{/branch}",
        "collaborators{/collaborator}", "comments{/number}", "commits{/sha}",
        "compare/{base}...{head}", "contents/{+path}", "contributors", "deployments", "downloads",
        "events", "forks", "git/commits{/sha}", "git/refs{/sha}", "git/tags{/sha}", "project.git",
        "issues/comments{/number}", "issues/events{/number}", "issues{/number}", "keys{/key_id}",
        "labels{/name}", "languages", "merges", "milestones{/number}",
        "notifications{?since,all,participating}", "pulls{/number}", "releases{/id}",
        "project.git", "stargazers", "statuses/{sha}", "subscribers", "subscription", "tags",
        "teams", "git/trees{/sha}", "project.git", "hooks", "svn",
      ],
      keys: [
        "archive_url", "assignees_url", "blobs_url", "branches_url", "collaborators_url",
        "comments_url", "commits_url", "compare_url", "contents_url", "contributors_url",
        "deployments_url", "downloads_url", "events_url", "forks_url", "git_commits_url",
        "git_refs_url", "git_tags_url", "git_url", "issue_comment_url", "issue_events_url",
        "issues_url", "keys_url", "labels_url", "languages_url", "merges_url", "milestones_url",
        "notifications_url", "pulls_url", "releases_url", "ssh_url", "stargazers_url",
        "statuses_url", "subscribers_url", "subscription_url", "tags_url", "teams_url",
        "trees_url", "clone_url", "hooks_url", "svn_url",
      ],
      under: url
    )
    let id = random.below(400_000_000)
    let head = [
      ("id", "\(id)"), ("node_id", string("MDEwOlJlcG9\(id)")), ("name", "\"project\""),
      ("full_name", "\"octo-org/project\""), ("private", "false"), ("owner", user()),
      ("html_url", "\"https://example.test/octo-org/project\""),
      ("description", string(words(9))), ("fork", "false"), ("url", string(url)),
    ]
    let counts = [
      ("mirror_url", "null"), ("homepage", "\"\""), ("language", "\"Swift\""),
      ("forks_count", "9"), ("stargazers_count", "80"), ("watchers_count", "80"),
      ("size", "108"), ("default_branch", "\"main\""), ("open_issues_count", "0"),
      ("is_template", "true"), ("topics", array([string(word()), string(word())])),
    ]
    let switches = [
      "has_issues", "has_projects", "has_wiki", "has_pages", "has_downloads", "archived",
      "disabled",
    ].map { ($0, random.below(2) == 0 ? "true" : "false") }
    let rest = [
      ("visibility", "\"public\""), ("pushed_at", date()), ("created_at", date()),
      ("updated_at", date()),
      ("permissions", object([("admin", "false"), ("push", "true"), ("pull", "true")])),
      ("allow_rebase_merge", "true"), ("allow_squash_merge", "true"),
      ("allow_auto_merge", "false"), ("delete_branch_on_merge", "true"),
      ("allow_merge_commit", "true"), ("temp_clone_token", "\"\""), ("has_discussions", "true"),
      ("subscribers_count", "42"), ("network_count", "0"), ("license", license()),
      ("forks", "1"), ("open_issues", "1"), ("watchers", "1"),
    ]
    return object(head + links + counts + switches + rest)
  }

  private func license() -> String {
    object([
      ("key", "\"mit\""), ("name", "\"MIT License\""), ("spdx_id", "\"MIT\""),
      ("url", "\"https://api.example.test/licenses/mit\""), ("node_id", "\"MDc6TGljZW5zZW1pdA==\""),
    ])
  }

  // MARK: - Texts

  private func links(_ paths: [String], keys: [String], under url: String) -> [(String, String)] {
    zip(keys, paths).map { ($0, string("\(url)/\($1)")) }
  }

  private func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  private func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }

  private func string(_ text: String) -> String { "\"\(text)\"" }

  private mutating func date() -> String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let day =
      "20\(two(10 + random.below(15)))-\(two(1 + random.below(12)))-\(two(1 + random.below(28)))"
    let time = [24, 60, 60].map { two(random.below($0)) }.joined(separator: ":")
    return "\"\(day)T\(time)Z\""
  }

  private static let vocabulary = [
    "build", "crash", "parser", "wrong", "when", "after", "update", "release", "module", "fails",
    "linker", "cache", "timeout", "missing", "header", "decode", "naïve", "résumé", "stream",
    "backwards", "window", "select", "token", "refresh", "queue",
  ]

  private mutating func word() -> String {
    // The last words are for prose alone.
    Self.vocabulary[random.below(16)]
  }

  private mutating func words(_ count: Int) -> String {
    (0..<count).map { _ in Self.vocabulary[random.below(Self.vocabulary.count)] }
      .joined(separator: " ")
  }

  private mutating func body() -> String {
    (0..<3).map { _ in words(12) }.joined(separator: #"\r\n\r\n"#) + #" \"quoted\" "#
  }
}

/// A linear congruential generator (Knuth's MMIX constants), for the same payload at each run.
private struct Random {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}
