import ClientModel
import Testing

@testable import Lowering

/// Swift names from document names.
@Suite struct NamingTests {
  @Test(arguments: [
    ("simple-user", "SimpleUser", "simpleUser"),
    ("SimpleUser", "SimpleUser", "simpleUser"),
    ("simple_user", "SimpleUser", "simpleUser"),
    ("simple user", "SimpleUser", "simpleUser"),
    ("html_url", "HTMLURL", "htmlURL"),
    ("HTTPServer", "HTTPServer", "httpServer"),
    ("user_ids", "UserIDs", "userIDs"),
    ("userIDs", "UserIDs", "userIDs"),
    ("URLs", "URLs", "urls"),
    ("OAuth2", "OAuth2", "oauth2"),
    ("oauth2_scope", "OAuth2Scope", "oauth2Scope"),
    ("sha256_ECDSA", "SHA256ECDSA", "sha256ECDSA"),
    ("iosVersion", "IOSVersion", "iosVersion"),
    ("GitHub", "GitHub", "gitHub"),
    ("github_app", "GitHubApp", "githubApp"),
    ("CVE", "CVE", "cve"),
    ("STATUS", "Status", "status"),
    ("ABC", "ABC", "abc"),
    ("DARK_RED", "DarkRed", "darkRed"),
    ("HTTP_URL_2", "HTTPURL2", "httpURL2"),
    ("is", "Is", "is"),
    ("news", "News", "news"),
    ("v1.5", "V1_5", "v1_5"),
    ("2fa", "Value2fa", "value2fa"),
    ("_links", "Links", "links"),
    ("$ref", "Ref", "ref"),
    ("@odata.type", "OdataType", "odataType"),
    ("a.b/c:d", "ABCD", "aBCD"),
    ("日本語", "日本語Model", "日本語"),
    ("Größe_x", "GrößeX", "größeX"),
    ("🎉", "PartyPopper", "partyPopper"),
    ("+1", "Plus1", "plus1"),
    ("-1", "Minus1", "minus1"),
    ("−1", "Minus1", "minus1"),
    ("reactions-+1", "ReactionsPlus1", "reactionsPlus1"),
    ("reactions--1", "ReactionsMinus1", "reactionsMinus1"),
    ("utf-8", "UTF8", "utf8"),
    ("2024-05", "Value2024_05", "value2024_05"),
    ("", "Value", "value"),
  ])
  func typesAndMembers(_ name: String, _ type: String, _ member: String) {
    #expect(SwiftNaming.type(name) == type)
    #expect(SwiftNaming.member(name) == member)
  }

  @Test(arguments: [
    ("GitHub v3 REST API", "GitHub"), ("Swagger Petstore - OpenAPI 3.0", "SwaggerPetstore"),
    ("The Box Platform API", "BoxPlatform"), ("API", "API"), ("Data", "DataClient"),
    ("Foundation API", "FoundationClient"), ("", "API"),
    ("1Password Connect", "API1PasswordConnect"),
  ])
  func clientsAreNamedAfterTheTitle(_ title: String, _ expected: String) {
    #expect(ClientNaming.name(title: title) == expected)
  }

  @Test func namesThatFoldAlikeAreToldApartWhateverTheirOrder() throws {
    let one = "NullTime: {type: object, properties: {a: {type: string}}}"
    let other = "null_time: {type: object, properties: {b: {type: string}}}"
    let lowered = try Lowered(schemas: one + "\n" + other)
    let turned = try Lowered(schemas: other + "\n" + one)
    #expect(lowered["NullTime"] == "struct NullTime {a: String?}")
    #expect(lowered["NullTime2"] == "struct NullTime2 {b: String?}")
    #expect(lowered.model.types == turned.model.types)
  }

  @Test func libraryNamesAreKeptAndLanguageNamesAreNot() throws {
    let lowered = try Lowered(
      schemas: """
        Error: {type: object, properties: {code: {type: integer}}}
        Data: {type: object, properties: {b: {type: string, format: byte}}}
        Type: {type: object, properties: {a: {type: string}}}
        Self: {type: object, properties: {b: {type: integer}}}
        Swift: {type: object, properties: {c: {type: number}}}
        Test: {type: object, properties: {d: {type: boolean}}}
        Servers: {type: object, properties: {e: {type: string}}}
        """
    )
    #expect(
      lowered.model.types.map(\.name.description)
        == ["Data", "Error", "SelfModel", "Servers2", "SwiftModel", "TestModel", "TypeModel"]
    )
  }

  @Test func aNestedTypeNeverHasTheNameOfOneAroundIt() throws {
    let lowered = try Lowered(
      schemas: """
        Job: {type: object, properties: {job: {type: object, properties: {job: {type: object, properties: {a: {type: string}}}}}}}
        """
    )
    #expect(lowered["Job"] == "struct Job {job: Job.JobValue?}")
    #expect(lowered["Job.JobValue"] == "struct Job.JobValue {job: Job.JobValue.JobValue2?}")
  }

  @Test func propertyNames() throws {
    let lowered = try Lowered(
      schemas: """
        Odd: {type: object, properties: {self: {type: string}, init: {type: string}, class: {type: string}, foo-bar: {type: string}, foo_bar: {type: string}, fooBar: {type: string}, '': {type: string}, '2fa': {type: string}}}
        """
    )
    #expect(
      lowered.object("Odd")?.properties.map(\.name)
        == ["selfValue", "initValue", "class", "fooBar2", "fooBar3", "fooBar", "value", "value2fa"]
    )
  }

  @Test func operationsWithoutIdsAreNamedAfterMethodAndPath() throws {
    let lowered = try Lowered(
      paths: """
        /pets/{petId}/toys:
          parameters: [{name: petId, in: path, required: true, schema: {type: string}}]
          get: {responses: {'204': {description: None.}}}
          delete: {operationId: twice, responses: {'204': {description: None.}}}
        /pets:
          get: {operationId: twice, responses: {'204': {description: None.}}}
        /files/{name}.{ext}:
          parameters:
            - {name: name, in: path, required: true, schema: {type: string}}
            - {name: ext, in: path, required: true, schema: {type: string}}
          get: {operationId: 'files/get-one', tags: [files], responses: {'204': {description: None.}}}
        """
    )
    #expect(
      lowered.operations.map(\.name)
        == ["getPetsByPetIDToys", "twice", "getPets", "getOne"]
    )
    #expect(lowered.model.groups.map(\.name) == ["Pets", "Files"])
  }

  @Test func groupsGiveWayToSchemas() throws {
    let lowered = try Lowered(
      schemas: "Pets: {type: object, properties: {a: {type: string}}}",
      paths: "/pets: {get: {operationId: list, responses: {'204': {description: None.}}}}"
    )
    #expect(lowered.model.groups.map(\.name) == ["PetsOperations"])
    #expect(lowered.model.groups.map(\.accessor) == ["pets"])
    #expect(lowered.model.groups.map(\.targetName) == ["PetsTarget"])
  }
}
