import EndpointKit

extension StandIn {
  /// The account that is signed in.
  static let user = account("octocat", id: 1)

  /// An issue as the service would send it.
  static func issue(_ number: Int, _ title: String) -> JSONValue {
    let url = "https://api.github.com/repos/octocat/hello-world/issues/\(number)"
    return [
      "id": .number(JSONNumber(1000 + number)), "node_id": .string("I_\(number)"),
      "url": .string(url), "repository_url": "https://api.github.com/repos/octocat/hello-world",
      "labels_url": .string(url + "/labels{/name}"), "comments_url": .string(url + "/comments"),
      "events_url": .string(url + "/events"),
      "html_url": .string("https://github.com/octocat/hello-world/issues/\(number)"),
      "number": .number(JSONNumber(number)), "state": number == 3 ? "parked" : "open",
      "title": .string(title), "body": nil, "user": account("octocat", id: 1),
      "labels": [
        [
          "id": 7, "node_id": "L_7", "url": .string(url), "name": "bug", "description": nil,
          "color": "d73a4a", "default": true,
        ]
      ],
      "assignee": nil, "assignees": [], "milestone": nil, "locked": false, "comments": 0,
      "closed_at": nil, "created_at": "2026-03-01T09:30:00Z",
      "updated_at": "2026-03-02T10:00:00.250Z", "author_association": "MEMBER",
    ]
  }

  private static func account(_ login: String, id: Int) -> JSONValue {
    let url = "https://api.github.com/users/\(login)"
    return [
      "login": .string(login), "id": .number(JSONNumber(id)), "node_id": "U_1",
      "avatar_url": "https://avatars.githubusercontent.com/u/1", "gravatar_id": "",
      "url": .string(url), "html_url": .string("https://github.com/\(login)"),
      "followers_url": .string(url + "/followers"),
      "following_url": .string(url + "/following{/other_user}"),
      "gists_url": .string(url + "/gists{/gist_id}"),
      "starred_url": .string(url + "/starred{/owner}{/repo}"),
      "subscriptions_url": .string(url + "/subscriptions"),
      "organizations_url": .string(url + "/orgs"), "repos_url": .string(url + "/repos"),
      "events_url": .string(url + "/events{/privacy}"),
      "received_events_url": .string(url + "/received_events"), "type": "User",
      "site_admin": false, "name": "The Octocat", "company": nil, "blog": "", "location": nil,
      "email": nil, "hireable": nil, "bio": nil, "public_repos": 2, "public_gists": 1,
      "followers": 20, "following": 0, "created_at": "2008-01-14T04:33:35Z",
      "updated_at": "2026-01-14T04:33:35Z",
    ]
  }
}
