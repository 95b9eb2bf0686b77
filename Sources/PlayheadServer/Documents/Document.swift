import Foundation
import Yams

/// A YAML or JSON file that is decoded into a value. JSON is a subset of YAML.
package struct Document {
    private let file: String?
    private let text: String

    package init(text: String) {
        file = nil
        self.text = text
    }

    package init(path: String) throws(DocumentError) {
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            let isThere = FileManager.default.fileExists(atPath: path)
            throw DocumentError(
                file: path, message: isThere ? "cannot be read as text (UTF-8)" : "there is no such file")
        }
        file = path
    }

    /// Decodes the content of the file. An error contains the line and the column.
    package func read<Value: Decodable>() throws(DocumentError) -> Value {
        do {
            guard let root = try Yams.compose(yaml: text) else {
                throw DocumentError(file: file, line: 1, column: 1, message: "the file is empty")
            }
            do {
                return try YAMLDecoder().decode(Value.self, from: root)
            } catch let error as DecodingError {
                throw describe(error, in: root)
            }
        } catch let error as DocumentError {
            throw error
        } catch let error as YamlError {
            throw describe(error)
        } catch {
            throw DocumentError(file: file, line: 1, column: 1, message: "\(error)")
        }
    }

    /// The content of the file as a tree; nil if it is empty.
    package func tree() throws(DocumentError) -> DocumentNode? {
        do {
            return try Yams.compose(yaml: text).map { DocumentNode($0) }
        } catch let error as YamlError {
            throw describe(error)
        } catch {
            throw DocumentError(file: file, line: 1, column: 1, message: "\(error)")
        }
    }

    /// An error about a node of the tree.
    package func mistake(_ message: String, at node: DocumentNode) -> DocumentError {
        DocumentError(file: file, line: node.line, column: node.column, message: message)
    }

    private func describe(_ error: DecodingError, in root: Node) -> DocumentError {
        let (context, message, isKey) = error.told
        let mark = root.mark(of: context.codingPath, isKey: isKey)
        return DocumentError(file: file, line: mark?.line ?? 1, column: mark?.column ?? 1, message: message)
    }

    private func describe(_ error: YamlError) -> DocumentError {
        let (mark, message): (Mark?, String) =
            switch error {
            case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
                .composer(_, let problem, let mark, _):
                (mark, problem)
            case .duplicatedKeysInMapping(let duplicates, let context):
                (context.mark, "`\(duplicates.joined(separator: "`, `"))` stands here more than once")
            case .reader(let problem, _, _, _): (nil, problem)
            default: (nil, "\(error)")
            }
        return DocumentError(file: file, line: mark?.line ?? 1, column: mark?.column ?? 1, message: message)
    }
}

extension Node {
    /// The position of the node, or of the key, at the end of a coding path. It is the last known position if
    /// the path does not lead to a node.
    fileprivate func mark(of path: [any CodingKey], isKey: Bool) -> Mark? {
        var node = self
        for (depth, step) in path.enumerated() {
            switch node {
            case .mapping(let mapping):
                guard let pair = mapping.first(where: { $0.key.string == step.stringValue }) else {
                    return node.mark
                }
                if isKey, depth == path.count - 1 { return pair.key.mark }
                node = pair.value
            case .sequence(let sequence):
                guard let index = step.intValue, sequence.indices.contains(index) else { return node.mark }
                node = sequence[index]
            default: return node.mark
            }
        }
        return node.mark
    }
}

extension DecodingError {
    /// The context, the message for the user, and whether the key is wrong instead of its value.
    fileprivate var told: (Context, message: String, isKey: Bool) {
        switch self {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            (context, "expected \(Self.name(of: type))", false)
        case .keyNotFound(let key, let context): (context, "`\(key.stringValue)` is missing", false)
        case .dataCorrupted(let context):
            (context, context.debugDescription, context.underlyingError is UnknownKey.Marker)
        @unknown default: (Context(codingPath: [], debugDescription: ""), "\(self)", false)
        }
    }

    private static func name(of type: Any.Type) -> String {
        switch type {
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is String.Type: "text"
        case is [Any].Type, is Node.Sequence.Type: "a list"
        default: "\(type)".contains("Array") ? "a list" : "a mapping"
        }
    }
}
