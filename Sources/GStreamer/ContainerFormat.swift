internal import MediaFormats

/// A container format with a demuxer element of the player.
enum ContainerFormat: CaseIterable, Sendable {
    case transportStream, fragmentedMP4, programStream

    /// The name of the element.
    var factory: String {
        switch self {
        case .transportStream: "playheadtsdemux"
        case .fragmentedMP4: "playheadmp4demux"
        case .programStream: "playheadpsdemux"
        }
    }

    /// The name of the type of the element (`g_type_name`).
    var typeName: String {
        switch self {
        case .transportStream: "PlayheadTransportStreamDemuxer"
        case .fragmentedMP4: "PlayheadFragmentedMP4Demuxer"
        case .programStream: "PlayheadProgramStreamDemuxer"
        }
    }

    var description: String {
        switch self {
        case .transportStream: "MPEG transport stream"
        case .fragmentedMP4: "fragmented MP4"
        case .programStream: "MPEG program stream"
        }
    }

    /// The caps of the sink pad.
    var caps: String {
        switch self {
        case .transportStream: "video/mpegts, systemstream=(boolean)true"
        case .fragmentedMP4: Self.fragmentedCaps
        case .programStream: "video/mpeg, mpegversion=(int){ 1, 2 }, systemstream=(boolean)true"
        }
    }

    /// The caps that the player's own type finder gives to MP4 files with movie fragments.
    static let fragmentedCaps = "video/quicktime, variant=(string)playhead-fragmented"

    var newReader: any ContainerReader {
        switch self {
        case .transportStream: TransportStreamReader()
        case .fragmentedMP4: FragmentedMP4Reader()
        case .programStream: ProgramStreamReader()
        }
    }

    func index<Failure: Error>(
        length: Int, isLocal: Bool, read: ReadBytes<Failure>
    ) throws(Failure) -> any ContainerIndex {
        switch self {
        case .transportStream: try TransportStreamIndex(length: length, isLocal: isLocal, read: read)
        case .fragmentedMP4: try FragmentedMP4Index(length: length, isLocal: isLocal, read: read)
        case .programStream: try ProgramStreamIndex(length: length, isLocal: isLocal, read: read)
        }
    }
}
