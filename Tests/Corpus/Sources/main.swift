import Foundation

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  for folder in ["clients", "flat", "logs", "probes"] {
    try FileManager.default.createDirectory(
      atPath: "\(options.output)/\(folder)",
      withIntermediateDirectories: true
    )
  }
  let corpus = try Corpus(options)
  say("\(corpus.items.count) documents")
  let generation = Generation(options: options)
  var results = corpus.items.map(generation.run)
  if options.stages.contains(.typecheck) { Typechecking(options: options).check(&results) }
  Report.write(results, to: "\(options.output)/results.tsv")
  var examples = ExampleRun(options: options)
  if options.stages.contains(.examples) {
    examples.run(results)
    examples.printResults()
  }
  let failed = results.count { $0.failure != nil }
  say(
    "\n\(results.count - failed) of \(results.count) documents as expected; "
      + "\(examples.passed) of \(examples.total) examples the same after a round trip"
  )
  exit(failed == 0 && examples.isPassed ? 0 : 1)
} catch {
  say("corpus: \(error)")
  exit(64)
}
