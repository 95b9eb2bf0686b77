/// Decrypts the samples of transport streams and packed audio under `METHOD=SAMPLE-AES` (Apple, “MPEG-2
/// Stream Encryption Format for HTTP Live Streaming”).
///
/// Each NAL unit and each audio frame begins with the same initialization vector.
package struct SampleAESDecryptor: ~Copyable {
    package enum AudioFraming: Sendable, Hashable {
        case adts
        /// Syncframes of AC-3 or E-AC-3.
        case ac3
    }

    private static let block = CipherContext.blockSize
    private let cipher: CipherContext
    private let vector: [UInt8]

    package init(key: [UInt8], vector: [UInt8]) throws(MediaDecryptionError) {
        let cipher = try CipherContext(.cbc, key: key)
        try cipher.begin(vector)
        self.cipher = cipher
        self.vector = vector
    }

    /// Decrypts an H.264 access unit with start codes.
    ///
    /// Only slices (types 1 and 5) of more than 48 bytes are encrypted. The emulation prevention bytes belong
    /// to the encrypted form and are removed before decryption. The output contains those of the clear form.
    package func decryptH264(_ accessUnit: ArraySlice<UInt8>) throws(MediaDecryptionError) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(accessUnit.count)
        for unit in AnnexBUnits.split(accessUnit) {
            output += accessUnit[unit.startCode]
            let bytes = accessUnit[unit.bytes]
            guard let type = bytes.first.map({ $0 & 0x1F }), type == 1 || type == 5, bytes.count > 48 else {
                output += bytes
                continue
            }
            var plain = AnnexBUnits.withoutEmulationPrevention(bytes)
            try decryptSlice(&plain)
            output += plain
        }
        return output
    }

    /// Decrypts a slice: 32 bytes are clear, then one block of ten is encrypted, while more than a block is
    /// left.
    private func decryptSlice(_ bytes: inout [UInt8]) throws(MediaDecryptionError) {
        try cipher.begin(vector)
        var position = 32
        while bytes.count - position > Self.block {
            try cipher.decrypt(&bytes, position..<(position + Self.block))
            position += 10 * Self.block
        }
    }

    /// Decrypts consecutive audio frames. Throws when the last frame is incomplete.
    ///
    /// In each frame, the 16 bytes after the ADTS header or from the sync word on are clear. Whole encrypted
    /// blocks follow, and the remainder is clear.
    package func decryptAudio(
        _ frames: ArraySlice<UInt8>, _ framing: AudioFraming
    ) throws(MediaDecryptionError) -> [UInt8] {
        var output = Array(frames)
        var position = 0
        while position < output.count {
            let rest = output[position...]
            guard let frame = framing == .adts ? AudioFrame(adts: rest) : AudioFrame(ac3: rest),
                frame.length <= rest.count
            else { throw .malformed(offset: position) }
            let start = position + frame.header + Self.block
            position += frame.length
            guard position - start >= Self.block else { continue }
            try cipher.begin(vector)
            try cipher.decrypt(&output, start..<(start + (position - start) / Self.block * Self.block))
        }
        return output
    }
}
