/// A track as declared by `moov`.
struct MovieTrack: Sendable {
    var id: UInt32
    /// The number of ticks per second; never 0.
    var timescale: Int64
    /// The sample descriptions; never empty.
    var descriptions: [SampleDescription]
    var edit = Edit()
    var defaults = FragmentDefaults()
    /// The encryption parameters of sample groups (`seig`) in the movie box.
    var encryptionGroups = EncryptionGroupDescriptions()
    /// The index in `descriptions` for the first samples.
    var initialDescription = 0

    /// The index in `descriptions` of a `sample_description_index`, which counts from 1. An invalid index
    /// means the first one.
    func description(numbered index: UInt32) -> Int {
        index >= 1 && Int(index) <= descriptions.count ? Int(index) - 1 : 0
    }

    /// Converts ticks to nanoseconds on the presentation timeline.
    func nanoseconds(_ ticks: Int64) -> Int64 {
        Ticks.nanoseconds(ticks.saturatingSubtracting(edit.mediaTime), timescale: timescale)
            .saturatingAdding(edit.delay)
    }
}

/// The applied subset of an edit list (ISO/IEC 14496-12 §8.6.6).
///
/// Empty edits at the beginning delay the track. The media time of the first other edit is the start of the
/// presentation. Further edits and rates are ignored, as ffmpeg and CMAF do for fragments.
struct Edit: Sendable, Equatable {
    /// The media time in ticks of the track.
    var mediaTime: Int64 = 0
    /// The delay in nanoseconds.
    var delay: Int64 = 0

    init() {}

    init(_ body: ArraySlice<UInt8>, movieTimescale: Int64) throws(DemuxerError) {
        var reader = BoxReader(body)
        let version = try reader.versionAndFlags().version
        var empty: Int64 = 0
        for _ in 0..<(try reader.u32()) {
            let duration = version == 1 ? try reader.i64() : Int64(try reader.u32())
            let time = version == 1 ? try reader.i64() : Int64(try reader.i32())
            try reader.skip(4)
            guard time >= 0 else {
                empty = empty.saturatingAdding(max(0, duration))
                continue
            }
            mediaTime = time
            break
        }
        delay = Ticks.nanoseconds(empty, timescale: movieTimescale)
    }
}

/// The defaults of `trex`, overridden by those of `tfhd`.
struct FragmentDefaults: Sendable {
    var description: UInt32 = 1
    var duration: UInt32 = 0
    var size: UInt32 = 0
    var flags: UInt32 = 0

    init() {}

    /// Parses `trex` after its track ID.
    init(trex reader: inout BoxReader) throws(DemuxerError) {
        description = try reader.u32()
        duration = try reader.u32()
        size = try reader.u32()
        flags = try reader.u32()
    }

    /// Evaluates `sample_is_non_sync_sample` (ISO/IEC 14496-12 §8.8.3.1).
    static func isSync(_ flags: UInt32) -> Bool { flags & 0x1_0000 == 0 }
}
