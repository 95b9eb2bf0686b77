/// The encryption parameters of a track (`tenc`) or of a sample group (`seig`), ISO/IEC 23001-7 §6 and §8.2.
struct TrackProtection: Sendable, Equatable {
    var scheme: String
    var isProtected = false
    /// The size of the samples' initialization vectors in bytes.
    var ivSize = 0
    var keyID: [UInt8] = []
    /// The initialization vector for samples without their own.
    var constantIV: [UInt8] = []
    var cryptBlocks = 0
    var skipBlocks = 0

    init(scheme: String) { self.scheme = scheme }

    /// Parses the common fields of `tenc` and `seig`.
    init(scheme: String, _ reader: inout BoxReader) throws(DemuxerError) {
        self.scheme = scheme
        try reader.skip(1)
        let pattern = try reader.u8()
        (cryptBlocks, skipBlocks) = (Int(pattern >> 4), Int(pattern & 0xF))
        isProtected = try reader.u8() == 1
        ivSize = Int(try reader.u8())
        guard ivSize == 0 || ivSize == 8 || ivSize == 16 else {
            throw .malformed("The initialization vectors have \(ivSize) bytes.")
        }
        keyID = Array(try reader.take(16))
        if isProtected, ivSize == 0 { constantIV = Array(try reader.take(Int(try reader.u8()))) }
    }

    /// Parses `sinf` (ISO/IEC 14496-12 §8.12): the original format and the protection.
    static func read(_ body: ArraySlice<UInt8>) throws(DemuxerError) -> (FourCC?, TrackProtection) {
        var original: FourCC?
        var scheme = "unknown"
        var protection: TrackProtection?
        var boxes = BoxSequence(body)
        while let box = try boxes.next() {
            var reader = BoxReader(box.body)
            switch box.type {
            case "frma": original = try reader.fourCC()
            case "schm":
                try reader.skip(4)
                scheme = try reader.fourCC().description
            case "schi": protection = try Self.trackEncryption(box.body)
            default: break
            }
        }
        var result = protection ?? TrackProtection(scheme: scheme)
        result.scheme = scheme
        return (original, result)
    }

    private static func trackEncryption(_ body: ArraySlice<UInt8>) throws(DemuxerError) -> TrackProtection? {
        var boxes = BoxSequence(body)
        while let box = try boxes.next() {
            var reader = BoxReader(box.body)
            switch box.type {
            case "tenc":
                let version = try reader.versionAndFlags().version
                var protection = try TrackProtection(scheme: "", &reader)
                if version == 0 { (protection.cryptBlocks, protection.skipBlocks) = (0, 0) }
                return protection
            case "uuid" where UserType(&reader) == .piffTrackEncryption:
                try reader.skip(4)
                var protection = TrackProtection(scheme: "")
                protection.isProtected = try reader.u24() != 0
                protection.ivSize = Int(try reader.u8())
                protection.keyID = Array(try reader.take(16))
                return protection
            default: break
            }
        }
        return nil
    }

    var mediaEncryption: MediaEncryption {
        var encryption = MediaEncryption(scheme: scheme == "piff" ? "cenc" : scheme)
        encryption.keyID = keyID
        encryption.ivSize = ivSize
        encryption.constantIV = constantIV
        (encryption.cryptBlocks, encryption.skipBlocks) = (cryptBlocks, skipBlocks)
        return encryption
    }

    /// The encryption of a sample without individual information.
    func encryptionOfAll(in plan: inout SamplePlan) -> Int32 {
        guard isProtected else { return SampleRecord.clear }
        guard ivSize == 0, !constantIV.isEmpty else { return SampleRecord.unreadable }
        return plan.add(MediaSample.Encryption(iv: constantIV, keyID: keyID, subsamples: []))
    }
}

/// The type of a `uuid` box.
enum UserType: Sendable {
    /// The types of PIFF 1.1 (Protected Interoperable File Format) and of Smooth Streaming.
    case piffTrackEncryption, piffSampleEncryption, smoothFragmentTime

    init?(_ reader: inout BoxReader) {
        guard let high = try? reader.u64(), let low = try? reader.u64() else { return nil }
        switch (high, low) {
        case (0x8974_DBCE_7BE7_4C51, 0x84F9_7148_F988_2554): self = .piffTrackEncryption
        case (0xA239_4F52_5A9B_4F14, 0xA244_6C42_7C64_8DF4): self = .piffSampleEncryption
        case (0x6D1D_9B05_42D5_44E6, 0x80E2_141D_AFF7_57B2): self = .smoothFragmentTime
        default: return nil
        }
    }
}
