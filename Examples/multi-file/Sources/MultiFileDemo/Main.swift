import EndpointKit

/// Uses types that two files of a document describe; the port is one type however it is reached.
@main
enum MultiFileDemo {
  static func main() {
    let home = Fleet.Port(city: "Bergen")
    let ship = Fleet.Ship(name: "Fram", home: home, next: Fleet.Port(city: "Tromsø"))
    print("\(ship.name) of \(ship.home.city) sails to \(ship.next?.city ?? "nowhere")")
  }
}
