/// The limits of reading playlists. They bound time and memory for any content.
public struct PlaylistLimits: Sendable, Hashable {
    /// The maximum size of one playlist in bytes. A larger one is an error.
    public var bytes = 16 << 20
    /// The maximum number of lines of one playlist. Further lines are skipped.
    public var lines = 1_000_000
    /// The maximum length of a line, or of an XSPF value, in bytes. A longer one is skipped.
    public var lineLength = 16 << 10
    /// The maximum number of items of all playlists together. Further items are skipped.
    public var items = 100_000
    /// The maximum nesting of playlists: 0 for none, 1 for the playlists named in the first one.
    public var depth = 4
    /// The maximum number of playlists that are read.
    public var lists = 100
    /// The maximum total time of reading remote playlists.
    public var timeout: Duration = .seconds(10)

    /// The defaults.
    public init() {}
}

/// The skipped entries of playlists, in the order of reading.
package struct PlaylistFaults {
    /// The maximum number of warnings.
    static let most = 100
    private var found: [PlayerWarning] = []
    private var count = 0

    package mutating func add(_ message: String, line: Int? = nil, hint: String? = nil) {
        count += 1
        guard count < Self.most else { return }
        found.append(PlayerWarning(line.map { "Line \($0): \(message)" } ?? message, hint: hint))
    }

    /// Adds the faults of a nested playlist.
    package mutating func add(_ others: PlaylistFaults, of list: String) {
        for warning in others.found { add("\(list): \(warning.message)", hint: warning.hint) }
        count += others.count - others.found.count
    }

    package var warnings: [PlayerWarning] {
        count <= found.count ? found : found + [PlayerWarning("And \(count - found.count) more")]
    }

    /// A playlist text for display, shortened if it is long.
    package static func quoted(_ text: some StringProtocol) -> String {
        let shown = String(
            text.unicodeScalars.prefix(80).map { $0.value < 0x20 ? "\u{FFFD}" : Character($0) })
        return "“\(shown)\(text.unicodeScalars.count > 80 ? "…" : "")”"
    }
}
