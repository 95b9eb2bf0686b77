internal import GStreamer
internal import Playhead
private import Synchronization

extension TestPattern {
    /// Writes the file, or replaces an existing one.
    ///
    /// The duration depends on the encoders. No thread of the caller is blocked. If the task is cancelled,
    /// the written part of the file remains.
    public func write(to path: String) async throws(TestPatternError) {
        if let fault = Runtime.startFault { throw .failed(fault) }
        try check()
        let pipeline: Element
        do {
            pipeline = try Element.pipeline(described: self.pipeline)
        } catch {
            throw .failed(error.message)
        }
        pipeline.child(named: "file")?.set("location", path)
        feed(pipeline)
        try await TestPatternRun.run(pipeline)
    }

    private func feed(_ pipeline: Element) {
        if let source = pipeline.child(named: "video"), let video {
            let frames = Mutex(slots.makeIterator())
            source.feed { [item] in
                frames.withLock { $0.next() }.map { slot in
                    let luma = FrameCode(item: item, number: slot.picture)
                        .luma(width: video.width, height: video.height)
                    let chroma = [UInt8](repeating: 128, count: video.width * video.height / 2)
                    return SourceBytes(luma + chroma, start: slot.start, duration: slot.duration)
                }
            }
        }
        for (index, track) in audio.enumerated() {
            let sound = Mutex(SampleSound(self, track: index, track))
            pipeline.child(named: "audio\(index)")?.feed { sound.withLock { $0.next() } }
        }
        let texts = Mutex(cues.sorted { $0.start < $1.start }.makeIterator())
        pipeline.child(named: "text")?.feed {
            texts.withLock { $0.next() }.map {
                SourceBytes(Array($0.text.utf8), start: $0.start, duration: $0.end - $0.start)
            }
        }
    }
}

/// The raw audio of a track for its encoder.
private struct SampleSound: Sendable {
    private let track: TestPattern.Audio
    private let total: Int
    private let silences: [Range<Int>]
    private var generator: ToneGenerator
    private var position = 0

    init(_ media: TestPattern, track index: Int, _ track: TestPattern.Audio) {
        self.track = track
        let rate = track.sampleRate
        let samples = { (time: Duration) in Int((time / .seconds(1) * Double(rate)).rounded()) }
        total = samples(media.trueLength)
        silences = media.silences.map {
            (samples($0.lowerBound) - track.delay)..<(samples($0.upperBound) - track.delay)
        }
        generator = ToneGenerator(
            SoundCode(item: media.item, track: index), sampleRate: rate,
            from: track.delay - samples(media.skew))
    }

    /// The next 20 ms.
    mutating func next() -> SourceBytes? {
        let count = min(track.sampleRate / 50, total - position)
        guard count > 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * track.channels * 2)
        for (index, sample) in generator.samples(count).enumerated() {
            let isSilent = silences.contains { $0.contains(position + index) }
            let value = UInt16(bitPattern: isSilent ? 0 : Int16((sample * 32_767).rounded()))
            for _ in 0..<track.channels {
                bytes.append(UInt8(truncatingIfNeeded: value))
                bytes.append(UInt8(truncatingIfNeeded: value >> 8))
            }
        }
        let (start, end) = (time(of: position), time(of: position + count))
        position += count
        return SourceBytes(bytes, start: start, duration: end - start)
    }

    private func time(of sample: Int) -> Duration {
        .nanoseconds(Int64(sample) * 1_000_000_000 / Int64(track.sampleRate))
    }
}
