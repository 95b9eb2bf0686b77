package import PlayheadCore

/// Why a playlist of HLS cannot be used.
package struct HLSError: Error, Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// It does not begin as playlists do.
        case notPlaylist
        /// It is larger than the limits, or names more.
        case tooLong
        /// It has no segments and no variants. A live one may have some later.
        case empty
        /// What a line says is not what it has to say.
        case malformed
        /// A variable is used that has no value.
        case undefinedVariable
        /// It is encrypted in a way that cannot be played.
        case encrypted
        /// It tells only what is new, which nobody asked for.
        case partial
    }

    var kind: Kind
    /// The line it is about, from 1 on; nil where it is about the whole.
    var line: Int?
    /// One sentence for a person, without the line.
    var message: String
    /// Of a live playlist that is empty: how often it has something new.
    package var period: Duration?

    init(_ kind: Kind, _ message: String, line: Int? = nil) {
        self.kind = kind
        self.line = line
        self.message = message
    }
}

extension HLSError {
    /// The same as the player tells it, about the playlist at an address.
    package func playerError(about uri: String?) -> PlayerError {
        let place = line.map { "Line \($0) of the playlist: " } ?? "HLS playlist: "
        return switch kind {
        case .encrypted:
            PlayerError(
                .unsupportedEncryption, place + message,
                hint: "such a stream needs a key from an address, or decryption keys of the item",
                uri: uri)
        default: PlayerError(.invalidPlaylist, place + message, uri: uri)
        }
    }
}
