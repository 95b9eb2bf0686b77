internal import GStreamer
public import PlayheadCore

extension VideoFrame {
    /// The frame as an image file, as it is displayed: mirrored, rotated, and with square pixels in its
    /// ``displaySize``.
    ///
    /// The colour matrix and range are converted. HDR is not mapped to SDR, and 10-bit components become 8
    /// bits. Files have no metadata.
    ///
    ///     try Data(frame.encoded(as: .jpeg(quality: 85))).write(to: url)
    ///
    /// The call blocks its thread. It may be made on any thread, also on several at once. It takes 1 to 7 ms
    /// for 320×180 pixels. For 1920×1080 pixels, a JPEG takes about 20 ms, and a PNG or a lossy WebP up to
    /// 200 ms.
    ///
    /// - Throws: A ``PlayerError`` of code ``PlayerError/Code/missingDecoder`` if the encoder is not
    ///   installed; the hint names the Debian package. Its code is ``PlayerError/Code/malformed`` if the frame
    ///   has no readable pixels, and ``PlayerError/Code/unknown`` if the encoder refuses the frame. A WebP
    ///   file has 16 to 16383 pixels in each direction, and a JPEG file at most 65535.
    public func encoded(as format: ImageFormat) throws(PlayerError) -> [UInt8] {
        guard let picture else { throw PlayerError(.unreadable, format) }
        let size = displaySize
        let isUpright = rotation % 180 == 0
        let encoding = ImageEncoding(
            format: ImageEncoding.Format(format), width: isUpright ? size.width : size.height,
            height: isUpright ? size.height : size.width, rotation: rotation, isMirrored: isMirrored)
        do throws(ImageEncoding.Fault) {
            return try encoding.encode(picture)
        } catch {
            throw PlayerError(error, format)
        }
    }

    /// The pixels for GStreamer, copied if they are in other memory; nil if they do not fit the format.
    private var picture: DecodedPicture? {
        if let decoded = storage as? DecodedStorage { return decoded.picture }
        return DecodedPicture(
            copying: planes.map { .init(stride: $0.stride, rowBytes: $0.rowBytes, rows: $0.rows) },
            format: self.format.rawValue, width: width, height: height, lend: storage.lend)
    }
}

extension ImageEncoding.Format {
    fileprivate init(_ format: ImageFormat) {
        self =
            switch format {
            case .png: .png
            case .jpeg(let quality): .jpeg(quality: min(max(quality, 1), 100))
            case .webp(let quality): .webp(quality: min(max(quality, 1), 100))
            case .losslessWebP: .losslessWebP
            }
    }
}

extension PlayerError {
    init(_ fault: ImageEncoding.Fault, _ format: ImageFormat) {
        switch fault {
        case .missingElement(let element):
            self.init(
                .missingDecoder, "No plug-in is installed that writes \(format.mediaType)",
                hint: DebianPackage.hint(element: element), element: element)
        case .unreadable:
            self.init(.malformed, "The frame has no readable pixels")
        case .failed(let fault):
            let reason = fault.map { ": \($0.message)" } ?? ""
            self.init(
                .unknown, "The frame cannot be written as \(format.mediaType)\(reason)",
                hint: "choose another size or format", element: fault?.element,
                domain: fault?.domain ?? "playhead", domainCode: fault?.code ?? 0)
        }
    }
}
