import Glibc
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import GStreamer
@testable import TestBasics
@testable import TestSupport

/// On a busy machine a film may have broken off before anything of it was read.
@Suite(.timeLimit(.minutes(2)))
struct LateDemuxerTests {
    /// More than it takes to ask for the rest again and again.
    private static let demuxer = LateThread.Place(
        message: "parsing 'moov' atom", category: "qtdemux", length: .seconds(4))

    @Test(.inTurn) func `4.7: a broken download with a late demuxer is played as far as it arrived`() async {
        await #expect(processExitsWith: .success) {
            try await Self.isPlayedAsFarAsItCame(late: [Self.demuxer])
        }
    }

    /// All threads are at rest when the queue looks at them first: what opens the film lies behind that.
    @Test(.inTurn) func `4.7: a broken download with late preroll is played as far as it arrived`() async {
        await #expect(processExitsWith: .success) {
            let queue = LateThread.Place(
                message: "getting state, timeout 0:00:00.000000000", category: "GST_STATES",
                length: .seconds(3))
            let output = LateThread.Place(
                message: "committing state from READY to PAUSED, old pending PAUSED",
                category: "GST_STATES", length: .seconds(1))
            try await Self.isPlayedAsFarAsItCame(late: [Self.demuxer, queue, output])
        }
    }

    private static func isPlayedAsFarAsItCame(late places: [LateThread.Place]) async throws {
        // Whatever hangs, this process does not.
        alarm(40)
        #expect(Runtime.startFault == nil)
        LateThread.keepBusy(at: places)
        let rule = FaultRule("**", .cut(at: .share(0.6)), .ignoresRanges)
        let server = try await MediaServer(folder: Repository.media, plan: FaultPlan(rules: [rule]))
        let player = try await server.plays("av-h264-aac.mp4", with: .silent)
        #expect(LateThread.isBusy)
        #expect(player.endReason == .truncated && player.error?.code == .connectionLost)
        #expect(player.played > .seconds(1))
    }
}
