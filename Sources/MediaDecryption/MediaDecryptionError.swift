/// The reason why bytes could not be decrypted.
package enum MediaDecryptionError: Error, Sendable, Equatable {
    /// The key does not have 16 bytes.
    case wrongKeySize(Int)
    /// The size of the initialization vector is invalid for the scheme.
    case wrongVectorSize(Int)
    /// The length of the encrypted data is zero or not a multiple of 16.
    case notWholeBlocks(length: Int)
    /// The padding at the end is invalid, usually because of a wrong key.
    case wrongPadding
    /// The total length of the subsamples differs from the sample.
    case wrongSubsamples
    /// The pattern is invalid for the scheme.
    case wrongPattern(crypt: Int, skip: Int)
    /// The bytes are not framed as declared, from this offset on.
    case malformed(offset: Int)
    /// An operation of libcrypto failed.
    case library
}
