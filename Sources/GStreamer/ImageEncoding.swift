internal import CGStreamer
internal import PlayheadSystem
internal import Synchronization

/// How a decoded picture becomes an image file.
package struct ImageEncoding: Sendable, Equatable {
    /// The encoder with its properties.
    package enum Format: Sendable, Equatable {
        case png
        /// The quality is 1 to 100.
        case jpeg(quality: Int)
        case webp(quality: Int)
        case losslessWebP
    }

    /// The reason why there is no image.
    package enum Fault: Error, Sendable, Equatable {
        /// No plug-in has an element of this factory.
        case missingElement(String)
        /// The pixels cannot be read, or there are none.
        case unreadable
        /// The encoder refuses the picture. The fault is nil if it gave no reason.
        case failed(ElementFault?)
    }

    package var format: Format
    /// The size before the rotation. The picture is stretched to it.
    package var width: Int
    package var height: Int
    /// The clockwise rotation in degrees, a multiple of 90.
    package var rotation: Int
    /// Whether left and right are exchanged, before the rotation.
    package var isMirrored: Bool

    package init(format: Format, width: Int, height: Int, rotation: Int, isMirrored: Bool) {
        self.format = format
        self.width = width
        self.height = height
        self.rotation = rotation
        self.isMirrored = isMirrored
    }

    /// The bytes of the image file. The picture passes the elements on the thread of the call, which it
    /// blocks. A pipeline of its own for each picture costs about 1 ms, and 5 ms with a rotation.
    package func encode(_ picture: DecodedPicture) throws(Fault) -> [UInt8] {
        guard !picture.planes.isEmpty, width > 0, height > 0 else { throw .unreadable }
        let result = ImageResult()
        let elements = try elements(for: picture.format)
        elements.last?.pad("sink")?.takeBytes { result.take($0) }
        guard picture.pass(through: elements, onMessage: { result.take($0) }) else {
            throw .failed(result.fault)
        }
        guard let bytes = result.bytes else { throw .failed(result.fault) }
        return bytes
    }

    private func elements(for input: PictureFormat) throws(Fault) -> [Element] {
        let convert = try Self.make("videoconvertscale")
        // The shapes of pixels are known. Borders would correct the rounding of the size.
        convert.set("add-borders", false)
        let rgb = "format=\(input.hasAlpha ? "RGBA" : "RGB")"
        // `jpegenc` writes components as they are, and JFIF defines those of ITU-R BT.601 in full range.
        let jfif = "format=I420,colorimetry=1:4:0:0,chroma-site=jpeg"
        var isJPEG = false
        if case .jpeg = format { isJPEG = true }
        let needsRGB = isJPEG && input.isLimitedBT601 && Workaround.rangeConversion.isNeeded
        let size = "width=\(width),height=\(height),pixel-aspect-ratio=1/1"
        var elements = [convert, try filter("\(isJPEG && !needsRGB ? jfif : rgb),\(size)")]
        if let direction {
            let flip = try Self.make("videoflip")
            flip.set("video-direction", text: direction)
            elements.append(flip)
        }
        if needsRGB { elements += [try Self.make("videoconvert"), try filter(jfif)] }
        let sink = try Self.make("fakesink")
        sink.set("sync", false)
        sink.set("async", false)
        return try elements + [encoder(), sink]
    }

    private func filter(_ caps: String) throws(Fault) -> Element {
        let filter = try Self.make("capsfilter")
        filter.set("caps", text: "video/x-raw,\(caps)")
        return filter
    }

    private func encoder() throws(Fault) -> Element {
        switch format {
        case .png: return try Self.make("pngenc")
        case .jpeg(let quality):
            let encoder = try Self.make("jpegenc")
            encoder.set("quality", int: Int32(clamping: quality))
            if Workaround.jpegBlockPadding.isNeeded { encoder.pad("sink")?.completeBlocks() }
            return encoder
        case .webp(let quality):
            let encoder = try Self.make("webpenc")
            encoder.set("quality", Double(quality))
            return encoder
        case .losslessWebP:
            let encoder = try Self.make("webpenc")
            encoder.set("lossless", true)
            return encoder
        }
    }

    /// The `video-direction` of `videoflip`; nil for an upright picture.
    private var direction: String? {
        switch (isMirrored, (rotation % 360 + 360) % 360) {
        case (false, 90): "90r"
        case (false, 180): "180"
        case (false, 270): "90l"
        case (true, 90): "ur-ll"
        case (true, 180): "vert"
        case (true, 270): "ul-lr"
        case (true, _): "horiz"
        default: nil
        }
    }

    private static func make(_ factory: String) throws(Fault) -> Element {
        guard let element = Element.make(factory) else { throw .missingElement(factory) }
        return element
    }
}

/// What the encoder gives, on the thread of the call.
private final class ImageResult: Sendable {
    private let state = Mutex<(bytes: [UInt8]?, fault: ElementFault?)>((nil, nil))

    var bytes: [UInt8]? { state.withLock(\.bytes) }
    var fault: ElementFault? { state.withLock(\.fault) }

    func take(_ bytes: [UInt8]) { state.withLock { $0.bytes = $0.bytes ?? bytes } }
    func take(_ message: BusMessage) {
        guard case .error(let fault) = message else { return }
        state.withLock { $0.fault = $0.fault ?? fault }
    }
}

extension Pad {
    /// Replaces I420 frames by ones with whole blocks of JPEG.
    fileprivate func completeBlocks() {
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_BUFFER,
            { pad, info, _ in
                guard let pad = unsafe pad, let info = unsafe info,
                    let caps = unsafe gst_pad_get_current_caps(pad)
                else { return GST_PAD_PROBE_OK }
                defer { unsafe gst_caps_unref(caps) }
                let buffer = unsafe playhead_probe_buffer(info)
                if let whole = unsafe playhead_buffer_with_whole_blocks(buffer, caps) {
                    unsafe playhead_probe_replace(info, whole)
                }
                return GST_PAD_PROBE_OK
            }, nil, nil)
    }
}
