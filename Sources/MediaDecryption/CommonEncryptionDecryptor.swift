/// Decrypts the samples of one track under Common Encryption (ISO/IEC 23001-7:2016) with a known key.
///
/// An instance must not be used by two threads at the same time.
package struct CommonEncryptionDecryptor: ~Copyable {
    /// The protection schemes (section 10).
    package enum Scheme: String, Sendable, Hashable {
        /// AES-CTR over all bytes of the protected ranges.
        case cenc
        /// AES-CBC over the whole blocks of the protected ranges.
        case cbc1
        /// AES-CTR with a pattern of blocks.
        case cens
        /// AES-CBC with a pattern of blocks, restarted for each subsample.
        case cbcs

        var usesCounter: Bool { self == .cenc || self == .cens }
        var usesPattern: Bool { self == .cens || self == .cbcs }
    }

    package struct Subsample: Sendable, Hashable {
        package var clear: Int
        package var encrypted: Int

        package init(clear: Int, encrypted: Int) { (self.clear, self.encrypted) = (clear, encrypted) }
    }

    private let scheme: Scheme
    private let cipher: CipherContext
    private let cryptBlocks: Int
    private let skipBlocks: Int

    /// Creates a decryptor. A pattern of 0:0 means no pattern: all blocks are encrypted, as in audio under
    /// `cbcs`.
    package init(
        _ scheme: Scheme, key: [UInt8], cryptBlocks: Int = 0, skipBlocks: Int = 0
    ) throws(MediaDecryptionError) {
        // Both are fields of four bits (section 12.2).
        let isPattern = (0...15).contains(cryptBlocks) && (0...15).contains(skipBlocks)
        guard isPattern, scheme.usesPattern || cryptBlocks == 0 && skipBlocks == 0 else {
            throw .wrongPattern(crypt: cryptBlocks, skip: skipBlocks)
        }
        guard cryptBlocks > 0 || skipBlocks == 0 else {
            throw .wrongPattern(crypt: cryptBlocks, skip: skipBlocks)
        }
        let cipher = try CipherContext(scheme.usesCounter ? .ctr : .cbc, key: key)
        self.scheme = scheme
        self.cipher = cipher
        (self.cryptBlocks, self.skipBlocks) = (cryptBlocks, skipBlocks)
    }

    /// Decrypts a sample. The initialization vector has 16 bytes, or 8 with AES-CTR. Without subsamples the
    /// whole sample is protected.
    package func decrypt(
        _ sample: ArraySlice<UInt8>, vector: [UInt8], subsamples: [Subsample]
    ) throws(MediaDecryptionError) -> [UInt8] {
        guard vector.count == 16 || vector.count == 8 && scheme.usesCounter else {
            throw .wrongVectorSize(vector.count)
        }
        let vector = vector + Array(repeating: 0, count: 16 - vector.count)
        var output = Array(sample)
        let protected = try Self.protectedRanges(subsamples, of: output.count)
        if scheme.usesCounter {
            var counter = BlockCounter(vector)
            try cipher.begin(vector)
            for range in protected {
                for run in runs(in: range) { try counter.decrypt(&output, run, with: cipher) }
            }
        } else {
            try cipher.begin(vector)
            for (number, range) in protected.enumerated() {
                if scheme == .cbcs, number > 0 { try cipher.begin(vector) }
                for run in runs(in: range) { try cipher.decrypt(&output, run) }
            }
        }
        return output
    }

    private static func protectedRanges(
        _ subsamples: [Subsample], of length: Int
    ) throws(MediaDecryptionError) -> [Range<Int>] {
        if subsamples.isEmpty { return [0..<length] }
        var ranges: [Range<Int>] = []
        var position = 0
        for subsample in subsamples {
            guard subsample.clear >= 0, subsample.encrypted >= 0, subsample.clear <= length - position,
                subsample.encrypted <= length - position - subsample.clear
            else { throw .wrongSubsamples }
            let start = position + subsample.clear
            position = start + subsample.encrypted
            if start < position { ranges.append(start..<position) }
        }
        guard position == length else { throw .wrongSubsamples }
        return ranges
    }

    /// The encrypted ranges of a protected range. CBC and patterns encrypt only whole blocks (sections 9.5.2
    /// and 9.6).
    private func runs(in range: Range<Int>) -> [Range<Int>] {
        if scheme == .cenc { return [range] }
        let size = CipherContext.blockSize
        let end = range.lowerBound + range.count / size * size
        guard skipBlocks > 0 else { return range.lowerBound < end ? [range.lowerBound..<end] : [] }
        let starts = stride(from: range.lowerBound, to: end, by: (cryptBlocks + skipBlocks) * size)
        return starts.map { $0..<min($0 + cryptBlocks * size, end) }
    }
}

/// The AES-CTR counter of Common Encryption. Only its lower 64 bits count and wrap (section 9.3), while
/// libcrypto carries into the upper bits.
struct BlockCounter {
    private let upper: [UInt8]
    /// The number of bytes before the lower half wraps; nil after the wrap, or when the wrap is out of reach.
    private var left: Int?

    init(_ vector: [UInt8]) {
        upper = Array(vector.prefix(8))
        let lower = vector.dropFirst(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // The value 0 wraps after 2^64 blocks.
        let blocks = lower == 0 ? UInt64.max : ~lower + 1
        left = blocks < 1 << 48 ? Int(blocks) * CipherContext.blockSize : nil
    }

    mutating func decrypt(
        _ bytes: inout [UInt8], _ range: Range<Int>, with cipher: borrowing CipherContext
    ) throws(MediaDecryptionError) {
        guard let left, range.count >= left else {
            if let left { self.left = left - range.count }
            return try cipher.decrypt(&bytes, range)
        }
        let wrap = range.lowerBound + left
        try cipher.decrypt(&bytes, range.lowerBound..<wrap)
        self.left = nil
        try cipher.begin(upper + Array(repeating: 0, count: 8))
        try cipher.decrypt(&bytes, wrap..<range.upperBound)
    }
}
