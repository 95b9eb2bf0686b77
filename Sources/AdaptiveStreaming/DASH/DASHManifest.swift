/// A manifest of DASH (ISO/IEC 23009-1), as far as playlists of HLS can tell the same: pictures and sound in MP4, MPEG-TS or WebM, texts in WebVTT
/// or TTML.
/// All addresses in it are whole.
package struct DASHManifest: Sendable, Equatable {
    /// Whether it will change.
    package var isLive = false
    /// Where the next version of it is.
    var location: String
    /// When a live stream began, since 1970.
    var began: Duration = .zero
    /// How much of a live stream can be had; nil for all of it.
    var depth: Duration?
    /// How far from its end playback should keep.
    var delay: Duration?
    /// How often a live one has something new.
    package var updatePeriod: Duration = .seconds(2)
    var periods: [Period] = []
    /// Addresses that hold the same (`BaseURL`), the first one of each row first: a folder, which ends in a slash, or a file.
    package var bases: [[String]] = []
    /// Where the time at the server is told, the best first (`UTCTiming`).
    package var clocks: [Clock] = []
    /// How many sets of texts are left out: they are in another form.
    package var unreadTexts = 0
}

extension DASHManifest {
    /// A stretch of time with streams of its own.
    struct Period: Sendable, Equatable {
        var start: Duration
        /// Nil where it goes on.
        var duration: Duration?
        var sets: [StreamSet] = []
    }

    /// Streams of one content, one of which is played.
    struct StreamSet: Sendable, Equatable {
        enum Kind: Sendable, CaseIterable { case video, audio, subtitles }
        var kind: Kind
        var id: String?
        var language: String?
        var label: String?
        var roles: [String] = []
        var representations: [Representation] = []
    }

    /// How the time at the server is told (ISO/IEC 23009-1, 5.8.5.7).
    package enum Clock: Sendable, Equatable {
        /// By the manifest itself: since 1970.
        case direct(Duration)
        /// By the date of an answer.
        case head(String)
        /// By the content of an answer.
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

    /// Where the segments of a representation are.
    struct Parts: Sendable, Equatable {
        /// What has to be read before them.
        var map: MediaPlaylist.Map?
        /// How many units there are to a second.
        var scale = 1
        /// The time in the segments at which the period begins, in units.
        var origin = 0
        /// The number of the first segment, and of the last one where that is said.
        var firstNumber = 1
        var lastNumber: Int?
        var form: Form
        var timing: Timing?
    }

    enum Form: Sendable, Equatable {
        /// Addresses by number or time.
        case template(String)
        /// Each by itself.
        case list([Place])
        /// A file with an index of its segments, at these bytes; nil: somewhere near its beginning.
        case file(String, index: Range<Int>?)
        /// One file that is one segment.
        case whole(String)
    }

    /// A file with an index of its segments, at these bytes; nil: somewhere near its beginning.
    package struct IndexedFile: Sendable, Hashable {
        package var uri: String
        package var index: Range<Int>?
    }

    struct Place: Sendable, Equatable {
        var uri: String
        var range: HLSByteRange?
    }

    enum Timing: Sendable, Equatable {
        /// All of them last so many units.
        case even(Int)
        case runs([Run])
    }

    /// Segments that last the same.
    struct Run: Sendable, Equatable {
        /// Nil: behind the one before.
        var start: Int?
        var duration: Int
        /// How many there are beside the first; negative: up to the next one, or the end.
        var repeats = 0
    }
}
