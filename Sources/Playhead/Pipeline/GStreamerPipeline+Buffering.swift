internal import GStreamer

extension GStreamerPipeline {
    /// Reports up to where media is held, if that is news: the whole of a file, and of a network what has arrived.
    func reportBuffer() {
        guard isOpened, seekInFlight == nil, let end = isStreamed ? arrivals.end : mediaDuration,
            end != reportedBuffer
        else { return }
        reportedBuffer = end
        report(.bufferedTo(end))
    }

    /// An element says how full its buffer is.
    func hearLevel(_ percent: Int, of element: String) {
        reportBuffer()
        isFilling = percent < 100
        if element == "queue2" { awaitsRefill = percent < 100 }
        if deferredFault == nil { tell(level: percent) }
        if awaitsRefill, !isWatchingRefill { watchRefill() }
    }

    /// How full a buffer is depends on what a network delivers in real time. A virtual clock stands still while it fills, so that
    /// nobody need be told, unless that lasts for so long that the clock goes on all the same.
    private func tell(level percent: Int) {
        untoldLevel?.cancel()
        untoldLevel = nil
        guard let virtual = configuration.clock.virtualClock, percent < 100 else {
            return report(.buffering(percent: percent))
        }
        untoldLevel = virtual.schedule(at: virtual.now.offset) { [weak self] in
            self?.later { $0.tellLevel(percent) }
        }
    }

    private func tellLevel(_ percent: Int) {
        guard untoldLevel != nil else { return }
        untoldLevel = nil
        report(.buffering(percent: percent))
    }

    /// Looks after the level of the queue before the decoders until it is high again: queue2 loses the message that says so when it
    /// is resized while it posts another one (1.22.0).
    private func watchRefill() {
        isWatchingRefill = true
        later(after: .milliseconds(200)) { pipeline in
            pipeline.isWatchingRefill = false
            guard pipeline.awaitsRefill, !pipeline.isFinished, let element = pipeline.pipeline else { return }
            if element.isFilling == false {
                pipeline.hearLevel(100, of: "queue2")
            } else {
                pipeline.watchRefill()
            }
        }
    }
}
