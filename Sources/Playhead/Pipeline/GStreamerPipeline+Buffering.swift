internal import GStreamer

extension GStreamerPipeline {
    /// Reports up to where media is held, if that is news: the whole of a file, and of a network what has arrived.
    func reportBuffer() {
        guard isOpened, seekInFlight == nil, let end = isStreamed ? arrivals.end : pipeline?.duration,
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
        if deferredFault == nil { report(.buffering(percent: percent)) }
        if awaitsRefill, !isWatchingRefill { watchRefill() }
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
