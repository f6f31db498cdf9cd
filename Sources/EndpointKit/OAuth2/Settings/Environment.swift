#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The process's environment.
public enum Environment {
  /// The environment variables as they are now.
  public static var variables: [String: String] { ProcessInfo.processInfo.environment }
}
