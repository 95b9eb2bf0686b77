/// The supported tags. All other tags are ignored.
enum HLSTag: String, Sendable {
    case version = "EXT-X-VERSION"
    case independentSegments = "EXT-X-INDEPENDENT-SEGMENTS"
    case start = "EXT-X-START"
    case define = "EXT-X-DEFINE"

    case rendition = "EXT-X-MEDIA"
    case variant = "EXT-X-STREAM-INF"
    case iFrameStream = "EXT-X-I-FRAME-STREAM-INF"
    case sessionData = "EXT-X-SESSION-DATA"
    case sessionKey = "EXT-X-SESSION-KEY"

    case targetDuration = "EXT-X-TARGETDURATION"
    case sequence = "EXT-X-MEDIA-SEQUENCE"
    case discontinuitySequence = "EXT-X-DISCONTINUITY-SEQUENCE"
    case endOfList = "EXT-X-ENDLIST"
    case playlistType = "EXT-X-PLAYLIST-TYPE"
    case iFramesOnly = "EXT-X-I-FRAMES-ONLY"
    case serverControl = "EXT-X-SERVER-CONTROL"

    case segment = "EXTINF"
    case byteRange = "EXT-X-BYTERANGE"
    case discontinuity = "EXT-X-DISCONTINUITY"
    case key = "EXT-X-KEY"
    case map = "EXT-X-MAP"
    case date = "EXT-X-PROGRAM-DATE-TIME"
    case gap = "EXT-X-GAP"
    case bitrate = "EXT-X-BITRATE"
    case dateRange = "EXT-X-DATERANGE"
    case skip = "EXT-X-SKIP"
    // Low-latency tags are ignored: whole segments are loaded.
    case partTarget = "EXT-X-PART-INF"
    case part = "EXT-X-PART"
    case preloadHint = "EXT-X-PRELOAD-HINT"
    case renditionReport = "EXT-X-RENDITION-REPORT"

    /// Whether the tag occurs only in multivariant playlists.
    var isOfMultivariant: Bool {
        switch self {
        case .rendition, .variant, .iFrameStream, .sessionData, .sessionKey: true
        default: false
        }
    }

    /// Whether the tag occurs only in media playlists.
    var isOfMedia: Bool {
        switch self {
        case .version, .independentSegments, .start, .define: false
        default: !isOfMultivariant
        }
    }
}
