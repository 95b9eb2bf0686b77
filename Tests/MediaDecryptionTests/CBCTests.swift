import MediaDecryption
import Testing

@Suite struct CBCTests {
    /// NIST SP 800-38A, appendix F.
    private let key = hex("2b7e151628aed2a6abf7158809cf4f3c")
    private let vector = hex("000102030405060708090a0b0c0d0e0f")
    private let plain = hex(
        """
        6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51
        30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
        """)
    private let encrypted = hex(
        """
        7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2
        73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7
        """)

    private func decrypt(_ bytes: [UInt8], cuts: [Int] = []) throws -> [UInt8] {
        var decryptor = try #require(SegmentDecryptor(key: key, vector: vector))
        var output: [UInt8] = []
        var start = 0
        for cut in cuts + [bytes.count] {
            output += try decryptor.append(bytes[start..<cut])
            start = cut
        }
        return try output + decryptor.finish()
    }

    private func padded(_ bytes: [UInt8]) -> [UInt8] {
        let count = 16 - bytes.count % 16
        var output = bytes + Array(repeating: UInt8(count), count: count)
        var encryptor = CBCEncryptor(key: key, vector: vector)
        encryptor.encrypt(&output, 0..<output.count)
        return output
    }

    @Test func `The vectors of NIST are decrypted`() throws {
        var decryptor = try #require(SegmentDecryptor(key: key, vector: vector))
        // The last block of the vectors has no padding.
        #expect(try decryptor.append(encrypted[...]) == Array(plain.prefix(48)))
        #expect(throws: MediaDecryptionError.wrongPadding) { try decryptor.finish() }
        #expect(try decrypt(padded(plain)) == plain)
        // openssl enc -aes-128-cbc -K 2b7e… -iv 0001… of "playhead\n"
        #expect(try decrypt(hex("72471a6e91d85dd4d27ddcf877f42c90")) == Array("playhead\n".utf8))
    }

    @Test func `All lengths and all cuts give the same`() throws {
        var generator = Generator(state: 1)
        for length in 0..<70 {
            let bytes = generator.bytes(length)
            let encrypted = padded(bytes)
            #expect(try decrypt(encrypted) == bytes)
            #expect(try decrypt(encrypted, cuts: Array(0..<encrypted.count)) == bytes)
            let cuts = (0..<4).map { _ in Int.random(in: 0...encrypted.count, using: &generator) }.sorted()
            #expect(try decrypt(encrypted, cuts: cuts) == bytes)
        }
    }

    @Test func `Whole blocks come out as soon as one follows`() throws {
        var decryptor = try #require(SegmentDecryptor(key: key, vector: vector))
        #expect(try decryptor.append(encrypted[..<16]).isEmpty)
        #expect(try decryptor.append(encrypted[16..<17]) == Array(plain[..<16]))
        #expect(try decryptor.append(encrypted[17..<49]) == Array(plain[16..<48]))
    }

    @Test func `What cannot be decrypted is an error`() throws {
        for length in [0, 1, 15, 17, 33] {
            #expect(throws: MediaDecryptionError.notWholeBlocks(length: length % 16)) {
                _ = try decrypt(Array(encrypted.prefix(length)))
            }
        }
        #expect(throws: MediaDecryptionError.wrongPadding) { _ = try decrypt(Array(encrypted.prefix(32))) }
        #expect(SegmentDecryptor(key: Array(key.dropLast()), vector: vector) == nil)
        #expect(SegmentDecryptor(key: key, vector: vector + [0]) == nil)
    }

    @Test func `A copy goes on by itself`() throws {
        var decryptor = try #require(SegmentDecryptor(key: key, vector: vector))
        _ = try decryptor.append(encrypted[..<17])
        var copy = decryptor
        #expect(try decryptor.append(encrypted[17..<49]) == Array(plain[16..<48]))
        #expect(try copy.append(encrypted[17..<33]) == Array(plain[16..<32]))
    }
}
