/// What the user asked for: the command line, parsed.
struct Invocation: Sendable {
  /// The command; `generate` where none is named.
  var command = ""
  /// What is left when flags are taken out.
  var arguments: [String] = []

  // Input and output
  var output: String?
  var config: String?
  var noConfig = false
  var name: String?
  var access: String?
  var layout: String?
  var templates: String?
  var emit: [String] = []
  var overlays: [String] = []
  var root: String?
  var map: [String] = []
  var server: String?

  // Filter
  var tags: [String] = []
  var paths: [String] = []
  var operations: [String] = []
  var schemas: [String] = []

  // Names
  var lock: String?
  var noLock = false
  var frozen = false

  // Findings
  var format: String?
  var color: String?
  var strict = false
  var report: String?
  var quiet = false
  var verbose = false

  // Single commands
  var dryRun = false
  var inputsOnly = false
  var warn = false
  var stamp: String?
  var form: String?
  var port: String?

  var help = false
  var version = false
}
