package import PlayheadSystem

/// An MP3 of several pieces that were put one behind the other, each of which begins with a tag that is about itself alone.
package struct ConcatenatedMP3 {
    /// How long all of them are, with what lies between them; nil where a piece does not count its frames.
    package let duration: Duration?

    /// Nil for a single piece, and what does not begin with a tag.
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
        // What follows without a tag is no piece where it is little: a tag may be about a frame less.
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

    /// In bytes: two seconds or more.
    private static let leastRest = 1 << 16
    /// More than this is no album.
    private static let mostPieces = 4096

    /// Where the sound begins behind words about it (ID3v2, ID3v1).
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
