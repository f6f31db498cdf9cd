import ClientModel

/// Compares the Swift surfaces of two clients: everything that code using them can name.
struct SurfaceDiff {
  private(set) var changes: [SurfaceChange] = []
  private let client: String

  /// The changes from one client to another, by impact and then in the order of the model.
  static func changes(from old: Client, to new: Client) -> [SurfaceChange] {
    var diff = SurfaceDiff(client: new.name)
    diff.compare(old, new)
    return diff.changes.enumerated().sorted {
      $0.element.impact == $1.element.impact
        ? $0.offset < $1.offset : $0.element.impact < $1.element.impact
    }.map(\.element)
  }

  private init(client: String) { self.client = client }

  mutating func report(
    _ impact: SurfaceChange.Impact,
    _ symbol: String,
    _ message: String,
    at place: SurfaceChange.Place? = nil
  ) {
    let full = symbol.isEmpty ? client : "\(client).\(symbol)"
    changes.append(SurfaceChange(impact: impact, symbol: full, message: message, place: place))
  }

  private mutating func compare(_ old: Client, _ new: Client) {
    if old.name != new.name {
      report(.breaking, "", "the client is called \(new.name), it was \(old.name)")
    }
    compareGroups(old.groups, new.groups)
    compareTypes(old.types, new.types)
    compareSession(old, new)
    match(old.webhooks, new.webhooks, by: \.name) { diff, old, new in
      switch (old, new) {
      case (let old?, nil): diff.report(.breaking, "Webhook.\(old.name)", "removed")
      case (nil, let new?): diff.report(.added, "Webhook.\(new.name)", "added")
      case (let old?, let new?) where old.payload != new.payload:
        diff.report(.breaking, "Webhook.\(new.name)", "has another payload")
      default: break
      }
    }
  }

  /// Pairs elements by a key: in the new order, with what was removed where it was.
  mutating func match<Element>(
    _ old: [Element],
    _ new: [Element],
    by key: (Element) -> String,
    _ body: (inout SurfaceDiff, Element?, Element?) -> Void
  ) {
    let oldByKey = Dictionary(old.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
    let newKeys = Set(new.map(key))
    for element in old where !newKeys.contains(key(element)) { body(&self, element, nil) }
    for element in new { body(&self, oldByKey[key(element)], element) }
  }

  // MARK: Session

  private mutating func compareSession(_ old: Client, _ new: Client) {
    match(old.servers, new.servers, by: \.name) { diff, old, new in
      switch (old, new) {
      case (let old?, nil): diff.report(.breaking, "Servers.\(old.name)", "removed")
      case (nil, let new?): diff.report(.added, "Servers.\(new.name)", "added")
      case (let old?, let new?) where old.variables.map(\.name) != new.variables.map(\.name):
        diff.report(.breaking, "Servers.\(new.name)", "has other variables")
      case (let old?, let new?) where old.url != new.url:
        diff.report(.changed, "Servers.\(new.name)", "is \(new.url), it was \(old.url)")
      default: break
      }
    }
    match(old.securitySchemes, new.securitySchemes, by: \.name) { diff, old, new in
      let symbol = "session(\((new ?? old)?.name ?? ""):)"
      switch (old, new) {
      case (.some, nil): diff.report(.breaking, symbol, "the argument is gone")
      case (nil, .some): diff.report(.added, symbol, "a new argument")
      case (let old?, let new?) where Self.kind(old) != Self.kind(new):
        diff.report(.breaking, symbol, "takes \(Self.kind(new)), it took \(Self.kind(old))")
      default: break
      }
    }
    match(Self.scopes(old), Self.scopes(new), by: \.name) { diff, old, new in
      if let old, new == nil { diff.report(.breaking, "Scopes.\(old.name)", "removed") }
      if let new, old == nil { diff.report(.added, "Scopes.\(new.name)", "added") }
    }
  }

  private static func kind(_ scheme: SecurityScheme) -> String {
    switch scheme.kind {
    case .oauth2: "OAuth2"
    case .openIDConnect: "OpenID Connect"
    case .apiKey: "an API key"
    case .basic: "basic credentials"
    case .bearer: "a bearer token"
    case .digest: "digest credentials"
    case .mutualTLS: "a client certificate"
    case .other(let name): "a signer for \(name)"
    }
  }

  private static func scopes(_ model: Client) -> [SecurityScheme.Scope] {
    var scopes: [SecurityScheme.Scope] = []
    for scheme in model.securitySchemes {
      guard case .oauth2(let flows) = scheme.kind else { continue }
      for scope in flows.flatMap(\.scopes) where !scopes.contains(where: { $0.name == scope.name })
      {
        scopes.append(scope)
      }
    }
    return scopes
  }
}
