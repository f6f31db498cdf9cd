/// What the command line asks for.
struct Options {
  var generator = ""
  /// The folder of the modules that generated code is compiled against, and of their objects.
  var runtime = ""
  /// The folder of the corpus, or one that does not exist.
  var documents = ""
  var output = ""
  /// The file that lists documents nobody can use.
  var unusable = ""
  /// The wall-clock seconds that no document may take.
  var timeLimit = 10.0
  var subset = false
  var filter: String?
  var stages: Set<Stage> = Set(Stage.allCases)

  enum Stage: String, CaseIterable {
    case generate, typecheck, examples
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(of flag: String) throws -> String {
      guard let value = rest.popFirst() else { throw Failure(description: "\(flag) needs a value") }
      return value
    }
    while let flag = rest.popFirst() {
      switch flag {
      case "--generator": generator = try value(of: flag)
      case "--runtime": runtime = try value(of: flag)
      case "--documents": documents = try value(of: flag)
      case "--output": output = try value(of: flag)
      case "--unusable": unusable = try value(of: flag)
      case "--time-limit":
        guard let seconds = Double(try value(of: flag)) else {
          throw Failure(description: "--time-limit takes seconds")
        }
        timeLimit = seconds
      case "--subset": subset = true
      case "--filter": filter = try value(of: flag)
      case "--only":
        guard let stage = Stage(rawValue: try value(of: flag)) else {
          throw Failure(description: "--only takes generate, typecheck or examples")
        }
        stages = [.generate, stage]
      default: throw Failure(description: "unknown flag \(flag)")
      }
    }
  }
}
