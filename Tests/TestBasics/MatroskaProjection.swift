/// Puts a `Projection` into the video track of a Matroska file (RFC 9559, 5.1.4.1.28.41).
package enum MatroskaProjection {
    /// A copy of a file that has only its info, tracks and clusters. `yaw`, `pitch` and `roll` are in degrees.
    package static func insert(yaw: Float, pitch: Float = 0, roll: Float, type: UInt8 = 0, into file: [UInt8])
        -> [UInt8]
    {
        var pose = element([0x76, 0x71], [type])
        for (id, angle) in [(UInt8(0x73), yaw), (0x74, pitch), (0x75, roll)] {
            pose += element([0x76, id], bytes(angle.bitPattern))
        }
        let projection = element([0x76, 0x70], pose)
        var result: [UInt8] = []
        for (id, content) in elements(file[...]) {
            guard id == [0x18, 0x53, 0x80, 0x67] else {
                result += element(id, Array(content))
                continue
            }
            var segment: [UInt8] = []
            for (id, content) in elements(content) {
                switch id {
                case [0x16, 0x54, 0xAE, 0x6B]: segment += element(id, tracks(content, with: projection))
                case [0x15, 0x49, 0xA9, 0x66], [0x1F, 0x43, 0xB6, 0x75]:
                    segment += element(id, Array(content))
                default: break
                }
            }
            result += element(id, segment)
        }
        return result
    }

    private static func tracks(_ content: ArraySlice<UInt8>, with projection: [UInt8]) -> [UInt8] {
        elements(content).flatMap { id, entry in
            guard id == [0xAE] else { return element(id, Array(entry)) }
            return element(
                id,
                elements(entry).flatMap { id, field in
                    element(id, Array(field) + (id == [0xE0] ? projection : []))
                })
        }
    }

    private static func bytes(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
        id + [0x08] + bytes(UInt32(content.count)) + content
    }

    /// The elements in some bytes; all have a known size.
    private static func elements(_ bytes: ArraySlice<UInt8>) -> [(id: [UInt8], content: ArraySlice<UInt8>)] {
        var (rest, found) = (bytes, [(id: [UInt8], content: ArraySlice<UInt8>)]())
        while let first = rest.first, first != 0, first.leadingZeroBitCount < 4 {
            let id = Array(rest.prefix(first.leadingZeroBitCount + 1))
            rest = rest.dropFirst(id.count)
            guard let mark = rest.first, mark != 0 else { break }
            let length = mark.leadingZeroBitCount + 1
            var size = rest.prefix(length).reduce(0) { $0 << 8 | Int($1) }
            size &= (1 << (7 * length)) - 1
            rest = rest.dropFirst(length)
            found.append((id, rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return found
    }
}
