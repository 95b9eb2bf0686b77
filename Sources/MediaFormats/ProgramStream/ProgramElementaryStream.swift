/// Divides the packets of one stream of a program stream into samples.
struct ProgramElementaryStream: Sendable {
    let number: Int
    private(set) var format: MediaFormat
    private var audio: AudioFramer?
    private var video: VideoFramer?
    private var pcm: DVDPCMFramer?
    private var subtitles: DVDSubtitleFramer?
    private var packets: PacketFramer?

    init(_ stream: ProgramStreamTable.Stream) {
        (number, format) = (stream.number, stream.description.format)
        switch (stream.description.syntax, format.codec) {
        case (.video(let syntax), _): video = VideoFramer(syntax, format: format)
        case (.audio(let syntax), _): audio = AudioFramer(syntax, format: format)
        case (_, .dvdPCM): pcm = DVDPCMFramer()
        case (_, .dvdSubtitles): subtitles = DVDSubtitleFramer()
        case (.packets, _): packets = PacketFramer(givesTags: false)
        default: break
        }
    }

    /// Takes a packet. `fallback` is its time in ticks of 90 kHz if the stream had no timestamp yet.
    mutating func append(
        _ payload: ArraySlice<UInt8>, _ stamp: TimestampMarks.Stamp?, fallback: Int64
    ) -> [FramerOutput] {
        if let made = pcm?.append(payload, stamp, fallback: fallback) { return made }
        if let made = subtitles?.append(payload, stamp) { return made }
        audio?.fallback = fallback
        audio?.begin(stamp)
        audio?.append(payload)
        video?.fallback = fallback
        video?.begin(stamp)
        video?.append(payload)
        packets?.fallback = fallback
        packets?.begin(stamp)
        packets?.append(payload)
        packets?.end()
        return takeOutput(final: false)
    }

    /// Notes that bytes are missing.
    mutating func gap() {
        video?.gap()
        subtitles?.gap()
    }

    mutating func finish() -> [FramerOutput] {
        video?.finish()
        subtitles?.gap()
        return takeOutput(final: true)
    }

    /// Applies a format found in the stream. Returns whether it differs.
    mutating func update(_ new: MediaFormat) -> Bool {
        var new = new
        new.language = format.language
        defer { format = new }
        return new != format
    }

    private mutating func takeOutput(final: Bool) -> [FramerOutput] {
        var output: [FramerOutput] = []
        while let made = audio?.next(final: final) { output.append(made) }
        output += video?.takeOutput() ?? []
        output += packets?.takeOutput() ?? []
        return output
    }
}
