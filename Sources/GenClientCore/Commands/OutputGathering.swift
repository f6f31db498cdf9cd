import Diagnostics
import SwiftEmitter

/// Clients made and put together by output folder.
struct GatheredOutput {
  let clients: [GeneratedClient]
  let outputs: [OutputSet]
  /// Where each client goes, by its position.
  let folders: [String]
  /// The lock after this run.
  let lock: NameLock

  /// Makes all clients of a plan in memory; nothing is written.
  ///
  /// - Throws: Everything that is wrong with the documents and the settings.
  init(_ plan: RunPlan, _ run: Run) throws(DiagnosticError) {
    var lock =
      try plan.lockPath.map { path throws(DiagnosticError) in try NameLock(path: path) } ?? .none
    let pipeline = run.pipeline
    var clients: [GeneratedClient] = []
    for settings in plan.clients {
      let client = try pipeline.generate(settings, lock: lock) { name in
        PathText.normalized(settings.output ?? plan.defaultFolder(name: name))
      }
      lock.record(client.client)
      clients.append(client)
      client.client.loaded.files.forEach(run.show)
    }
    try plan.check(run)
    self.clients = clients
    self.lock = lock
    folders = Self.folders(clients, plan)
    outputs = try Self.outputs(clients, folders)
    run.kept.add(self)
  }

  /// Clients that are told to share a folder get folders of their names in it, unless they are cut
  /// into the same files.
  private static func folders(_ clients: [GeneratedClient], _ plan: RunPlan) -> [String] {
    let wanted = clients.map {
      PathText.normalized($0.client.settings.output ?? plan.defaultFolder(name: $0.model.name))
    }
    return zip(clients, wanted).map { client, folder in
      let isShared = wanted.count { $0 == folder } > 1
      guard isShared, client.client.settings.layout != .sharded else { return folder }
      return PathText.join(folder, client.model.name)
    }
  }

  private static func outputs(
    _ clients: [GeneratedClient],
    _ folders: [String]
  ) throws(DiagnosticError) -> [OutputSet] {
    var outputs: [OutputSet] = []
    for folder in folders where !outputs.contains(where: { $0.folder == folder }) {
      let members = zip(clients, folders).filter { $0.1 == folder }.map(\.0)
      let names = members.map(\.model.name)
      if members.count > 1,
        members[0].client.settings.layout != .sharded || Set(names).count < names.count
      {
        throw DiagnosticError(
          members[1].client.settings.spec.diagnostic(
            .error,
            .configurationClash,
            "two clients named \(names[0]) would go to \(folder)",
            fix: "give one of them another `name` or `output`"
          )
        )
      }
      var files = members.flatMap(\.files)
      if members[0].client.settings.layout == .sharded { files = Shards.cut(files) }
      let inputs = members.flatMap { member in
        member.inputs().map { input in
          members.count == 1
            ? input : Manifest.Input(name: "\(member.model.name):\(input.name)", hash: input.hash)
        }
      }
      let settings = members.map(\.client.settings.fingerprint).joined(separator: "\n\n")
      outputs.append(
        OutputSet(
          folder: folder,
          files: files,
          tool: genClientVersion,
          settings: SHA256.hex(Array(settings.utf8)),
          inputs: inputs
        )
      )
    }
    return outputs + smokeOutputs(clients, folders)
  }

  /// The tests of the clients that have some, each in a folder of its own.
  private static func smokeOutputs(
    _ clients: [GeneratedClient],
    _ folders: [String]
  ) -> [OutputSet] {
    zip(clients, folders).compactMap { client, folder in
      guard client.client.settings.hasSmokeTests else { return nil }
      return OutputSet(
        folder: SmokeOutput(client: folder).folder,
        files: client.smokeTests,
        tool: genClientVersion,
        settings: SHA256.hex(Array(client.client.settings.fingerprint.utf8)),
        inputs: client.inputs()
      )
    }
  }
}

extension ClientSettings {
  /// The settings that shape the output, as text that is the same on every machine.
  var fingerprint: String {
    func list<Value>(_ settings: [NamedSetting<Value>]) -> String {
      settings.map { "\($0.name.value)=\($0.value)" }.joined(separator: ",")
    }
    // What is new is told only where it is used, so that older output stays up to date.
    let newer =
      (closesEnums ? ["enums closed"] : []) + (makesAllMutable ? ["mutability all"] : [])
    let settings = [
      "name \(name?.value ?? "")", "access \(access.rawValue)", "layout \(layout.rawValue)",
      "imports \(imports)", "header \(header)", "tags \(filter.tags.map(\.value))",
      "paths \(filter.paths.map(\.value))", "operations \(filter.operations.map(\.value))",
      "schemas \(filter.schemas.map(\.value))", "names \(list(names))",
      "schemaTypes \(list(schemaTypes))", "formatTypes \(list(formatTypes))",
      "pagination \(detectsPagination) \(list(pagination))", "oauth2 \(list(oauth2))",
      "server \(server?.value ?? "")", "emit \(emit)",
    ]
    return (settings + newer).joined(separator: "\n")
  }
}
