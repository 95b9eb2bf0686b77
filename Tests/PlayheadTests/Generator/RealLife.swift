import Playhead
import PlayheadTesting

@testable import GStreamer
@testable import PlayheadCore
@testable import PlayheadStreaming
@testable import TestBasics
@testable import TestSupport

/// Random commands for a player over real media, from two tasks at once.
enum RealLife {
    static func script(seed: UInt64) -> ParallelScript {
        var random = SeededGenerator(seed: seed)
        func list(_ make: (inout SeededGenerator) -> [Step]) -> [Step] {
            (0..<Int.random(in: 2...8, using: &random)).flatMap { _ in make(&random) }
        }
        let threads = (0..<2).map { _ in list(Step.real) }
        return ParallelScript(threads: threads, reactions: list { [Step.command(&$0)] })
    }

    private static let missing = MediaItem(path: "/nonexistent/film.mp4")

    /// Whole and in part, with everything and with sound or pictures alone, and what cannot be played.
    static var items: [MediaItem] {
        get throws {
            let film = try Samples.named("av-h264-aac").item.uri
            return [
                MediaItem(uri: film),
                MediaItem(uri: film, startPosition: .milliseconds(1300), endPosition: .milliseconds(1500)),
                MediaItem(uri: try Samples.named("tone-wav").item.uri, endPosition: .milliseconds(150)),
                missing,
                try Samples.named("video-only").item,
            ]
        }
    }

    /// Lets both tasks take their steps, then brings things to rest and closes the player; answers what was wrong.
    static func faults(of script: ParallelScript) async throws -> [String] {
        let subject = Subject(Player(configuration: .silent), items: try items)
        let meddler = Meddler(script.reactions) { _ = subject.take($0) }
        subject.player.addObserver(meddler)
        let reader = SnapshotReader(of: subject.player, every: 1000)
        await withTaskGroup { group in
            for steps in script.threads {
                group.addTask { for step in steps { await subject.take(real: step) } }
            }
        }
        await meddler.rest()
        subject.add(await reader.faults())
        subject.player.pause()
        await subject.take(real: .until(.rested))
        await subject.rest()
        await subject.close()
        for case .error(let error) in subject.witnesses.main.events where error.uri != missing.uri {
            subject.add(["4.6: what can be played failed: \(error)"])
        }
        return subject.faults
    }
}

extension Subject {
    fileprivate func take(real step: Step) async {
        guard case .until(let goal) = step else { return _ = take(step) }
        let start = player.position
        // An error ends a wait, too.
        try? await player.wait(for: "\(goal)", within: Self.limit) { snapshot in
            switch goal {
            case .opened: snapshot.status != .opening
            case .rested: !snapshot.state.isBuffering
            case .moved: !snapshot.state.isPlaying || snapshot.position != start
            // Only parts are played to their end: there are few seconds for all of this.
            case .ended:
                snapshot.endReason != nil || !snapshot.wantsToPlay || snapshot.item?.endPosition == nil
            }
        }
    }
}

extension Step {
    fileprivate static func real(_ random: inout SeededGenerator) -> [Step] {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: [command(&random)]
        case 4: [.load(Int.random(in: 0..<3, using: &random), autoplay: true), .until(.moved)]
        case 5: [.load(Int.random(in: 1..<3, using: &random), autoplay: true), .until(.ended)]
        case 6: [listening(&random)]
        default: [.until(Goal.allCases.randomElement(using: &random) ?? .opened)]
        }
    }
}
