internal import GStreamer
internal import MediaFormats

/// The elements between the source and the outputs of a load, and the values that were read from their data.
struct PluggedElements: Sendable {
    var demuxers: Set<String> = []
    /// Whether the duration is an estimate from the size of a file and the bitrate of its beginning.
    var isDurationEstimated = false
    /// The duration that is cut off at the beginning.
    var cutDelay: Duration = .zero
    /// The sink pad of the Matroska or WebM demuxer.
    var matroska: Pad?
    /// The tracks of a remote Matroska file.
    var matroskaTracks: [MatroskaTrack] = []
    /// The encryption of an MP4 file that is not local, or of a remote Matroska file.
    var encryption: String?
    /// The display properties of the video tracks of an MP4 file.
    var displays: [MP4Display] = []
    /// The chapters of a remote MP4 file.
    var chapters: [ChapterEntry] = []
    /// The parser of an image file, if one was plugged in.
    var imageParser: ImageParser?
    /// The filters in front of video decoders.
    var feeds: [DecoderInputFilter] = []
    /// The timelines of demuxers.
    var origins: [TimelineOrigin] = []
    /// The encoder padding of a medium with a single audio track.
    var padding: EncoderPadding?
    /// The encoder padding of audio beside other tracks in an MP4 or QuickTime file.
    var film: FilmPadding?
    /// The duration of an MP3 file of several pieces, if they declare it.
    var joined: Duration?

    /// The end of the data of all streams, if only some of them are read.
    var reached: Duration?

    /// The image file that is the medium.
    var image: ImageFile? { demuxers.isEmpty ? imageParser?.image : nil }
}
