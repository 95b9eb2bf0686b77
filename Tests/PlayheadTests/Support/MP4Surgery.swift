import Foundation

@testable import TestBasics

/// Changes the movie boxes of samples whose movie box comes last, so that no place of a sample changes.
enum MP4Surgery {
    static func number(_ bytes: [UInt8], at place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    static func put(_ number: Int, in bytes: inout [UInt8], at place: Int) {
        for index in 0..<4 { bytes[place + index] = UInt8(number >> (24 - 8 * index) & 0xFF) }
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let size = content.count + 8
        return (0..<4).map { UInt8(size >> (24 - 8 * $0) & 0xFF) } + Array(type.utf8) + content
    }

    /// The boxes in a range with their contents.
    private static func boxes(_ bytes: ArraySlice<UInt8>) -> [(type: String, content: ArraySlice<UInt8>)] {
        var found: [(String, ArraySlice<UInt8>)] = []
        var rest = bytes
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            guard size >= 8, size <= rest.count else { break }
            found.append((type, rest.prefix(size).dropFirst(8)))
            rest = rest.dropFirst(size)
        }
        return found
    }

    /// A sample with other contents of the boxes in its movie box, its tracks and their edit boxes.
    static func changed(_ name: String, _ change: (String, inout [UInt8]) -> Void) throws -> [UInt8] {
        let file = try Repository.bytes("media/" + name)
        return boxes(file[...]).flatMap { type, content in
            box(type, type == "moov" ? changed(content, change) : Array(content))
        }
    }

    private static func changed(
        _ content: ArraySlice<UInt8>, _ change: (String, inout [UInt8]) -> Void
    ) -> [UInt8] {
        boxes(content).flatMap { type, content in
            if ["trak", "edts"].contains(type) { return box(type, changed(content, change)) }
            var bytes = Array(content)
            change(type, &bytes)
            return box(type, bytes)
        }
    }

    /// A sample whose tracks begin later, by an empty edit of so many units of the movie.
    static func delayed(_ name: String, by units: Int) throws -> [UInt8] {
        try changed(name) { type, bytes in
            switch type {
            case "mvhd": put(number(bytes, at: 16) + units, in: &bytes, at: 16)
            case "tkhd": put(number(bytes, at: 20) + units, in: &bytes, at: 20)
            case "elst":
                put(number(bytes, at: 4) + 1, in: &bytes, at: 4)
                var entry: [UInt8] = [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 1, 0, 0]
                put(units, in: &entry, at: 0)
                bytes.insert(contentsOf: entry, at: 8)
            default: break
            }
        }
    }
}
