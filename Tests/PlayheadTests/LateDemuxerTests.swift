import Glibc
import Playhead
import PlayheadServer
import PlayheadTesting
import TestSupport
import Testing

@testable import GStreamer

/// On a busy machine a film may have broken off before anything of it was read.
@Suite(.timeLimit(.minutes(1)))
struct LateDemuxerTests {
    @Test(.inTurn) func `4.7: what came of a film is played though the rest was given up before`() async {
        await #expect(processExitsWith: .success) {
            // Whatever hangs, this process does not.
            alarm(40)
            #expect(Runtime.startFault == nil)
            // More than it takes to ask for the rest again and again.
            LateThread.keepBusy(at: "parsing 'moov' atom", of: "qtdemux", for: .seconds(4))
            let rule = FaultRule("**", .cut(at: .share(0.6)), .ignoresRanges)
            let server = try await MediaServer(folder: Repository.media, plan: FaultPlan(rules: [rule]))
            let player = try await server.plays("av-h264-aac.mp4", with: .silent)
            #expect(LateThread.isBusy)
            #expect(player.endReason == .truncated && player.error?.code == .connectionLost)
            #expect(player.played > .seconds(1))
        }
    }
}
