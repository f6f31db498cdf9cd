import EndpointKit

/// Calls a client that exists only in the build folder, without a server: targets are values.
@main
enum PetShopDemo {
  static func main() {
    let target = PetShop.PetsTarget.listPets(limit: 3)
    print("listPets is \(target)")
    let pet = PetShop.Pet(id: 1, name: "Rex", kind: .dog)
    print("A pet: \(pet)")
  }
}
