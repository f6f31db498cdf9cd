public import EndpointKit

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension CurlTransport {
  /// How a transport connects. Set what differs from the defaults before making the transport.
  public struct Configuration: Sendable {
    /// Which protocol version to speak.
    public var version: VersionPolicy = .automatic
    /// How many connections to open to one host at most; further requests wait their turn.
    public var maximumConnectionsPerHost = 100
    /// How many connections to open in all; `nil` means no limit.
    public var maximumConnections: Int?
    /// How many idle connections to keep open for reuse.
    public var maximumIdleConnections = 256
    /// How long an idle connection is reused at most.
    public var idleConnectionLifetime: Duration = .seconds(118)
    /// How long a connection may be used after it was made; `nil` means any time.
    public var connectionLifetime: Duration?
    /// How long establishing a connection may take where the request does not say.
    public var connectTimeout: Duration = .seconds(30)
    /// How the server is authenticated, and the client to the server.
    public var tls = TLS()
    /// Which proxy to use.
    public var proxy: Proxy = .environment
    /// The path of a socket of the file system to connect to instead of the URL's host and port.
    public var unixSocket: String?
    /// Addresses to use instead of looking host names up.
    public var hostOverrides: [HostOverride] = []
    /// Which addresses to connect to.
    public var addressFamily: AddressFamily = .any
    /// The network interface, address or host name to connect from.
    public var interface: String?
    /// The largest number of bytes a second received in one exchange.
    public var maximumReceiveSpeed: Int64?
    /// The largest number of bytes a second sent in one exchange.
    public var maximumSendSpeed: Int64?
    /// Whether a body over 1 MiB waits for the server's `100 Continue` before it is sent.
    public var expectsContinue = false
    /// How many bytes of a streamed response or request to hold before the sender has to wait.
    public var streamBufferSize = 256 << 10
    /// How many event loops to run, each with connections of its own. One serves tens of
    /// thousands of requests a second.
    public var eventLoops = 1

    public init() {}
  }

  /// Which protocol version to speak.
  public struct VersionPolicy: Hashable, Sendable {
    let curl: Int

    /// HTTP/2 over TLS where the server offers it, else HTTP/1.1.
    public static let automatic = VersionPolicy(curl: 4)
    /// HTTP/1.1 only.
    public static let http1 = VersionPolicy(curl: 2)
    /// HTTP/2 at once, without asking: for servers known to speak it, with or without TLS.
    public static let http2PriorKnowledge = VersionPolicy(curl: 5)
  }

  /// How the server is authenticated, and the client to the server.
  ///
  /// The server's certificate and its name are always verified. For a server with a certificate
  /// of its own, name the authority.
  public struct TLS: Sendable {
    /// Whose certificates are trusted.
    public var authorities: Authorities = .system
    /// The SHA-256 of the public keys one of which the server must have, in base64.
    public var pinnedKeys: [String] = []
    /// The oldest protocol version accepted.
    public var minimumVersion: Version = .tls12
    /// The certificate shown to servers that ask for one.
    public var clientCertificate: ClientCertificate?

    public init() {}

    /// Whose certificates are trusted.
    public enum Authorities: Sendable {
      /// Those of the system.
      case system
      /// Those in a PEM file.
      case file(path: String)
      /// Those in PEM text.
      case data(Data)
    }

    /// A protocol version.
    public struct Version: Hashable, Sendable {
      let curl: Int
      public static let tls12 = Version(curl: 6)
      public static let tls13 = Version(curl: 7)
    }

    /// A certificate and its key, in PEM files.
    public struct ClientCertificate: Sendable {
      /// The path of the certificate, with its chain.
      public var certificatePath: String
      /// The path of the private key; `nil` where it is in the certificate's file.
      public var keyPath: String?
      /// What the key is encrypted with.
      public var keyPassword: String?

      public init(certificatePath: String, keyPath: String? = nil, keyPassword: String? = nil) {
        self.certificatePath = certificatePath
        self.keyPath = keyPath
        self.keyPassword = keyPassword
      }
    }
  }

  /// Which proxy to use.
  public enum Proxy: Sendable {
    /// What `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` said when the transport was
    /// made.
    case environment
    /// None.
    case none
    /// This one: `http://`, `https://`, `socks5://` or `socks5h://` with host and port.
    case server(_ url: String, user: String? = nil, password: String? = nil, except: [String] = [])
  }

  /// An address to use for a host name.
  public struct HostOverride: Hashable, Sendable {
    /// The host name in URLs.
    public var host: String
    /// The port in URLs.
    public var port: Int
    /// The addresses to connect to, without brackets.
    public var addresses: [String]

    public init(host: String, port: Int, addresses: [String]) {
      self.host = host
      self.port = port
      self.addresses = addresses
    }
  }

  /// Which addresses to connect to.
  public struct AddressFamily: Hashable, Sendable {
    let curl: Int
    public static let any = AddressFamily(curl: 0)
    public static let ipv4 = AddressFamily(curl: 1)
    public static let ipv6 = AddressFamily(curl: 2)
  }
}

extension CurlTransport.TLS.ClientCertificate: CustomReflectable {
  /// Shows whether there is a password, not which.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "certificatePath": certificatePath, "keyPath": keyPath as Any,
        "hasKeyPassword": keyPassword != nil,
      ]
    )
  }
}

extension CurlTransport.Proxy: CustomStringConvertible, CustomReflectable {
  /// Where the proxy is, without credentials.
  public var description: String {
    switch self {
    case .environment: return "environment"
    case .none: return "none"
    case .server(let url, _, _, _):
      // User and password can stand in the URL itself.
      guard let at = url.lastIndex(of: "@") else { return url }
      let scheme = url.firstRange(of: "://").map { String(url[..<$0.upperBound]) } ?? ""
      return scheme + url[url.index(after: at)...]
    }
  }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
