import Yams

/// A value of a YAML or JSON file with its position, for readers that need the order and the lines.
package struct DocumentNode {
    package enum Content {
        case text(String)
        case list([DocumentNode])
        case mapping([(key: DocumentNode, value: DocumentNode)])
    }

    package let content: Content
    package let line: Int
    package let column: Int

    init(_ node: Node) {
        (line, column) = (node.mark?.line ?? 1, node.mark?.column ?? 1)
        content =
            switch node {
            case .mapping(let mapping):
                .mapping(mapping.map { (DocumentNode($0.key), DocumentNode($0.value)) })
            case .sequence(let sequence): .list(sequence.map { DocumentNode($0) })
            case .scalar(let scalar): .text(scalar.string)
            case .alias: .text("")
            }
    }

    /// The text of a scalar; nil for a list or a mapping.
    package var text: String? { if case .text(let text) = content { text } else { nil } }
}
