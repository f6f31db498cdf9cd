import Diagnostics
import SpecTree

// The header of a document: what it is about, its tags, documentation elsewhere.

extension DocumentReader {
  func info(_ field: Field?) -> Info {
    let field = field.map { followed($0) }
    guard let field, isObject(field.value, .info) else {
      if field == nil {
        report(.warning, .missingKeyword, "the document has no `info`", at: root.root)
      }
      return Info(node: field?.value ?? root.root)
    }
    var info = Info(node: field.value)
    for member in fields(of: field.value) {
      switch member.keyword {
      case .title: info.title = text(member) ?? ""
      case .version: info.version = text(member) ?? ""
      case .summary: info.summary = text(member)
      case .description: info.description = text(member)
      case .termsOfService: info.termsOfService = text(member)
      case .contact: info.contact = contact(member)
      case .license: info.license = license(member)
      default: other(member, in: .info, &info.extensions)
      }
    }
    for (keyword, value) in [("title", info.title), ("version", info.version)] where value.isEmpty {
      report(.warning, .missingKeyword, "`info` has no `\(keyword)`", at: field.value)
    }
    return info
  }

  private func contact(_ field: Field) -> Info.Contact? {
    guard isObject(field.value, .contact) else { return nil }
    var contact = Info.Contact()
    for member in fields(of: field.value) {
      switch member.keyword {
      case .name: contact.name = text(member)
      case .url: contact.url = text(member)
      case .email: contact.email = text(member)
      default: reportUnknown(member, in: .contact)
      }
    }
    return contact
  }

  private func license(_ field: Field) -> Info.License? {
    guard isObject(field.value, .license) else { return nil }
    var license = Info.License()
    for member in fields(of: field.value) {
      switch member.keyword {
      case .name: license.name = text(member) ?? ""
      case .identifier: license.identifier = text(member)
      case .url: license.url = text(member)
      default: reportUnknown(member, in: .license)
      }
    }
    return license
  }

  func tags(_ field: Field) -> [Tag] {
    var tags: [Tag] = []
    var seen: [String: Node] = [:]
    for node in nodes(field, of: "tags") {
      guard let node = part(at: node), let tag = tag(node) else { continue }
      if let earlier = seen[tag.name] {
        report(
          .warning,
          .duplicateTag,
          "the tag `\(tag.name)` is declared twice; the first one counts",
          at: tag.node["name"] ?? node,
          notes: [.init("first declared here", at: earlier.location)]
        )
        continue
      }
      seen[tag.name] = node
      tags.append(tag)
    }
    checkParents(tags)
    return tags
  }

  private func tag(_ node: Node) -> Tag? {
    if let name = node.string, !name.isEmpty {
      report(
        .warning,
        .repairedShape,
        "a tag should be an object; `\(name)` is taken as its name",
        at: node,
        fix: "write `name: \(name)`"
      )
      return Tag(node: node, name: name)
    }
    guard isObject(node, .tag) else { return nil }
    var tag = Tag(node: node)
    for field in fields(of: node) {
      switch field.keyword {
      case .name: tag.name = text(field) ?? ""
      case .summary: tag.summary = text(field)
      case .description: tag.description = text(field)
      case .externalDocs: tag.externalDocs = externalDocs(field)
      case .parent: tag.parent = word(field)
      case .kind: tag.kind = word(field)
      default: other(field, in: .tag, &tag.extensions)
      }
    }
    guard !tag.name.isEmpty else {
      report(.warning, .missingKeyword, "a tag needs a `name`; it is left out", at: node)
      return nil
    }
    return tag
  }

  private func checkParents(_ tags: [Tag]) {
    let names = Set(tags.map(\.name))
    for tag in tags {
      guard let parent = tag.parent, !names.contains(parent) else { continue }
      let suggestion = Suggestion.nearest(to: parent, in: tags.lazy.map(\.name))
      report(
        .warning,
        .danglingReference,
        "there is no tag `\(parent)` to put `\(tag.name)` under",
        at: tag.node["parent"] ?? tag.node,
        fix: suggestion.map { "did you mean `\($0)`?" }
      )
    }
  }

  func externalDocs(_ field: Field) -> ExternalDocumentation? {
    if field.value.isNull { return nil }
    guard isObject(field.value, .externalDocs) else { return nil }
    var docs = ExternalDocumentation(node: field.value)
    for member in fields(of: field.value) {
      switch member.keyword {
      case .description: docs.description = text(member)
      case .url: docs.url = text(member) ?? ""
      default: other(member, in: .externalDocs, &docs.extensions)
      }
    }
    return docs.url.isEmpty ? nil : docs
  }
}
