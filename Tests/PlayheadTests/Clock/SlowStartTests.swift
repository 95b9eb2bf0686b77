import Foundation
import Playhead
import PlayheadSystem
import PlayheadTesting
import Testing

@testable import GStreamer
@testable import PlayheadCore
@testable import PlayheadNetwork
@testable import PlayheadPipeline
@testable import TestBasics
@testable import TestSupport

/// GStreamer looks at every plug-in where it is started for the first time, which may take longer than a load.
@Suite(.timeLimit(.minutes(2)))
struct SlowStartTests {
    @Test(.inTurn) func `the load timeout starts after the start of GStreamer`() async throws {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let real = "/usr/lib/*/gstreamer1.0/gstreamer-1.0/gst-plugin-scanner"
            let scanner = try folder.write("#!/bin/sh\nsleep 11\nexec \(real) \"$@\"\n", to: "scanner")
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: scanner)
            unsafe setenv("GST_PLUGIN_SCANNER", scanner, 1)
            unsafe setenv("GST_REGISTRY", folder.path + "/registry", 1)
            var configuration = PlayerConfiguration.silent
            configuration.loadTimeout = .seconds(10)
            let player = try await MediaItem(path: Samples.directory.path + "/one-frame.mp4").plays(
                with: configuration)
            #expect(player.endReason == .natural && player.error == nil)
            #expect(StartupTime.spent(within: .seconds(60)) > configuration.loadTimeout)
            // A time that is moved by hand passes none of it.
            #expect(ManualTime().timeToStart(within: .seconds(60)) == .zero)
        }
    }

    @Test(.inTurn) func `a missing file is reported before the start of GStreamer`() async {
        await #expect(processExitsWith: .success) {
            #expect(SourceCheck.fault(of: "file:///missing.mp4")?.code == .notFound)
            #expect(StartupTime.spent(within: .seconds(60)) == .zero)
        }
    }
}
