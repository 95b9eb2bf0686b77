/// A resource that a playlist names by URI.
package enum HLSReference: Sendable, Equatable {
    case variant(MultivariantPlaylist.Variant)
    case rendition(MultivariantPlaylist.Rendition)
    case segment(HLSSegmentReference)
    case map(MediaPlaylist.Map)
    case key(MediaPlaylist.Key)

    /// The URI in the playlist.
    package var uri: String {
        switch self {
        case .variant(let variant): variant.uri
        case .rendition(let rendition): rendition.uri ?? ""
        case .segment(let part): part.uri
        case .map(let map): map.uri
        case .key(let key): key.uri
        }
    }
}

/// A segment with its number, URI and interval.
package struct HLSSegmentReference: Sendable, Equatable {
    /// The number on the server.
    package var number: Int
    var uri: String
    var range: HLSByteRange?
    /// The interval on the presentation timeline.
    package var interval: Range<Duration>

    package init(number: Int, uri: String, range: HLSByteRange? = nil, interval: Range<Duration>) {
        self.number = number
        self.uri = uri
        self.range = range
        self.interval = interval
    }
}
