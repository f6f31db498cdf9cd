/// What to do once the store is locked for a refresh and has been read again.
///
/// Another process may have refreshed in the meantime. Using the refresh token it has used up
/// would look like theft to a server that rotates them, and end the session of both.
package enum RefreshPlan: Sendable, Equatable {
  /// Go on with what the store holds; ask nobody.
  case adoptStored
  /// Ask with the refresh token that the store holds.
  case refreshStored
  /// Ask with the credential at hand: the store knows nothing newer, or could not keep it.
  case refreshHeld
  /// Forget the credential at hand: it was in the store and someone has taken it out.
  case forgetHeld

  /// Decides.
  ///
  /// - Parameters:
  ///   - held: the revision of the credential at hand; `nil` where there is none.
  ///   - stored: the revision of the credential in the store; `nil` where there is none.
  ///   - isStoredFresh: whether the stored credential lasts for a while yet.
  ///   - wasHeldStored: whether the credential at hand came from the store or was kept there.
  package init(held: UInt64?, stored: UInt64?, isStoredFresh: Bool, wasHeldStored: Bool) {
    guard let stored else {
      self = held != nil && wasHeldStored ? .forgetHeld : .refreshHeld
      return
    }
    guard stored > held ?? 0 else {
      self = .refreshHeld
      return
    }
    self = isStoredFresh ? .adoptStored : .refreshStored
  }
}
