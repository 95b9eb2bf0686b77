/// How much of a list is read. Whatever a list holds, reading it ends, and takes no more memory than follows from these.
public struct PlaylistLimits: Sendable, Hashable {
    /// The size of one list in bytes. A larger one is refused.
    public var bytes = 16 << 20
    /// The lines of one list. What comes after them is passed over.
    public var lines = 1_000_000
    /// The length of a line, or of a word of XSPF, in bytes. A longer one is passed over.
    public var lineLength = 16 << 10
    /// The items of all lists together. What comes after them is passed over.
    public var items = 100_000
    /// How deep lists may stand in lists: 0 follows none, 1 those that the list names.
    public var depth = 4
    /// The lists that are read altogether.
    public var lists = 100
    /// How long lists from a network may take altogether.
    public var timeout: Duration = .seconds(10)

    /// The defaults.
    public init() {}
}

/// What was passed over in lists, in the order in which it was met.
package struct PlaylistFaults {
    /// More than these, and nobody reads them.
    static let most = 100
    private var found: [PlayerWarning] = []
    private var count = 0

    package mutating func add(_ message: String, line: Int? = nil, hint: String? = nil) {
        count += 1
        guard count < Self.most else { return }
        found.append(PlayerWarning(line.map { "Line \($0): \(message)" } ?? message, hint: hint))
    }

    /// Takes those of a list that another one names.
    package mutating func add(_ others: PlaylistFaults, of list: String) {
        for warning in others.found { add("\(list): \(warning.message)", hint: warning.hint) }
        count += others.count - others.found.count
    }

    package var warnings: [PlayerWarning] {
        count <= found.count ? found : found + [PlayerWarning("And \(count - found.count) more")]
    }

    /// A text of a list as it is shown: not all of what may be very long.
    package static func quoted(_ text: some StringProtocol) -> String {
        let shown = String(
            text.unicodeScalars.prefix(80).map { $0.value < 0x20 ? "\u{FFFD}" : Character($0) })
        return "“\(shown)\(text.unicodeScalars.count > 80 ? "…" : "")”"
    }
}
