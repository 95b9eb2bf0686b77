/// Something that a playlist names by its address.
package enum HLSReference: Sendable, Equatable {
    case variant(MultivariantPlaylist.Variant)
    case rendition(MultivariantPlaylist.Rendition)
    case segment(HLSSegmentReference)
    case map(MediaPlaylist.Map)
    case key(MediaPlaylist.Key)

    /// The address as the playlist has it.
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

/// A segment, and where it lies.
package struct HLSSegmentReference: Sendable, Equatable {
    /// Its number as the server counts.
    package var number: Int
    var uri: String
    var range: HLSByteRange?
    /// On the timeline of the presentation.
    package var interval: Range<Duration>

    package init(number: Int, uri: String, range: HLSByteRange? = nil, interval: Range<Duration>) {
        self.number = number
        self.uri = uri
        self.range = range
        self.interval = interval
    }
}
