/// The tool's version, which generated files and manifests name.
public let genClientVersion = "0.1.0"
