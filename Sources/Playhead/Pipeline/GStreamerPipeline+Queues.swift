internal import GStreamer
internal import Synchronization

// What holds the streams of HLS before their decoders: the queues of decodebin3, which it bounds by how far its streams are apart, and by how much its
// decoders say that they hold back. hlsdemux2 feeds all streams from one thread. So where the queue of the sound is full before the decoder of pictures has
// what it needs to give one out, and nothing is played before there is one, that stays so for good (1.22.0): where decoders hold back
// more than they say, and where a pause finds the output of pictures with none in hand, because the sound was late.
extension GStreamerPipeline {
    /// Takes over queues that were made just now, on whatever thread that happened.
    func adopt(queues: Element, isAdaptive: Bool) {
        if configuration.clock.virtualClock != nil { return queues.takeAnyAmount() }
        guard isAdaptive else { return }
        queues.take(length: Self.firstBound)
        plugged.withLock { $0.streamQueues = queues }
        later { $0.growQueues() }
    }

    /// Stands before an element, if it is a decoder of pictures; on whatever thread it was plugged in.
    func standBefore(decoder: Element, isAdaptive: Bool) {
        let feed = DecoderFeed(decoder, isAdaptive: isAdaptive) { [weak self] in self?.learn(held: $0) }
        if let feed { plugged.withLock { $0.feeds.append(feed) } }
    }

    /// Has an output that holds nothing get what it waits for, though another one has all that it takes.
    func widenQueues() {
        guard !hasWideQueues, let queues = plugged.withLock(\.streamQueues) else { return }
        hasWideQueues = true
        queueBound = queues.time("max-size-time")
        queues.take(length: narrowBound)
        growQueues()
    }

    /// Has the queues take more while one of them is empty and what is to fill it does not come by a full one: no more than is needed, because what they
    /// hold is played even where another voice is asked for.
    private func growQueues() {
        guard hasWideQueues else { return }
        let passages = arrivals.passages
        later(after: Self.lull) { [generation] pipeline in
            guard pipeline.generation == generation, !pipeline.isFinished, pipeline.hasWideQueues,
                let queues = pipeline.plugged.withLock(\.streamQueues)
            else { return }
            if pipeline.arrivals.passages == passages, pipeline.arrivals.areHeldUp {
                queues.take(length: min((queues.time("max-size-time") ?? .zero) * 2, Self.mostHeld))
            }
            pipeline.growQueues()
        }
    }

    /// Every output holds something. What the bound was is put back: it is only reckoned anew when streams are farther apart than ever, or much nearer.
    func narrowQueues() {
        guard hasWideQueues, let queues = plugged.withLock(\.streamQueues) else { return }
        hasWideQueues = false
        queues.take(length: narrowBound)
        queues.set("use-interleave", true)
        keepBound()
    }

    /// What the queues take when they are not wide, and at least when they are.
    private var narrowBound: Duration {
        max(queueBound ?? .zero, Self.firstBound, plugged.withLock(\.held))
    }

    /// A decoder was seen to hold back as much, on its thread. What knows nothing of the rate of its pictures says nothing of that (1.22.0).
    func learn(held: Duration) {
        let bound = min(held, Self.mostHeld) + Self.leeway
        plugged.withLock { $0.held = max($0.held, bound) }
        keepBound()
    }

    /// Has the queues take what decoders hold back at least. decodebin3 goes by what they say, each time that one says something.
    func keepBound() {
        let (queues, held) = plugged.withLock { ($0.streamQueues, $0.held) }
        guard let queues, held > queues.time("min-interleave-time") ?? .zero else { return }
        queues.set("min-interleave-time", uint64: UInt64(held.inNanoseconds))
    }

    /// Until it is known how far the streams are apart.
    private static let firstBound: Duration = .milliseconds(500)

    /// In which something would have passed.
    private static let lull: Duration = .milliseconds(60)

    /// What is farther apart does not follow one another.
    private static let mostHeld: Duration = .seconds(30)

    /// What decodebin3 adds to what decoders say.
    private static let leeway: Duration = .milliseconds(100)
}
