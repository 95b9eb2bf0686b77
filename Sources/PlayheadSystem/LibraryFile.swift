internal import Glibc

/// A shared library file (ELF, 64 bits, little-endian), opened only to read the libraries that it needs.
///
/// The file is read in small ranges. A mapping would stop the other threads briefly, hundreds of times.
package struct LibraryFile: ~Copyable {
    private let descriptor: Int32

    /// Opens the file; nil when it cannot be read.
    package init?(path: String) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// The names of the needed libraries in file order (`DT_NEEDED`); empty for other kinds of files.
    package var needed: [String] {
        let header = piece(at: 0, size: 64)
        // "\u{7f}ELF", 64 bits, little-endian.
        guard header[32, 0] == 0x464c_457f, header[16, 4] == 0x0102, let table = header[64, 32],
            let size = header[16, 54], let count = header[16, 56]
        else { return [] }
        let segments = Segment.all(in: piece(at: table, size: size * count), size: size)
        guard let dynamic = segments.first(where: { $0.type == Segment.dynamic }) else { return [] }
        let entries = piece(at: dynamic.offset, size: dynamic.addresses.count)
        var (names, strings): ([Int], Int?) = ([], nil)
        for entry in stride(from: 0, to: entries.bytes.count, by: 16) {
            guard let tag = entries[64, entry], let value = entries[64, entry + 8], tag != 0 else { break }
            if tag == 1 { names.append(value) }
            if tag == 5 { strings = value }
        }
        guard let strings, let holder = segments.first(where: { $0.holds(strings) }) else { return [] }
        let start = holder.offset + strings - holder.addresses.lowerBound
        return names.compactMap { text(at: start + $0) }
    }

    private struct Segment {
        static let (load, dynamic) = (1, 2)
        var type: Int
        var offset: Int
        var addresses: Range<Int>

        func holds(_ address: Int) -> Bool { type == Self.load && addresses.contains(address) }

        static func all(in table: Piece, size: Int) -> [Segment] {
            guard size > 0 else { return [] }
            return stride(from: 0, to: table.bytes.count, by: size).compactMap { entry in
                guard let type = table[32, entry], let offset = table[64, entry + 8],
                    let start = table[64, entry + 16], let length = table[64, entry + 32],
                    max(start, offset, length) < 1 << 40
                else { return nil }
                return Segment(type: type, offset: offset, addresses: start..<start + length)
            }
        }
    }

    /// A range of bytes of the file, read as little-endian numbers.
    private struct Piece {
        var bytes: [UInt8]

        /// The number of `bits` bits at an offset; nil beyond the end.
        subscript(bits: Int, offset: Int) -> Int? {
            guard offset >= 0, offset + bits / 8 <= bytes.count else { return nil }
            var value: UInt64 = 0
            for index in (0..<bits / 8).reversed() { value = value << 8 | UInt64(bytes[offset + index]) }
            return Int(exactly: value)
        }
    }

    private func piece(at offset: Int, size: Int) -> Piece {
        guard (0...65536).contains(size) else { return Piece(bytes: []) }
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            unsafe count = max(pread(descriptor, buffer.baseAddress, size, offset), 0)
        }
        return Piece(bytes: bytes)
    }

    private func text(at offset: Int) -> String? {
        let bytes = piece(at: offset, size: 64).bytes
        return bytes.firstIndex(of: 0).map { String(decoding: bytes[..<$0], as: UTF8.self) }
    }
}
