/// The authorization and resource server of a simulation.
struct SimulatedServer {
  struct Access {
    let validUntil: Int64
    let family: Int
    let isWide: Bool
    var isRevoked = false
  }

  struct Refresh {
    let family: Int
    var isUsed = false
  }

  /// Tokens are indices into these.
  private(set) var access: [Access] = []
  private(set) var refresh: [Refresh] = []
  private(set) var isFamilyRevoked: [Bool] = []
  /// How often a used refresh token came in again.
  private(set) var reuses = 0
  var rotates = true

  struct Issued {
    var access: Int
    var refresh: Int?
  }

  mutating func reset(rotates: Bool) {
    access.removeAll(keepingCapacity: true)
    refresh.removeAll(keepingCapacity: true)
    isFamilyRevoked.removeAll(keepingCapacity: true)
    reuses = 0
    self.rotates = rotates
  }

  /// A person signed in.
  mutating func beginFamily(until validUntil: Int64, isWide: Bool, refreshable: Bool) -> Issued {
    isFamilyRevoked.append(false)
    let family = isFamilyRevoked.count - 1
    access.append(Access(validUntil: validUntil, family: family, isWide: isWide))
    if refreshable { refresh.append(Refresh(family: family)) }
    return Issued(access: access.count - 1, refresh: refreshable ? refresh.count - 1 : nil)
  }

  /// The refresh grant; `nil` stands for `invalid_grant`.
  mutating func useRefresh(_ token: Int, until validUntil: Int64, isWide: Bool) -> Issued? {
    let family = refresh[token].family
    guard !isFamilyRevoked[family] else { return nil }
    if rotates {
      if refresh[token].isUsed {
        reuses += 1
        isFamilyRevoked[family] = true
        return nil
      }
      refresh[token].isUsed = true
      refresh.append(Refresh(family: family))
    }
    access.append(Access(validUntil: validUntil, family: family, isWide: isWide))
    return Issued(access: access.count - 1, refresh: rotates ? refresh.count - 1 : token)
  }

  mutating func revokeAccess() {
    for index in access.indices { access[index].isRevoked = true }
  }

  mutating func revokeFamilies() {
    for index in isFamilyRevoked.indices { isFamilyRevoked[index] = true }
  }

  enum Answer { case ok, unauthorized, forbidden }

  func answer(to token: Int, needsWide: Bool, at now: Int64) -> Answer {
    let token = access[token]
    if token.isRevoked || isFamilyRevoked[token.family] || now >= token.validUntil {
      return .unauthorized
    }
    return needsWide && !token.isWide ? .forbidden : .ok
  }
}
