/// Something that a playlist names by its address: what a request for the address in its place is about.
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
    /// On the timeline that the playlist was written for; from its own beginning without one.
    var interval: Range<Duration>
    /// Whether it does not exist: nobody is asked for it, and the answer has no content.
    var isGap: Bool
    /// Whether its bytes are not what is played: they have to be deciphered first.
    var isEncrypted: Bool
    /// Where its timestamps have to be; nil where they are never moved.
    var fragment: FragmentPlace?
    /// Where a fragment without anything in it would have to be; nil where none can stand for it.
    var standIn: FragmentPlace?
}
