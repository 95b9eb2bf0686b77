internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

extension GStreamerPipeline {
    /// A seek is about to be sent: first reads the pictures of text that began before its target, where they are drawn, and then does
    /// something.
    ///
    /// Demuxers give out what begins behind a seek only, and what draws takes what lies before it for over (1.22.0): the last ten seconds
    /// are read once more, beside what is played and without decoding anything.
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
        // A seek is worth no more to a person. A virtual clock stands still for it.
        if !time.isVirtual { later(after: Self.patience) { _ in reading.giveUp() } }
    }

    /// How long what is seen may have begun before.
    private static let memory: Duration = .seconds(10)
    /// What is read beyond the target: a seek may land behind it, and the next one may lead there.
    private static let reserve: Duration = .seconds(5)
    private static let patience: Duration = .seconds(1)
}
