import Foundation

/// The same models as a careful person would write them for Foundation's coders.
enum CodableModels {}

extension CodableModels {
  /// A user of the site.
  struct SimpleUser: Codable, Equatable {
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

    enum CodingKeys: String, CodingKey {
      case login
      case id
      case nodeID = "node_id"
      case avatarURL = "avatar_url"
      case gravatarID = "gravatar_id"
      case url
      case htmlURL = "html_url"
      case followersURL = "followers_url"
      case followingURL = "following_url"
      case gistsURL = "gists_url"
      case starredURL = "starred_url"
      case subscriptionsURL = "subscriptions_url"
      case organizationsURL = "organizations_url"
      case reposURL = "repos_url"
      case eventsURL = "events_url"
      case receivedEventsURL = "received_events_url"
      case kind = "type"
      case siteAdmin = "site_admin"
    }
  }
}

extension CodableModels {
  /// A coloured label.
  struct Label: Codable, Equatable {
    var id: Int
    var nodeID: String
    var url: String
    var name: String
    var description: String?
    var color: String
    var isDefault: Bool

    enum CodingKeys: String, CodingKey {
      case id
      case nodeID = "node_id"
      case url
      case name
      case description
      case color
      case isDefault = "default"
    }
  }
}

extension CodableModels {
  /// A milestone of a repository.
  struct Milestone: Codable, Equatable {
    var url: String
    var htmlURL: String
    var labelsURL: String
    var id: Int
    var nodeID: String
    var number: Int
    var title: String
    var description: String?
    var creator: SimpleUser?
    var openIssues: Int
    var closedIssues: Int
    var state: MilestoneState
    var createdAt: Date
    var updatedAt: Date
    var dueOn: Date?
    var closedAt: Date?

    enum CodingKeys: String, CodingKey {
      case url
      case htmlURL = "html_url"
      case labelsURL = "labels_url"
      case id
      case nodeID = "node_id"
      case number
      case title
      case description
      case creator
      case openIssues = "open_issues"
      case closedIssues = "closed_issues"
      case state
      case createdAt = "created_at"
      case updatedAt = "updated_at"
      case dueOn = "due_on"
      case closedAt = "closed_at"
    }
  }
}

extension CodableModels {
  /// What the caller may do.
  struct RepositoryPermissions: Codable, Equatable {
    var admin: Bool
    var push: Bool
    var pull: Bool

    enum CodingKeys: String, CodingKey {
      case admin
      case push
      case pull
    }
  }
}

extension CodableModels {
  /// A licence.
  struct License: Codable, Equatable {
    var key: String
    var name: String
    var spdxID: String?
    var url: String?
    var nodeID: String

    enum CodingKeys: String, CodingKey {
      case key
      case name
      case spdxID = "spdx_id"
      case url
      case nodeID = "node_id"
    }
  }
}

extension CodableModels {
  /// A repository.
  struct Repository: Codable, Equatable {
    var id: Int
    var nodeID: String
    var name: String
    var fullName: String
    var isPrivate: Bool
    var owner: SimpleUser
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
    var license: License?
    var forks: Int
    var openIssues: Int
    var watchers: Int

    enum CodingKeys: String, CodingKey {
      case id
      case nodeID = "node_id"
      case name
      case fullName = "full_name"
      case isPrivate = "private"
      case owner
      case htmlURL = "html_url"
      case description
      case fork
      case url
      case archiveURL = "archive_url"
      case assigneesURL = "assignees_url"
      case blobsURL = "blobs_url"
      case branchesURL = "branches_url"
      case collaboratorsURL = "collaborators_url"
      case commentsURL = "comments_url"
      case commitsURL = "commits_url"
      case compareURL = "compare_url"
      case contentsURL = "contents_url"
      case contributorsURL = "contributors_url"
      case deploymentsURL = "deployments_url"
      case downloadsURL = "downloads_url"
      case eventsURL = "events_url"
      case forksURL = "forks_url"
      case gitCommitsURL = "git_commits_url"
      case gitRefsURL = "git_refs_url"
      case gitTagsURL = "git_tags_url"
      case gitURL = "git_url"
      case issueCommentURL = "issue_comment_url"
      case issueEventsURL = "issue_events_url"
      case issuesURL = "issues_url"
      case keysURL = "keys_url"
      case labelsURL = "labels_url"
      case languagesURL = "languages_url"
      case mergesURL = "merges_url"
      case milestonesURL = "milestones_url"
      case notificationsURL = "notifications_url"
      case pullsURL = "pulls_url"
      case releasesURL = "releases_url"
      case sshURL = "ssh_url"
      case stargazersURL = "stargazers_url"
      case statusesURL = "statuses_url"
      case subscribersURL = "subscribers_url"
      case subscriptionURL = "subscription_url"
      case tagsURL = "tags_url"
      case teamsURL = "teams_url"
      case treesURL = "trees_url"
      case cloneURL = "clone_url"
      case hooksURL = "hooks_url"
      case svnURL = "svn_url"
      case mirrorURL = "mirror_url"
      case homepage
      case language
      case forksCount = "forks_count"
      case stargazersCount = "stargazers_count"
      case watchersCount = "watchers_count"
      case size
      case defaultBranch = "default_branch"
      case openIssuesCount = "open_issues_count"
      case isTemplate = "is_template"
      case topics
      case hasIssues = "has_issues"
      case hasProjects = "has_projects"
      case hasWiki = "has_wiki"
      case hasPages = "has_pages"
      case hasDownloads = "has_downloads"
      case archived
      case disabled
      case visibility
      case pushedAt = "pushed_at"
      case createdAt = "created_at"
      case updatedAt = "updated_at"
      case permissions
      case allowRebaseMerge = "allow_rebase_merge"
      case allowSquashMerge = "allow_squash_merge"
      case allowAutoMerge = "allow_auto_merge"
      case deleteBranchOnMerge = "delete_branch_on_merge"
      case allowMergeCommit = "allow_merge_commit"
      case tempCloneToken = "temp_clone_token"
      case hasDiscussions = "has_discussions"
      case subscribersCount = "subscribers_count"
      case networkCount = "network_count"
      case license
      case forks
      case openIssues = "open_issues"
      case watchers
    }
  }
}

extension CodableModels {
  /// An issue.
  struct Issue: Codable, Equatable {
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
    var user: SimpleUser?
    var labels: [Label]
    var assignee: SimpleUser?
    var assignees: [SimpleUser]?
    var milestone: Milestone?
    var locked: Bool
    var activeLockReason: String?
    var comments: Int
    var closedAt: Date?
    var createdAt: Date
    var updatedAt: Date
    var authorAssociation: AuthorAssociation
    var draft: Bool?
    var repository: Repository?

    enum CodingKeys: String, CodingKey {
      case id
      case nodeID = "node_id"
      case url
      case repositoryURL = "repository_url"
      case labelsURL = "labels_url"
      case commentsURL = "comments_url"
      case eventsURL = "events_url"
      case htmlURL = "html_url"
      case number
      case state
      case title
      case body
      case user
      case labels
      case assignee
      case assignees
      case milestone
      case locked
      case activeLockReason = "active_lock_reason"
      case comments
      case closedAt = "closed_at"
      case createdAt = "created_at"
      case updatedAt = "updated_at"
      case authorAssociation = "author_association"
      case draft
      case repository
    }
  }
}

extension CodableModels {
  /// A closed enum.
  enum IssueState: String, Codable, Equatable {
    case open
    case closed
  }
}

extension CodableModels {
  /// A closed enum.
  enum MilestoneState: String, Codable, Equatable {
    case open
    case closed
  }
}

extension CodableModels {
  /// A closed enum.
  enum Visibility: String, Codable, Equatable {
    case `public`
    case `private`
    case `internal`
  }
}

extension CodableModels {
  /// A closed enum.
  enum AuthorAssociation: String, Codable, Equatable {
    case collaborator = "COLLABORATOR"
    case contributor = "CONTRIBUTOR"
    case firstTimer = "FIRST_TIMER"
    case member = "MEMBER"
    case none = "NONE"
    case owner = "OWNER"
  }
}
