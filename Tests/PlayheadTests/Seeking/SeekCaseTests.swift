import Playhead
import PlayheadTesting
import Testing

@testable import CoreTestSupport
@testable import TestBasics
@testable import TestSupport

/// Seeks where something stands in the way (contract 2.3, 3.9, 4.2).
@Suite(.timeLimit(.minutes(2)))
struct SeekCaseTests {
    private static let odd: [Duration] = [
        .zero, .nanoseconds(1), .nanoseconds(-1), .seconds(-1), .seconds(Int64.max), .seconds(Int64.min),
        Duration(attoseconds: .max), Duration(attoseconds: .min), .milliseconds(3999), .milliseconds(4001),
    ]

    @Test(arguments: Backend.allCases, [SeekTolerance.exact, .before, .after, .near])
    func `2.3, 4.2: a seek to any target lands inside the medium`(
        _ backend: Backend, _ tolerance: SeekTolerance
    ) async throws {
        let harness = Harness(backend)
        let player = harness.player
        player.load(try harness.film())
        try await player.waitUntil(.ready)
        let duration = try #require(player.duration)
        for target in Self.odd {
            let result = await player.seek(to: target, tolerance: tolerance)
            switch result {
            case .completed(let position):
                #expect(position >= .zero && position <= duration, "\(target)")
                if tolerance == .exact { #expect(position == min(max(target, .zero), duration), "\(target)") }
            // Where no keyframe follows, a seek leads to the end, and is there already the next time.
            case .unnecessary: #expect(target <= .zero || player.position == duration)
            default: Issue.record("\(target): \(result)")
            }
        }
        await harness.closes()
    }

    @Test(arguments: odd)
    func `4.2: a skip of any distance is accepted, also with unknown duration`(_ distance: Duration) {
        var driver = ReducerDriver.loaded(MediaFacts(duration: nil))
        for _ in 1...40 { driver.command(.skip(id: nil, by: distance)) }
        #expect(driver.position >= .zero && driver.position <= .nanoseconds(Int64.max))
    }

    @Test(arguments: odd, odd)
    func `4.2: a seek with any tolerance is answered`(_ before: Duration, _ after: Duration) async throws {
        let harness = Harness(.fake)
        harness.player.load(try harness.film())
        let tolerance = SeekTolerance.within(before: before, after: after)
        let result = await harness.player.seek(to: .seconds(2), tolerance: tolerance)
        #expect(result == .completed(at: .seconds(2)))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `1.5, 4.2: a seek to the end while playing ends the content`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        player.load(try harness.film())
        try await player.waitUntil(.ready)
        let duration = try #require(player.duration)
        player.play()
        #expect(await player.seek(to: duration) == .completed(at: duration))
        #expect(try await harness.playsToEnd() == .natural)
        #expect(player.state == .paused(buffering: false))
        #expect(player.position == duration)
        await harness.closes()
        #expect(harness.log.ends == [.natural])
    }

    @Test(arguments: Backend.allCases)
    func `1.5, 4.2: a seek from the end returns into the content, paused`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        var item = try harness.long()
        item.startPosition = .milliseconds(59_700)
        player.load(item, autoplay: true)
        try await harness.playsToEnd()
        #expect(await player.seek(to: .seconds(1)) == .completed(at: .seconds(1)))
        #expect(player.status == .ready)
        #expect(player.state == .paused(buffering: false))
        #expect(player.position == .seconds(1))
        player.play()
        try await harness.plays(for: .milliseconds(200))
        #expect(player.position < .seconds(59))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `4.2: a seek beyond the end of the item stays within it`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        player.load(try harness.film(from: .seconds(1), to: .seconds(2)))
        try await player.waitUntil(.ready)
        #expect(await player.seek(to: .seconds(3)) == .completed(at: .seconds(2)))
        #expect(await player.seek(to: .milliseconds(1500)) == .completed(at: .milliseconds(1500)))
        player.play()
        #expect(try await harness.playsToEnd() == .natural)
        #expect(player.position == .seconds(2))
        await harness.closes()
    }

    @Test func `1.1, 2.3: a seek during buffering is executed, and buffering continues`() async throws {
        let harness = Harness(.fake)
        let (player, media) = (harness.player, try #require(harness.media))
        player.load(try harness.film(), autoplay: true)
        media.advance(by: .seconds(1))
        media.buffer(percent: 3)
        #expect(player.state == .playing(buffering: true))
        #expect(await player.seek(to: .seconds(3)) == .completed(at: .seconds(3)))
        #expect(player.state == .playing(buffering: true))
        #expect(player.position == .seconds(3))
        media.buffer(percent: 100)
        #expect(player.state == .playing(buffering: false))
        await harness.closes()
    }

    @Test func `1.1, 2.3: a seek out of a stall ends the stall`() async throws {
        let harness = Harness(.fake)
        let (player, media) = (harness.player, try #require(harness.media))
        player.load(try harness.film(), autoplay: true)
        media.advance(by: .seconds(1))
        media.starve(true)
        #expect(player.state == .playing(buffering: true))
        #expect(await player.seek(to: .seconds(3)) == .completed(at: .seconds(3)))
        #expect(player.position == .seconds(3))
        media.starve(false)
        #expect(player.state == .playing(buffering: false))
        await harness.closes()
    }

    @Test(arguments: [SeekTolerance.exact, .before, .near, .within(before: .seconds(1), after: .zero)])
    func `2.3: every seek fails in content that cannot seek, and the position stays`(
        _ tolerance: SeekTolerance
    )
        async throws
    {
        let harness = Harness(.fake)
        let (player, media) = (harness.player, try #require(harness.media))
        media.script.isSeekable = false
        #expect(player.canSeek == false)
        player.load(try harness.film(), autoplay: true)
        media.advance(by: .seconds(1))
        #expect(!player.canSeek && !player.canSkipForward && !player.canSkipBackward)
        for result in [
            await player.seek(to: .seconds(2), tolerance: tolerance), await player.skip(by: .seconds(1)),
        ] {
            guard case .failed(let error) = result else {
                Issue.record("\(result)")
                continue
            }
            #expect(error.code == .notSeekable)
        }
        #expect(player.position == .seconds(1))
        #expect(player.state == .playing(buffering: false))
        await harness.closes()
        #expect(harness.log.errors.isEmpty)
    }

    @Test func `2.3: a seek fails in live content`() async throws {
        let harness = Harness(.fake)
        let media = try #require(harness.media)
        (media.script.isLive, media.script.isSeekable) = (true, false)
        harness.player.load(try harness.film(), autoplay: true)
        let result = await harness.player.seek(to: .seconds(2))
        guard case .failed(let error) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.code == .notSeekable)
        await harness.closes()
    }

    private static let files = Samples.all.filter { $0.playable && $0.isFile }

    @Test(arguments: files)
    func `2.3, 4.2: every format supports every seek tolerance`(_ sample: Samples.Sample) async throws {
        let harness = Harness(.real)
        let player = harness.player
        player.load(sample.item)
        try await player.waitUntil(.ready)
        let duration = try #require(player.duration)
        let ways: [SeekTolerance] = [
            .exact, .before, .after, .near, .within(before: .milliseconds(100), after: .milliseconds(100)),
        ]
        for share in [7, 2, 5, 9, 1] {
            let target = duration * share / 10
            for tolerance in ways {
                let result = await player.seek(to: target, tolerance: tolerance)
                switch result {
                case .completed(let position):
                    switch tolerance {
                    case .exact: #expect(position == target)
                    case .before: #expect(position <= target)
                    case .within: #expect(abs((position - target).inSeconds) <= 0.1)
                    case .after, .near: #expect(position >= .zero && position <= duration)
                    }
                case .unnecessary: #expect(player.position == target)
                default: Issue.record("\(tolerance) \(target): \(result)")
                }
            }
        }
        player.play()
        // What is one frame long has ended by the time that somebody looks.
        try await player.wait(for: "playback") { [.started, .ended].contains($0.status) }
        await harness.closes()
    }
}
