import MediaDecryption
import Testing

@testable import TestBasics

@Suite struct CommonEncryptionTests {
    typealias Decryptor = CommonEncryptionDecryptor

    private let key = hex("2b7e151628aed2a6abf7158809cf4f3c")

    @Test func `The vectors of NIST are decrypted`() throws {
        let decryptor = try Decryptor(.cenc, key: key)
        let encrypted = hex(
            """
            874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff
            5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee
            """)
        let plain = hex(
            """
            6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51
            30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
            """)
        let vector = hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
        for length in [0, 1, 16, 63, 64] {
            let output = try decryptor.decrypt(encrypted[..<length], vector: vector, subsamples: [])
            #expect(output == Array(plain[..<length]))
        }
    }

    /// Encrypts block by block as ISO/IEC 23001-7 describes it, with modes of the tests' own.
    private func encrypt(
        _ scheme: Decryptor.Scheme, _ plain: [UInt8], _ vector: [UInt8], _ subsamples: [Decryptor.Subsample],
        _ crypt: Int, _ skip: Int
    ) -> [UInt8] {
        var output = plain
        var cbc = CBCEncryptor(key: key, vector: vector)
        var ctr = CTREncryptor(key: key, vector: vector + Array(repeating: 0, count: 16 - vector.count))
        var position = 0
        for subsample in subsamples.isEmpty ? [.init(clear: 0, encrypted: plain.count)] : subsamples {
            position += subsample.clear
            let end = position + subsample.encrypted
            if scheme == .cbcs { cbc.vector = vector }
            var block = 0
            while position < end {
                let size = min(16, end - position)
                let isInPattern = skip == 0 || block % (crypt + skip) < crypt
                switch scheme {
                case .cenc: ctr.encrypt(&output, position..<(position + size))
                case .cens: if isInPattern, size == 16 { ctr.encrypt(&output, position..<(position + 16)) }
                case .cbc1, .cbcs:
                    if isInPattern, size == 16 { cbc.encrypt(&output, position..<(position + 16)) }
                }
                position += size
                block += 1
            }
        }
        return output
    }

    @Test(arguments: [Decryptor.Scheme.cenc, .cens, .cbc1, .cbcs])
    func `Samples are decrypted under each scheme`(_ scheme: Decryptor.Scheme) throws {
        var generator = Generator(state: 7)
        for round in 0..<300 {
            let hasPattern = (scheme == .cens || scheme == .cbcs) && round % 3 > 0
            let crypt = hasPattern ? Int.random(in: 1...5, using: &generator) : 0
            let skip = hasPattern ? Int.random(in: 0...9, using: &generator) : 0
            let decryptor = try Decryptor(scheme, key: key, cryptBlocks: crypt, skipBlocks: skip)
            let isCounter = scheme == .cenc || scheme == .cens
            var vector = generator.bytes(isCounter && round % 2 == 0 ? 8 : 16)
            // The counter wraps within the sample.
            if vector.count == 16, round % 5 == 0 {
                vector.replaceSubrange(
                    8..<16, with: [255, 255, 255, 255, 255, 255, 255, UInt8(250 + round % 6)])
            }
            var subsamples: [Decryptor.Subsample] = []
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                var encrypted = Int.random(in: 0...400, using: &generator)
                if scheme == .cbc1 { encrypted = encrypted / 16 * 16 }
                subsamples.append(.init(clear: .random(in: 0...60, using: &generator), encrypted: encrypted))
            }
            let length =
                subsamples.isEmpty
                ? Int.random(in: 0...700, using: &generator)
                : subsamples.reduce(0) { $0 + $1.clear + $1.encrypted }
            let plain = generator.bytes(length)
            let encrypted = encrypt(scheme, plain, vector, subsamples, crypt, skip)
            // A slice that does not begin at zero, as those of a fetched chunk.
            let sample = ([1, 2, 3] + encrypted)[3...]
            #expect(try decryptor.decrypt(sample, vector: vector, subsamples: subsamples) == plain)
        }
    }

    @Test func `What breaks the rules is an error`() throws {
        let sample = [UInt8](repeating: 0, count: 40)[...]
        let vector = [UInt8](repeating: 1, count: 16)
        let decryptor = try Decryptor(.cbcs, key: key, cryptBlocks: 1, skipBlocks: 9)
        for (clear, encrypted) in [(0, 41), (41, 0), (-1, 41), (0, 39), (.max, .max), (40, .max), (0, -1)] {
            #expect(throws: MediaDecryptionError.wrongSubsamples) {
                _ = try decryptor.decrypt(
                    sample, vector: vector, subsamples: [.init(clear: clear, encrypted: encrypted)])
            }
        }
        for count in [0, 8, 15, 17] {
            #expect(throws: MediaDecryptionError.wrongVectorSize(count)) {
                _ = try decryptor.decrypt(sample, vector: Array(repeating: 0, count: count), subsamples: [])
            }
        }
        for (scheme, crypt, skip) in [
            (Decryptor.Scheme.cenc, 1, 9), (.cbcs, 0, 1), (.cbcs, 16, 1), (.cens, -1, 1),
        ] {
            #expect(throws: MediaDecryptionError.wrongPattern(crypt: crypt, skip: skip)) {
                _ = try Decryptor(scheme, key: key, cryptBlocks: crypt, skipBlocks: skip)
            }
        }
        #expect(throws: MediaDecryptionError.wrongKeySize(0)) { _ = try Decryptor(.cenc, key: []) }
    }
}
