import Foundation
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import TestBasics
@testable import TestSupport

/// Every cue at its time, at every speed (contract 4.4).
@Suite(.timeLimit(.minutes(3)))
struct CuePrecisionTests {
    /// Where in the media each cue began and ended to be shown.
    private final class Register: Sendable {
        struct Change: Sendable, Equatable {
            var text: String?
            var position: Duration
        }

        private let state = Mutex<[Change]>([])
        var changes: [Change] { state.withLock { $0 } }

        func hear(_ events: [PlayerEvent], _ snapshot: PlayerSnapshot) {
            for case .subtitleChanged(let cue) in events {
                state.withLock { $0.append(Change(text: cue?.text, position: snapshot.position)) }
            }
        }
    }

    /// Cues of 37 ms with 19 ms in between.
    private static func cues(_ count: Int) -> [SubtitleCue] {
        (0..<count).map { number in
            let start = Duration.milliseconds(500 + number * 56)
            return SubtitleCue(text: "\(number)", start: start, end: start + .milliseconds(37))
        }
    }

    private static func stamp(_ time: Duration) -> String {
        let milliseconds = Int(time.inNanoseconds / 1_000_000)
        let parts = [milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1000 % 60]
        let rest = String(1000 + milliseconds % 1000).dropFirst()
        return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":") + "," + rest
    }

    private func play(_ medium: MediaItem, with cues: [SubtitleCue], at speed: Double, from start: Duration)
        async throws
    {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "film.srt")
        let text = cues.enumerated().map { index, cue in
            "\(index + 1)\n\(Self.stamp(cue.start)) --> \(Self.stamp(cue.end))\n\(cue.text)\n\n"
        }
        try Data(text.joined().utf8).write(to: url)
        var item = medium
        item.subtitleFiles = [SubtitleFile(path: url.path(percentEncoded: false))]
        let player = Player(configuration: .virtual(VirtualClock()))
        let register = Register()
        let chronicle = player.chronicle(positions: false) { register.hear($0, $1) }
        player.speed = speed
        player.load(item)
        try await player.wait(for: "the texts") { $0.hasTranscript && $0.status == .ready }
        if start > .zero { await player.seek(to: start) }
        player.play()
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        await player.close()
        chronicle.cancel()
        let changes = register.changes
        let expected = speed < 0 ? cues.reversed() : cues
        #expect(changes.map(\.text) == expected.flatMap { [$0.text, nil] })
        let times = expected.flatMap { speed < 0 ? [$0.end, $0.start] : [$0.start, $0.end] }
        let off = zip(changes, times).filter { abs($0.position.inSeconds - $1.inSeconds) > 0.04 }
        #expect(off.isEmpty, "\(off.count) are off, the first is \(String(describing: off.first))")
    }

    @Test(arguments: [0.5, 1, 2, 4, 16])
    func `4.4: 1000 cues are each shown once, exact to the frame`(_ speed: Double)
        async throws
    {
        let sound = try #require(LongSound())
        try await play(sound.item, with: Self.cues(1000), at: speed, from: .zero)
    }

    @Test(arguments: [-0.5, -1, -4])
    func `4.4: backward playback shows each cue from its end to its start`(_ speed: Double) async throws {
        try await play(
            Samples.named("av-h264-aac").item, with: Self.cues(55), at: speed, from: .milliseconds(3800))
    }
}
