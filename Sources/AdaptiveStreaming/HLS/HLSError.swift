package import PlayheadCore

/// The reason why an HLS playlist cannot be used.
package struct HLSError: Error, Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// The content does not begin like a playlist.
        case notPlaylist
        /// The playlist exceeds the limits on size or entries.
        case tooLong
        /// The playlist has no segments and no variants. A live playlist may have some later.
        case empty
        /// The value of a tag is invalid.
        case malformed
        /// A variable is used without a definition.
        case undefinedVariable
        /// The encryption is not supported.
        case encrypted
        /// The playlist is a delta update, which was not requested.
        case partial
    }

    var kind: Kind
    /// The line number from 1 on; nil for the whole playlist.
    var line: Int?
    /// The message without the line number.
    var message: String
    /// For an empty live playlist, the interval until the next reload.
    package var period: Duration?

    init(_ kind: Kind, _ message: String, line: Int? = nil) {
        self.kind = kind
        self.line = line
        self.message = message
    }
}

extension HLSError {
    /// The error in the form of the public API, with the URI of the playlist.
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
