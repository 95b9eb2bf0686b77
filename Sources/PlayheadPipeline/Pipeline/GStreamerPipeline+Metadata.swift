internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem
internal import Synchronization

/// What is known of a medium beside its streams, and what of it was reported.
struct MetadataState: Sendable {
    var collector = MetadataCollector()
    /// Whether the file says that it is WebM.
    var isWebM = false
    /// What the server said of the length of the file, in bytes.
    var contentLength: Int?
    /// The shape of the pictures that are presented, before they are turned.
    var picture: CapsValues?
    var reported: MediaMetadata?
    var reportedSize: VideoSize?
}

extension GStreamerPipeline {
    /// An output was told of tags: by the medium or by the stream that it presents.
    func take(_ tags: TagValues, at output: String) {
        let isRadio = plugged.withLock { $0.demuxers.contains("icydemux") }
        metadata.collector.take(tags, from: output, isRadio: isRadio)
        reportMetadata()
    }

    func take(_ chapters: [ChapterEntry]) {
        metadata.collector.take(chapters)
        reportMetadata()
    }

    /// Follows the shape of the pictures that come into a branch, whichever stream they come from.
    func watchShape(in branch: SinkBranch) {
        branch.elements.first?.pad("sink")?.onCaps { [weak self] caps in
            self?.later {
                $0.metadata.picture = caps
                $0.reportMetadata()
            }
        }
    }

    /// Everything that comes before the preroll has come: adds what only the file says, and reports it as one.
    func completeMetadata(isLive: Bool) {
        if !isLive, sourceKind == .progressive {
            let demuxers = plugged.withLock(\.demuxers)
            let file = FileAddress.path(uri: request.item.uri).flatMap { FileBytes(path: $0) }
            if demuxers.contains("qtdemux") {
                metadata.collector.fileChapters =
                    file.map { file in MP4Chapters.read { file.bytes(at: $0, count: $1) } }
                    ?? plugged.withLock(\.chapters)
            }
            if let file, demuxers.contains("matroskademux") {
                metadata.isWebM = MatroskaTracks.isWebM { file.bytes(at: $0, count: $1) }
            }
            let bytes = file?.size ?? metadata.contentLength
            if let bytes, let duration = mediaDuration {
                metadata.collector.setBitrate(bytes, duration)
            }
        }
        reportMetadata()
    }

    /// The demuxers by the names of their factories; what takes playlists apart is among them.
    private var demuxers: Set<String> {
        guard sourceKind != .progressive else {
            let (demuxers, matroska) = plugged.withLock { ($0.demuxers, $0.matroska) }
            // A demuxer that pulls, as it does from a file, is not told what it demuxes.
            let isWebM = metadata.isWebM || matroska?.caps?.mediaType.hasSuffix("/webm") ?? false
            return isWebM ? demuxers.union([MetadataCollector.webM]) : demuxers
        }
        // Also where its streams come to the demuxer as playlists.
        let isManifest = isPresentation || FileAddress.ending(of: request.item.uri).lowercased() == "mpd"
        return [isManifest ? "dash" : "hls"]
    }

    private func reportMetadata() {
        guard isOpened else { return }
        let found = metadata.collector.metadata(demuxers: demuxers)
        if found != metadata.reported ?? MediaMetadata() {
            metadata.reported = found
            report(.metadata(found))
        }
        let isTurned = metadata.collector.orientation?.swapsSides ?? false
        let size = metadata.picture?.displaySize(turned: isTurned).map {
            VideoSize(width: $0.width, height: $0.height)
        }
        guard let size, size != metadata.reportedSize else { return }
        metadata.reportedSize = size
        report(.videoSize(size))
    }
}
