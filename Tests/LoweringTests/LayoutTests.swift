import Testing

/// What lives behind a box.
@Suite struct LayoutTests {
  @Test func ringsAreBoxedWhereTheyCloseAndListsAreNot() throws {
    let lowered = try Lowered(
      schemas: """
        Node:
          type: object
          properties:
            parent: {$ref: '#/components/schemas/Node'}
            children: {type: array, items: {$ref: '#/components/schemas/Node'}}
            byName: {type: object, additionalProperties: {$ref: '#/components/schemas/Node'}}
        """
    )
    #expect(
      lowered["Node"] == "struct Node {parent: ^Node?, children: [Node]?, byName: [String: Node]?}"
    )
  }

  @Test func wideStructsAreBoxedAndNarrowOnesAreNot() throws {
    let lowered = try Lowered(
      schemas: """
        Wide: {type: object, properties: {a: {type: string}, b: {type: string}, c: {type: string}, d: {type: string}}}
        Narrow: {type: object, properties: {a: {type: string}}}
        Other: {$ref: '#/components/schemas/Wide'}
        Holder: {type: object, properties: {wide: {$ref: '#/components/schemas/Wide'}, narrow: {$ref: '#/components/schemas/Narrow'}, other: {$ref: '#/components/schemas/Other'}}}
        """
    )
    #expect(lowered["Holder"] == "struct Holder {wide: ^Wide?, narrow: Narrow?, other: ^Wide?}")
  }

  @Test func ringsOfTwo() throws {
    let lowered = try Lowered(
      schemas: """
        A: {type: object, properties: {b: {$ref: '#/components/schemas/B'}}}
        B: {type: object, properties: {a: {$ref: '#/components/schemas/A'}}}
        """
    )
    let boxes = ["A", "B"].flatMap { lowered.object($0)?.properties.map(\.isBoxed) ?? [] }
    #expect(boxes.contains(true))
  }
}
