import MediaDecryption
import Testing

@Suite struct SampleAESTests {
    private let key = hex("2b7e151628aed2a6abf7158809cf4f3c")
    private let vector = hex("000102030405060708090a0b0c0d0e0f")

    /// ISO/IEC 14496-10, section 7.4.1: what an encoder does.
    private func withEmulationPrevention(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var zeros = 0
        for byte in bytes {
            if zeros >= 2, byte <= 3 {
                output.append(3)
                zeros = 0
            }
            output.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return output
    }

    private func encryptUnit(_ unit: [UInt8]) -> [UInt8] {
        guard [1, 5].contains(unit[0] & 0x1F), unit.count > 48 else { return unit }
        var output = unit
        var encryptor = CBCEncryptor(key: key, vector: vector)
        var position = 32
        while output.count - position > 0 {
            if output.count - position > 16 {
                encryptor.encrypt(&output, position..<(position + 16))
                position += 16
            }
            position += min(144, output.count - position)
        }
        return withEmulationPrevention(output)
    }

    @Test func `Slices of H264 are decrypted`() throws {
        var generator = Generator(state: 3)
        let decryptor = try SampleAESDecryptor(key: key, vector: vector)
        for _ in 0..<200 {
            var (plain, encrypted): ([UInt8], [UInt8]) = ([], [])
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let type: UInt8 = [1, 5, 6, 7, 9].randomElement(using: &generator) ?? 1
                let count =
                    Bool.random(using: &generator)
                    ? Int.random(in: 1...70, using: &generator) : Int.random(in: 1...900, using: &generator)
                // Many zeros, and an end that is none.
                let body = generator.bytes(count).map { $0 < 128 ? $0 & 3 : $0 }
                let unit = withEmulationPrevention([0x60 | type] + body + [0x80])
                let code: [UInt8] = Bool.random(using: &generator) ? [0, 0, 1] : [0, 0, 0, 1]
                plain += code + unit
                encrypted += code + encryptUnit(unit)
            }
            if Bool.random(using: &generator) { (plain, encrypted) = (plain + [0, 0], encrypted + [0, 0]) }
            let sample = ([9, 9] + encrypted)[2...]
            #expect(try decryptor.decryptH264(sample) == plain)
        }
    }

    @Test func `Only slices of more than 48 bytes are encrypted`() throws {
        let decryptor = try SampleAESDecryptor(key: key, vector: vector)
        for (type, count, isEncrypted) in [
            (1, 48, false), (5, 49, true), (7, 100, false), (1, 64, true), (2, 64, false),
        ] {
            let unit = [0, 0, 1, UInt8(type)] + [UInt8](repeating: 0x55, count: count - 1)
            let output = try decryptor.decryptH264(unit[...])
            #expect((output != unit) == isEncrypted)
            #expect(output.prefix(35) == unit.prefix(35))
        }
    }

    private func adts(_ payload: Int, hasCRC: Bool) -> [UInt8] {
        let length = payload + (hasCRC ? 9 : 7)
        return [
            0xFF, hasCRC ? 0xF0 : 0xF1, 0x50, 0x80 | UInt8(length >> 11), UInt8(length >> 3 & 0xFF),
            UInt8(length & 7) << 5 | 0x1F, 0xFC,
        ] + (hasCRC ? [1, 2] : [])
    }

    @Test func `Frames of AAC are decrypted`() throws {
        var generator = Generator(state: 4)
        let decryptor = try SampleAESDecryptor(key: key, vector: vector)
        var (plain, encrypted): ([UInt8], [UInt8]) = ([], [])
        for payload in [0, 15, 16, 31, 32, 33, 47, 48, 300, 371] {
            let header = adts(payload, hasCRC: payload % 2 == 0)
            var frame = header + generator.bytes(payload)
            plain += frame
            var encryptor = CBCEncryptor(key: key, vector: vector)
            let start = header.count + 16
            if payload >= 32 { encryptor.encrypt(&frame, start..<(start + (payload - 16) / 16 * 16)) }
            encrypted += frame
        }
        #expect(try decryptor.decryptAudio(encrypted[...], .adts) == plain)
        #expect(try decryptor.decryptAudio([], .adts).isEmpty)
        #expect(throws: MediaDecryptionError.self) {
            _ = try decryptor.decryptAudio(encrypted.dropLast(), .adts)
        }
        #expect(throws: MediaDecryptionError.malformed(offset: 0)) {
            _ = try decryptor.decryptAudio(encrypted.dropFirst(), .adts)
        }
    }

    @Test func `Syncframes of AC-3 and E-AC-3 are decrypted`() throws {
        var generator = Generator(state: 5)
        let decryptor = try SampleAESDecryptor(key: key, vector: vector)
        // ETSI TS 102 366, table 4.13: 192 kbit/s at 48, 44.1 and 32 kHz; and an E-AC-3 frame of 500 bytes.
        let heads: [([UInt8], Int)] = [
            ([0x0B, 0x77, 0, 0, 20, 0x40], 768), ([0x0B, 0x77, 0, 0, 0x40 | 20, 0x40], 834),
            ([0x0B, 0x77, 0, 0, 0x40 | 21, 0x40], 836), ([0x0B, 0x77, 0, 0, 0x80 | 20, 0x40], 1152),
            ([0x0B, 0x77, 0, 249, 0x3F, 0x80], 500), ([0x0B, 0x77, 0, 9, 0x3F, 0x80], 20),
            ([0x0B, 0x77, 0, 0, 0x40, 0x40], 138), ([0x0B, 0x77, 0, 0, 0x40 | 37, 0x40], 2788),
        ]
        var (plain, encrypted): ([UInt8], [UInt8]) = ([], [])
        for (head, length) in heads {
            var frame = head + generator.bytes(length - head.count)
            plain += frame
            var encryptor = CBCEncryptor(key: key, vector: vector)
            if length >= 32 { encryptor.encrypt(&frame, 16..<(length / 16 * 16)) }
            encrypted += frame
        }
        #expect(try decryptor.decryptAudio(encrypted[...], .ac3) == plain)
    }

    @Test func `Arbitrary bytes end in a result or an error`() throws {
        var generator = Generator(state: 6)
        let decryptor = try SampleAESDecryptor(key: key, vector: vector)
        for round in 0..<1000 {
            var bytes = generator.bytes(.random(in: 0...300, using: &generator)).map {
                $0 < 200 ? $0 & 1 : $0
            }
            if round % 2 == 0 { bytes = (round % 4 == 0 ? [0xFF, 0xF1] : [0x0B, 0x77]) + bytes }
            #expect(try decryptor.decryptH264(bytes[...]).count <= bytes.count)
            for framing in [SampleAESDecryptor.AudioFraming.adts, .ac3] {
                let output = try? decryptor.decryptAudio(bytes[...], framing)
                #expect(output?.count ?? bytes.count == bytes.count)
            }
        }
    }
}
