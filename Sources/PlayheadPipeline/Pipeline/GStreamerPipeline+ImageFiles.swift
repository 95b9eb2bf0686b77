internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import Synchronization

extension GStreamerPipeline {
    /// Fails for content that turns out to be a still image, and stops its data: `avdemux_gif` may not end
    /// (1.22.0). For local files this is known before.
    func refusePictures(from element: Element) {
        guard !request.item.uri.hasPrefix("file:") else { return }
        let sight = PictureSight()
        let entry = element.pad("sink")
        entry?.onHead(upTo: ImageFile.head) { [weak self] head, _ in
            guard head.count >= ImageFile.head else { return false }
            guard ImageFile.begins(with: head) else { return true }
            sight.isPicture.store(true, ordering: .relaxed)
            self?.later { $0.fail(.stillPicture($0.request.item.uri)) }
            return true
        }
        entry?.passData { !sight.isPicture.load(ordering: .relaxed) }
    }
}

/// Whether the data has turned out to be a still image.
private final class PictureSight: Sendable {
    let isPicture = Atomic(false)
}
