/// Why bytes could not be decrypted.
package enum MediaDecryptionError: Error, Sendable, Equatable {
    /// A key is not of 16 bytes.
    case wrongKeySize(Int)
    /// An initialization vector has a size that its scheme does not have.
    case wrongVectorSize(Int)
    /// The length of what was encrypted is no multiple of 16, or is zero.
    case notWholeBlocks(length: Int)
    /// The padding at the end is wrong: mostly a wrong key.
    case wrongPadding
    /// The subsamples are of another length than the sample.
    case wrongSubsamples
    /// A pattern that its scheme does not have.
    case wrongPattern(crypt: Int, skip: Int)
    /// The bytes are not framed the way that their format says, from this offset on.
    case malformed(offset: Int)
    /// libcrypto refused an operation.
    case library
}
