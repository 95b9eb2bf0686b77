package import PlayheadSystem

/// An MP3 file of several concatenated MP3 files, each with its own LAME tag.
package struct ConcatenatedMP3 {
    /// The total duration; nil when a part does not declare its number of frames.
    package let duration: Duration?

    /// Nil for a single MP3, and for a file without a tag at the beginning.
    package init?(_ file: FileBytes) {
        var (place, pieces, frames) = (Self.skipTags(file, from: 0), 0, 0)
        var first: (rate: Int, size: Int)?
        while pieces < Self.mostPieces, place < file.size {
            guard let counts = LAMETag.counts(file.bytes(at: place, count: LAMETag.reach)) else { break }
            let (rate, size) = first ?? (counts.rate, counts.size)
            guard counts.rate == rate, counts.size == size else { break }
            first = (rate, size)
            (pieces, frames) = (pieces + 1, frames + counts.frames)
            place = Self.skipTags(file, from: place + counts.bytes)
        }
        // A short remainder without a tag is not another file, because a tag may omit a frame.
        let goesOn = file.size - place > Self.leastRest && Self.isFrame(file.bytes(at: place, count: 4))
        guard let first, pieces > 1 || goesOn else { return nil }
        let isWhole = place >= file.size && pieces > 1
        guard isWhole,
            let tag = LAMETag.read(
                file.bytes(at: Self.skipTags(file, from: 0), count: LAMETag.reach), length: nil)
        else {
            duration = nil
            return
        }
        duration = SampleGrid(rate: first.rate).time(of: max(frames * first.size - tag.delay, 0))
    }

    /// The minimum size of another file in bytes, which is two seconds or more.
    private static let leastRest = 1 << 16
    /// The maximum number of concatenated files.
    private static let mostPieces = 4096

    /// The start of the audio data after ID3v2 and ID3v1 tags.
    private static func skipTags(_ file: FileBytes, from start: Int) -> Int {
        var place = start
        for _ in 0..<4 {
            let head = file.bytes(at: place, count: 10)
            if head.starts(with: "TAG".utf8) {
                place += 128
            } else if head.starts(with: "ID3".utf8) {
                place += max(EncoderPadding.lengthOfTag(head), 10)
            } else {
                break
            }
        }
        return place
    }

    private static func isFrame(_ head: [UInt8]) -> Bool {
        head.count == 4 && head[0] == 0xFF && head[1] & 0xE6 == 0xE2 && head[2] >> 4 != 15
            && head[2] >> 4 != 0
    }
}
