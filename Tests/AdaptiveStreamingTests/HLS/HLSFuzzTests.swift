import Testing

@testable import AdaptiveStreaming
@testable import PlayheadCore
@testable import TestBasics

/// HLS: whatever a server sends, it is read or it is an error, and what is written of it can be read.
@Suite(.apart, .serialized, .timeLimit(.minutes(2)))
struct HLSFuzzTests {
    private static let pieces = [
        "#EXTM3U\n", "#EXTINF:", "#EXT-X-KEY:METHOD=AES-128,", "#EXT-X-BYTERANGE:", "#EXT-X-MAP:", "URI=\"",
        "\"", ",", "=",
        "\n", "\r\n", "\r", "{$", "}", "{$a}", "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"", "IV=0x", "@",
        "9223372036854775807", "-1",
        "0", ".", "1e9", "nan", "\0", "\u{FEFF}", "é", "#EXT-X-STREAM-INF:",
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=",
        "#EXT-X-PROGRAM-DATE-TIME:2024-02-30T24:60:60", "#EXT-X-DISCONTINUITY\n", "#EXT-X-GAP\n",
        "#EXT-X-ENDLIST\n",
        "#EXT-X-START:TIME-OFFSET=-", "#EXT-X-MEDIA-SEQUENCE:", " ", "\t", "#", ":", "x",
    ].map { Array($0.utf8) }

    @Test(arguments: UInt64(1)...8) func `mutated playlists are read or refused`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let samples = [HLSSample.media, HLSSample.multivariant].map { Array("#EXTM3U\n\($0)".utf8) }
        for _ in 0..<100 {
            var bytes = samples.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<max(1, bytes.count), using: &random)
                let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    bytes.replaceSubrange(place..<end, with: Self.pieces.randomElement(using: &random) ?? [])
                case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
                case 2: bytes.removeSubrange(place..<end)
                default: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
                }
            }
            Self.check(bytes)
        }
    }

    @Test(arguments: UInt64(1)...8) func `random bytes are read or refused`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<150 {
            var bytes = Array("#EXTM3U\n".utf8)
            for _ in 0..<Int.random(in: 0..<60, using: &random) {
                bytes += Self.pieces.randomElement(using: &random) ?? []
                if Int.random(in: 0..<5, using: &random) == 0 {
                    bytes.append(UInt8.random(in: 0...255, using: &random))
                }
            }
            Self.check(bytes)
        }
    }

    @Test(arguments: [
        "#EXTINF:1,\na\n", "{$", "{$a}", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n", "a=\"", "a=,",
        "#EXT-X-DISCONTINUITY\n", "#",
        "#EXT-X-STREAM-INF:A=1\na\n", "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"b\"\n", "\r", "\0",
    ])
    func `100,000 repeated bytes are read in linear time`(_ piece: String) {
        let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
        Self.check(Array("#EXTM3U\n#EXT-X-KEY:\(text)".utf8))
        Self.check(Array("#EXTM3U\n\(text)\n#EXTINF:1,\na\n".utf8))
    }

    private static func check(_ bytes: [UInt8]) {
        do throws(HLSError) {
            switch try HLSPlaylist.parse(bytes) {
            case .media(let playlist):
                var timeline = PlaylistTimeline()
                timeline.take(playlist)
                #expect(timeline.window.upperBound == playlist.duration)
                #expect(timeline.liveStart().map(playlist.numbers.contains) == true)
            case .multivariant(let playlist):
                #expect(!playlist.playable.isEmpty)
                let there = playlist.withGroupsThatAreThere()
                for kind in [MultivariantPlaylist.Rendition.Kind.audio, .video, .subtitles] {
                    let groups = there.variants.compactMap { $0.group(of: kind) }
                    #expect(groups.allSatisfy { group in there.renditions.contains { $0.group == group } })
                }
            }
        } catch {
            #expect(error.kind != .malformed || !error.message.isEmpty)
        }
    }
}
