internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem
internal import Synchronization

extension GStreamerPipeline {
    /// Handles a message of the bus. Called on `queue`. `seqnum` is the number of the latest seek that had
    /// reached an output when the message was posted; nil if none had.
    func hear(_ message: BusMessage, _ seqnum: Seqnum? = nil, from generation: Int) {
        guard let pipeline, !hasFailed, generation == self.generation else { return }
        switch message {
        case .asyncDone:
            outputsSettled()
            if !isOpened {
                prerolled()
            } else if stepping != nil {
                goOn(at: seqnum)
            } else {
                seekLanded(at: seqnum)
            }
        case .playing: started()
        // The outputs report their own ends. The `EOS` of the bin may belong to the time before a seek
        // (1.22.0).
        case .endOfStream:
            if branches.isEmpty {
                finish(because: .empty)
            } else if !Workaround.binRetainsEnd.isNeeded {
                finish(because: .presented)
            }
        case .error(let fault): hear(fault)
        case .warning, .tooLate, .other: break
        case .durationChanged:
            guard isOpened else { return }
            ending.take(duration: mediaDuration)
            report(.durationChanged(mediaDuration))
            limitLoading()
            reportBuffer()
        case .latencyChanged: pipeline.recalculateLatency()
        case .clockLost:
            guard isPlayingWanted else { return }
            pipeline.setState(.paused)
            pipeline.setState(.playing)
        case .tags(let tags, let output): take(tags, at: output)
        case .chapters(let chapters): take(chapters)
        case .lost(let isVideo, let interval):
            let (start, end) = (interval.lowerBound, interval.upperBound)
            report(.gap(MediaGap(kind: isVideo ? .video : .audio, from: start, to: end, cause: .damaged)))
        case .missingPlugin(let description, let caps):
            faults.miss(PluginRequest(describing: description, caps: caps))
        }
    }

}
