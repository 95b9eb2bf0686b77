internal import MediaFormats
internal import PlayheadCore
internal import PlayheadSystem

/// The encryption of files that are played from their container, not as a stream.
enum FileEncryption {
    /// The scheme of the first encrypted track of a local file. Nil if it is not encrypted.
    static func scheme(uri: String) -> String? {
        guard let file = FileAddress.path(uri: uri).flatMap({ FileBytes(path: $0) }) else { return nil }
        let bytes: ByteReader = { file.bytes(at: $0, count: $1) }
        return FileProtection.scheme(size: file.size, bytes)
            ?? MatroskaTracks.read(bytes).lazy.compactMap(\.encryption).first
    }

    /// The scheme of an encrypted track that a demuxer passes on (`application/x-cenc`).
    static func scheme(caps: String) -> String? {
        let isWebM = caps.hasPrefix("decoder-application/x-webm-enc")
        guard isWebM || caps.hasPrefix("decoder-application/x-cenc") else { return nil }
        let mode = value(of: "cipher-mode", in: caps)
        if isWebM {
            return [value(of: "encryption-algorithm", in: caps) ?? "AES", mode ?? "CTR"].joined(
                separator: "-")
        }
        return mode ?? "cenc"
    }

    private static func value(of field: String, in caps: String) -> String? {
        let start = " \(field)=(string)"
        return caps.split(separator: ",").first { $0.hasPrefix(start) }.map {
            String($0.dropFirst(start.count))
        }
    }
}

extension PlayerError {
    /// The error of an encrypted file.
    static func encrypted(by scheme: String) -> PlayerError {
        let names = ["itun": "FairPlay (itun)", "piff": "PlayReady (piff)", "unknown": "an unknown scheme"]
        let isCommon = ["cenc", "cens", "cbc1", "cbcs"].contains(scheme)
        return PlayerError(
            .unsupportedEncryption,
            "The file is encrypted by \(names[scheme] ?? scheme), and encrypted files cannot be played",
            hint: "take another source"
                + (isCommon ? ", or offer it as HLS or DASH and give the item its decryption keys" : ""))
    }
}
