/// Whether a file is an MP4 file with movie fragments that ``FragmentedMP4Reader`` presents as a whole.
package enum FragmentedMP4Probe {
    private static let mostBoxes = 16
    private static let largestMovie = 4 << 20

    /// - Parameter peek: returns bytes of the file; nil if they are not available.
    package static func matches(_ peek: (_ offset: Int, _ count: Int) -> [UInt8]?) -> Bool {
        var place = 0
        for _ in 0..<mostBoxes {
            guard let header = peek(place, 8) else { return false }
            var reader = BoxReader(header[...])
            guard let size = try? reader.u32(), let type = try? reader.fourCC(), size >= 8,
                FragmentedMP4Demuxer.knownTypes.contains(type)
            else { return false }
            switch type {
            case "moov":
                guard size <= largestMovie, let movie = peek(place + 8, Int(size) - 8) else { return false }
                return isFragmented(movie[...])
            case "mdat", "moof": return false
            default: place += Int(size)
            }
        }
        return false
    }

    /// Whether a movie box announces fragments, and all that it has is presented: no text, no rotation.
    private static func isFragmented(_ body: ArraySlice<UInt8>) -> Bool {
        var table = SamplePlan()
        guard let movie = try? Initialization(body, fileStart: 0, table: &table), movie.isFragmented,
            !movie.tracks.isEmpty
        else { return false }
        let isKnown = movie.tracks.allSatisfy { track in
            track.descriptions.allSatisfy { $0.format.kind != .text && $0.format.codec != .pcm }
        }
        return isKnown && !hasTransformation(body)
    }

    /// Whether a track header has a matrix other than the identity (ISO/IEC 14496-12, 8.3.2).
    private static func hasTransformation(_ body: ArraySlice<UInt8>) -> Bool {
        var tracks = BoxSequence(body)
        while let track = try? tracks.next() {
            guard track.type == "trak" else { continue }
            var boxes = BoxSequence(track.body)
            while let box = try? boxes.next() {
                guard box.type == "tkhd", let version = box.body.first else { continue }
                let matrix = box.body.dropFirst(version == 1 ? 52 : 40).prefix(36)
                let one: [UInt8] = [0, 1, 0, 0]
                let identity = one + [UInt8](repeating: 0, count: 12) + one
                if !matrix.starts(with: identity) { return true }
            }
        }
        return false
    }
}
