import Library

/// Uses a client whose sources are committed.
@main
enum LibraryDemo {
  static func main() {
    let book = Library.Book(
      isbn: "978-0-00-000000-2",
      title: "The Middle Book",
      pages: 212,
      binding: .paperback
    )
    print("\(book.title) has \(book.pages ?? 0) pages\(binding(of: book))")
  }

  private static func binding(of book: Library.Book) -> String {
    switch book.binding {
    case .hardcover: " between boards"
    case .paperback: " and bends"
    case nil: ""
    }
  }
}
