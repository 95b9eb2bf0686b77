/// Assembles the PES packets of one elementary stream and divides them into samples.
struct ElementaryStream: Sendable {
    let pid: Int
    let description: StreamDescription
    /// The format according to the delivered output.
    private(set) var format: MediaFormat
    /// Whether the format is as complete as it will become.
    private(set) var isKnown: Bool
    private var made: MediaFormat?
    private var encryption: MediaEncryption?

    private enum State { case waiting, header, payload(left: Int?), skipping }

    private var state = State.waiting
    private var header: [UInt8] = []
    private var skipped = 0
    private var continuity = Continuity()
    private var audio: AudioFramer?
    private var video: VideoFramer?
    private var packets: PacketFramer?
    private var sections: SectionAssembler?

    init(pid: Int, description: StreamDescription) {
        (self.pid, self.description, format) = (pid, description, description.format)
        encryption = format.encryption
        isKnown = true
        switch description.syntax {
        case .video(let syntax):
            video = VideoFramer(syntax, format: format)
            isKnown = false
        case .audio(let syntax):
            audio = AudioFramer(syntax, format: format)
            isKnown = false
        case .packets: packets = PacketFramer(givesTags: false)
        case .tags: packets = PacketFramer(givesTags: true)
        case .sections: sections = SectionAssembler()
        case .none: break
        }
    }

    mutating func append(_ packet: TransportPacket, timeline: inout Timeline) -> [FramerOutput] {
        if description.syntax == .none { return [] }
        if var assembler = sections {
            let time = Ticks.nanoseconds(timeline.last ?? 0, timescale: 90_000)
            let found = assembler.append(packet)
            sections = assembler
            return found.map { .tag(time: time, $0) }
        }
        var output: [FramerOutput] = []
        switch continuity.check(packet) {
        case .duplicate: return []
        case .follows: break
        case .gap(let count):
            output.append(.damage(bytes: count * TransportPacket.length))
            gap()
        case .announcedGap: gap()
        }
        if packet.isScrambled {
            tellScrambled(&output)
            return output
        }
        guard packet.hasPayload, !packet.payload.isEmpty else { return output }
        if packet.isUnitStart { beginPacket() }
        consume(packet.payload, &timeline)
        take(final: false, &output)
        return output
    }

    /// Ends the last PES packet of the segment.
    mutating func finishSegment() -> [FramerOutput] {
        var output: [FramerOutput] = []
        if case .header = state { skipped += header.count }
        (state, header) = (.waiting, [])
        continuity = Continuity()
        sections?.finishSegment()
        video?.finish()
        packets?.end()
        take(final: true, &output)
        return output
    }

    /// Applies a new language of the program map.
    mutating func update(language: String?) { format.language = language }

    /// Applies a format found in the stream. Returns whether it differs.
    mutating func update(_ new: MediaFormat) -> Bool {
        var new = new
        new.language = format.language
        defer { (format, isKnown) = (new, true) }
        return new != format
    }

    // MARK: - PES packets

    private mutating func gap() {
        if case .header = state {
            skipped += header.count
            (state, header) = (.waiting, [])
        }
        audio?.gap()
        video?.gap()
        packets?.gap()
    }

    private mutating func beginPacket() {
        if case .header = state { skipped += header.count }
        (state, header) = (.header, [])
    }

    private mutating func consume(_ bytes: ArraySlice<UInt8>, _ timeline: inout Timeline) {
        switch state {
        case .waiting: skipped += bytes.count
        case .skipping: break
        case .payload(let left): deliver(bytes, left: left)
        case .header:
            header += bytes
            switch PESHeader.read(header) {
            case .incomplete: return
            case .invalid:
                skipped += header.count
                (state, header) = (.waiting, [])
            case .header(let read):
                let payload = header[read.length...]
                header = []
                begin(read, &timeline)
                if case .payload(let left) = state { deliver(payload, left: left) }
            }
        }
    }

    private mutating func begin(_ header: PESHeader, _ timeline: inout Timeline) {
        guard !header.isIgnored else {
            state = .skipping
            return
        }
        var stamp: TimestampMarks.Stamp?
        if let presentation = header.presentation {
            let decode = header.decode ?? presentation
            let time = timeline.unwrap(decode)
            let shown = time &+ Timeline.difference(presentation, decode)
            stamp = TimestampMarks.Stamp(presentation: shown, decode: time)
        }
        guard !header.isScrambled else {
            scrambled = true
            state = .skipping
            return
        }
        let fallback = timeline.last ?? timeline.clockReference ?? 0
        audio?.fallback = fallback
        video?.fallback = fallback
        packets?.fallback = fallback
        audio?.begin(stamp)
        video?.begin(stamp)
        packets?.begin(stamp)
        state = .payload(left: header.payloadLength)
    }

    private mutating func deliver(_ bytes: ArraySlice<UInt8>, left: Int?) {
        // The declared length of a video packet is often wrong, and only the same packet can follow.
        guard let left, video == nil else {
            audio?.append(bytes)
            video?.append(bytes)
            packets?.append(bytes)
            return
        }
        let taken = bytes.prefix(left)
        audio?.append(taken)
        packets?.append(taken)
        state = .payload(left: left - taken.count)
        if taken.count == left {
            if !(packets?.givesTags ?? true) { packets?.end() }
            // Bytes after the end of the packet belong to no packet.
            state = .waiting
            skipped += bytes.count - left
        }
    }

    // MARK: - Output

    /// Whether a PES packet was scrambled.
    private var scrambled = false

    private mutating func take(final: Bool, _ output: inout [FramerOutput]) {
        if scrambled { tellScrambled(&output) }
        while let made = audio?.next(final: final) { pass(made, &output) }
        for made in video?.takeOutput() ?? [] { pass(made, &output) }
        for made in packets?.takeOutput() ?? [] { pass(made, &output) }
        if skipped > 0, final || output.contains(where: \.isSample) {
            output.append(.damage(bytes: skipped))
            skipped = 0
        }
    }

    private mutating func pass(_ made: FramerOutput, _ output: inout [FramerOutput]) {
        guard case .format(var told) = made else {
            output.append(made)
            return
        }
        told.encryption = encryption
        self.made = told
        output.append(.format(told))
    }

    private mutating func tellScrambled(_ output: inout [FramerOutput]) {
        scrambled = false
        guard encryption == nil else { return }
        encryption = MediaEncryption(scheme: "ts-scrambled")
        var told = made ?? description.format
        told.encryption = encryption
        output.append(.format(told))
    }
}

extension FramerOutput {
    var isSample: Bool {
        if case .sample = self { return true }
        return false
    }
}
