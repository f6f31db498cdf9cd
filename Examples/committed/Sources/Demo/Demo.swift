import Library

/// Uses a client whose sources are committed.
@main
enum Demo {
  static func main() {
    let book = Library.Book(isbn: "978-0-00-000000-2", title: "The Middle Book", pages: 212)
    print("\(book.title) has \(book.pages ?? 0) pages")
  }
}
