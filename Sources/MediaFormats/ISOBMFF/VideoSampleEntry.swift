/// The video formats by sample entry type.
extension SampleEntry {
    func videoFormat(of type: FourCC) throws(DemuxerError) -> MediaFormat {
        var format = try videoCodec(of: type)
        format.width = width
        format.height = height
        format.pixelAspectWidth = pixelAspect.width
        format.pixelAspectHeight = pixelAspect.height
        return format
    }

    private func videoCodec(of type: FourCC) throws(DemuxerError) -> MediaFormat {
        switch type {
        // The types of ISO/IEC 14496-15 §5.4, and compatible Dolby Vision types.
        case "avc1", "avc2", "avc3", "avc4", "dvav", "dva1": return video(.h264, "avcC", .lengthPrefixed)
        case "hvc1", "hev1", "hvc2", "hev2", "dvh1", "dvhe": return video(.h265, "hvcC", .lengthPrefixed)
        case "vvc1", "vvi1":
            // `vvcC` is a full box, so the record follows its version and flags.
            var format = video(.h266, "vvcC", .lengthPrefixed)
            format.configuration = Array(format.configuration.dropFirst(4))
            return format
        case "av01", "dav1": return video(.av1, "av1C")
        case "vp08": return video(.vp8, "vpcC")
        case "vp09": return video(.vp9, "vpcC")
        case "mp4v":
            guard let descriptor = try elementaryStreamDescriptor() else {
                return MediaFormat(.video, .mpeg4Video)
            }
            var format: MediaFormat
            switch descriptor.objectType {
            case 0x20: format = MediaFormat(.video, .mpeg4Video)
            case 0x21: format = MediaFormat(.video, .h264, framing: .lengthPrefixed)
            case 0x23: format = MediaFormat(.video, .h265, framing: .lengthPrefixed)
            case 0x60...0x65: format = MediaFormat(.video, .mpeg2Video)
            case 0x6A: format = MediaFormat(.video, .mpeg1Video)
            case 0x6C: format = MediaFormat(.video, .motionJPEG)
            default: format = MediaFormat(.video, .other("mp4v.\(String(descriptor.objectType, radix: 16))"))
            }
            format.configuration = Array(descriptor.specificInfo)
            return format
        case "jpeg", "mjpa", "mjpg": return MediaFormat(.video, .motionJPEG)
        default: return MediaFormat(.video, .other(type.description))
        }
    }

    private func video(_ codec: Codec, _ box: FourCC, _ framing: MediaFormat.Framing = .raw) -> MediaFormat {
        var format = MediaFormat(.video, codec, framing: framing)
        format.configuration = configuration(box)
        return format
    }

    func elementaryStreamDescriptor() throws(DemuxerError) -> ElementaryStreamDescriptor? {
        guard let body = boxes["esds"] else { return nil }
        return try ElementaryStreamDescriptor(body)
    }
}
