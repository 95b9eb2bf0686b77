import Foundation
import TestSupport

@testable import TestBasics

/// HLS in fragments of MP4, made of a file with a single track of sound whose samples lie one behind the other.
struct FragmentedSound {
    /// How many samples of one channel there are in a frame.
    static let frame = 1024
    private let file: [UInt8]

    init(_ name: String) throws {
        file = Array(try Data(contentsOf: URL(filePath: Repository.media + "/" + name)))
    }

    /// How many frames there are.
    var count: Int { frames.count }

    /// Writes the playlist, what the parts begin with, and parts of so many frames; its edit list is that of the file, or none.
    func write(to folder: TemporaryFolder, framesInPart: Int, edited: Bool) throws {
        try folder.write(Data(beginning(edited: edited)), to: "init.mp4")
        var list = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD\n"
        list += "#EXT-X-MAP:URI=\"init.mp4\"\n"
        for (number, first) in stride(from: 0, to: count, by: framesInPart).enumerated() {
            let part = Array(frames[first..<min(first + framesInPart, count)])
            try folder.write(Data(fragment(number, part, at: first)), to: "\(number).m4s")
            list += "#EXTINF:\(Double(part.count * Self.frame) / 44100),\n\(number).m4s\n"
        }
        try folder.write(list + "#EXT-X-ENDLIST\n", to: "sound.m3u8")
    }

    private var frames: [ArraySlice<UInt8>] {
        let tables = ["moov", "trak", "mdia", "minf", "stbl"]
        let (table, chunks) = (content(tables + ["stsz"]), content(tables + ["stco"]))
        var place = Self.number(chunks, 8)
        return (0..<Self.number(table, 8)).map { index in
            let size = Self.number(table, 12 + 4 * index)
            defer { place += size }
            return file[place..<place + size]
        }
    }

    private func beginning(edited: Bool) -> [UInt8] {
        let media = ["moov", "trak", "mdia"]
        let none = Self.bytes(0, 0)
        let tables = Self.box(
            "stbl", whole(media + ["minf", "stbl", "stsd"]), Self.box("stts", none), Self.box("stsc", none),
            Self.box("stsz", none + Self.bytes(0)), Self.box("stco", none))
        let inner = Self.box(
            "mdia", whole(media + ["mdhd"]), whole(media + ["hdlr"]),
            Self.box("minf", whole(media + ["minf", "smhd"]), whole(media + ["minf", "dinf"]), tables))
        let edits = edited ? whole(["moov", "trak", "edts"]) : []
        let track = Self.box("trak", whole(["moov", "trak", "tkhd"]), edits, inner)
        let fragments = Self.box("mvex", Self.box("trex", Self.bytes(0, 1, 1, 0, 0, 0)))
        return Self.box("ftyp", Array("iso5".utf8), Self.bytes(512), Array("iso5mp41".utf8))
            + Self.box("moov", whole(["moov", "mvhd"]), track, fragments)
    }

    private func fragment(_ number: Int, _ frames: [ArraySlice<UInt8>], at first: Int) -> [UInt8] {
        func head(_ offset: Int) -> [UInt8] {
            let run = frames.flatMap { Self.bytes(Self.frame, $0.count) }
            return Self.box(
                "moof", Self.box("mfhd", Self.bytes(0, number + 1)),
                Self.box(
                    "traf", Self.box("tfhd", Self.bytes(0x020000, 1)),
                    Self.box("tfdt", Self.bytes(0, first * Self.frame)),
                    Self.box("trun", Self.bytes(0x301, frames.count, offset), run)))
        }
        return head(head(0).count + 8) + Self.box("mdat", frames.flatMap { $0 })
    }

    private func content(_ path: [String]) -> ArraySlice<UInt8> { whole(path).dropFirst(8) }

    /// A box, found by its way.
    private func whole(_ path: [String]) -> [UInt8] {
        var part = file[...]
        for (depth, type) in path.enumerated() {
            while part.count >= 8, !part.dropFirst(4).prefix(4).elementsEqual(type.utf8) {
                part = part.dropFirst(max(Self.number(part, 0), 8))
            }
            part = part.prefix(Self.number(part, 0))
            if depth < path.count - 1 { part = part.dropFirst(8) }
        }
        return Array(part)
    }

    private static func number(_ bytes: some Sequence<UInt8>, _ offset: Int) -> Int {
        bytes.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    private static func bytes(_ numbers: Int...) -> [UInt8] {
        numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    }

    private static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        let content = content.flatMap { $0 }
        return bytes(content.count + 8) + Array(type.utf8) + content
    }
}
