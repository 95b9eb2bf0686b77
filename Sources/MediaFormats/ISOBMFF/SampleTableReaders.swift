/// Reads `stts` or `ctts`: run lengths of values. The last value applies to all further samples.
struct RunLengths: Sendable {
    private var reader: BoxReader
    private var entries: UInt32
    private var left: UInt32 = 0
    private(set) var value: UInt32 = 0

    init(_ body: ArraySlice<UInt8>) throws(DemuxerError) {
        reader = BoxReader(body)
        try reader.skip(4)
        entries = try reader.u32()
    }

    /// The number of following samples with the same value, which is `value`.
    mutating func run() throws(DemuxerError) -> UInt32 {
        while left == 0 {
            guard entries > 0 else { return .max }
            entries -= 1
            left = try reader.u32()
            value = try reader.u32()
        }
        return left
    }

    mutating func consume(_ count: UInt32) { left -= min(left, count) }
}

/// Reads `stsc`: the number of samples and the description of each chunk.
struct ChunkSizes: Sendable {
    private var reader: BoxReader
    private var entries: UInt32
    private var current: (samples: UInt32, description: UInt32)?
    private var following: (first: UInt32, samples: UInt32, description: UInt32)?

    init(_ body: ArraySlice<UInt8>) throws(DemuxerError) {
        reader = BoxReader(body)
        try reader.skip(4)
        entries = try reader.u32()
        try readNext()
    }

    private mutating func readNext() throws(DemuxerError) {
        guard entries > 0 else {
            following = nil
            return
        }
        entries -= 1
        following = (try reader.u32(), try reader.u32(), try reader.u32())
    }

    /// The values of a chunk, counted from 1. Chunks must be requested in order.
    mutating func next(_ chunk: UInt32) throws(DemuxerError) -> (samples: UInt32, description: UInt32) {
        while let next = following, next.first <= chunk {
            current = (next.samples, next.description)
            try readNext()
        }
        guard let current else {
            throw .malformed("The sample-to-chunk table does not begin with the first chunk.")
        }
        return current
    }
}

/// Reads `stsz` or `stz2`: the sizes of the samples.
struct SampleSizes: Sendable {
    private var reader: BoxReader
    let count: UInt32
    private var constant: UInt32 = 0
    private var bits = 32
    private var halfByte: UInt8?

    init(_ body: ArraySlice<UInt8>, isCompact: Bool) throws(DemuxerError) {
        reader = BoxReader(body)
        try reader.skip(4)
        if isCompact {
            try reader.skip(3)
            bits = Int(try reader.u8())
            guard bits == 4 || bits == 8 || bits == 16 else {
                throw .malformed("The sample sizes have \(bits) bits.")
            }
        } else {
            constant = try reader.u32()
        }
        count = try reader.u32()
    }

    var isConstant: Bool { constant != 0 }

    /// Raises the constant size. QuickTime declares a size of 1 for some PCM samples.
    mutating func raise(to size: UInt32) {
        if isConstant { constant = max(constant, size) }
    }

    /// The size of each of the next samples. `count` may exceed 1 only for a constant size.
    mutating func next(_ count: UInt32) throws(DemuxerError) -> UInt32 {
        guard !isConstant else { return constant }
        switch bits {
        case 32: return try reader.u32()
        case 16: return UInt32(try reader.u16())
        case 8: return UInt32(try reader.u8())
        default:
            if let low = halfByte {
                halfByte = nil
                return UInt32(low)
            }
            let byte = try reader.u8()
            halfByte = byte & 0xF
            return UInt32(byte >> 4)
        }
    }
}

/// Reads `stss`: the numbers of the sync samples. Without the box, all samples are sync samples.
struct SyncSamples: Sendable {
    private var reader: BoxReader?
    private var entries: UInt32 = 0
    private var sample: UInt32 = 1
    /// The next sync sample at or after `sample`; nil when none is left.
    private var next: UInt32?

    init(_ body: ArraySlice<UInt8>?) throws(DemuxerError) {
        guard let body else { return }
        var reader = BoxReader(body)
        try reader.skip(4)
        entries = try reader.u32()
        self.reader = reader
        try readNext()
    }

    private mutating func readNext() throws(DemuxerError) {
        next = nil
        while entries > 0, next == nil {
            entries -= 1
            if let number = try reader?.u32(), number >= sample { next = number }
        }
    }

    /// Whether the next sample is a sync sample, and the number of samples with the same answer.
    mutating func run() throws(DemuxerError) -> (isSync: Bool, count: UInt32) {
        guard reader != nil else { return (true, .max) }
        if let number = next, number < sample { try readNext() }
        guard let next else { return (false, .max) }
        return next == sample ? (true, 1) : (false, next - sample)
    }

    mutating func consume(_ count: UInt32) {
        let (sum, overflow) = sample.addingReportingOverflow(count)
        sample = overflow ? .max : sum
    }
}
