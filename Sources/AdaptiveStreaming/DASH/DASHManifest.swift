/// A DASH manifest (ISO/IEC 23009-1), limited to features that HLS playlists can express.
///
/// It supports video and audio in MP4, MPEG-TS or WebM, and subtitles in WebVTT or TTML. All URIs in it are
/// absolute.
package struct DASHManifest: Sendable, Equatable {
    /// Whether the manifest will change.
    package var isLive = false
    /// The URI of the next version.
    var location: String
    /// The start of a live stream since 1970.
    var began: Duration = .zero
    /// The duration of the available window of a live stream; nil for the whole stream.
    var depth: Duration?
    /// The recommended distance between playback and the end.
    var delay: Duration?
    /// The interval between updates of a live manifest.
    package var updatePeriod: Duration = .seconds(2)
    var periods: [Period] = []
    /// Base URLs with the same content (`BaseURL`). The first one of each row is preferred. Each is a folder
    /// with a final slash, or a file.
    package var bases: [[String]] = []
    /// The sources of the server time, the best first (`UTCTiming`).
    package var clocks: [Clock] = []
    /// The number of subtitle sets in unsupported formats.
    package var unreadTexts = 0
}

extension DASHManifest {
    /// A period of the presentation with its own streams.
    struct Period: Sendable, Equatable {
        var start: Duration
        /// The duration; nil for an open end.
        var duration: Duration?
        var sets: [StreamSet] = []
    }

    /// An adaptation set: representations of the same content, one of which is played.
    struct StreamSet: Sendable, Equatable {
        enum Kind: Sendable, CaseIterable { case video, audio, subtitles }
        var kind: Kind
        var id: String?
        var language: String?
        var label: String?
        var roles: [String] = []
        var representations: [Representation] = []
    }

    /// A source of the server time (ISO/IEC 23009-1, 5.8.5.7).
    package enum Clock: Sendable, Equatable {
        /// The manifest contains the time, since 1970.
        case direct(Duration)
        /// The time is the date of a response.
        case head(String)
        /// The time is the body of a response.
        case text(String)
    }

    struct Representation: Sendable, Equatable {
        var id: String
        var bandwidth = 0
        var codecs: [String] = []
        var width: Int?
        var height: Int?
        var frameRate: Double?
        var channels: String?
        var parts: Parts
    }

    /// The location of the segments of a representation.
    struct Parts: Sendable, Equatable {
        /// The initialization section.
        var map: MediaPlaylist.Map?
        /// The number of units in a second.
        var scale = 1
        /// The time in the segments at the start of the period, in units.
        var origin = 0
        /// The number of the first segment, and of the last one if it is declared.
        var firstNumber = 1
        var lastNumber: Int?
        var form: Form
        var timing: Timing?
    }

    enum Form: Sendable, Equatable {
        /// A URI template with the number or the time of the segment.
        case template(String)
        /// An explicit list of segments.
        case list([Place])
        /// A file with a segment index in these bytes; a nil range is near the beginning of the file.
        case file(String, index: Range<Int>?)
        /// A file that is one segment.
        case whole(String)
    }

    /// A file with a segment index in these bytes; a nil range is near the beginning of the file.
    package struct IndexedFile: Sendable, Hashable {
        package var uri: String
        package var index: Range<Int>?
    }

    struct Place: Sendable, Equatable {
        var uri: String
        var range: HLSByteRange?
    }

    enum Timing: Sendable, Equatable {
        /// All segments have this duration in units.
        case even(Int)
        case runs([Run])
    }

    /// Consecutive segments of equal duration.
    struct Run: Sendable, Equatable {
        /// The start in units; nil means the end of the previous run.
        var start: Int?
        var duration: Int
        /// The number of further segments; negative means up to the next run or the end.
        var repeats = 0
    }
}
