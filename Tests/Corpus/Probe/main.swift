import EndpointKit
import Foundation

/// A type that an example is read as.
struct Probe: Sendable {
  /// Reads and writes a value; gives what came out.
  let roundTrip: @Sendable (EndpointKit.Data) throws -> EndpointKit.Data

  init<Value: JSONCodable>(_ type: Value.Type) {
    roundTrip = { data in try JSONReader.decode(Value.self, from: data).jsonData() }
  }
}

// Each line holds the number of a type, `r` or `rw`, and a JSON text. What does not come back the
// same is printed with the number of its line; what is `r` need only be read.
let lines = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
  .split(separator: "\n")
for (position, line) in lines.enumerated() {
  let parts = line.split(separator: "\t", maxSplits: 2)
  let data = EndpointKit.Data(parts[2].utf8)
  do {
    let written = try probes[Int(parts[0])!].roundTrip(data)
    let before = try JSONReader.decode(JSONValue.self, from: data)
    let after = try JSONReader.decode(JSONValue.self, from: written)
    if parts[1] == "rw", let place = JSONDifference.between(before, after) {
      print("\(position)\tdiffers at \(place)")
    }
  } catch {
    print("\(position)\t\(error)".replacingOccurrences(of: "\n", with: " "))
  }
}
