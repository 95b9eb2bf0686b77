package import PlayheadSystem

/// What a file says of its own length, in formats whose parsers take what is there for all that there was.
package enum DeclaredFileSize {
    /// The file breaks off before its own end. A length that was never filled in, as by a recorder that wrote to a pipe, promises nothing.
    package static func isBroken(_ file: FileBytes) -> Bool {
        switch file.bytes(at: 0, count: 4) {
        case Array("RIFF".utf8), Array("RF64".utf8): breaksChunk(file)
        case Array("OggS".utf8): breaksPage(file)
        default: false
        }
    }

    /// WAV and AVI: chunks of a known size, several in a row in long files.
    private static func breaksChunk(_ file: FileBytes) -> Bool {
        var start = 0
        for _ in 0..<1000 {
            let head = file.bytes(at: start, count: 28)
            guard head.count >= 12, head.starts(with: "RIFF".utf8) || head.starts(with: "RF64".utf8)
            else {
                return false
            }
            var size = number(head[4..<8])
            if size == 0xffff_ffff {
                guard head.count == 28, head[12...].starts(with: "ds64".utf8) else { return false }
                size = number(head[20..<28])
            }
            guard size > 0, size < Int.max / 2 else { return false }
            // Recorders that write to a pipe begin with about the most that they could say.
            if size >= 0x7fff_0000, size < 0xffff_ffff, file.size < size / 2 { return false }
            let end = start + 8 + size
            // Writers forget the byte that makes a chunk even.
            if end > file.size + 1 { return true }
            start = end + size % 2
        }
        return false
    }

    /// Ogg: the last page, of at most 65,307 bytes, has to be whole.
    private static func breaksPage(_ file: FileBytes) -> Bool {
        let longest = 65_307
        let begin = max(0, file.size - 2 * longest)
        let tail = file.bytes(at: begin, count: 2 * longest)
        let mark = Array("OggS".utf8) + [0]
        guard tail.count > 27,
            let page = tail.indices.dropLast(26).last(where: { tail[$0...].starts(with: mark) })
        else { return tail.count > longest }
        let segments = Int(tail[page + 26])
        let table = tail[(page + 27)...].prefix(segments)
        return table.count < segments || page + 27 + segments + table.reduce(0) { $0 + Int($1) } > tail.count
    }

    /// The lowest byte first.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        Int(truncatingIfNeeded: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
