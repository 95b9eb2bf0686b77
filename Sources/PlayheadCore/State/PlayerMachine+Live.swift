/// The available media of a live stream.
package struct StreamWindow: Sendable, Equatable {
    /// The start and the end of the window, on the timeline of the load.
    package var start: Duration
    package var end: Duration
    /// The distance of playback to the live edge, so that there is media until the next segment.
    package var holdBack: Duration
    /// Whether no media is removed.
    package var isAppendOnly: Bool
    /// Whether the stream has ended.
    package var isComplete: Bool
    /// The date of the start in seconds since 1970.
    package var date: Double?

    package init(
        from start: Duration, to end: Duration, holdBack: Duration, isAppendOnly: Bool = false,
        isComplete: Bool = false, date: Double? = nil
    ) {
        self.start = start
        self.end = end
        self.holdBack = holdBack
        self.isAppendOnly = isAppendOnly
        self.isComplete = isComplete
        self.date = date
    }

    /// The valid seek targets, with media to play after them.
    var seekable: Range<Duration> { start..<max(end - holdBack, start) }

    var allowsLookingBack: Bool { isAppendOnly || seekable.upperBound - start >= holdBack * 6 }
}

extension PlayerMachine {
    package var streamType: StreamType {
        guard item != nil, isOpened else { return .unknown }
        if !isLive { return .onDemand }
        return isSeekable && window?.allowsLookingBack == true ? .dvr : .live
    }

    package var seekableRange: Range<Duration>? {
        guard isOpened, isSeekable else { return nil }
        if isLive { return window?.seekable }
        return duration.map { .zero..<max($0, .zero) }
    }

    /// The nearest valid seek target.
    func clampedTarget(_ position: Duration) -> Duration {
        let position = clamped(position)
        guard isLive, let range = seekableRange else { return position }
        return max(min(position, range.upperBound), range.lowerBound)
    }

    /// A stream has grown, or is complete.
    mutating func learn(_ window: StreamWindow, at moment: Moment, effects: inout [Effect]) {
        self.window = window
        catchUp.hear(of: window.end, at: moment.now)
        guard isOpened, isLive else { return }
        if window.isComplete {
            isLive = false
            learn(duration: window.end, at: moment)
        } else {
            keepInWindow(at: moment, effects: &effects)
        }
    }

    /// Moves playback to the oldest media if the next media has been removed from the window, with a warning.
    mutating func keepInWindow(at moment: Moment, effects: inout [Effect]) {
        guard isLive, isSeekable, wantsToPlay, isPrerolled, !seeks.isBusy, !steps.isBusy, let window,
            timeline.position(at: moment) + window.holdBack < window.start
        else { return }
        warn(
            PlayerWarning(
                "The live window has moved on: playback continues at its oldest segment"
            ))
        move(SeekRequest(target: window.seekable.lowerBound), at: moment, effects: &effects)
    }

    /// Seeks to the latest playable position.
    mutating func seekToLive(id: Int?, at moment: Moment, effects: inout [Effect]) {
        let request = SeekRequest(id: id, target: seekableRange?.upperBound ?? .zero)
        guard isLive, seekableRange != nil else {
            let error = PlayerError(.notSeekable, "This content is not live", uri: item?.uri)
            return answer(request, item == nil ? .stopped : .failed(error), effects: &effects)
        }
        seek(request, at: moment, effects: &effects)
    }
}
