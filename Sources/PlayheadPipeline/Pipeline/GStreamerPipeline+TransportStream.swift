internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

extension GStreamerPipeline {
    /// Keeps the duration and seekability of a transport stream file. `tsdemux` knows both while it reads the
    /// middle of the file. It forgets them if a small file is read to its end before anything is presented
    /// (1.22.0).
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
