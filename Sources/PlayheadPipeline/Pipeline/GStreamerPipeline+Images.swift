internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import Synchronization

/// Image files: one decoded frame that is repeated for the image duration of the item.
extension GStreamerPipeline {
    /// The image file that is the medium; nil for other media, and before it was read.
    var image: ImageFile? { plugged.withLock(\.image) }

    /// The duration of the image; nil without limit.
    var imageLength: Duration? { request.item.imageLength }

    /// The frames per second of an image. They share the memory of the decoded frame.
    private static let frameRate: Int32 = 10

    /// Puts elements behind a decoder that repeat its frame. Called on a streaming thread, before the frame
    /// passes. Nil if they are not installed; the load has failed then.
    func repeatFrame(of pad: Pad, in pipeline: Element) -> Pad? {
        guard let repeater = Element.make("imagefreeze"), let filter = Element.make("capsfilter"),
            let entry = repeater.pad("sink"), let exit = filter.pad("src")
        else {
            later { $0.fail(Self.missingElement("imagefreeze")) }
            return nil
        }
        filter.set("caps", text: "video/x-raw(ANY), framerate=(fraction)\(Self.frameRate)/1")
        for element in [repeater, filter] { pipeline.add(element) }
        repeater.link(to: filter)
        for element in [filter, repeater] { element.syncStateWithParent() }
        // The first segment has no end otherwise.
        _ = repeater.seek(to: .zero, until: demuxedEnd, landing: .accurate)
        return pad.link(to: entry) ? exit : nil
    }

    /// The end of presentation on the clock, which is known from the start.
    var imageEnd: Duration? {
        guard image != nil, speed > 0, let end = demuxedEnd else { return nil }
        return branches.first?.runningTime(of: end)
    }

    /// Warns of images in the file that are not shown.
    func warnOfImage() {
        guard let image, let format = image.format?.rawValue else { return }
        if image.isAnimated {
            report(.warning(PlayerWarning("The \(format) is animated: its first image is shown")))
        }
        if image.isCutOff {
            report(
                .warning(
                    PlayerWarning("The \(format) is cut off: the rest is shown", hint: "fetch it again")))
        }
    }
}
