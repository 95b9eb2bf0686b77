/// Decrypts a segment that is encrypted as a whole (RFC 8216, section 4.3.2.4, `METHOD=AES-128`), piece by piece. A value: what has been decrypted
/// so far is a part of it.
package struct SegmentDecryptor: Sendable {
    private let key: [UInt8]
    /// What the next block is combined with: the last one that was decrypted, as it was.
    private var vector: [UInt8]
    /// What is not decrypted yet: at most one block.
    private var rest: [UInt8] = []

    /// Nil where key or vector do not have 16 bytes.
    package init?(key: [UInt8], vector: [UInt8]) {
        guard key.count == CipherContext.blockSize, vector.count == CipherContext.blockSize else {
            return nil
        }
        (self.key, self.vector) = (key, vector)
    }

    /// The bytes that can be decrypted now. One byte at least stays, so that the last block does, because of its padding.
    package mutating func append(_ bytes: ArraySlice<UInt8>) throws(MediaDecryptionError) -> [UInt8] {
        let size = CipherContext.blockSize
        let available = rest.count + bytes.count
        let ready = available > 0 ? (available - 1) / size * size : 0
        guard ready > 0 else {
            rest += bytes
            return []
        }
        var output = rest
        output.reserveCapacity(ready)
        output += bytes.prefix(ready - rest.count)
        rest = Array(bytes.suffix(available - ready))
        let next = Array(output.suffix(size))
        try decrypt(&output)
        vector = next
        return output
    }

    /// The last bytes, without the padding.
    package mutating func finish() throws(MediaDecryptionError) -> [UInt8] {
        let size = CipherContext.blockSize
        guard rest.count == size else { throw .notWholeBlocks(length: rest.count) }
        var last = rest
        rest = []
        try decrypt(&last)
        guard let padding = last.last, (1...UInt8(size)).contains(padding),
            last.suffix(Int(padding)).allSatisfy({ $0 == padding })
        else { throw .wrongPadding }
        return Array(last.dropLast(Int(padding)))
    }

    private func decrypt(_ blocks: inout [UInt8]) throws(MediaDecryptionError) {
        let cipher = try CipherContext(.cbc, key: key)
        try cipher.begin(vector)
        try cipher.decrypt(&blocks, 0..<blocks.count)
    }
}
