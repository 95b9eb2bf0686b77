internal import GStreamer
internal import Synchronization

/// What is done beside a seek so that its picture is there sooner, and is the right one.
extension GStreamerPipeline {
    /// While nothing plays, the picture of a keyframe comes at once. Where it plays on, decoding it twice might make the next
    /// ones late.
    func hurry(_ landing: Element.Landing) {
        let hurries = landing != .accurate && !isPlayingWanted
        for feed in plugged.withLock(\.feeds) { feed.hurries = hurries }
    }

    /// Whether the seek that has just landed has to be sent once more, to show the picture that contains the target.
    ///
    /// A decoder drops each picture that claims to end before the target, also one that is followed by no other for long (a still, a
    /// recorded screen); the next one is shown instead (1.22.0).
    func revealsPicture() -> Bool {
        if isAstray, !hasRevealed {
            hasRevealed = true
            return true
        }
        let delay = branches.first { $0.kind == .video }?.delay
        guard let delay, delay > .milliseconds(1), let seekInFlight, seekInFlight.speed > 0, !hasRevealed
        else {
            return false
        }
        hasRevealed = true
        let isRevealed = !plugged.withLock(\.feeds).filter { $0.reveal(for: delay) }.isEmpty
        return isRevealed || delay > Self.strayDelay
    }

    /// Whether a seek has led to nothing but a gap: it came in the moment when hlsdemux2 began a download (1.22.0).
    private var isAstray: Bool {
        sourceKind == .adaptive && branches.allSatisfy { $0.delay == nil && !$0.isAtEnd }
    }

    /// Where the first picture comes later than this after an exact target, the demuxer has gone astray: tsdemux does, one time in
    /// thousands on a busy machine (1.22.0).
    private static let strayDelay: Duration = .seconds(1)

    /// Whether keyframes are shown much sooner than exact targets, and a seek may be cut off by the next one. Where tsdemux is cut off
    /// it lands elsewhere, or never; hlsdemux2 may abort (1.22.0).
    var isScrubbable: Bool {
        let demuxers = plugged.withLock(\.demuxers)
        return !isRemote && !demuxers.isEmpty && demuxers.isSubset(of: ["qtdemux", "matroskademux"])
    }
}

/// What has been plugged in between the source and the outputs of a load.
struct Plugged: Sendable {
    var demuxers: Set<String> = []
    /// What brings the item itself from the gateway.
    var webSource: Element?
    /// What asks for the parts of a stream, and chooses the variant.
    var adaptiveDemuxer: Element?
    /// What the thread is called that plugged it in.
    var pluggingThread: String?
    /// Whether there are pictures among what a medium in parts offers.
    var hasPictures = false
    /// How much of the beginning of a medium in parts is left out.
    var cutDelay: Duration = .zero
    /// Where what is Matroska, or a kind of it, goes into its demuxer.
    var matroska: Pad?
    /// What came from elsewhere says of its tracks.
    var matroskaTracks: [MatroskaTrack] = []
    /// What an MP4 from elsewhere says of its chapters.
    var chapters: [ChapterEntry] = []
    /// When streams that come in fragments are presented.
    var beginnings = FragmentedBeginnings()
    /// What stands before the decoders of pictures.
    var feeds: [DecoderFeed] = []
    /// What holds bytes from a network before the demuxer.
    var queue: Element?
    /// What holds the streams of HLS before their decoders, where no virtual clock has it take any amount.
    var streamQueues: Element?
    /// How much media these have to take for what decoders were seen to hold back.
    var held: Duration = .zero
    /// How long a file of MPEG-TS is.
    var transportLength: Duration?
    /// What the medium says of its sound, where nothing else is played.
    var padding: EncoderPadding?
    /// What an MP4 or QuickTime file says of sound with others beside it.
    var film: FilmPadding?
    /// How long an MP3 of several pieces is, where these say so.
    var joined: Duration?
}
