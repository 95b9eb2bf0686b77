internal import COpenSSL

/// An AES-128 decryption context of libcrypto. Keys and blocks have 16 bytes.
@safe struct CipherContext: ~Copyable {
    enum Mode { case cbc, ctr }

    static let blockSize = 16
    /// libcrypto counts bytes in `Int32`.
    private static let mostBytes = 1 << 24

    private let context: OpaquePointer

    /// Creates a context without padding: the output has as many bytes as the input.
    init(_ mode: Mode, key: [UInt8]) throws(MediaDecryptionError) {
        guard key.count == Self.blockSize else { throw .wrongKeySize(key.count) }
        guard let context = unsafe EVP_CIPHER_CTX_new() else { throw .library }
        let cipher = unsafe mode == .cbc ? EVP_aes_128_cbc() : EVP_aes_128_ctr()
        guard unsafe EVP_DecryptInit_ex(context, cipher, nil, key, nil) == 1,
            unsafe EVP_CIPHER_CTX_set_padding(context, 0) == 1
        else {
            unsafe EVP_CIPHER_CTX_free(context)
            throw .library
        }
        unsafe self.context = context
    }

    deinit { unsafe EVP_CIPHER_CTX_free(context) }

    /// Restarts with an initialization vector of 16 bytes.
    func begin(_ vector: [UInt8]) throws(MediaDecryptionError) {
        guard vector.count == Self.blockSize else { throw .wrongVectorSize(vector.count) }
        guard unsafe EVP_DecryptInit_ex(context, nil, nil, nil, vector) == 1 else { throw .library }
    }

    /// Decrypts bytes in place and continues where the last call ended. CBC requires whole blocks.
    func decrypt(_ bytes: inout [UInt8], _ range: Range<Int>) throws(MediaDecryptionError) {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { throw .wrongSubsamples }
        var start = range.lowerBound
        while start < range.upperBound {
            let count = min(range.upperBound - start, Self.mostBytes)
            let isDone = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return false }
                var written: Int32 = 0
                let place = unsafe base + start
                return unsafe EVP_DecryptUpdate(context, place, &written, place, Int32(count)) == 1
                    && Int(written) == count
            }
            guard isDone else { throw .library }
            start += count
        }
    }
}
