import EndpointCurl
import EndpointKit
import Petstore

// The address of the mock server, which `run` starts.
guard CommandLine.arguments.count == 2 else {
  print("usage: PetstoreDemo URL")
  throw CancellationError()
}
let session = Petstore.session(server: Server(CommandLine.arguments[1]), transport: .curl)
let store = Petstore(session: session)

for pet in try await store.pets.listPets(limit: 2).value {
  print("\(pet.id): \(pet.name) the \(pet.tag ?? "pet")")
}
let rex = try await store.pets.getPet(petID: 1).value
print("pet 1 is \(rex.name)")
let created = try await store.pets.createPet(body: .init(id: 3, name: "Ada", tag: "parrot")).value
print("the answer to a new pet has the number \(created.id)")

// The mock server compares each request with the document, and says what is wrong with it.
do {
  _ = try await store.pets.listPets(limit: 1000).value
  print("1000 pets at once should be refused")
  throw CancellationError()
} catch let error as ClientError {
  let reason = error.body.map { String(decoding: $0, as: UTF8.self) } ?? "no reason given"
  print("too many: status \(error.status ?? 0), \(reason)")
}
