/// Finding values in the context stack.
extension Renderer {
  /// The value a path leads to, or nil where it leads nowhere.
  ///
  /// The first key is looked for from the top of the stack to its bottom; the others only in what
  /// was found before them.
  mutating func resolve(
    _ path: Path,
    in program: Program,
    at index: Int
  ) throws(TemplateError) -> Value? {
    if path.count == 0 { return stack.last }
    let start = Int(path.start)
    var level = stack.count - 1
    while level >= 0 {
      if case .object(let object) = stack[level],
        let slot = object.shape.slot(id: program.keys[start].id, name: program.keys[start].name)
      {
        if path.count == 1 { return object.values[slot] }
        return try resolve(path, after: object.values[slot], in: program, at: index)
      }
      level -= 1
    }
    if library.options.isStrict {
      throw unknownKey(program.keys[start].name, path, in: stack, program, index)
    }
    return nil
  }

  private func resolve(
    _ path: Path,
    after first: Value,
    in program: Program,
    at index: Int
  ) throws(TemplateError) -> Value? {
    var value = first
    for position in Int(path.start) + 1..<Int(path.start + path.count) {
      let key = program.keys[position]
      if case .object(let object) = value, let slot = object.shape.slot(id: key.id, name: key.name)
      {
        value = object.values[slot]
        continue
      }
      // Nothing is below an absent value, which is no mistake.
      if library.options.isStrict && (value.isTruthy || value.isObject) {
        throw unknownKey(key.name, path, in: [value], program, index)
      }
      return nil
    }
    return value
  }

  private func unknownKey(
    _ key: String,
    _ path: Path,
    in stack: [Value],
    _ program: Program,
    _ index: Int
  ) -> TemplateError {
    let whole = program.name(of: path)
    let known = stack.reversed().flatMap(\.keys)
    let near = nearest(to: key, among: known)
    let innermost = stack.last?.keys ?? []
    let help =
      if !near.isEmpty {
        "did you mean \(quotedList(near))?"
      } else if !innermost.isEmpty {
        "the keys here are \(quotedList(Array(innermost.prefix(12))))"
          + (innermost.count > 12 ? " and \(innermost.count - 12) more" : "")
      } else {
        "there are no keys here"
      }
    return program.source.error(
      .unknownKey,
      at: Int(program.offsets[index]),
      "unknown key \"\(key)\"" + (whole == key ? "" : " in \"\(whole)\""),
      help: help
    )
  }
}

extension Value {
  fileprivate var isObject: Bool {
    if case .object = self { return true }
    return false
  }

  fileprivate var keys: [String] {
    if case .object(let object) = self { return object.shape.names }
    return []
  }
}
