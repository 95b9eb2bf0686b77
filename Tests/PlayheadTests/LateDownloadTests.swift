import CGStreamer
import Glibc
import PlayheadServer
import PlayheadTesting
import Synchronization
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
            LateThread.keepBusy()
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

/// Keeps the threads of hlsdemux2 that download from what they are there for.
private enum LateThread {
    private static let begun = Atomic(false)

    static var isBusy: Bool { begun.load(ordering: .acquiring) }

    /// Each of them says that it begins, and is kept at that for a second: as one that gets no processor it counts as running.
    static func keepBusy() {
        unsafe gst_debug_add_log_function(
            { _, _, _, _, _, _, message, _ in
                let text = unsafe message.flatMap { unsafe string(gst_debug_message_get($0)) }
                guard text == "DownloadHelper thread starting" else { return }
                LateThread.begun.store(true, ordering: .releasing)
                let end = ContinuousClock.now + .seconds(1)
                while ContinuousClock.now < end {}
            }, nil, nil)
        unsafe gst_debug_set_threshold_for_name("adaptivedemux2", GST_LEVEL_DEBUG)
    }
}
