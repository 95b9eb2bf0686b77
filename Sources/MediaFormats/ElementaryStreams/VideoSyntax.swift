/// The video syntaxes whose access units are found by start codes.
enum VideoSyntax: Sendable, Equatable {
    case h264, h265, h266, mpegVideo, mpeg4
}

/// Parses the NAL units, or other units with start codes, of one stream.
struct VideoParser: Sendable {
    let syntax: VideoSyntax
    private(set) var sequence: H264SPS?
    private var lastSequence: ArraySlice<UInt8> = []
    private var size: (width: Int, height: Int) = (0, 0)
    private(set) var frameDuration: Int64?
    /// A picture header whose slices have not arrived (MPEG video).
    private var picture: (isIntra: Bool, structure: Int, order: VideoOrder)?
    /// Whether a group of pictures begins (MPEG video).
    private var beginsGroup = false

    init(_ syntax: VideoSyntax) { self.syntax = syntax }

    /// Whether the video size is not parsed for this syntax.
    var tellsNoSize: Bool { syntax == .h266 || syntax == .mpeg4 }

    /// Parses the unit after the start code prefix that ends before `index`.
    mutating func part(_ bytes: [UInt8], at index: Int) -> VideoUnitPart {
        guard index < bytes.count else { return .other }
        switch syntax {
        case .h264: return h264(bytes, index)
        case .h265: return h265(bytes, index)
        case .h266: return h266(bytes, index)
        case .mpegVideo: return mpegVideo(bytes, index)
        case .mpeg4: return mpeg4(bytes, index)
        }
    }

    /// Parses a complete unit for values in its body.
    mutating func body(_ part: ArraySlice<UInt8>, unit: inout VideoUnit, format: MediaFormat) {
        guard let first = part.first else { return }
        switch (syntax, first) {
        case (.h264, _) where first & 31 == 7:
            unit.hasSequence = true
            guard part.count <= 4096, part != lastSequence, let parsed = H264SPS(part) else { return }
            (sequence, lastSequence, frameDuration) = (parsed, ArraySlice(Array(part)), parsed.frameDuration)
            tell(parsed.width, parsed.height, unit: &unit, format: format)
        case (.h264, _) where first & 31 == 8: unit.hasPictureParameters = true
        case (.h264, _) where first & 31 == 6:
            if SEI.types(part.dropFirst()).contains(6) { unit.hasRecoveryPoint = true }
        case (.h265, _) where first >> 1 & 63 == 33:
            guard part.count <= 4096, part != lastSequence, let parsed = H265SPS(part) else { return }
            lastSequence = ArraySlice(Array(part))
            tell(parsed.width, parsed.height, unit: &unit, format: format)
        case (.mpegVideo, 0xB3): sequenceHeader(part, unit: &unit, format: format)
        case (.mpegVideo, 0xB5): sequenceExtension(part, unit: &unit, format: format)
        default: break
        }
    }

    private mutating func tell(_ width: Int, _ height: Int, unit: inout VideoUnit, format: MediaFormat) {
        size = (width, height)
        var told = unit.format ?? format
        guard (told.width, told.height) != (width, height) else { return }
        (told.width, told.height) = (width, height)
        unit.format = told
    }

    // MARK: - ISO/IEC 14496-10, 7.3.1 and 7.4.1.2.3

    private func h264(_ bytes: [UInt8], _ index: Int) -> VideoUnitPart {
        switch bytes[index] & 31 {
        case 1, 2, 5: return .slice(h264Slice(bytes, index))
        case 9: return .header(isDelimiter: true)
        case 6, 7, 8, 14, 15, 16, 17, 18: return .header(isDelimiter: false)
        default: return .other
        }
    }

    private func h264Slice(_ bytes: [UInt8], _ index: Int) -> VideoSlice {
        var bits = BitReader(
            bytes[(index + 1)..<min(index + 20, bytes.count)], skippingEmulationPrevention: true)
        let isFirst = bits.ue() == 0 && !bits.isExhausted
        let type = bits.ue() % 5
        let isIDR = bytes[index] & 31 == 5
        var slice = VideoSlice(
            isFirst: isFirst, isIntra: type == 2 || type == 4, isRandomAccess: isIDR)
        guard let sequence else { return slice }
        _ = bits.ue()
        if sequence.separatePlanes { bits.skip(2) }
        let number = bits.int(sequence.frameNumberBits)
        if !sequence.onlyFrames, bits.flag() {
            slice.field = VideoField(frameNumber: number, isBottom: bits.flag())
        }
        guard let count = sequence.pictureOrderBits else { return slice }
        if isIDR { _ = bits.ue() }
        let value = bits.int(count)
        guard !bits.isExhausted else { return slice }
        slice.order = VideoOrder(value: value, range: 1 << count, perFrame: 2, beginsGroup: isIDR)
        return slice
    }

    // MARK: - ISO/IEC 23008-2, 7.4.2.4.4

    private func h265(_ bytes: [UInt8], _ index: Int) -> VideoUnitPart {
        let type = bytes[index] >> 1 & 63
        let second = index + 1 < bytes.count ? bytes[index + 1] : 0
        guard bytes[index] & 1 == 0, second >> 3 == 0 else { return .other }
        switch type {
        case 0...31:
            let first = index + 2 < bytes.count && bytes[index + 2] & 0x80 != 0
            let isRandomAccess = (16...21).contains(type)
            return .slice(VideoSlice(isFirst: first, isIntra: isRandomAccess, isRandomAccess: isRandomAccess))
        case 35: return .header(isDelimiter: true)
        case 32, 33, 34, 39, 41...44, 48...55: return .header(isDelimiter: false)
        default: return .other
        }
    }

    // MARK: - ISO/IEC 23090-3, 7.4.2.4.3

    private func h266(_ bytes: [UInt8], _ index: Int) -> VideoUnitPart {
        guard index + 2 < bytes.count, bytes[index] & 63 == 0 else { return .other }
        let type = bytes[index + 1] >> 3
        switch type {
        case 0...11:
            let isRandomAccess = (7...9).contains(type)
            // The first slice contains a picture header or follows one.
            let isFirst = bytes[index + 2] & 0x80 != 0
            return .slice(
                VideoSlice(isFirst: isFirst, isIntra: isRandomAccess, isRandomAccess: isRandomAccess))
        case 20: return .header(isDelimiter: true)
        case 19: return .header(isDelimiter: true)
        case 12...17, 23: return .header(isDelimiter: false)
        default: return .other
        }
    }

    // MARK: - ISO/IEC 13818-2, 6.2

    private mutating func mpegVideo(_ bytes: [UInt8], _ index: Int) -> VideoUnitPart {
        switch bytes[index] {
        case 0x00:
            guard index + 2 < bytes.count else { return .header(isDelimiter: false) }
            let reference = Int(bytes[index + 1]) << 2 | Int(bytes[index + 2] >> 6)
            let order = VideoOrder(value: reference, range: 1024, perFrame: 1, beginsGroup: beginsGroup)
            picture = (bytes[index + 2] >> 3 & 7 == 1, 3, order)
            beginsGroup = false
            return .header(isDelimiter: false)
        case 0xB8:
            beginsGroup = true
            return .header(isDelimiter: false)
        case 0xB3: return .header(isDelimiter: false)
        case 0xB5:
            if index + 3 < bytes.count, bytes[index + 1] >> 4 == 8 {
                picture?.structure = Int(bytes[index + 3] & 3)
            }
            return .other
        case 0x01...0xAF:
            guard let picture else { return .slice(VideoSlice(isFirst: false, isIntra: true)) }
            self.picture = nil
            var slice = VideoSlice(isFirst: true, isIntra: picture.isIntra)
            slice.order = picture.order
            if picture.structure == 1 || picture.structure == 2 {
                slice.field = VideoField(frameNumber: 0, isBottom: picture.structure == 2)
            }
            return .slice(slice)
        default: return .other
        }
    }

    private mutating func sequenceHeader(
        _ part: ArraySlice<UInt8>, unit: inout VideoUnit, format: MediaFormat
    ) {
        guard part.count >= 5 else { return }
        var bits = BitReader(part.dropFirst())
        let (width, height) = (bits.int(12), bits.int(12))
        bits.skip(4)
        (unit.hasSequence, unit.hasPictureParameters) = (true, true)
        let rates: [(Int64, Int64)] = [
            (24_000, 1001), (24, 1), (25, 1), (30_000, 1001), (30, 1), (50, 1), (60_000, 1001), (60, 1),
        ]
        let rate = bits.int(4)
        if rate >= 1, rate <= rates.count {
            frameDuration = Ticks.nanoseconds(rates[rate - 1].1, timescale: rates[rate - 1].0)
        }
        if (width, height) != (size.width & 0xFFF, size.height & 0xFFF) {
            tell(width, height, unit: &unit, format: format)
        }
    }

    /// Adds the two upper bits of the size (ISO/IEC 13818-2, 6.2.2.3).
    private mutating func sequenceExtension(
        _ part: ArraySlice<UInt8>, unit: inout VideoUnit, format: MediaFormat
    ) {
        guard part.count >= 5 else { return }
        var bits = BitReader(part.dropFirst())
        guard bits.int(4) == 1 else { return }
        bits.skip(8 + 1 + 2)
        let (width, height) = (bits.int(2) << 12, bits.int(2) << 12)
        let low = (size.width & 0xFFF, size.height & 0xFFF)
        tell(width | low.0, height | low.1, unit: &unit, format: format)
    }

    // MARK: - ISO/IEC 14496-2, 6.2

    private func mpeg4(_ bytes: [UInt8], _ index: Int) -> VideoUnitPart {
        switch bytes[index] {
        case 0xB6:
            let isIntra = index + 1 < bytes.count && bytes[index + 1] >> 6 == 0
            return .slice(VideoSlice(isFirst: true, isIntra: isIntra, isRandomAccess: isIntra))
        case 0x00...0x2F, 0xB0, 0xB2, 0xB3, 0xB5: return .header(isDelimiter: false)
        default: return .other
        }
    }
}
