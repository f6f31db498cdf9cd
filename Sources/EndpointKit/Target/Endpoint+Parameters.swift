extension Endpoint {
  /// Adds a query parameter; `nil` adds nothing.
  ///
  /// - Parameters:
  ///   - name: the parameter's name.
  ///   - value: the value.
  ///   - style: `.form`, `.spaceDelimited`, `.pipeDelimited` or `.deepObject`.
  ///   - explode: whether items are written apart; by style if left out.
  ///   - allowReserved: whether reserved characters stay as they are, where they do not end the
  ///     value.
  public mutating func query<Value: JSONCodable>(
    _ name: String,
    _ value: Value?,
    style: ParameterStyle = .form,
    explode: Bool? = nil,
    allowReserved: Bool = false
  ) {
    guard let value else { return }
    let writer = StyleWriter(
      name: name,
      explode: explode ?? style.explodesByDefault,
      kept: allowReserved ? .reservedInQuery : .unreserved,
      keepsTriplets: allowReserved
    )
    let encoded = ParameterValue(value)
    switch style {
    case .deepObject: writer.deepObject(encoded, to: &queryText)
    case .spaceDelimited: writer.form(encoded, to: &queryText, itemSeparator: "%20")
    case .pipeDelimited: writer.form(encoded, to: &queryText, itemSeparator: "%7C")
    case .tabDelimited: writer.form(encoded, to: &queryText, itemSeparator: "%09")
    default: writer.form(encoded, to: &queryText)
    }
  }

  /// Adds a query parameter of a media type; `nil` adds nothing.
  ///
  /// - Parameters:
  ///   - name: the parameter's name.
  ///   - value: the value.
  ///   - content: the media type.
  public mutating func query<Value: JSONCodable>(
    _ name: String,
    _ value: Value?,
    content: String
  ) {
    guard let value, let text = contentText(name, value, content) else { return }
    query(name, text)
  }

  /// Adds text to the query that is encoded already, for example `a=1&b=2`.
  ///
  /// - Parameter text: the query text without question mark.
  public mutating func rawQuery(_ text: String) {
    guard !text.isEmpty else { return }
    if !queryText.isEmpty { queryText.append(UInt8(ascii: "&")) }
    queryText.append(text)
  }

  /// Makes a value the whole query (OpenAPI 3.2 `in: querystring`).
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - contentType: the media type: form-encoded, JSON or text.
  public mutating func queryString<Value: JSONCodable>(
    _ value: Value?,
    contentType: String = "application/x-www-form-urlencoded"
  ) {
    guard let value else { return }
    if MediaType(contentType)?.essence == MediaType.form.essence {
      StyleWriter(name: "", explode: true, kept: .unreserved)
        .form(ParameterValue(value), to: &queryText)
    } else if let text = contentText("query string", value, contentType) {
      if !queryText.isEmpty { queryText.append(UInt8(ascii: "&")) }
      queryText.append(text, keeping: .unreserved)
    }
  }

  /// Sets a header field from a parameter; `nil` sets nothing.
  ///
  /// - Parameters:
  ///   - name: the field's name.
  ///   - value: the value.
  ///   - explode: whether the fields of an object are written as `key=value`.
  public mutating func header<Value: JSONCodable>(
    _ name: String,
    _ value: Value?,
    explode: Bool = false
  ) {
    guard let value else { return }
    let encoded = ParameterValue(value)
    if case .scalar(let text) = encoded { return setField(name, text) }
    var text = EncodedText()
    StyleWriter(name: name, explode: explode, kept: nil).simple(encoded, to: &text)
    setField(name, text.string)
  }

  /// Sets a header field from a parameter of a media type; `nil` sets nothing.
  ///
  /// - Parameters:
  ///   - name: the field's name.
  ///   - value: the value.
  ///   - content: the media type.
  public mutating func header<Value: JSONCodable>(
    _ name: String,
    _ value: Value?,
    content: String
  ) {
    guard let value, let text = contentText(name, value, content) else { return }
    setField(name, text)
  }

  private mutating func setField(_ name: String, _ value: String) {
    fields[name] = value
    if fields.refused != nil {
      report("header parameter '\(name)' holds a line break or another control character")
    }
  }

  /// Adds a cookie; `nil` adds nothing.
  ///
  /// All cookies of an operation go out as one `Cookie` field.
  ///
  /// - Parameters:
  ///   - name: the cookie's name.
  ///   - value: the value.
  ///   - style: `.form`, which percent-encodes, or `.cookie`, which does not.
  ///   - explode: whether items are written apart; by style if left out.
  ///   - allowReserved: whether reserved characters stay as they are, where they do not end the
  ///     cookie.
  public mutating func cookie<Value: JSONCodable>(
    _ name: String,
    _ value: Value?,
    style: ParameterStyle = .form,
    explode: Bool? = nil,
    allowReserved: Bool = false
  ) {
    guard let value else { return }
    let encoded = ParameterValue(value)
    let isRaw = style == .cookie
    if isRaw, encoded.contains(";") {
      return report("cookie parameter '\(name)' holds a semicolon, which would end it")
    }
    StyleWriter(
      name: name,
      explode: explode ?? style.explodesByDefault,
      kept: isRaw ? nil : allowReserved ? .reservedInCookie : .unreserved
    ).form(encoded, to: &cookieText, pairSeparator: "; ")
  }

  /// The text of a parameter that has a media type instead of a style.
  mutating func contentText(
    _ name: String,
    _ value: some JSONCodable,
    _ content: String
  ) -> String? {
    if let text = value as? String, MediaType(content)?.isJSON == false { return text }
    do {
      return String(decoding: try value.jsonData(), as: UTF8.self)
    } catch {
      report("parameter '\(name)' cannot be written as \(content): \(error)")
      return nil
    }
  }
}
