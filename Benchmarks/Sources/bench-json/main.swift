import BenchmarkSupport
import EndpointKit
import Foundation
import GitHub

// Decodes and encodes one array of issues with the models that gen-client makes of
// Specs/github.yaml and with Foundation's coders, and prints one row of JSON a line.

let bytes = Payload.issues(bytes: 4_000_000)
let payload = Data(bytes)
let megabytes = Double(bytes.count) / 1e6

let decoder = JSONDecoder()
decoder.dateDecodingStrategy = .iso8601
let encoder = JSONEncoder()
encoder.dateEncodingStrategy = .iso8601
encoder.outputFormatting = .withoutEscapingSlashes

let ours = try JSONReader.decode([GitHub.Issue].self, from: payload)
let theirs = try decoder.decode([CodableModels.Issue].self, from: payload)
try checkEquality(ours, theirs)

/// Both decoders must have read the same values: what one writes is what the other writes, but
/// for nulls, which Foundation leaves out.
func checkEquality(_ ours: [GitHub.Issue], _ theirs: [CodableModels.Issue]) throws {
  let first = try JSONReader.decode(JSONValue.self, from: ours.jsonData())
  let second = try JSONReader.decode(JSONValue.self, from: encoder.encode(theirs))
  guard withoutNulls(first) == withoutNulls(second) else {
    FileHandle.standardError.write(Data("the decoded values differ\n".utf8))
    exit(1)
  }
}

func withoutNulls(_ value: JSONValue) -> JSONValue {
  switch value {
  case .array(let elements): .array(elements.map(withoutNulls))
  case .object(let object):
    .object(
      JSONObject(
        object.filter { $0.value != .null }
          .map { (key: $0.key, value: withoutNulls($0.value)) }
      )
    )
  default: value
  }
}

func report<Ours, Baseline>(
  _ name: String,
  _ baselineName: String,
  rounds: Int = 41,
  _ ours: () throws -> Ours,
  _ baseline: () throws -> Baseline
) throws {
  let times = try paired(rounds: rounds, ours, baseline)
  let row = Row(
    name: name,
    ours: megabytes / times.ours,
    baseline: megabytes / times.baseline,
    baselineName: baselineName,
    unit: "MB/s",
    ratio: times.ratio
  )
  print(row.json)
}

try report("json decode, models", "Foundation JSONDecoder") {
  try JSONReader.decode([GitHub.Issue].self, from: payload)
} _: {
  try decoder.decode([CodableModels.Issue].self, from: payload)
}

try report("json decode and free, models", "Foundation JSONDecoder") {
  try JSONReader.decode([GitHub.Issue].self, from: payload).count
} _: {
  try decoder.decode([CodableModels.Issue].self, from: payload).count
}

try report("json encode, models", "Foundation JSONEncoder") {
  try ours.jsonData()
} _: {
  try encoder.encode(theirs)
}

try report("json decode, untyped", "Foundation JSONSerialization") {
  try JSONReader.decode(JSONValue.self, from: payload)
} _: {
  try JSONSerialization.jsonObject(with: payload)
}
