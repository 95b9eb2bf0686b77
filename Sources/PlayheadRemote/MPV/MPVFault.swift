/// The errors of mpv's JSON IPC, in its words.
enum MPVFault: String, Error {
    case parameter = "invalid parameter"
    case notFound = "property not found"
    case unavailable = "property unavailable"
    case format = "unsupported format for accessing property"
    case access = "error accessing property"
    case command = "error running command"
}

extension RemoteValue {
    /// The value as mpv writes it in a text.
    package var text: String {
        switch self {
        case .null: ""
        case .bool(let value): value ? "yes" : "no"
        case .int(let value): String(value)
        case .number(let value): value.sixDecimals
        case .string(let value): value
        case .list, .map: json
        }
    }

    /// A number, also one in a text.
    package var double: Double? {
        switch self {
        case .int(let value): Double(value)
        case .number(let value): value
        case .string(let value): Double(value).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// A whole number, also one in a text.
    package var whole: Int? { double.flatMap { Int(exactly: $0) } }

    /// A flag, also one in a text.
    func flag() throws(MPVFault) -> Bool {
        switch self {
        case .bool(let value): value
        case .string("yes"): true
        case .string("no"): false
        case .string: throw .format
        default: throw .access
        }
    }
}
