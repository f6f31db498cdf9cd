import EndpointKit

// The shape of generated models: one field table each, wide ones boxed where they are nested.

/// The models read by way of field tables.
enum TableModels {}

extension TableModels {
  /// A user of the site.
  struct SimpleUser: Model {
    var login: String
    var id: Int
    var nodeID: String
    var avatarURL: String
    var gravatarID: String?
    var url: String
    var htmlURL: String
    var followersURL: String
    var followingURL: String
    var gistsURL: String
    var starredURL: String
    var subscriptionsURL: String
    var organizationsURL: String
    var reposURL: String
    var eventsURL: String
    var receivedEventsURL: String
    var kind: String
    var siteAdmin: Bool

    static let fields = Fields<SimpleUser>(
      .init("login", \.login),
      .init("id", \.id),
      .init("node_id", \.nodeID),
      .init("avatar_url", \.avatarURL),
      .init("gravatar_id", \.gravatarID),
      .init("url", \.url),
      .init("html_url", \.htmlURL),
      .init("followers_url", \.followersURL),
      .init("following_url", \.followingURL),
      .init("gists_url", \.gistsURL),
      .init("starred_url", \.starredURL),
      .init("subscriptions_url", \.subscriptionsURL),
      .init("organizations_url", \.organizationsURL),
      .init("repos_url", \.reposURL),
      .init("events_url", \.eventsURL),
      .init("received_events_url", \.receivedEventsURL),
      .init("type", \.kind),
      .init("site_admin", \.siteAdmin)
    )
  }
}

extension TableModels {
  /// A coloured label.
  struct Label: Model {
    var id: Int
    var nodeID: String
    var url: String
    var name: String
    var description: String?
    var color: String
    var isDefault: Bool

    static let fields = Fields<Label>(
      .init("id", \.id),
      .init("node_id", \.nodeID),
      .init("url", \.url),
      .init("name", \.name),
      .init("description", \.description),
      .init("color", \.color),
      .init("default", \.isDefault)
    )
  }
}

extension TableModels {
  /// A milestone of a repository.
  struct Milestone: Model {
    var url: String
    var htmlURL: String
    var labelsURL: String
    var id: Int
    var nodeID: String
    var number: Int
    var title: String
    var description: String?
    @Indirect var creator: SimpleUser?
    var openIssues: Int
    var closedIssues: Int
    var state: MilestoneState
    var createdAt: Date
    var updatedAt: Date
    var dueOn: Date?
    var closedAt: Date?

    static let fields = Fields<Milestone>(
      .init("url", \.url),
      .init("html_url", \.htmlURL),
      .init("labels_url", \.labelsURL),
      .init("id", \.id),
      .init("node_id", \.nodeID),
      .init("number", \.number),
      .init("title", \.title),
      .init("description", \.description),
      .init("creator", \._creator),
      .init("open_issues", \.openIssues),
      .init("closed_issues", \.closedIssues),
      .init("state", \.state),
      .init("created_at", \.createdAt),
      .init("updated_at", \.updatedAt),
      .init("due_on", \.dueOn),
      .init("closed_at", \.closedAt)
    )
  }
}

extension TableModels {
  /// What the caller may do.
  struct RepositoryPermissions: Model {
    var admin: Bool
    var push: Bool
    var pull: Bool

    static let fields = Fields<RepositoryPermissions>(
      .init("admin", \.admin),
      .init("push", \.push),
      .init("pull", \.pull)
    )
  }
}

extension TableModels {
  /// A licence.
  struct License: Model {
    var key: String
    var name: String
    var spdxID: String?
    var url: String?
    var nodeID: String

    static let fields = Fields<License>(
      .init("key", \.key),
      .init("name", \.name),
      .init("spdx_id", \.spdxID),
      .init("url", \.url),
      .init("node_id", \.nodeID)
    )
  }
}

extension TableModels {
  /// A repository.
  struct Repository: Model {
    var id: Int
    var nodeID: String
    var name: String
    var fullName: String
    var isPrivate: Bool
    @Indirect var owner: SimpleUser
    var htmlURL: String
    var description: String?
    var fork: Bool
    var url: String
    var archiveURL: String
    var assigneesURL: String
    var blobsURL: String
    var branchesURL: String
    var collaboratorsURL: String
    var commentsURL: String
    var commitsURL: String
    var compareURL: String
    var contentsURL: String
    var contributorsURL: String
    var deploymentsURL: String
    var downloadsURL: String
    var eventsURL: String
    var forksURL: String
    var gitCommitsURL: String
    var gitRefsURL: String
    var gitTagsURL: String
    var gitURL: String
    var issueCommentURL: String
    var issueEventsURL: String
    var issuesURL: String
    var keysURL: String
    var labelsURL: String
    var languagesURL: String
    var mergesURL: String
    var milestonesURL: String
    var notificationsURL: String
    var pullsURL: String
    var releasesURL: String
    var sshURL: String
    var stargazersURL: String
    var statusesURL: String
    var subscribersURL: String
    var subscriptionURL: String
    var tagsURL: String
    var teamsURL: String
    var treesURL: String
    var cloneURL: String
    var hooksURL: String
    var svnURL: String
    var mirrorURL: String?
    var homepage: String?
    var language: String?
    var forksCount: Int
    var stargazersCount: Int
    var watchersCount: Int
    var size: Int
    var defaultBranch: String
    var openIssuesCount: Int
    var isTemplate: Bool?
    var topics: [String]?
    var hasIssues: Bool
    var hasProjects: Bool
    var hasWiki: Bool
    var hasPages: Bool
    var hasDownloads: Bool
    var archived: Bool
    var disabled: Bool
    var visibility: Visibility?
    var pushedAt: Date?
    var createdAt: Date?
    var updatedAt: Date?
    var permissions: RepositoryPermissions?
    var allowRebaseMerge: Bool?
    var allowSquashMerge: Bool?
    var allowAutoMerge: Bool?
    var deleteBranchOnMerge: Bool?
    var allowMergeCommit: Bool?
    var tempCloneToken: String?
    var hasDiscussions: Bool?
    var subscribersCount: Int?
    var networkCount: Int?
    @Indirect var license: License?
    var forks: Int
    var openIssues: Int
    var watchers: Int

    static let fields = Fields<Repository>(
      .init("id", \.id),
      .init("node_id", \.nodeID),
      .init("name", \.name),
      .init("full_name", \.fullName),
      .init("private", \.isPrivate),
      .init("owner", \._owner),
      .init("html_url", \.htmlURL),
      .init("description", \.description),
      .init("fork", \.fork),
      .init("url", \.url),
      .init("archive_url", \.archiveURL),
      .init("assignees_url", \.assigneesURL),
      .init("blobs_url", \.blobsURL),
      .init("branches_url", \.branchesURL),
      .init("collaborators_url", \.collaboratorsURL),
      .init("comments_url", \.commentsURL),
      .init("commits_url", \.commitsURL),
      .init("compare_url", \.compareURL),
      .init("contents_url", \.contentsURL),
      .init("contributors_url", \.contributorsURL),
      .init("deployments_url", \.deploymentsURL),
      .init("downloads_url", \.downloadsURL),
      .init("events_url", \.eventsURL),
      .init("forks_url", \.forksURL),
      .init("git_commits_url", \.gitCommitsURL),
      .init("git_refs_url", \.gitRefsURL),
      .init("git_tags_url", \.gitTagsURL),
      .init("git_url", \.gitURL),
      .init("issue_comment_url", \.issueCommentURL),
      .init("issue_events_url", \.issueEventsURL),
      .init("issues_url", \.issuesURL),
      .init("keys_url", \.keysURL),
      .init("labels_url", \.labelsURL),
      .init("languages_url", \.languagesURL),
      .init("merges_url", \.mergesURL),
      .init("milestones_url", \.milestonesURL),
      .init("notifications_url", \.notificationsURL),
      .init("pulls_url", \.pullsURL),
      .init("releases_url", \.releasesURL),
      .init("ssh_url", \.sshURL),
      .init("stargazers_url", \.stargazersURL),
      .init("statuses_url", \.statusesURL),
      .init("subscribers_url", \.subscribersURL),
      .init("subscription_url", \.subscriptionURL),
      .init("tags_url", \.tagsURL),
      .init("teams_url", \.teamsURL),
      .init("trees_url", \.treesURL),
      .init("clone_url", \.cloneURL),
      .init("hooks_url", \.hooksURL),
      .init("svn_url", \.svnURL),
      .init("mirror_url", \.mirrorURL),
      .init("homepage", \.homepage),
      .init("language", \.language),
      .init("forks_count", \.forksCount),
      .init("stargazers_count", \.stargazersCount),
      .init("watchers_count", \.watchersCount),
      .init("size", \.size),
      .init("default_branch", \.defaultBranch),
      .init("open_issues_count", \.openIssuesCount),
      .init("is_template", \.isTemplate),
      .init("topics", \.topics),
      .init("has_issues", \.hasIssues),
      .init("has_projects", \.hasProjects),
      .init("has_wiki", \.hasWiki),
      .init("has_pages", \.hasPages),
      .init("has_downloads", \.hasDownloads),
      .init("archived", \.archived),
      .init("disabled", \.disabled),
      .init("visibility", \.visibility),
      .init("pushed_at", \.pushedAt),
      .init("created_at", \.createdAt),
      .init("updated_at", \.updatedAt),
      .init("permissions", \.permissions),
      .init("allow_rebase_merge", \.allowRebaseMerge),
      .init("allow_squash_merge", \.allowSquashMerge),
      .init("allow_auto_merge", \.allowAutoMerge),
      .init("delete_branch_on_merge", \.deleteBranchOnMerge),
      .init("allow_merge_commit", \.allowMergeCommit),
      .init("temp_clone_token", \.tempCloneToken),
      .init("has_discussions", \.hasDiscussions),
      .init("subscribers_count", \.subscribersCount),
      .init("network_count", \.networkCount),
      .init("license", \._license),
      .init("forks", \.forks),
      .init("open_issues", \.openIssues),
      .init("watchers", \.watchers)
    )
  }
}

extension TableModels {
  /// An issue.
  struct Issue: Model {
    var id: Int
    var nodeID: String
    var url: String
    var repositoryURL: String
    var labelsURL: String
    var commentsURL: String
    var eventsURL: String
    var htmlURL: String
    var number: Int
    var state: IssueState
    var title: String
    var body: String?
    @Indirect var user: SimpleUser?
    var labels: [Label]
    @Indirect var assignee: SimpleUser?
    var assignees: [SimpleUser]?
    @Indirect var milestone: Milestone?
    var locked: Bool
    var activeLockReason: String?
    var comments: Int
    var closedAt: Date?
    var createdAt: Date
    var updatedAt: Date
    var authorAssociation: AuthorAssociation
    var draft: Bool?
    @Indirect var repository: Repository?

    static let fields = Fields<Issue>(
      .init("id", \.id),
      .init("node_id", \.nodeID),
      .init("url", \.url),
      .init("repository_url", \.repositoryURL),
      .init("labels_url", \.labelsURL),
      .init("comments_url", \.commentsURL),
      .init("events_url", \.eventsURL),
      .init("html_url", \.htmlURL),
      .init("number", \.number),
      .init("state", \.state),
      .init("title", \.title),
      .init("body", \.body),
      .init("user", \._user),
      .init("labels", \.labels),
      .init("assignee", \._assignee),
      .init("assignees", \.assignees),
      .init("milestone", \._milestone),
      .init("locked", \.locked),
      .init("active_lock_reason", \.activeLockReason),
      .init("comments", \.comments),
      .init("closed_at", \.closedAt),
      .init("created_at", \.createdAt),
      .init("updated_at", \.updatedAt),
      .init("author_association", \.authorAssociation),
      .init("draft", \.draft),
      .init("repository", \._repository)
    )
  }
}

extension TableModels {
  /// An open enum.
  enum IssueState: OpenEnum {
    case open
    case closed
    case unknown(String)

    static let known = KnownCases<IssueState>(
      .open,
      .closed
    )
    var rawValue: String {
      switch self {
      case .open: "open"
      case .closed: "closed"
      case .unknown(let value): value
      }
    }
  }
}

extension TableModels {
  /// An open enum.
  enum MilestoneState: OpenEnum {
    case open
    case closed
    case unknown(String)

    static let known = KnownCases<MilestoneState>(
      .open,
      .closed
    )
    var rawValue: String {
      switch self {
      case .open: "open"
      case .closed: "closed"
      case .unknown(let value): value
      }
    }
  }
}

extension TableModels {
  /// An open enum.
  enum Visibility: OpenEnum {
    case `public`
    case `private`
    case `internal`
    case unknown(String)

    static let known = KnownCases<Visibility>(
      .public,
      .private,
      .internal
    )
    var rawValue: String {
      switch self {
      case .public: "public"
      case .private: "private"
      case .internal: "internal"
      case .unknown(let value): value
      }
    }
  }
}

extension TableModels {
  /// An open enum.
  enum AuthorAssociation: OpenEnum {
    case collaborator
    case contributor
    case firstTimer
    case member
    case none
    case owner
    case unknown(String)

    static let known = KnownCases<AuthorAssociation>(
      .collaborator,
      .contributor,
      .firstTimer,
      .member,
      .none,
      .owner
    )
    var rawValue: String {
      switch self {
      case .collaborator: "COLLABORATOR"
      case .contributor: "CONTRIBUTOR"
      case .firstTimer: "FIRST_TIMER"
      case .member: "MEMBER"
      case .none: "NONE"
      case .owner: "OWNER"
      case .unknown(let value): value
      }
    }
  }
}
