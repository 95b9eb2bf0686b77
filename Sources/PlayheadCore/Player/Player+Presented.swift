internal import DequeModule

/// Passes what is presented to one sequence.
private final class PresentationFeed<Element: Sendable>: PresentationTap {
    let feed: Feed<Element>
    private let video: (@Sendable (PresentedVideoFrame) -> Element)?
    private let audio: (@Sendable (PresentedAudioBuffer) -> Element)?

    init(
        limit: Int, lost: any WritableKeyPath<Element, Int> & Sendable,
        video: (@Sendable (PresentedVideoFrame) -> Element)? = nil,
        audio: (@Sendable (PresentedAudioBuffer) -> Element)? = nil
    ) {
        self.video = video
        self.audio = audio
        feed = Feed { element, waiting in
            waiting.append(element)
            guard waiting.count > max(limit, 1), let oldest = waiting.popFirst() else { return }
            waiting[waiting.startIndex][keyPath: lost] += oldest[keyPath: lost] + 1
        }
    }

    func didPresent(_ picture: PresentedVideoFrame) { if let video { feed.append(video(picture)) } }
    func didPresent(_ sound: PresentedAudioBuffer) { if let audio { feed.append(audio(sound)) } }
}

extension Player {
    /// The video frames from now on, each when it is presented, until the player is closed or the sequence is
    /// released.
    ///
    /// The sequence begins with this call, not with the first iteration; call it before ``play()``. It is for one
    /// consumer: two loops over it share its frames. Each call makes a sequence of its own.
    ///
    /// Frames are those of a ``PresentationTap``: in the format of the decoder, without a copy, also without a
    /// window and in virtual time. Playback never waits for the consumer. Without a consumer nothing is read.
    ///
    /// - Parameter limit: the number of frames that wait for the consumer, at least 1. Beyond it the oldest is
    ///   dropped, and ``PresentedVideoFrame/lost`` of the next one counts it.
    public func videoFrames(buffering limit: Int = 3) -> some AsyncSequence<PresentedVideoFrame, Never>
        & Sendable
    {
        let tap = PresentationFeed<PresentedVideoFrame>(limit: limit, lost: \.lost, video: { $0 })
        return presented(tap, tap.feed)
    }

    /// The audio buffers from now on, each when it is presented, like ``videoFrames(buffering:)``.
    ///
    /// - Parameter limit: the number of buffers that wait for the consumer, at least 1.
    public func audioBuffers(buffering limit: Int = 64) -> some AsyncSequence<PresentedAudioBuffer, Never>
        & Sendable
    {
        let tap = PresentationFeed<PresentedAudioBuffer>(limit: limit, lost: \.lost, audio: { $0 })
        return presented(tap, tap.feed)
    }

    private func presented<Element: Sendable>(
        _ tap: any PresentationTap, _ feed: Feed<Element>
    ) -> AsyncStream<Element> {
        sequence(of: feed, Attachment(detach: configuration.taps.add(tap)))
    }

    /// A sequence of what a feed receives until the player is closed.
    func sequence<Element: Sendable>(of feed: Feed<Element>, _ attachment: Attachment) -> AsyncStream<Element>
    {
        // Tells when the player is closed.
        let listener = FeedListener(feed: feed, interest: .facts) { _, _, _ in }
        attach(listener, startsWithCurrent: false)
        let listening = Attachment { [weak self] in self?.detach(listener) }
        return AsyncStream {
            withExtendedLifetime((attachment, listening)) {}
            return await feed.next()
        } onCancel: {
            feed.finish()
            attachment.detach()
            listening.detach()
        }
    }

    /// The video frame that is presented, also while paused; nil without one. It is not affected by subtitles.
    ///
    /// The frame is in the format of the decoder, without a copy. May be called from any thread.
    public func currentFrame() -> VideoFrame? {
        let pipeline = core.withLock { core in
            core.machine.hasPipeline ? core.pipelines[core.machine.stamp] : nil
        }
        return pipeline?.currentFrame()
    }
}
