import Foundation
import Glibc
import PlayheadServer
import Testing

@testable import PlayheadCommand
@testable import TestSupport

@Suite(.timeLimit(.minutes(5))) struct `A signal` {
    @Test func `is heard from the moment in which it is watched for`() async {
        let heard = await withCheckedContinuation { continuation in
            Signals.watch([SIGUSR1]) { continuation.resume(returning: $0) }
            kill(getpid(), SIGUSR1)
        }
        #expect(heard == SIGUSR1)
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func `stops what plays, and tells so`(number: Int32, code: Int32) async throws {
        // More than will be played, so that no slow machine comes to the end.
        let tones = [String](repeating: SampleMedia.path("tone.wav"), count: 5)
        let child = try await PlayheadBinary.start(["play", "--json"] + tones)
        #expect(await child.output.waits { $0.contains(#""to":"started""#) })
        child.signal(number)
        let result = await RunResult(child)
        let lines = try result.lines()
        #expect(result.code == code)
        #expect(lines.named("finished").last?.reason == "stopped")
        #expect(lines.last?.exitCode == code)
        #expect(lines.last?.items?.last?.outcome == "stopped")
        #expect(result.errors == "")
    }

    @Test(
        .enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "needs a display"),
        arguments: 1...10)
    func `ends what is shown in a window, whatever the threads of libraries do`(_ turn: Int) async throws {
        let film = SampleMedia.path("av-h264-aac.mp4")
        let child = try await PlayheadBinary.start([
            "play", "--json", "--subtitles", "draw", "--paused", film,
        ])
        #expect(await child.output.waits { $0.contains(#""to":"ready""#) })
        child.signal(SIGINT)
        let result = await RunResult(child)
        #expect(result.code == 130)
        #expect(try result.lines().last?.event == "summary")
    }

    @Test(arguments: [SIGINT, SIGTERM]) func `ends a load that hangs`(number: Int32) async throws {
        let plan = FaultPlan(rules: [FaultRule("x.mp4", .stall(at: 0))])
        let server = try await MediaServer(plan: plan)
        let child = try await PlayheadBinary.start(["play", "--json", server.address(of: "x.mp4")])
        #expect(await child.output.waits { $0.contains("opening") })
        child.signal(number)
        let result = await RunResult(child)
        // Its deadline would make it one that failed.
        #expect(result.code == 128 + number)
        #expect(try result.lines().last?.items?.map(\.outcome) == ["stopped"])
    }

    @Test func `is not needed when nobody reads any more`() async throws {
        let child = try await Child.start(
            "/bin/bash",
            [
                "-c", #""$0" play --json "$1" | head -n 1; echo "${PIPESTATUS[0]}""#, PlayheadBinary.path,
                SampleMedia.path("tone.wav"),
            ])
        let result = await RunResult(child)
        #expect(result.output.hasSuffix("\n141\n"))
        #expect(result.errors == "")
    }
}
