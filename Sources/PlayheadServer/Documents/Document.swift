internal import PlayheadSystem

/// A YAML or JSON file that is decoded into a value. JSON is a subset of YAML.
package struct Document {
    private let file: String?
    let text: String

    package init(text: String) {
        file = nil
        self.text = text
    }

    package init(path: String) throws(DocumentError) {
        guard let text = InputFile.text(of: path) else {
            let isThere = LocalFile(path: FilePath(path)) != .missing
            throw DocumentError(
                file: path, message: isThere ? "cannot be read as text (UTF-8)" : "there is no such file")
        }
        self.text = text
        file = path
    }

    /// Decodes the content of the file. An error contains the line and the column.
    package func read<Value: Decodable>() throws(DocumentError) -> Value {
        do {
            guard let root = try root() else {
                throw DocumentError(file: file, line: 1, column: 1, message: "the file is empty")
            }
            do {
                return try Value(from: YAMLDecoding(root))
            } catch let error as DecodingError {
                throw describe(error, in: root)
            }
        } catch let error as DocumentError {
            throw error
        } catch {
            throw DocumentError(file: file, line: 1, column: 1, message: "\(error)")
        }
    }

    /// The content of the file; nil if it is empty.
    package func root() throws(DocumentError) -> YAMLNode? {
        do {
            return try YAMLComposer.root(of: text)
        } catch {
            throw DocumentError(
                file: file, line: error.mark?.line ?? 1, column: error.mark?.column ?? 1,
                message: error.message)
        }
    }

    /// An error about a node of the content.
    package func mistake(_ message: String, at node: YAMLNode) -> DocumentError {
        DocumentError(file: file, line: node.mark.line, column: node.mark.column, message: message)
    }

    private func describe(_ error: DecodingError, in root: YAMLNode) -> DocumentError {
        let (context, message, isKey) = error.told
        let mark = root.mark(of: context.codingPath, isKey: isKey)
        return DocumentError(file: file, line: mark.line, column: mark.column, message: message)
    }
}

extension YAMLNode {
    /// The position of the node, or of the key, at the end of a coding path. It is the last known position if
    /// the path does not lead to a node.
    fileprivate func mark(of path: [any CodingKey], isKey: Bool) -> Mark {
        var node = self
        for (depth, step) in path.enumerated() {
            switch node.content {
            case .mapping(let pairs):
                guard let pair = pairs.first(where: { $0.key.text == step.stringValue }) else {
                    return node.mark
                }
                if isKey, depth == path.count - 1 { return pair.key.mark }
                node = pair.value
            case .sequence(let sequence):
                guard let index = step.intValue, sequence.indices.contains(index) else { return node.mark }
                node = sequence[index]
            case .scalar: return node.mark
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
        case is [Any].Type: "a list"
        default: "\(type)".contains("Array") ? "a list" : "a mapping"
        }
    }
}
