import FoundationEssentials

/// The text of a HAR file, from which entries can be left out. Everything else stays as it is.
package struct ArchiveText: Sendable {
    private let root: JSONValue
    private let entries: [(path: String?, entry: JSONValue)]

    /// Reads a HAR file.
    package init(contentsOf path: String) throws(DocumentError) {
        let text = try Document(path: path).text
        let plain = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
        guard let root = try? JSONDecoder().decode(JSONValue.self, from: Data(plain.utf8)),
            case .array(let entries) = root["log"]?["entries"]
        else { throw DocumentError(file: path, message: "is no HAR file") }
        self.root = root
        self.entries = entries.map { entry in
            guard case .string(let address) = entry["request"]?["url"] else { return (nil, entry) }
            return (RequestTarget(address)?.path, entry)
        }
    }

    /// The paths of the recorded addresses, as ``RequestRecord/path``.
    package var paths: Set<String> { Set(entries.compactMap(\.path)) }

    /// The text without the entries of some paths.
    package func leavingOut(_ paths: Set<String>) -> String {
        let kept = entries.filter { entry in entry.path.map { !paths.contains($0) } ?? true }
        var root = root
        guard case .object(var members) = root, case .object(var log) = members["log"] else { return "" }
        log["entries"] = .array(kept.map(\.entry))
        members["log"] = .object(log)
        root = .object(members)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(root)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// Any JSON value.
private enum JSONValue: Codable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let object = try? container.decode([String: JSONValue].self) {
            self = .object(object)
        } else if let array = try? container.decode([JSONValue].self) {
            self = .array(array)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let integer = try? container.decode(Int.self) {
            self = .integer(integer)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let array): try container.encode(array)
        case .object(let object): try container.encode(object)
        }
    }

    subscript(key: String) -> JSONValue? {
        if case .object(let object) = self { object[key] } else { nil }
    }
}
