internal import AdaptiveStreaming
internal import MediaDecryption
internal import MediaFormats

/// Opens the samples of a segment that are encrypted one by one: by `SAMPLE-AES` in transport streams and packed audio, by common encryption in
/// fragments.
struct SampleDecryption: Sendable {
    /// Why a sample stays closed.
    enum Fault: Error, Equatable {
        /// The key that there is does not open it.
        case undecipherable
        /// There is no key: what it is encrypted by, and the key that it needs.
        case locked(scheme: String, keyID: [UInt8])
    }

    /// What the playlist says of the segment's samples; nil where it says nothing.
    var stated: MediaPlaylist.SampleKey?
    /// The fetched key that the playlist names, and the vector that samples begin with without one of their own.
    var fetched: (key: [UInt8], vector: [UInt8])?
    var itemKeys = DecryptionKeys()

    /// The bytes of a sample as a decoder takes them. `isPacked` tells that it comes from packed audio, which has no sign of its own.
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
            // What the program gave for this very key counts before what the playlist says.
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

    /// What a transport stream says of its streams.
    private static let sampleAES = "SAMPLE-AES"
}
