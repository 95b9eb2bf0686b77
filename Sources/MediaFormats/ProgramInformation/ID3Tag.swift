/// An ID3v2.2, 2.3 or 2.4 tag, as in timed metadata of HLS. Compressed or encrypted frames are only counted.
package struct ID3Tag: Sendable, Equatable {
    package struct Frame: Sendable, Equatable {
        /// The frame ID of four characters, or three in version 2.2.
        package var id: String
        package var content: [UInt8]

        package init(id: String, content: [UInt8]) { (self.id, self.content) = (id, content) }
    }

    /// The version: 2, 3 or 4.
    package internal(set) var version = 4
    package internal(set) var frames: [Frame] = []
    /// The number of unreadable frames.
    package internal(set) var skippedFrames = 0
    /// Whether the tag ended within a frame. The frames before it were read.
    package internal(set) var isTruncated = false

    /// The size in bytes of the tag at the start of the bytes, with header and footer. Nil without a tag, or
    /// without the ten bytes of its header.
    package static func size(_ bytes: ArraySlice<UInt8>) -> Int? {
        let header = Array(bytes.prefix(10))
        guard header.count == 10, header.starts(with: Array("ID3".utf8)), (2...4).contains(header[3]),
            header[4] != 0xFF, let size = synchsafe(header[6...])
        else { return nil }
        let hasFooter = header[3] == 4 && header[5] & 0x10 != 0
        return size + (hasFooter ? 20 : 10)
    }

    /// All consecutive tags at the start of the bytes.
    package static func tags(in bytes: ArraySlice<UInt8>) -> [ID3Tag] {
        var tags: [ID3Tag] = []
        var rest = bytes
        while let size = size(rest), let tag = ID3Tag(rest) {
            tags.append(tag)
            rest = rest.dropFirst(size)
        }
        return tags
    }

    /// Parses the tag at the start of the bytes; nil without a tag. An incomplete tag is parsed as far as
    /// possible.
    package init?(_ bytes: ArraySlice<UInt8>) {
        guard let size = Self.size(bytes) else { return nil }
        let header = Array(bytes.prefix(10))
        version = Int(header[3])
        let flags = header[5]
        var body = bytes.dropFirst(10).prefix(size - (flags & 0x10 != 0 && version == 4 ? 20 : 10))
        isTruncated = bytes.count < size
        // In version 2.4 each frame has its own flag, and sizes are those of the stored frames.
        if flags & 0x80 != 0, version < 4 { body = Self.synchronized(body)[...] }
        if flags & 0x40 != 0 {
            // In version 2.2 this flag means a compression that was never defined.
            guard version > 2, let length = Self.extendedHeaderLength(body, version) else {
                skippedFrames = 1
                return
            }
            body = body.dropFirst(length)
        }
        readFrames(body, areUnsynchronized: flags & 0x80 != 0)
    }

    private static func extendedHeaderLength(_ body: ArraySlice<UInt8>, _ version: Int) -> Int? {
        guard body.count >= 4 else { return nil }
        let size = body.prefix(4)
        // Version 2.4 includes the size field itself, version 2.3 does not.
        if version == 4 { return synchsafe(size).flatMap { $0 >= 6 ? $0 : nil } }
        return Int(bigEndian(size)) + 4
    }

    private mutating func readFrames(_ body: ArraySlice<UInt8>, areUnsynchronized: Bool) {
        let (idLength, headerLength) = version == 2 ? (3, 6) : (4, 10)
        var rest = body
        while rest.count >= headerLength, rest.first != 0 {
            let header = Array(rest.prefix(headerLength))
            guard header.prefix(idLength).allSatisfy(Self.isIDCharacter) else {
                isTruncated = true
                return
            }
            let after = rest.dropFirst(headerLength)
            let sizeBytes = header[idLength..<idLength + (version == 2 ? 3 : 4)]
            let size = version == 4 ? Self.size(ofVersion4: sizeBytes, after) : Int(Self.bigEndian(sizeBytes))
            guard size <= after.count else {
                isTruncated = true
                return
            }
            let id = String(decoding: header.prefix(idLength), as: UTF8.self)
            let flags = version == 2 ? 0 : header[9]
            if let content = content(after.prefix(size), flags, areUnsynchronized) {
                frames.append(Frame(id: id, content: content))
            } else {
                skippedFrames += 1
            }
            rest = after.dropFirst(size)
        }
    }

    /// The size of a frame in version 2.4. Some writers store plain sizes as in 2.3. The size that is
    /// followed by a frame, the padding or the end is used.
    private static func size(ofVersion4 bytes: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>) -> Int {
        let plain = Int(bigEndian(bytes))
        guard let size = synchsafe(bytes) else { return plain }
        guard plain != size, !isBorder(after, size), isBorder(after, plain) else { return size }
        return plain
    }

    private static func isBorder(_ bytes: ArraySlice<UInt8>, _ size: Int) -> Bool {
        guard size <= bytes.count else { return false }
        let next = bytes.dropFirst(size).prefix(4)
        return next.first == nil || next.first == 0 || next.count == 4 && next.allSatisfy(isIDCharacter)
    }

    /// The content of a frame; nil when it is compressed or encrypted.
    private func content(
        _ bytes: ArraySlice<UInt8>, _ flags: UInt8, _ isTagUnsynchronized: Bool
    ) -> [UInt8]? {
        var bytes = bytes
        if version == 3 {
            guard flags & 0xC0 == 0 else { return nil }
            if flags & 0x20 != 0 { bytes = bytes.dropFirst() }
        } else if version == 4 {
            guard flags & 0x0C == 0 else { return nil }
            if flags & 0x40 != 0 { bytes = bytes.dropFirst() }
            if flags & 0x01 != 0 { bytes = bytes.dropFirst(4) }
            if flags & 0x02 != 0 || isTagUnsynchronized { return Self.synchronized(bytes) }
        }
        return Array(bytes)
    }

    private static func isIDCharacter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
    }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// A number with seven bits in each byte; nil when an eighth bit is set.
    private static func synchsafe(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        return bytes.reduce(0) { $0 << 7 | Int($1) }
    }

    /// Removes the zero bytes that were inserted after bytes with all bits set.
    private static func synchronized(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var last: UInt8 = 0
        for byte in bytes {
            if byte != 0 || last != 0xFF { result.append(byte) }
            last = byte
        }
        return result
    }
}
