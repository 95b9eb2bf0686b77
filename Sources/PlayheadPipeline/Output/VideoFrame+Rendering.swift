internal import GStreamer
internal import PlayheadCore

extension VideoFrame {
    /// The frame that a sink presents or holds; nil without a media time. `known` is the format of the frame
    /// before.
    init?(_ rendering: Rendering, _ known: inout PictureFormat?) {
        guard let picture = rendering.picture(&known) else { return nil }
        self.init(picture)
    }

    /// Nil without a media time.
    init?(_ picture: TimedPicture) {
        guard let start = picture.start else { return nil }
        let (content, format) = (picture.content, picture.content.format)
        self.init(
            time: start, duration: picture.duration, format: PixelFormat(rawValue: format.name),
            width: format.width, height: format.height,
            pixelAspectRatio: PixelAspectRatio(width: format.pixelAspect.0, height: format.pixelAspect.1),
            rotation: content.orientation.rotation, isMirrored: content.orientation.isMirrored,
            color: VideoColor([format.color].compactMap(\.self)), storage: DecodedStorage(content))
    }
}

/// The pixels of a frame in the memory of its decoder.
final class DecodedStorage: VideoFrameStorage {
    let picture: DecodedPicture
    let planes: [VideoFrame.Plane]

    init(_ picture: DecodedPicture) {
        self.picture = picture
        planes = picture.planes.map {
            VideoFrame.Plane(stride: $0.stride, rowBytes: $0.rowBytes, rows: $0.rows)
        }
    }

    func lend(plane: Int, _ body: (Span<UInt8>) -> Void) { picture.lend(plane: plane, body) }
    var luma: [UInt8] { picture.luma }
}

extension AudioBuffer {
    /// The samples that a sink presents or holds; nil without a media time, or if they cannot be read.
    init?(_ rendering: Rendering) {
        guard let sound = rendering.sound, let start = sound.start else { return nil }
        self.init(
            time: start, sampleRate: sound.content.rate, channels: sound.content.channels,
            samples: sound.content.samples)
    }
}
