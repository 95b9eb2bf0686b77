package import PlayheadSystem

/// Compares a file with its declared size, for formats whose parsers accept a truncated file.
package enum DeclaredFileSize {
    /// Whether the file ends before its declared end. A placeholder length, as from a recorder that wrote to
    /// a pipe, is ignored.
    package static func isBroken(_ file: FileBytes) -> Bool {
        guard Workaround.truncatedContainerEnd.isNeeded else { return false }
        return switch file.bytes(at: 0, count: 4) {
        case Array("RIFF".utf8), Array("RF64".utf8): breaksChunk(file)
        case Array("OggS".utf8): breaksPage(file)
        default: false
        }
    }

    /// Checks WAV and AVI: chunks of declared size, several of them in long files.
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
            // Recorders that write to a pipe declare about the maximum size.
            if size >= 0x7fff_0000, size < 0xffff_ffff, file.size < size / 2 { return false }
            let end = start + 8 + size
            // Some writers omit the padding byte of an odd chunk.
            if end > file.size + 1 { return true }
            start = end + size % 2
        }
        return false
    }

    /// Checks Ogg: the last page, of at most 65,307 bytes, must be complete.
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

    /// Reads a little-endian number.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        Int(truncatingIfNeeded: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
