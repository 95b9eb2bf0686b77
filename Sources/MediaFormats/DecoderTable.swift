/// Whether hardware decodes video.
package enum DecodingMode: String, Sendable {
    /// Hardware that the table trusts; otherwise software.
    case automatic
    case software
    /// Any hardware; otherwise software.
    case hardware
}

/// The decoders of video in their order of preference, by codec and kind. The rank of an element in GStreamer
/// decides only between decoders that the table does not list.
package struct DecoderTable: Sendable, Equatable {
    package struct Hardware: Sendable, Equatable {
        /// The factory of the decoder.
        package var factory: String
        /// Whether ``DecodingMode/automatic`` uses it.
        package var isTrusted: Bool

        package init(_ factory: String, isTrusted: Bool) {
            (self.factory, self.isTrusted) = (factory, isTrusted)
        }
    }

    package struct Codec: Sendable, Equatable {
        package var hardware: [Hardware]
        package var software: [String]
    }

    /// The factory of a decoder that accepts a stream.
    package struct Candidate: Sendable, Equatable {
        package var factory: String
        package var isHardware: Bool

        package init(_ factory: String, isHardware: Bool) {
            (self.factory, self.isHardware) = (factory, isHardware)
        }
    }

    /// The factories to try, in order.
    package struct Order: Sendable, Equatable {
        package var hardware: [String] = []
        /// The decoders without hardware. If there are none, these are the other ones with hardware, except under
        /// ``DecodingMode/software``.
        package var software: [String] = []
    }

    /// By media type, with the version of MPEG: `video/x-h264`, `video/mpeg 2`.
    package var codecs: [String: Codec]

    package init(_ codecs: [String: Codec]) { self.codecs = codecs }

    /// Formats that the table lacks are decoded in software, if possible.
    ///
    /// - Parameters:
    ///   - codec: the key in the table.
    ///   - candidates: the installed decoders that accept the stream, by rank.
    ///   - failed: the factories that have failed before.
    package func order(
        of candidates: [Candidate], for codec: String, _ mode: DecodingMode, without failed: Set<String> = []
    ) -> Order {
        let listed = codecs[codec]
        let known = listed?.hardware.map(\.factory) ?? []
        let (hardware, software) = (
            candidates.filter { $0.isHardware || known.contains($0.factory) }.map(\.factory),
            candidates.filter { !$0.isHardware && !known.contains($0.factory) }.map(\.factory)
        )
        let usable = hardware.filter { !failed.contains($0) }
        var order = Order(software: Self.sorted(software, as: listed?.software ?? []))
        switch mode {
        case .software: return order
        case .hardware where listed != nil: order.hardware = Self.sorted(usable, as: known)
        case .automatic, .hardware:
            let trusted = listed?.hardware.filter(\.isTrusted).map(\.factory) ?? []
            order.hardware = trusted.filter(usable.contains)
        }
        if order.software.isEmpty {
            order.software = Self.sorted(usable.filter { !order.hardware.contains($0) }, as: known)
        }
        return order
    }

    private static func sorted(_ factories: [String], as list: [String]) -> [String] {
        list.filter(factories.contains) + factories.filter { !list.contains($0) }
    }
}

extension DecoderTable {
    /// The table of the player; docs/decoding.md has the reasons.
    package static let standard = DecoderTable([
        "video/x-h264": Codec(
            trusted: ["vah264dec", "nvh264dec", "nvh264sldec"],
            others: ["v4l2slh264dec", "v4l2h264dec", "vaapih264dec"],
            software: ["avdec_h264", "openh264dec"]),
        "video/x-h265": Codec(
            trusted: ["vah265dec", "nvh265dec", "nvh265sldec"],
            others: ["v4l2slh265dec", "v4l2h265dec", "vaapih265dec"],
            software: ["avdec_h265", "libde265dec"]),
        "video/x-vp8": Codec(
            trusted: ["vavp8dec", "nvvp8dec", "nvvp8sldec"],
            others: ["v4l2slvp8dec", "v4l2vp8dec", "vaapivp8dec"],
            software: ["vp8dec", "avdec_vp8"]),
        "video/x-vp9": Codec(
            trusted: ["vavp9dec", "nvvp9dec", "nvvp9sldec"],
            others: ["v4l2slvp9dec", "v4l2vp9dec", "vaapivp9dec"],
            software: ["vp9dec", "avdec_vp9"]),
        "video/x-av1": Codec(
            trusted: ["vaav1dec", "nvav1dec"], others: ["v4l2slav1dec", "vaapiav1dec"],
            software: ["dav1ddec", "av1dec", "avdec_av1"]),
        "video/mpeg 1": Codec(
            trusted: ["nvmpegvideodec"], others: [], software: ["avdec_mpegvideo", "mpeg2dec"]),
        "video/mpeg 2": Codec(
            trusted: ["vampeg2dec", "nvmpeg2videodec"],
            others: ["v4l2slmpeg2dec", "v4l2mpeg2dec", "vaapimpeg2dec"],
            software: ["avdec_mpeg2video", "mpeg2dec", "avdec_mpegvideo"]),
        "video/mpeg 4": Codec(
            trusted: ["nvmpeg4videodec"], others: ["v4l2mpeg4dec"], software: ["avdec_mpeg4"]),
    ])
}

extension DecoderTable.Codec {
    package init(trusted: [String], others: [String], software: [String]) {
        self.init(
            hardware: trusted.map { DecoderTable.Hardware($0, isTrusted: true) }
                + others.map { DecoderTable.Hardware($0, isTrusted: false) },
            software: software)
    }
}
