internal import GStreamer
internal import MediaFormats

/// What has been plugged in between the source and the outputs of a load.
struct PluggedElements: Sendable {
    var demuxers: Set<String> = []
    /// How much of the beginning is left out.
    var cutDelay: Duration = .zero
    /// Where what is Matroska, or a kind of it, goes into its demuxer.
    var matroska: Pad?
    /// What came from elsewhere says of its tracks.
    var matroskaTracks: [MatroskaTrack] = []
    /// What an MP4 from elsewhere says of its chapters.
    var chapters: [ChapterEntry] = []
    /// What stands before the decoders of pictures.
    var feeds: [DecoderInputFilter] = []
    /// How long a file of MPEG-TS is.
    var transportLength: Duration?
    /// What the medium says of its sound, where nothing else is played.
    var padding: EncoderPadding?
    /// What an MP4 or QuickTime file says of sound with others beside it.
    var film: FilmPadding?
    /// How long an MP3 of several pieces is, where these say so.
    var joined: Duration?
}
