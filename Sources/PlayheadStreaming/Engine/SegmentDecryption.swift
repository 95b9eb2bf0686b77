internal import MediaDecryption

/// Decrypts a segment that is encrypted as a whole, while it arrives.
package struct SegmentDecryption: Sendable {
    private var decryptor: SegmentDecryptor
    private var isBroken = false

    /// Nil when the key or the vector does not have 16 bytes.
    init?(key: [UInt8], vector: [UInt8]) {
        guard let decryptor = SegmentDecryptor(key: key, vector: vector) else { return nil }
        self.decryptor = decryptor
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        do throws(MediaDecryptionError) {
            return try decryptor.append(bytes)
        } catch {
            isBroken = true
            return []
        }
    }

    /// The last bytes; nil when the padding is invalid, because the key is wrong or the end is missing.
    mutating func finish() -> [UInt8]? {
        do throws(MediaDecryptionError) {
            let last = try decryptor.finish()
            return isBroken ? nil : last
        } catch {
            return nil
        }
    }

    /// Decrypts a whole segment; nil when its padding is invalid, or the key does not have 16 bytes.
    package static func decrypt(_ bytes: [UInt8], key: [UInt8], vector: [UInt8]) -> [UInt8]? {
        guard var decryption = SegmentDecryption(key: key, vector: vector) else { return nil }
        let start = decryption.append(bytes[...])
        return decryption.finish().map { start + $0 }
    }
}
