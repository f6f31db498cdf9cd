import Testing

/// What is only read, and what is only written.
@Suite struct DirectionTests {
  static func lowered(_ user: String) throws -> Lowered {
    try Lowered(
      schemas: """
        User: \(user)
        Address: {type: object, required: [street, geo], properties: {street: {type: string}, geo: {type: string, readOnly: true}}}
        Plain: {type: object, properties: {a: {type: string, readOnly: true}}}
        """,
      paths: """
        /users:
          post:
            operationId: createUser
            requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}
            responses:
              '201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}
        """
    )
  }

  @Test func whereRequiredPropertiesTravelOneWayThereAreTwoTypes() throws {
    let lowered = try Self.lowered(
      """
      {type: object, required: [id, name, password], properties: {id: {type: integer, readOnly: true}, name: {type: string}, password: {type: string, writeOnly: true}, role: {type: string, enum: [a, b]}}}
      """
    )
    #expect(lowered["User"] == "struct User {id: Int, name: String, role: User.Role?}")
    #expect(
      lowered["UserInput"] == "struct UserInput {name: String, password: String, role: User.Role?}"
    )
    let operation = try #require(lowered.operation("createUser"))
    #expect(Sketch.of(operation) == "createUser(body: UserInput?) -> User")
  }

  @Test func whatContainsSuchATypeIsTwoTypesToo() throws {
    let lowered = try Self.lowered(
      """
      {type: object, properties: {homes: {type: array, items: {$ref: '#/components/schemas/Address'}}, plain: {$ref: '#/components/schemas/Plain'}}}
      """
    )
    #expect(lowered["User"] == "struct User {homes: [Address]?, plain: Plain?}")
    #expect(lowered["UserInput"] == "struct UserInput {homes: [AddressInput]?, plain: Plain?}")
    #expect(lowered["AddressInput"] == "struct AddressInput {street: String}")
  }

  @Test func whereNoneIsRequiredOneTypeIsEnough() throws {
    let lowered = try Self.lowered(
      "{type: object, properties: {id: {type: integer, readOnly: true}, plain: {$ref: '#/components/schemas/Plain'}}}"
    )
    #expect(lowered["User"] == "struct User {id: Int?, plain: Plain?}")
    #expect(lowered["UserInput"] == nil)
  }

  @Test func rings() throws {
    let lowered = try Self.lowered(
      """
      {type: object, required: [id], properties: {id: {type: integer, readOnly: true}, friends: {type: array, items: {$ref: '#/components/schemas/User'}}}}
      """
    )
    #expect(lowered["UserInput"] == "struct UserInput {friends: [UserInput]?}")
  }

  @Test func objectsTellWhetherTheyAreSent() throws {
    let lowered = try Lowered(
      schemas: """
        Sent: {type: object, properties: {inner: {$ref: '#/components/schemas/Inner'}}}
        Inner: {type: object, properties: {a: {type: string}}}
        Received: {type: object, properties: {a: {type: integer}}}
        Unused: {type: object, properties: {a: {type: number}}}
        """,
      paths: """
        /a:
          put:
            operationId: put
            requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Sent'}}}}
            responses:
              '200': {description: Got., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Received'}}}}}
        """
    )
    func ways(_ name: String) -> [Bool?] {
      [lowered.object(name)?.isSent, lowered.object(name)?.isReceived]
    }
    #expect(ways("Sent") == [true, false])
    #expect(ways("Inner") == [true, false])
    #expect(ways("Received") == [false, true])
    #expect(ways("Unused") == [true, true])
  }
}
