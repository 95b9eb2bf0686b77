/// Determines which encoded frames no other frame depends on. It parses the input buffers of H.264 and H.265
/// decoders, with one frame per buffer.
struct CodedPictures: Sendable, Equatable {
    enum Codec: Sendable { case h264, h265 }

    let codec: Codec
    /// The number of bytes in the length field of a NAL unit; nil if start codes separate the units.
    private let lengthSize: Int?
    /// The number of temporal layers in H.265; nil while it is unknown.
    private var temporalLayers: Int?

    /// Makes a parser for the frames of a stream.
    ///
    /// - Parameter configuration: The `codec_data` of the caps, an `avcC` or `hvcC` box; nil without one.
    init?(codec: Codec, isByteStream: Bool, configuration: [UInt8]?) {
        self.codec = codec
        if isByteStream {
            lengthSize = nil
            return
        }
        let lengthIndex = codec == .h264 ? 4 : 21
        guard let configuration, configuration.count > lengthIndex else { return nil }
        lengthSize = Int(configuration[lengthIndex] & 3) + 1
        let layers = Int(configuration[lengthIndex] >> 3 & 7)
        if codec == .h265, layers > 0 { temporalLayers = layers }
    }

    /// Whether a decoder decodes all other frames correctly without this buffer. The frame is no reference,
    /// and the buffer contains nothing else.
    mutating func isDisposable(_ buffer: Span<UInt8>) -> Bool {
        var hasPicture = false
        var position = 0
        while let unit = unit(in: buffer, from: &position) {
            let kind = codec == .h264 ? h264(buffer, unit) : h265(buffer, unit)
            switch kind {
            case .disposable: hasPicture = true
            case .accessory: break
            case .needed: return false
            }
        }
        return hasPicture && position == buffer.count
    }

    /// Whether a keyframe of H.264 is no IDR picture, so that frames before it may be missing.
    func isOpenKeyframe(_ buffer: Span<UInt8>) -> Bool {
        guard codec == .h264 else { return false }
        var position = 0
        while let unit = unit(in: buffer, from: &position) {
            switch buffer[unit.lowerBound] & 31 {
            case 1...4: return true
            case 5: return false
            default: break
            }
        }
        return false
    }

    private enum Kind { case disposable, accessory, needed }

    /// ITU-T H.264, table 7-1 and `nal_ref_idc`.
    private func h264(_ buffer: Span<UInt8>, _ unit: Range<Int>) -> Kind {
        let header = buffer[unit.lowerBound]
        switch header & 31 {
        case 1...4: return header & 0x60 == 0 ? .disposable : .needed
        case 6, 9, 12: return .accessory
        default: return .needed
        }
    }

    /// ITU-T H.265, table 7-1: even types below 15 are no references within their temporal layer. Those of
    /// the highest layer are therefore no references at all.
    private mutating func h265(_ buffer: Span<UInt8>, _ unit: Range<Int>) -> Kind {
        guard unit.count > 2 else { return .needed }
        let (first, second) = (buffer[unit.lowerBound], buffer[unit.lowerBound + 1])
        let isBaseLayer = first & 1 == 0 && second >> 3 == 0
        switch first >> 1 {
        case 33:
            if isBaseLayer { temporalLayers = Int(buffer[unit.lowerBound + 2] >> 1 & 7) + 1 }
            return .needed
        case 35, 38, 39, 40: return .accessory
        case 0...14 where first >> 1 & 1 == 0 && isBaseLayer:
            return Int(second & 7) == temporalLayers ? .disposable : .needed
        default: return .needed
        }
    }

    /// The next NAL unit without its length or start code. The position moves after it.
    private func unit(in buffer: Span<UInt8>, from position: inout Int) -> Range<Int>? {
        guard let lengthSize else { return startCodeUnit(in: buffer, from: &position) }
        let start = position + lengthSize
        guard start < buffer.count else { return nil }
        let length = (position..<start).reduce(0) { $0 << 8 | Int(buffer[$1]) }
        guard length > 0, start + length <= buffer.count else { return nil }
        position = start + length
        return start..<position
    }

    private func startCodeUnit(in buffer: Span<UInt8>, from position: inout Int) -> Range<Int>? {
        guard let start = startCode(in: buffer, from: position) else { return nil }
        let end = startCode(in: buffer, from: start).map { $0 - 3 } ?? buffer.count
        position = end
        return start < end ? start..<end : nil
    }

    /// The position after the next start code.
    private func startCode(in buffer: Span<UInt8>, from position: Int) -> Int? {
        var index = position
        while index + 2 < buffer.count {
            if buffer[index + 2] > 1 {
                index += 3
            } else if buffer[index] == 0, buffer[index + 1] == 0, buffer[index + 2] == 1 {
                return index + 3
            } else {
                index += 1
            }
        }
        return nil
    }
}
