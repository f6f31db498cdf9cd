import Testing

@testable import EndpointKit

/// Wrappers without setters: stored, read and written as those that have them.
@Suite struct ConstantTests {
  struct Note: Model {
    let title: String?
    @IndirectConstant var parent: Note?
    @NullableConstant var text: String?
    @IndirectNullableConstant var reply: Note?

    init(
      title: String? = nil,
      parent: Note? = nil,
      text: Nullable<String> = .absent,
      reply: Nullable<Note> = .absent
    ) {
      self.title = title
      self._parent = IndirectConstant(parent)
      self._text = NullableConstant(text)
      self._reply = IndirectNullableConstant(reply)
    }

    static var coding: ValueCoding {
      fields(
        .optional("title", \.title),
        .init("parent", \._parent.stored),
        .init("text", \._text.stored),
        .init("reply", \._reply.stored)
      )
    }
  }

  @Test(arguments: [
    ("{}", Note()),
    (#"{"text":null,"reply":null}"#, Note(text: .null, reply: .null)),
    (
      #"{"parent":{"title":"a"},"text":"b","reply":{"title":"c","text":null}}"#,
      Note(
        parent: Note(title: "a"),
        text: .value("b"),
        reply: .value(Note(title: "c", text: .null))
      )
    ),
  ])
  func absenceNullAndValueStayApart(_ json: String, _ note: Note) throws {
    let decoded = try JSONReader.decode(Note.self, from: Array(json.utf8))
    #expect(decoded == note)
    #expect(decoded.hashValue == note.hashValue)
    #expect(try JSONWriter.text(decoded) == json)
  }

  @Test func aRepeatedStringCountsLast() throws {
    let json =
      #"{"title":"a long text that needs storage of its own","title":"last","text":"x","text":"y"}"#
    let note = try JSONReader.decode(Note.self, from: Array(json.utf8))
    #expect(note == Note(title: "last", text: .value("y")))
  }
}
