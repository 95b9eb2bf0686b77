import Glibc
import PlayheadServer
import PlayheadTesting
import TestSupport
import Testing

@testable import GStreamer
@testable import Playhead

/// On a busy machine a thread may exist for long before it does anything.
@Suite(.timeLimit(.minutes(1)))
struct LateDownloadTests {
    @Test(.inTurn) func `2.7: a close ends though the thread for downloads has only been made`() async {
        await #expect(processExitsWith: .success) {
            // Whatever hangs, this process does not.
            alarm(30)
            #expect(Runtime.startFault == nil)
            let place = LateThread.Place(
                message: "DownloadHelper thread starting", category: "adaptivedemux2", length: .seconds(1))
            LateThread.keepBusy(at: [place])
            let server = try await MediaServer(folder: Repository.media)
            let player = Player(configuration: .silent)
            player.load(MediaItem(uri: server.address(of: "hls-ts/low.m3u8")))
            let element = try await player.pipeline.seen { LateThread.isBusy ? $0.pipeline : nil }
            await player.close()
            #expect(player.status == .closed)
            // It was taken down, not left behind.
            #expect(element.isTakenDown)
            await server.close()
        }
    }
}
