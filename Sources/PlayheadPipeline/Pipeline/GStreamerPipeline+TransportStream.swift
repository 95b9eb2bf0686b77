internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

extension GStreamerPipeline {
    /// tsdemux knows the length of a file, and that it can seek in it, while it reads its middle, and forgets both for a small one that
    /// is read to its end before anything is presented (1.22.0).
    func keepTransportLength() {
        guard Workaround.tsDurationLost.isNeeded,
            plugged.withLock({ $0.demuxers.contains("tsdemux") }), let pipeline, !isRemote,
            let path = FileAddress.path(uri: request.item.uri)
        else { return }
        let length = pipeline.duration ?? FileBytes(path: path).flatMap { TransportStreamDuration.read($0) }
        plugged.withLock { $0.transportLength = length }
    }

    var transportLength: Duration? { plugged.withLock { $0.transportLength } }
}
