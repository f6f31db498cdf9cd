import EndpointKit
import GoldenAllof
import GoldenAllofConflict
import GoldenDefaults
import GoldenDeprecated
import GoldenEnums
import GoldenFormatsDates
import GoldenMaps
import GoldenNamesClash
import GoldenNamesReserved
import GoldenNullability30
import GoldenOneofDiscriminator
import GoldenOneofUndiscriminated
import GoldenReadWriteOnly
import GoldenRecursion
import GoldenReferences
import GoldenSchemas31
import GoldenTypeless
import GoldenWide
import Testing

/// What public bug reports say about schemas, on generated code: values come back unchanged, and
/// mean what the document says.
struct SchemaTests {
  @Test(arguments: [
    Sample(
      Nullability30.Car.self,
      #"{"owner":null,"backup":{"name":"B"},"colour":null,"plate":null}"#
    ),
    Sample(
      NamesReserved.Locals.self,
      #"{"container":"C1","decoder":"D","encoder":"E","values":["v"],"key":"k","codingKeys":"c","additionalProperties":"a","x-tra":1}"#
    ),
    Sample(
      NamesReserved.Everything.self,
      #"{"error":{"code":1},"type":"none","data":{"bytes":"aGk="},"date":{"year":7},"realData":"aGk=","any":[1]}"#
    ),
    Sample(
      Recursion.Node.self,
      #"{"name":"c","parent":{"name":"p","children":[]},"children":[{"name":"x","children":[]}],"byName":{"y":{"name":"y","children":[]}}}"#
    ),
    Sample(
      [Enums.Vote].self,
      #"[{"opinion":"+1","size":1,"switch":"on","level":2,"empty":"","kind":"ballot"},{"opinion":"paused","size":7,"switch":"NO","level":"seven","empty":"1.0","kind":"other","tint":null}]"#
    ),
    Sample(
      Allof.Manager.self,
      #"{"id":1,"name":"n","level":3,"state":"active","pay":1.5,"kind":"senior","note":"x"}"#
    ),
    Sample(
      References.Use.self,
      #"{"pref":"dark","first":{"k":"v"},"part":"p","alias":{"name":"Ada","home":{"street":"Elm"}}}"#
    ),
    Sample(
      FormatsDates.Event.self,
      #"{"at":"2024-05-01T10:00:00Z","big":9007199254740993,"huge":18446744073709551615,"limited":9223372036854775807,"count":"12","amount":"12.25","blob":"aGk="}"#
    ),
    Sample(Defaults.Options.self, #"{"must":"x","mode":"slow","odd":"a","full":["fast"]}"#),
    Sample(Maps.Scores.self, #"{"name":"n","a":1,"b":2}"#),
    Sample(Maps.Loose.self, #"{"x":{"deep":[1,null,true,"s",1.5]}}"#),
    Sample(
      Maps.Everything.self,
      #"{"free":{"n":9007199254740993,"t":true,"one":1,"f":1.0,"z":null,"l":[{}]},"anything":"s","list":[1,"a",null],"maybe":{"a":null}}"#
    ),
    Sample(
      Typeless.Bag.self,
      #"{"e":"a","o":{"x":1},"l":["s"],"m":2,"nothing":null,"limits":3,"stamp":"2024-05-01T10:00:00Z"}"#
    ),
    Sample(Schemas31.Value.self, #"{"v":"2","id":7,"name":null}"#),
    Sample(Schemas31.Value.self, #"{"v":"2","id":"7","name":"n","pair":["a",1],"big":null}"#),
    Sample(
      AllofConflict.Mix.self,
      #"{"id":"6f9619ff-8b86-d011-b42d-00c04fc964ff","colour":"red","count":3,"torn":5}"#
    ),
    Sample(
      OneofDiscriminator.Drawing.self,
      #"{"shapes":[{"kind":"rect","width":1,"height":2}],"parts":[{"type":"image_file","url":"u"},{"type":"hologram","x":1}],"animals":[{"species":"Cat","indoor":true}]}"#
    ),
    Sample(
      NamesClash.ItemListOperationsGetItemsResponse.self,
      #"{"a":{"time":"2024-05-01T10:00:00Z"},"b":{"seconds":1},"c":"t"}"#
    ),
    Sample(
      Deprecated.New.self,
      #"{"old":{"a":"x","kind":"y","next":{"a":"z"}},"gone":"g","here":"h"}"#
    ),
  ])
  func valuesComeBackAsTheyWere(sample: Sample) throws {
    try sample.check()
  }

  @Test func oneMemberCompositionsAreThatMember() throws {
    let car = try Nullability30.Car(
      jsonText: #"{"owner":{"name":"A"},"backup":{"name":"B"},"colour":"red","plate":null}"#
    )
    #expect(car.owner?.name == "A")
    #expect(car.backup.name == "B")
    #expect(throws: JSONDecodingError.self) {
      try Nullability30.Car(jsonText: #"{"owner":null,"backup":null,"colour":null,"plate":null}"#)
    }
  }

  @Test func schemasNamedLikeLibraryTypesHideNothing() throws {
    let everything = try NamesReserved.Everything(
      jsonText: #"{"error":{"code":1},"realData":"aGk=","realDate":"1970-01-01T00:00:01Z"}"#
    )
    let payload: EndpointKit.Data? = everything.realData
    #expect(payload.map(Array.init) == [0x68, 0x69])
    let instant: EndpointKit.Date? = everything.realDate
    #expect(instant?.timeIntervalSince1970 == 1)
    #expect(everything.error?.code == 1)
  }

  @Test func tagsAreTheValuesOnTheWire() throws {
    guard
      case .textPart(let text) = try OneofDiscriminator.Part(
        jsonText: #"{"type":"text","text":"hi"}"#
      ),
      case .imagePart(let image) = try OneofDiscriminator.Part(
        jsonText: #"{"type":"image_url","url":"u"}"#
      ),
      case .textPart(let named) = try OneofDiscriminator.Part(
        jsonText: #"{"type":"TextPart","text":"named"}"#
      ),
      case .unknown(let raw) = try OneofDiscriminator.Part(jsonText: #"{"type":"hologram","x":1}"#)
    else {
      Issue.record("a part is read as another variant")
      return
    }
    #expect(text.text == "hi" && image.url == "u" && named.text == "named")
    #expect(raw == ["type": "hologram", "x": 1])
  }

  @Test func whatOnlyPartlyFitsALargerVariantIsTheSmallerOne() throws {
    let who = try OneofUndiscriminated.Who(jsonText: #"{"id":1,"email":"e"}"#)
    guard case .guest(let guest) = who else {
      Issue.record("read as \(who)")
      return
    }
    #expect(guest.id == 1)
    let member = try OneofUndiscriminated.Who(jsonText: #"{"id":1,"email":"e","plan":"pro"}"#)
    #expect("\(try JSONValue(encoding: member))" == #"{"id":1,"email":"e","plan":"pro"}"#)
  }

  @Test func valuesNobodyListedAreKept() throws {
    let vote = try Enums.Vote(
      jsonText:
        #"{"opinion":"paused","size":7,"switch":"maybe","level":9,"empty":"","kind":"ballot"}"#
    )
    #expect(vote.opinion == .unknown("paused"))
    #expect(vote.opinion.rawValue == "paused")
    #expect(vote.size.rawValue == 7)
    #expect(vote.level.rawValue == 9)
    #expect(vote.switch == .unknown("maybe"))
  }

  @Test func wordsThatOlderYAMLTakesForBooleansAreText() throws {
    #expect(try Enums.Vote.Switch(jsonText: #""NO""#) == .no)
    #expect(Enums.Vote.Switch.yes.rawValue == "yes")
    #expect(Enums.documentVersion == "1.10")
  }

  @Test func whatStandsBesideAllOfCounts() throws {
    let manager = try Allof.Manager(jsonText: #"{"id":1,"name":"n","level":3,"state":"left"}"#)
    #expect(manager.level == 3 && manager.name == "n" && manager.state == .left)
    #expect { try Allof.Manager(jsonText: #"{"id":1,"level":3}"#) } throws: {
      "\($0)".contains("name")
    }
  }

  @Test func narrowedPropertiesHaveTheNarrowerType() throws {
    let mix = try AllofConflict.Mix(
      jsonText:
        #"{"id":"6F9619FF-8B86-D011-B42D-00C04FC964FF","colour":"green","count":3,"torn":5}"#
    )
    let count: Int? = mix.count
    #expect(count == 3)
    #expect(mix.colour == .green)
    #expect(mix.torn == 5)
    #expect(throws: JSONDecodingError.self) { try AllofConflict.Mix(jsonText: #"{"count":3}"#) }
  }

  @Test(arguments: [
    ("2024-05-01T10:00:00Z", 1_714_557_600), ("2024-05-01T10:00:00.1Z", 1_714_557_600.1),
    ("2024-05-01T10:00:00.123456789+05:30", 1_714_537_800.123456789),
    ("2024-05-01t10:00:00z", 1_714_557_600), ("2024-05-01T10:00:00-00:00", 1_714_557_600),
    ("2024-02-29T23:59:60Z", 1_709_251_200),
  ])
  func instantsHaveManySpellings(_ text: String, _ seconds: Double) throws {
    let event = try FormatsDates.Event(jsonText: #"{"at":"\#(text)"}"#)
    #expect(abs(event.at.timeIntervalSince1970 - seconds) < 0.000_001)
  }

  @Test func whatIsNoInstantIsReportedWithItsPlace() {
    #expect { try FormatsDates.Event(jsonText: #"{"at":"yesterday"}"#) } throws: {
      "\($0)".contains("at") && "\($0)".contains("yesterday")
    }
  }

  @Test func theLargestIntegersAreExact() throws {
    let event = try FormatsDates.Event(
      jsonText:
        #"{"at":"2024-05-01T10:00:00Z","limited":9223372036854775807,"huge":18446744073709551615}"#
    )
    #expect(event.limited == Int.max)
    #expect(event.huge == UInt64.max)
  }

  @Test func absentValuesStayAbsentWhateverTheirDefault() throws {
    let options = try Defaults.Options(jsonText: #"{"must":"y"}"#)
    #expect(options.mode == nil && options.plain == nil && options.odd == nil)
    #expect(options.limit == nil)
    #expect("\(try JSONValue(encoding: Defaults.Options(must: "y")))" == #"{"must":"y"}"#)
    #expect(Defaults.Options().must == "x")
    let odd = try Defaults.Options(
      jsonText: #"{"must":"x","mode":"slow","odd":"a","nothing":null}"#
    )
    #expect(odd.mode == .slow && odd.odd == .a)
  }

  @Test func whatTheServerWritesIsNotAskedFor() throws {
    let endpoint = ReadWriteOnly.UsersTarget.createUser(body: .init(name: "n", password: "p"))
      .endpoint
    guard case .data(let body)? = endpoint.body?.source else {
      Issue.record("the body is no data")
      return
    }
    #expect(String(decoding: body, as: UTF8.self) == #"{"name":"n","password":"p"}"#)
    let user = try ReadWriteOnly.User(jsonText: #"{"id":1,"name":"n"}"#)
    #expect(user.id == 1 && user.name == "n")
  }

  @Test func freeKeysAreTypedAndFlat() throws {
    let scores = try Maps.Scores(jsonText: #"{"name":"n","a":1,"b":2}"#)
    #expect(scores.additionalProperties == ["a": 1, "b": 2])
    #expect { try Maps.Scores(jsonText: #"{"name":"n","a":"x"}"#) } throws: {
      "\($0)".contains("a")
    }
  }

  @Test func freeFormJSONIsExact() throws {
    let everything = try Maps.Everything(
      jsonText: #"{"free":{"n":9007199254740993,"t":true,"one":1,"f":1.0,"z":null}}"#
    )
    let free = try #require(everything.free)
    #expect(free["n"] == 9_007_199_254_740_993)
    #expect(free["t"] == true && free["t"] != 1)
    #expect(free["z"] == .null)
  }

  @Test func schemasWithoutATypeHaveTheOneTheyImply() throws {
    let bag = try Typeless.Bag(jsonText: #"{"e":"a","o":{"x":1},"l":["s"],"m":2,"nothing":null}"#)
    #expect(bag.e == .a)
    #expect(bag.o?.x == 1)
    #expect(bag.l == ["s"])
    #expect(bag.m == .value2)
  }

  @Test func constantsAreFilledIn() throws {
    let value = Schemas31.Value(id: .integer(7))
    #expect(value.v == .value2)
    #expect("\(try JSONValue(encoding: value))" == #"{"v":"2","id":7,"name":null}"#)
  }

  @Test func oneSchemaIsOneTypeFromWhereverItIsReferredTo() throws {
    let use = try References.Use(jsonText: #"{"pref":"dark","first":{"k":"v"},"part":"p"}"#)
    #expect(use.pref == References.Settings.Theme.dark)
    let first: References.Settings.ListItem? = use.first
    #expect(first?.k == "v")
    let home: References.Address? = use.home
    #expect(home == nil)
    let friend = References.Person(name: "a", home: .init(street: "Elm"))
    #expect(friend.home?.street == "Elm")
  }

  @Test func wideModelsBeginWithWhatIsRequired() throws {
    var value = Wide.Settings(name: "a")
    #expect("\(try JSONValue(encoding: value))" == #"{"name":"a"}"#)
    value.parent = Wide.Settings(name: "b")
    value.note = nil
    value.option117 = true
    let text = #"{"name":"a","parent":{"name":"b"},"note":null,"option117":true}"#
    #expect("\(try JSONValue(encoding: value))" == text)
    #expect(try Wide.Settings(jsonText: text) == value)
  }
}
