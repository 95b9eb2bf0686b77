/// The encryption of an MP4 file that is read in place.
package enum FileProtection {
    /// The maximum number of bytes read of a sample description (`stsd`).
    private static let largestDescription = 1 << 16

    /// The scheme of the first encrypted track (`schm`), such as `cenc`. Nil if no track is encrypted, and for
    /// files in other formats.
    package static func scheme(size: Int, _ bytes: ByteReader) -> String? {
        let file = MP4File.Box(type: "", start: 0, end: size)
        for movie in MP4File.boxes(in: file, bytes) where movie.type == "moov" {
            for track in MP4File.boxes(in: movie, bytes) where track.type == "trak" {
                let path = ["mdia", "minf", "stbl", "stsd"]
                let description = path.reduce(Optional(track)) { box, type in
                    box.flatMap { MP4File.boxes(in: $0, bytes).first { $0.type == type } }
                }
                guard let description else { continue }
                let count = description.count(upTo: largestDescription)
                if let scheme = scheme(description: bytes(description.start, count)) { return scheme }
            }
        }
        return nil
    }

    /// The scheme of the first encrypted track of a movie box.
    package static func scheme(movie: [UInt8]) -> String? { scheme(size: movie.count, movie.reader) }

    private static func scheme(description: [UInt8]) -> String? {
        guard let version = description.first else { return nil }
        var entries = BoxSequence(description.dropFirst(8))
        while let entry = try? entries.next() {
            // Other entries are clear.
            guard ["encv", "enca", "enct", "encs", "drms", "drmi"].contains(entry.type) else { continue }
            return scheme(of: entry, version: version) ?? (isFairPlay(entry.type) ? "itun" : "unknown")
        }
        return nil
    }

    private static func scheme(of box: Box, version: UInt8) -> String? {
        var reader = BoxReader(box.body)
        let isVideo = box.type == "encv" || box.type == "drmi"
        let isAudio = box.type == "enca" || box.type == "drms"
        var entry = SampleEntry(kind: isVideo ? .video : isAudio ? .audio : .text)
        do {
            try reader.skip(8)
            if isVideo { try entry.readVideoHeader(&reader) }
            if isAudio { try entry.readAudioHeader(&reader, descriptionVersion: version) }
            try entry.readBoxes(reader.rest)
            let scheme = try entry.protection.map { try TrackProtection.read($0).1.scheme }
            return scheme == "unknown" ? nil : scheme
        } catch {
            return nil
        }
    }

    private static func isFairPlay(_ type: FourCC) -> Bool { type == "drms" || type == "drmi" }
}
