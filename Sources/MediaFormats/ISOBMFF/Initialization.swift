/// The streams declared by a movie box (`moov`, ISO/IEC 14496-12 §8.2).
struct Initialization: Sendable {
    var tracks: [MovieTrack] = []
    /// Whether fragments may follow (`mvex`).
    var isFragmented = false

    static let maximumTracks = 128

    /// Parses the body of `moov`. Samples in its tables are added to `table`.
    init(_ body: ArraySlice<UInt8>, fileStart: Int, table: inout SamplePlan) throws(DemuxerError) {
        var movieTimescale: Int64 = 0
        var trackBoxes: [ArraySlice<UInt8>] = []
        var defaults: [UInt32: FragmentDefaults] = [:]
        var boxes = BoxSequence(body)
        while let box = try boxes.next() {
            switch box.type {
            case "mvhd":
                var reader = BoxReader(box.body)
                try reader.skip(try reader.versionAndFlags().version == 1 ? 16 : 8)
                movieTimescale = Int64(try reader.u32())
            case "trak":
                guard trackBoxes.count < Self.maximumTracks else {
                    throw .tooLarge("The movie has too many tracks.")
                }
                trackBoxes.append(box.body)
            case "mvex":
                isFragmented = true
                try Self.readDefaults(box.body, into: &defaults)
            default: break
            }
        }
        for body in trackBoxes {
            var reader = TrackReader(movieTimescale: movieTimescale)
            try reader.read(body)
            guard var track = try reader.track(), !tracks.contains(where: { $0.id == track.id }) else {
                continue
            }
            if let defaults = defaults[track.id] {
                track.defaults = defaults
                track.initialDescription = track.description(numbered: defaults.description)
            }
            let index = tracks.count
            let first = table.records.count
            try reader.table.append(to: &table, track: index, of: track, fileStart: fileStart)
            if first < table.records.count {
                track.initialDescription = Int(table.records[first].description)
            }
            tracks.append(track)
        }
    }

    private static func readDefaults(
        _ body: ArraySlice<UInt8>, into defaults: inout [UInt32: FragmentDefaults]
    ) throws(DemuxerError) {
        var boxes = BoxSequence(body)
        while let box = try boxes.next() {
            guard box.type == "trex" else { continue }
            var reader = BoxReader(box.body)
            try reader.skip(4)
            let id = try reader.u32()
            defaults[id] = try FragmentDefaults(trex: &reader)
        }
    }

    /// The index of a track in `tracks`. A single track matches any ID, because some media segments have
    /// other IDs than the initialization section (as media3 does).
    func index(ofTrack id: UInt32) -> Int? {
        if let index = tracks.firstIndex(where: { $0.id == id }) { return index }
        return tracks.count == 1 ? 0 : nil
    }
}
