/// Determines the encryption of the samples in one track fragment.
///
/// The sources are `senc` (ISO/IEC 23001-7 §7.2), the data of `saiz` and `saio`, or the parameters of the
/// track or the group.
struct SampleEncryptionReader: Sendable {
    let protection: TrackProtection
    private var groups: EncryptionGroups
    private var source: Source

    private enum Source {
        /// The samples have no individual information.
        case none
        case senc(BoxReader, hasSubsamples: Bool, left: UInt32)
        case auxiliary(AuxiliaryInformation)
        /// The information is at an unsupported place.
        case unreadable
    }

    init(
        protection: TrackProtection, groups: EncryptionGroups, senc: ArraySlice<UInt8>?,
        auxiliary: AuxiliaryInformation?, isUnreadable: Bool
    ) throws(DemuxerError) {
        (self.protection, self.groups) = (protection, groups)
        if let senc {
            var reader = BoxReader(senc)
            let flags = try reader.versionAndFlags().flags
            if flags & 1 != 0 { try reader.skip(20) }
            let count = try reader.u32()
            source = .senc(reader, hasSubsamples: flags & 2 != 0, left: count)
        } else if let auxiliary {
            source = .auxiliary(auxiliary)
        } else {
            source = isUnreadable ? .unreadable : .none
        }
    }

    /// Creates a reader for the samples of a movie without fragments.
    init(protection: TrackProtection, track: MovieTrack, senc: ArraySlice<UInt8>?) throws(DemuxerError) {
        try self.init(
            protection: protection, groups: EncryptionGroups(movie: track.encryptionGroups), senc: senc,
            auxiliary: nil, isUnreadable: false)
    }

    /// The encryption of the next samples, and the number of samples with it, at most `count`. `size` is the
    /// size of a sample; `isRunStart` marks the first sample of a track run.
    mutating func next(
        _ count: UInt32, size: UInt32, isRunStart: Bool, in plan: inout SamplePlan
    ) throws(DemuxerError) -> (encryption: Int32, count: UInt32) {
        let (group, groupRun) = try groups.run()
        let parameters = group ?? protection
        switch source {
        case .none, .unreadable: break
        case .senc(var reader, let hasSubsamples, let left) where left > 0:
            guard hasSubsamples || (parameters.isProtected && parameters.ivSize > 0) else {
                let run = min(count, groupRun, left)
                source = .senc(reader, hasSubsamples: hasSubsamples, left: left - run)
                groups.consume(run)
                return (parameters.encryptionOfAll(in: &plan), run)
            }
            groups.consume(1)
            let encryption = try Self.entry(&reader, parameters, hasSubsamples: hasSubsamples)
            source = .senc(reader, hasSubsamples: hasSubsamples, left: left - 1)
            return (Self.add(encryption, size: size, to: &plan), 1)
        case .senc: break
        case .auxiliary(var information):
            let bytes = try information.next(isRunStart: isRunStart)
            source = .auxiliary(information)
            guard let bytes else { break }
            groups.consume(1)
            guard !bytes.isEmpty else { return (parameters.encryptionOfAll(in: &plan), 1) }
            var reader = BoxReader(bytes)
            let hasSubsamples = bytes.count > (parameters.isProtected ? parameters.ivSize : 0)
            let encryption = try Self.entry(&reader, parameters, hasSubsamples: hasSubsamples)
            return (Self.add(encryption, size: size, to: &plan), 1)
        }
        let run = min(count, groupRun)
        groups.consume(run)
        if case .unreadable = source, parameters.isProtected { return (SampleRecord.unreadable, run) }
        return (parameters.encryptionOfAll(in: &plan), run)
    }

    private static func entry(
        _ reader: inout BoxReader, _ parameters: TrackProtection, hasSubsamples: Bool
    ) throws(DemuxerError) -> MediaSample.Encryption? {
        var iv = parameters.isProtected ? Array(try reader.take(parameters.ivSize)) : []
        if iv.isEmpty { iv = parameters.constantIV }
        var subsamples: [MediaSample.Encryption.Subsample] = []
        if hasSubsamples {
            let count = Int(try reader.u16())
            guard count * 6 <= reader.remaining else { throw .malformed("The subsamples end early.") }
            subsamples.reserveCapacity(count)
            for _ in 0..<count {
                subsamples.append(.init(clear: Int(try reader.u16()), encrypted: Int(try reader.u32())))
            }
        }
        guard parameters.isProtected else { return nil }
        return MediaSample.Encryption(iv: iv, keyID: parameters.keyID, subsamples: subsamples)
    }

    /// Adds an encryption if it matches the sample size.
    private static func add(
        _ encryption: MediaSample.Encryption?, size: UInt32, to plan: inout SamplePlan
    ) -> Int32 {
        guard let encryption else { return SampleRecord.clear }
        let bytes = encryption.subsamples.reduce(0) { $0 + $1.clear + $1.encrypted }
        guard bytes <= Int(size), !encryption.iv.isEmpty else { return SampleRecord.unreadable }
        return plan.add(encryption)
    }
}

/// The auxiliary information of `saiz` and `saio` (ISO/IEC 14496-12 §8.7.8, §8.7.9) within the movie
/// fragment.
struct AuxiliaryInformation: Sendable {
    private let constantSize: Int
    private var sizes: BoxReader
    private var left: UInt32
    /// One offset for all samples, or one for each track run.
    private var offsets: [Int]
    private var run = 0
    private var index: Int
    private let bytes: ArraySlice<UInt8>

    /// Nil for another type of information. `origin` is the index in `bytes` from which offsets count.
    init?(saiz: ArraySlice<UInt8>, saio: ArraySlice<UInt8>, in bytes: ArraySlice<UInt8>, origin: Int)
        throws(DemuxerError)
    {
        self.bytes = bytes
        sizes = BoxReader(saiz)
        let sizeFlags = try sizes.versionAndFlags().flags
        if sizeFlags & 1 != 0 { try sizes.skip(8) }
        constantSize = Int(try sizes.u8())
        left = try sizes.u32()
        var reader = BoxReader(saio)
        let (version, flags) = try reader.versionAndFlags()
        if flags & 1 != 0 { try reader.skip(8) }
        offsets = []
        for _ in 0..<(try reader.u32()) {
            let offset = version == 0 ? Int64(try reader.u32()) : try reader.i64()
            offsets.append(Int(Int64(origin).saturatingAdding(offset)))
        }
        guard let first = offsets.first, bytes.startIndex <= first, first <= bytes.endIndex else {
            return nil
        }
        index = first
    }

    /// The information of the next sample; nil when no samples with information remain.
    mutating func next(isRunStart: Bool) throws(DemuxerError) -> ArraySlice<UInt8>? {
        if isRunStart {
            if run < offsets.count, run > 0 { index = offsets[run] }
            run += 1
        }
        guard left > 0 else { return nil }
        left -= 1
        let size = constantSize > 0 ? constantSize : Int(try sizes.u8())
        let (end, overflow) = index.addingReportingOverflow(size)
        guard !overflow, bytes.startIndex <= index, end <= bytes.endIndex else {
            throw .malformed("Information about encryption lies outside of its movie fragment.")
        }
        defer { index = end }
        return bytes[index..<end]
    }
}
