package import PlayheadSystem

extension EncoderPadding {
    /// The padding declared in a file; nil without one, or for a file with video.
    package static func read(_ file: FileBytes) -> EncoderPadding? {
        let start = file.bytes(at: 0, count: 12)
        if start.dropFirst(4).starts(with: "ftyp".utf8) {
            return movie(of: file).flatMap { MP4Padding(movie: $0)?.padding }
        }
        let sound = start.starts(with: "ID3".utf8) ? lengthOfTag(start) : 0
        let head = file.bytes(at: sound, count: LAMETag.reach)
        guard head.first == 0xFF else { return nil }
        return LAMETag.read(head, length: file.size - sound)
    }

    private static func movie(of file: FileBytes) -> [UInt8]? {
        let whole = MP4File.Box(type: "", start: 0, end: file.size)
        let boxes = MP4File.boxes(in: whole) { file.bytes(at: $0, count: $1) }
        guard let movie = boxes.first(where: { $0.type == "moov" }), movie.start >= 8,
            movie.end - movie.start < MP4Padding.largestMovie
        else { return nil }
        return file.bytes(at: movie.start - 8, count: movie.end - movie.start + 8)
    }

    /// The length of an ID3v2 tag: a number of four times seven bits, plus ten bytes for a header and ten for
    /// a footer.
    static func lengthOfTag(_ start: [UInt8]) -> Int {
        guard start.count >= 10 else { return 0 }
        let size = start[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
        return size + (start[5] & 0x10 != 0 ? 20 : 10)
    }
}
