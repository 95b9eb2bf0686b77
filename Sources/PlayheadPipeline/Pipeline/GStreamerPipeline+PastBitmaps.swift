internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

extension GStreamerPipeline {
    /// Reads the bitmap subtitles that began before the target of a seek, if they are drawn, and then calls
    /// an action. Called before the seek is sent.
    ///
    /// Demuxers output only subtitles that begin behind a seek, and the overlay treats earlier ones as over
    /// (1.22.0). The last 10 s before the target are read a second time, beside playback and without
    /// decoding.
    func whenPastBitmapsAreKnown(
        before target: Duration, _ work: @escaping @Sendable (GStreamerPipeline) -> Void
    ) {
        bitmaps.withLock { bitmaps in
            defer { bitmaps.reading = nil }
            return bitmaps.reading
        }?.giveUp()
        let needed = max(target - Self.memory, .zero)..<target + .nanoseconds(1)
        guard Workaround.bitmapsBeforeSeek.isNeeded,
            let drawing = bitmaps.withLock(\.drawing), drawing.isDrawing, target > .zero,
            request.item.uri.hasPrefix("file:"), !drawing.keeps(needed)
        else { return work(self) }
        drawing.keep(nil)
        let part = needed.lowerBound..<target + Self.reserve
        let reading = SubtitleExtractor(
            of: request.item.uri, part: part,
            queue: DispatchQueue(label: "playhead.pastbitmaps", qos: .userInitiated))
        bitmaps.withLock { $0.reading = reading }
        time.beginWork()
        reading.begin(patience: configuration.loadTimeout) { [weak self, time] result in
            if let found = try? result.get() {
                let pieces = found.map { ($0.track.id, $0.pieces) }
                drawing.keep(PastBitmaps(part: part, pieces: Dictionary(uniqueKeysWithValues: pieces)))
            }
            self?.later(work)
            time.endWork()
        }
        // The user should not wait longer for a seek. A virtual clock stands still for it.
        if !time.isVirtual { later(after: Self.patience) { _ in reading.giveUp() } }
    }

    /// The maximum age of a subtitle that is still visible at the target.
    private static let memory: Duration = .seconds(10)
    /// The duration that is read beyond the target. A seek may land behind it, and the next seek may lead
    /// there.
    private static let reserve: Duration = .seconds(5)
    private static let patience: Duration = .seconds(1)
}
