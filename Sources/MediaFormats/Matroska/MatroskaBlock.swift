/// A Block or SimpleBlock (RFC 9559, section 10): its header and its frames.
struct MatroskaBlock {
    var track: UInt64
    /// The time in ticks, relative to the Cluster.
    var timestamp: Int16
    /// The keyframe flag of a SimpleBlock; meaningless in a Block.
    var isKeyframe: Bool
    var frames: [ArraySlice<UInt8>]

    /// Nil when the block is damaged.
    init?(_ data: ArraySlice<UInt8>) {
        guard let number = EBML.variableSize(data), let track = number.value else { return nil }
        var rest = data.dropFirst(number.length)
        guard rest.count >= 3 else { return nil }
        let start = rest.startIndex
        self.track = track
        timestamp = Int16(truncatingIfNeeded: Int(rest[start]) << 8 | Int(rest[start + 1]))
        let flags = rest[start + 2]
        isKeyframe = flags & 0x80 != 0
        rest = rest.dropFirst(3)
        if flags & 0x06 == 0 {
            frames = [rest]
            return
        }
        guard let last = rest.popFirst() else { return nil }
        let sizes: [Int]?
        switch flags & 0x06 {
        case 0x02: sizes = Self.xiphSizes(&rest, count: Int(last))
        case 0x06: sizes = Self.ebmlSizes(&rest, count: Int(last))
        default:
            let (size, excess) = rest.count.quotientAndRemainder(dividingBy: Int(last) + 1)
            guard excess == 0 else { return nil }
            sizes = Array(repeating: size, count: Int(last))
        }
        guard let sizes else { return nil }
        frames = []
        for size in sizes {
            guard size <= rest.count else { return nil }
            frames.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        frames.append(rest)
    }

    /// Parses Xiph lacing (section 10.3.2): sums of bytes up to one that is not 255. The last size is
    /// omitted.
    private static func xiphSizes(_ rest: inout ArraySlice<UInt8>, count: Int) -> [Int]? {
        var sizes: [Int] = []
        for _ in 0..<count {
            var size = 0
            while true {
                guard let byte = rest.popFirst() else { return nil }
                size += Int(byte)
                if byte != 255 { break }
            }
            sizes.append(size)
        }
        return sizes
    }

    /// Parses EBML lacing (section 10.3.3): the first size, then signed differences. The last size is
    /// omitted.
    private static func ebmlSizes(_ rest: inout ArraySlice<UInt8>, count: Int) -> [Int]? {
        var sizes: [Int] = []
        var size: Int64 = 0
        for index in 0..<count {
            guard let number = EBML.variableSize(rest) else { return nil }
            // For a difference, a number with all bits set is the largest one.
            let bias = (Int64(1) << Int64(7 * number.length - 1)) - 1
            guard let value = Int64(exactly: number.value ?? UInt64(2 * bias + 1)) else { return nil }
            if index == 0 {
                guard number.value != nil else { return nil }
                size = value
            } else {
                size += value - bias
            }
            guard size >= 0, size <= rest.count else { return nil }
            rest = rest.dropFirst(number.length)
            sizes.append(Int(size))
        }
        return sizes
    }
}
