internal import GStreamer
internal import MediaFormats
internal import PlayheadCore

extension Track {
    /// Adds the properties that the demuxer, the parser and the decoder of its stream declare.
    ///
    /// - Parameters:
    ///   - container: the caps of the demuxer.
    ///   - formats: the caps of the decoder.
    ///   - decoded: the caps of the stream behind the decoder, or of a stream without one.
    ///   - isTimed: whether the demuxer declares each constant frame rate.
    mutating func describe(
        container: CapsValues?, _ formats: DecoderFormats.Formats?, decoded: CapsValues?, isTimed: Bool
    ) {
        let decoded = decoded ?? formats?.output
        let encoded = [formats?.input, container].compactMap(\.self)
        let details = encoded.map(\.details)
        let type = (formats?.input ?? container ?? decoded)?.mediaType ?? ""
        profile =
            details.lazy.compactMap(\.profile).first.map { CodecProfile.name($0, of: type) }
            ?? details.lazy.compactMap(\.variant).first.map { CodecProfile.name($0, of: type) } ?? profile
        switch kind {
        case .video:
            level = details.lazy.compactMap(\.level).first.map { CodecProfile.name($0, of: type) } ?? level
            var found = video ?? VideoProperties()
            found.take(encoded: encoded, decoded: decoded, formats)
            if isTimed, let container {
                found.frameRateMode = container.frameRate == nil ? .variable : .constant
            }
            video = found == VideoProperties() ? nil : found
        case .audio:
            var found = audio ?? AudioProperties()
            found.take(encoded: encoded, decoded: decoded)
            audio = found == AudioProperties() ? nil : found
        case .subtitles: break
        }
    }

    /// Sets how the frames are turned for display, as a file's header has it. A demuxer may have told it too.
    mutating func follow(_ orientation: PictureOrientation) {
        guard kind == .video, orientation != .upright else { return }
        let wasTurned = (video?.rotation ?? 0) % 180 != 0
        turn(orientation)
        if orientation.swapsSides != wasTurned {
            size = size.map { VideoSize(width: $0.height, height: $0.width) }
        }
    }

    /// Sets how the frames are turned for display. `caps` has their size.
    mutating func turn(_ orientation: PictureOrientation) {
        guard kind == .video else { return }
        var found = video ?? VideoProperties()
        (found.rotation, found.isMirrored) = (orientation.rotation, orientation.isMirrored)
        video = found
    }
}

extension Track {
    /// Adds the display properties of an MP4 file.
    mutating func take(_ display: MP4Display) {
        guard kind == .video else { return }
        follow(display.orientation)
        guard var found = video else { return }
        found.take(display)
        video = found
    }
}

extension MP4Display {
    var orientation: PictureOrientation { PictureOrientation(rotation: rotation, isMirrored: isMirrored) }

    /// Whether a GStreamer stream id belongs to this track.
    func isStream(_ id: String) -> Bool { trackID == MatroskaTrack.number(ofStream: id) }
}

extension VideoProperties {
    fileprivate mutating func take(_ display: MP4Display) {
        if let isFullRange = display.isFullRange {
            var declared = color ?? VideoColor()
            declared.isFullRange = isFullRange
            color = declared
        }
        masteringDisplay = masteringDisplay ?? display.masteringDisplay.map { MasteringDisplay($0) }
        contentLightLevel =
            contentLightLevel
            ?? display.contentLightLevel.map { ContentLightLevel(maximum: $0[0], maximumFrameAverage: $0[1]) }
        hdr = HDRFormat(color, isDescribed: masteringDisplay != nil || contentLightLevel != nil)
    }

    fileprivate mutating func take(
        encoded: [CapsValues], decoded: CapsValues?, _ formats: DecoderFormats.Formats?
    ) {
        let declared = encoded.map(\.details)
        let all = declared + [decoded?.details].compactMap(\.self)
        pixelAspectRatio =
            (decoded?.details.pixelAspectRatio ?? all.lazy.compactMap(\.pixelAspectRatio).first)
            .map { PixelAspectRatio(width: $0[0], height: $0[1]) } ?? pixelAspectRatio
        (rotation, isMirrored) = (rotation ?? 0, isMirrored ?? false)
        let ordered = ([decoded?.details].compactMap(\.self) + declared).lazy
        fieldOrder = ordered.compactMap { FieldOrder($0, formats?.fields) }.first ?? fieldOrder
        bitDepth = all.lazy.compactMap(\.bitDepth).first ?? bitDepth
        chromaFormat = all.lazy.compactMap(\.chromaFormat).first ?? chromaFormat
        masteringDisplay =
            all.lazy.compactMap(\.masteringDisplay).first.map { MasteringDisplay($0) } ?? masteringDisplay
        contentLightLevel =
            all.lazy.compactMap(\.contentLightLevel).first.map {
                ContentLightLevel(maximum: $0[0], maximumFrameAverage: $0[1])
            } ?? contentLightLevel
        let sources = declared + [formats?.outputHasColor == true ? decoded?.details : nil].compactMap(\.self)
        color = VideoColor(sources.compactMap(\.color)) ?? color
        hdr = HDRFormat(color, isDescribed: masteringDisplay != nil || contentLightLevel != nil)
    }
}

extension VideoProperties.FieldOrder {
    /// Nil if the caps do not tell it. `fields` are those of the first frame.
    init?(_ caps: CapsDetails, _ fields: FrameFields?) {
        switch (caps.interlaceMode, caps.fieldOrder) {
        case (nil, _): return nil
        case ("progressive"?, _): self = .progressive
        case (_?, "top-field-first"?): self = .topFieldFirst
        case (_?, "bottom-field-first"?): self = .bottomFieldFirst
        case (let mode?, _):
            guard let fields, fields.isInterlaced else {
                self = mode == "mixed" ? .mixed : .interlaced
                return
            }
            self = fields.isTopFirst ? .topFieldFirst : .bottomFieldFirst
        }
    }
}

extension VideoProperties.HDRFormat {
    fileprivate init?(_ color: VideoColor?, isDescribed: Bool) {
        switch color?.transfer {
        case "pq": self = isDescribed ? .hdr10 : .pq
        case "hlg": self = .hlg
        default: return nil
        }
    }
}

extension MasteringDisplay {
    /// The values of GStreamer: red, green, blue, white, and the luminances.
    fileprivate init(_ values: [Int]) {
        let point = { (index: Int) in
            Chromaticity(x: Double(values[index]) / 50_000, y: Double(values[index + 1]) / 50_000)
        }
        self.init(
            red: point(0), green: point(2), blue: point(4), white: point(6),
            maximumLuminance: Double(values[8]) / 10_000, minimumLuminance: Double(values[9]) / 10_000)
    }
}

extension VideoColor {
    /// Each property from the first source that declares it. Nil if none does.
    init?(_ sources: [CapsDetails.Color]) {
        self.init(
            primaries: sources.lazy.compactMap(\.primaries).first.map { ColorName.primaries($0) },
            transfer: sources.lazy.compactMap(\.transfer).first.map { ColorName.transfer($0) },
            matrix: sources.lazy.compactMap(\.matrix).first.map { ColorName.matrix($0) },
            isFullRange: sources.lazy.compactMap(\.isFullRange).first)
        if isEmpty { return nil }
    }
}

extension AudioProperties {
    /// The lossless formats, by media type.
    private static let lossless: Set<String> = [
        "audio/x-raw", "audio/x-wav", "audio/x-aiff", "audio/x-au", "audio/x-flac", "audio/x-alac",
        "audio/x-wavpack", "audio/x-tta", "audio/x-true-hd",
        "audio/x-private1-lpcm", "audio/x-private2-lpcm", "audio/x-private-ts-lpcm", "audio/x-lpcm",
    ]

    fileprivate mutating func take(encoded: [CapsValues], decoded: CapsValues?) {
        let caps = encoded + [decoded].compactMap(\.self)
        let mask = (decoded?.details.channelMask).map { [$0] } ?? []
        let masks = mask + encoded.compactMap(\.details.channelMask)
        channelLayout =
            masks.lazy.compactMap { ChannelLayout.name(mask: $0) }.first
            ?? (decoded?.channels ?? encoded.first?.channels).flatMap { ChannelLayout.name(count: $0) }
            ?? channelLayout
        guard let type = caps.first?.mediaType, Self.lossless.contains(type),
            let samples = caps.lazy.compactMap(\.details.samples).first
        else { return }
        let depth = encoded.lazy.compactMap(\.details.sampleSize).first ?? samples.depth
        bitDepth = depth
        sampleFormat = (samples.isFloat ? "f" : samples.isSigned ? "s" : "u") + "\(depth)"
    }
}

extension PictureOrientation {
    /// The clockwise rotation in degrees, after mirroring.
    var rotation: Int {
        switch self {
        case .upright, .mirrored: 0
        case .clockwise, .mirroredClockwise: 90
        case .upsideDown, .mirroredUpsideDown: 180
        case .counterclockwise, .mirroredCounterclockwise: 270
        }
    }

    /// Whether left and right are exchanged before the rotation.
    var isMirrored: Bool {
        switch self {
        case .upright, .clockwise, .upsideDown, .counterclockwise: false
        case .mirrored, .mirroredClockwise, .mirroredUpsideDown, .mirroredCounterclockwise: true
        }
    }

    init(rotation: Int, isMirrored: Bool) {
        self =
            switch (((rotation % 360) + 360) % 360, isMirrored) {
            case (90, false): .clockwise
            case (180, false): .upsideDown
            case (270, false): .counterclockwise
            case (90, true): .mirroredClockwise
            case (180, true): .mirroredUpsideDown
            case (270, true): .mirroredCounterclockwise
            case (_, true): .mirrored
            case (_, false): .upright
            }
    }
}
