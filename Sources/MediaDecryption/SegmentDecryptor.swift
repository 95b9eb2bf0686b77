/// Decrypts a segment that is encrypted as a whole (RFC 8216, section 4.3.2.4, `METHOD=AES-128`),
/// incrementally.
///
/// The decryptor is a value that includes the decryption state.
package struct SegmentDecryptor: Sendable {
    private let key: [UInt8]
    /// The last encrypted block, with which the next block is combined.
    private var vector: [UInt8]
    /// The bytes that are not decrypted yet, at most one block.
    private var rest: [UInt8] = []

    /// Nil when the key or the vector does not have 16 bytes.
    package init?(key: [UInt8], vector: [UInt8]) {
        guard key.count == CipherContext.blockSize, vector.count == CipherContext.blockSize else {
            return nil
        }
        (self.key, self.vector) = (key, vector)
    }

    /// Decrypts all bytes that are ready. At least one byte is kept, so that the last block remains for the
    /// removal of the padding.
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
