import EndpointKit
import Testing

struct NullableLiteralTests {
  struct Note: Model {
    @Nullable var text: String?
    @Nullable var count: Int?
    @Nullable var share: Double?
    @Nullable var isDone: Bool?
    @Nullable var tags: [String]?

    init(
      text: Nullable<String> = .absent,
      count: Nullable<Int> = .absent,
      share: Nullable<Double> = .absent,
      isDone: Nullable<Bool> = .absent,
      tags: Nullable<[String]> = .absent
    ) {
      _text = text
      _count = count
      _share = share
      _isDone = isDone
      _tags = tags
    }

    static var coding: ValueCoding {
      fields(
        .init("text", \._text),
        .init("count", \._count),
        .init("share", \._share),
        .init("isDone", \._isDone),
        .init("tags", \._tags)
      )
    }
  }

  @Test func literalsAreValues() {
    let literal = Note(text: "later", count: 2, share: 0.5, isDone: false, tags: ["a", "b"])
    let spelled = Note(
      text: .value("later"),
      count: .value(2),
      share: .value(0.5),
      isDone: .value(false),
      tags: .value(["a", "b"])
    )
    #expect(literal == spelled)
    #expect(Note(share: 1) == Note(share: .value(1.0)))
    #expect(Note(tags: []) == Note(tags: .value([])))
    let number = 7
    #expect(Note(text: "no. \(number)") == Note(text: .value("no. 7")))
  }

  @Test func nilIsStillNull() {
    #expect(Note(text: nil, tags: nil) == Note(text: .null, tags: .null))
    #expect(Note(text: nil) != Note())
  }
}
