internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem
internal import Synchronization

/// The metadata of a medium apart from its streams, and the values that were reported.
struct MetadataState: Sendable {
    var collector = MetadataCollector()
    /// Whether the file declares itself as WebM.
    var isWebM = false
    /// The length of the file in bytes, as reported by the server.
    var contentLength: Int?
    /// The size of the presented video frames, before rotation.
    var picture: CapsValues?
    var reported: MediaMetadata?
    var reportedSize: VideoSize?
}

extension GStreamerPipeline {
    /// Takes tags that have reached an output: of the medium, or of the stream that it presents.
    func take(_ tags: TagValues, at output: String) {
        let isRadio = plugged.withLock { $0.demuxers.contains("icydemux") }
        metadata.collector.take(tags, from: output, isRadio: isRadio)
        reportMetadata()
    }

    func take(_ chapters: [ChapterEntry]) {
        metadata.collector.take(chapters)
        reportMetadata()
    }

    /// Follows the size of the video frames that enter a branch, whichever stream they belong to.
    func watchShape(in branch: SinkBranch) {
        branch.elements.first?.pad("sink")?.onCaps { [weak self] caps in
            self?.later {
                $0.metadata.picture = caps
                $0.reportMetadata()
            }
        }
    }

    /// Completes the metadata before preroll with values that only the file contains, and reports all of it
    /// as one change.
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
            if let bytes, image == nil, let duration = mediaDuration {
                metadata.collector.setBitrate(bytes, duration)
            }
        }
        reportMetadata()
    }

    /// The demuxers by the names of their factories, including the ones for playlists.
    private var demuxers: Set<String> {
        guard sourceKind != .progressive else {
            let (demuxers, matroska) = plugged.withLock { ($0.demuxers, $0.matroska) }
            // A demuxer in pull mode, as for a file, is not told which format it demuxes.
            let isWebM = metadata.isWebM || matroska?.caps?.mediaType.hasSuffix("/webm") ?? false
            return isWebM ? demuxers.union([MetadataCollector.webM]) : demuxers
        }
        // The streams of a manifest may reach the demuxer as playlists.
        let isManifest = isPresentation || FileAddress.ending(of: request.item.uri).lowercased() == "mpd"
        return [isManifest ? "dash" : "hls"]
    }

    private func reportMetadata() {
        guard isOpened else { return }
        let found = metadata.collector.metadata(demuxers: demuxers)
        if found != metadata.reported ?? MediaMetadata() {
            metadata.reported = found
            presentation.withLock { $0.metadata = found }
            present()
            report(.metadata(found))
            nameWindow()
            settleWindow()
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
