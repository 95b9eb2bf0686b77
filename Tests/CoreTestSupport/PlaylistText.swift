import PlayheadSystem
import Testing

@testable import PlayheadCore

/// A list as a person writes it down in a test.
extension Playlist {
    static func of(
        _ text: String, _ format: PlaylistFormat? = nil, at base: String = "/music/lists/list"
    ) throws(PlayerError) -> Playlist {
        try parse(Array(text.utf8), format: format, base: base)
    }

    /// The addresses, those of files as paths.
    var places: [String] { items.map { FileAddress.path(uri: $0.uri)?.description ?? $0.uri } }
    var titles: [String?] { items.map(\.title) }
    var lengths: [Duration?] { items.map { durations[$0] } }
}
