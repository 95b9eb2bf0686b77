import Foundation
import Playhead
import PlayheadTesting
import Testing

@testable import PlayheadCore
@testable import TestBasics
@testable import TestSupport

/// Files in which a stream ends and another one takes its place (RFC 3533, section 4: chained Ogg).
@Suite(.timeLimit(.minutes(2)))
struct ChainedStreamTests {
    @Test(arguments: ["tone.ogg", "tone.opus"], [1, 1.25])
    func `4.7: a chained Ogg file is presented to its end`(name: String, speed: Double) async throws {
        let folder = try TemporaryFolder()
        let link = try Array(Repository.bytes("media/" + name))
        let path = try folder.write(
            Data(link + OggPages.renumbered(link, by: 1) + OggPages.renumbered(link, by: 2)), to: name)
        let once = try await played(MediaItem(path: Repository.media + "/" + name)).duration
        let (reason, duration, chained) = try await played(MediaItem(path: path), speed: speed)
        #expect(reason == .natural)
        #expect(duration > once * 3 - .milliseconds(100))
        #expect(chained.gaps.isEmpty && chained.tracks.count == 1 && !chained.isSeekable)
    }

    private func played(
        _ item: MediaItem, speed: Double = 1
    ) async throws -> (reason: EndReason, duration: Duration, snapshot: PlayerSnapshot) {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        let player = Player(configuration: configuration)
        player.speed = speed
        player.load(item, autoplay: true)
        let reason = try await player.waitForEnd()
        let snapshot = player.snapshot
        await player.close()
        return (reason, snapshot.played, snapshot)
    }
}

/// The pages of an Ogg file (RFC 3533, section 6).
private enum OggPages {
    /// The same file as another logical stream: each serial number is higher.
    static func renumbered(_ file: [UInt8], by difference: UInt8) -> [UInt8] {
        var file = file
        var place = 0
        while place + 27 <= file.count {
            let segments = Int(file[place + 26])
            let length =
                27 + segments + file[(place + 27)..<(place + 27 + segments)].reduce(0) { $0 + Int($1) }
            file[place + 14] &+= difference
            for index in 22..<26 { file[place + index] = 0 }
            let sum = checksum(file[place..<(place + length)])
            for index in 0..<4 { file[place + 22 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index)) }
            place += length
        }
        return file
    }

    private static func checksum(_ page: ArraySlice<UInt8>) -> UInt32 {
        page.reduce(UInt32(0)) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
                sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
            }
        }
    }
}
