import Testing

@testable import GStreamer

/// A box is found in what comes, however it is cut into pieces, and everything goes on in order.
struct BoxHuntTests {
    private func box(_ type: String, _ count: Int, _ fill: UInt8) -> [UInt8] {
        [0, 0, UInt8(count >> 8), UInt8(count & 255)] + Array(type.utf8)
            + Array(repeating: fill, count: count - 8)
    }

    /// What went on, and what was found in it.
    private func run(_ bytes: [UInt8], by size: Int, limit: Int = 1000, hasOffsets: Bool = true) -> (
        all: [UInt8], found: [UInt8]?
    ) {
        var hunt = BoxHunt(type: Array("moov".utf8), limit: limit)
        var (all, found) = ([UInt8](), [UInt8]?.none)
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start..<min(start + size, bytes.count)])
            switch hunt.take(piece, at: hasOffsets ? start : nil) {
            case .pass: all += piece
            case .hold: break
            case .give(let given):
                #expect(!hasOffsets || given.offset == all.count)
                all += given.bytes
            case .found(let given, let range):
                #expect(!hasOffsets || given.offset == all.count)
                all += given.bytes
                found = Array(given.bytes[range])
            }
        }
        if let rest = hunt.giveUp() { all += rest.bytes }
        return (all, found)
    }

    @Test(arguments: [1, 2, 7, 16, 33, 100, 1000], [true, false])
    func `a box is found among other boxes`(_ size: Int, _ hasOffsets: Bool) {
        let movie = box("moov", 90, 3)
        let bytes = box("ftyp", 24, 1) + box("free", 8, 0) + box("mdat", 300, 2) + movie + box("free", 50, 4)
        let (all, found) = run(bytes, by: size, hasOffsets: hasOffsets)
        #expect(all == bytes && found == movie)
    }

    @Test(arguments: [1, 7, 64, 1000])
    func `a box that is too long, cut or missing passes unchanged`(_ size: Int) {
        for bytes in [
            box("moov", 2000, 1), Array(box("moov", 300, 1).prefix(100)),
            box("ftyp", 24, 1) + box("mdat", 99, 2),
            [0, 0, 0, 0] + box("moov", 60, 1), [0, 0, 0, 1] + Array(repeating: 0xFF, count: 90), [1, 2, 3],
        ] {
            let (all, found) = run(bytes, by: size)
            #expect(all == bytes && found == nil)
        }
    }

    @Test func `a box starts after a jump`() {
        var hunt = BoxHunt(type: Array("moov".utf8), limit: 1000)
        #expect(hunt.take(box("mdat", 400, 1).prefix(100) + [], at: 0) == .pass)
        let movie = box("moov", 60, 2)
        #expect(hunt.take(movie, at: 400) == .found(.init(bytes: movie, offset: 400), 0..<60))
    }
}
