import COpenSSL

/// Bytes from hexadecimal digits.
func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// One block of AES-128: what the tests build their own modes from.
func encryptBlock(_ block: [UInt8], _ key: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: 32)
    var count: Int32 = 0
    guard let context = unsafe EVP_CIPHER_CTX_new() else { return [] }
    defer { unsafe EVP_CIPHER_CTX_free(context) }
    _ = unsafe EVP_EncryptInit_ex(context, EVP_aes_128_ecb(), nil, key, nil)
    _ = unsafe EVP_EncryptUpdate(context, &output, &count, block, 16)
    return Array(output.prefix(16))
}

/// CBC over whole blocks; the vector goes on.
struct CBCEncryptor {
    var key: [UInt8]
    var vector: [UInt8]

    mutating func encrypt(_ bytes: inout [UInt8], _ range: Range<Int>) {
        for start in stride(from: range.lowerBound, to: range.upperBound, by: 16) {
            let block = zip(bytes[start..<(start + 16)], vector).map { $0 ^ $1 }
            vector = encryptBlock(block, key)
            bytes.replaceSubrange(start..<(start + 16), with: vector)
        }
    }
}

/// CTR with a counter of 64 bits; it goes on at the byte where it ended.
struct CTREncryptor {
    var key: [UInt8]
    var upper: [UInt8]
    var lower: UInt64
    var used = 16
    var stream: [UInt8] = []

    init(key: [UInt8], vector: [UInt8]) {
        self.key = key
        upper = Array(vector.prefix(8))
        lower = vector.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func encrypt(_ bytes: inout [UInt8], _ range: Range<Int>) {
        for index in range {
            if used == 16 {
                stream = encryptBlock(
                    upper + (0..<8).map { UInt8(truncatingIfNeeded: lower >> UInt64(56 - 8 * $0)) }, key)
                lower &+= 1
                used = 0
            }
            bytes[index] ^= stream[used]
            used += 1
        }
    }
}

struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33 | state << 31
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }
}
