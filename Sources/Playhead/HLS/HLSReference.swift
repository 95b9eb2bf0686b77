/// Something that a playlist names by its address.
enum HLSReference: Sendable, Equatable {
    case variant(MultivariantPlaylist.Variant)
    case rendition(MultivariantPlaylist.Rendition)
    case segment(HLSPart)
    case map(MediaPlaylist.Map)
    case key(MediaPlaylist.Key)

    /// The address as the playlist has it.
    var uri: String {
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
struct HLSPart: Sendable, Equatable {
    /// Its number as the server counts.
    var number: Int
    var uri: String
    var range: HLSByteRange?
    /// On the timeline of the presentation.
    var interval: Range<Duration>
}
