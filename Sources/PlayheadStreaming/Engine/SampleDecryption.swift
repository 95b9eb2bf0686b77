internal import AdaptiveStreaming
internal import MediaDecryption
internal import MediaFormats

/// Decrypts the samples of a segment that are encrypted individually.
///
/// Transport streams and packed audio use `SAMPLE-AES`; fragmented MP4 uses Common Encryption.
struct SampleDecryption: Sendable {
    /// The reason why a sample stays encrypted.
    enum Fault: Error, Equatable {
        /// The key does not decrypt the sample.
        case undecipherable
        /// The key is missing. The values are the encryption scheme and the ID of the key.
        case locked(scheme: String, keyID: [UInt8])
    }

    /// The key that the playlist names for the segment; nil without one.
    var stated: MediaPlaylist.SampleKey?
    /// The fetched key of the playlist, and the initialization vector of samples without their own.
    var fetched: (key: [UInt8], vector: [UInt8])?
    var itemKeys = DecryptionKeys()

    /// The decrypted bytes of a sample. `isPacked` marks packed audio, which does not signal encryption
    /// itself.
    func open(_ sample: MediaSample, _ format: MediaFormat, isPacked: Bool) throws(Fault) -> ArraySlice<UInt8>
    {
        if let encryption = sample.encryption { return try open(sample.data, encryption, format) }
        guard isPacked && stated != nil || format.encryption?.scheme == Self.sampleAES else {
            return sample.data
        }
        guard let fetched else { throw .locked(scheme: stated?.scheme ?? Self.sampleAES, keyID: []) }
        do throws(MediaDecryptionError) {
            let decryptor = try SampleAESDecryptor(key: fetched.key, vector: fetched.vector)
            return switch format.codec {
            case .h264: try decryptor.decryptH264(sample.data)[...]
            case .aac where format.framing == .adts: try decryptor.decryptAudio(sample.data, .adts)[...]
            case .ac3, .eac3: try decryptor.decryptAudio(sample.data, .ac3)[...]
            default: sample.data
            }
        } catch {
            throw .undecipherable
        }
    }

    private func open(
        _ data: ArraySlice<UInt8>, _ encryption: MediaSample.Encryption, _ format: MediaFormat
    ) throws(Fault) -> ArraySlice<UInt8> {
        let declared = format.encryption ?? MediaEncryption(scheme: "unknown")
        let id = encryption.keyID.isEmpty ? declared.keyID : encryption.keyID
        guard let scheme = CommonEncryptionDecryptor.Scheme(rawValue: declared.scheme),
            // A key from the program for this key ID has precedence over the key of the playlist.
            let key = itemKeys[id] ?? fetched?.key
        else { throw .locked(scheme: stated?.scheme ?? declared.scheme, keyID: id) }
        do throws(MediaDecryptionError) {
            let hasPattern = scheme == .cens || scheme == .cbcs
            let decryptor = try CommonEncryptionDecryptor(
                scheme, key: key, cryptBlocks: hasPattern ? declared.cryptBlocks : 0,
                skipBlocks: hasPattern ? declared.skipBlocks : 0)
            let subsamples = encryption.subsamples.map {
                CommonEncryptionDecryptor.Subsample(clear: $0.clear, encrypted: $0.encrypted)
            }
            return try decryptor.decrypt(data, vector: encryption.iv, subsamples: subsamples)[...]
        } catch {
            throw .undecipherable
        }
    }

    /// The scheme that a transport stream declares.
    private static let sampleAES = "SAMPLE-AES"
}
