import Foundation
import PlayheadCore
import Testing

@testable import TestBasics
@testable import TestSupport

/// Sound that a device is given as it is in the medium: on a sound server whose sink offers that, and on a device of
/// ALSA that writes what it is given into a file.
@Suite(
    .needsPulseAudio,
    .enabled(if: ALSAFile.isInstalled, "libasound2-plugins is not installed"),
    .serialized, .timeLimit(.minutes(1)))
struct DirectAudioTests {
    private static let formats = ["digital": "pcm; ac3-iec61937; dts-iec61937"]
    private static let passthrough = ["--audio-passthrough", "ac3,dts"]

    private func encodings(_ run: RunResult) throws -> [AudioOutputFormat.Encoding] {
        try run.lines().named("audioDeviceChanged").compactMap(\.format?.encoding).reduce(into: []) {
            found, next in
            if found.last != next { found.append(next) }
        }
    }

    /// Waits until the last format that was told has an encoding. One format may be told several times.
    private func plays(_ encoding: String, _ player: PlayerOnServer) async -> Bool {
        await player.child.output.waits { text in
            text.matches(of: /"encoding":"(\w+)"/).last?.output.1 == encoding[...]
        }
    }

    private func metrics(_ server: PulseServer) -> [String] {
        ["--metrics", server.folder.path + "/metrics"]
    }

    /// Whether the metrics tell that sound was late. A busy machine leaves out what it was late for.
    private func wasLate(_ server: PulseServer) throws -> Bool {
        let metrics = try String(contentsOfFile: server.folder.path + "/metrics", encoding: .utf8)
        return !metrics.contains(#""audioUnderruns":0,"audioResyncs":0,"#)
    }

    @Test(arguments: ["ac3", "dts"])
    func `a sound server is given the frames of the medium`(kind: String) async throws {
        let server = try await PulseServer(sinks: "digital", formats: Self.formats)
        let player = try await server.play(SampleMedia.path("surround/sweep.\(kind)"), Self.passthrough)
        #expect(await player.child.output.waits { $0.contains(#""isBitPerfect":true"#) })
        #expect(try await server.control("list", "sink-inputs").contains("Format: \(kind)-iec61937"))
        let run = await RunResult(player.child)
        #expect(run.code == 0, "\(run.errors)")
        #expect(try encodings(run).map(\.rawValue) == [kind])
        await server.kill()
    }

    @Test(arguments: ["sweep.ac3", "sweep.dts", "hls/sweep.m3u8"])
    func `a digital output is given each frame once, in order`(name: String) async throws {
        let server = try await PulseServer(sinks: "first")
        let device = try ALSAFile(beside: server)
        let player = try await server.play(
            SampleMedia.path("surround/" + name),
            Self.passthrough + ["--audio-device", "alsa/digital"] + metrics(server))
        let run = await RunResult(player.child)
        #expect(run.code == 0, "\(run.errors)")
        let encoding = name == "sweep.dts" ? EncodedFrames.dts : .ac3
        let all = try encoding.frames(ofSample: "surround/sweep.\(encoding)")
        let heard = HeardFrames(try encoding.frames(inBursts: device.content), of: all)
        #expect(heard.areInOrder && heard.last == heard.count - 1, "\(heard.numbers)")
        #expect(heard.numbers.count > heard.count / 2, "\(heard.numbers)")
        #expect(try heard.areWithoutGap || wasLate(server), "\(heard.numbers)")
        await server.kill()
    }

    @Test func `a pause and a seek leave frames whole`() async throws {
        let server = try await PulseServer(sinks: "first")
        let device = try ALSAFile(beside: server)
        let player = try await server.play(
            SampleMedia.path("surround/sweep.ac3"),
            Self.passthrough + ["--audio-device", "alsa/digital"] + metrics(server))
        let all = try EncodedFrames.ac3.frames(ofSample: "surround/sweep.ac3")
        try await waitUntil { try EncodedFrames.ac3.frames(inBursts: device.content).count > 15 }
        try player.send("set_property pause yes")
        #expect(await player.child.output.waits { $0.contains(#""to":"paused""#) })
        try player.send("seek 2 absolute exact")
        try player.send("set_property pause no")
        let run = await RunResult(player.child)
        #expect(run.code == 0, "\(run.errors)")
        // The device is opened anew, and so its file.
        let heard = HeardFrames(try EncodedFrames.ac3.frames(inBursts: device.content), of: all)
        #expect(heard.areInOrder && heard.last == all.count - 1, "\(heard.numbers)")
        // 2 s are the middle of frame 62, and each frame has 32 ms.
        #expect(heard.numbers.first.flatMap { $0 }.map { $0 >= 61 } == true, "\(heard.numbers)")
        #expect(try heard.areWithoutGap || wasLate(server), "\(heard.numbers)")
        await server.kill()
    }

    @Test func `sound is decoded while it has to be changed`() async throws {
        let server = try await PulseServer(sinks: "digital", formats: Self.formats)
        let player = try await server.play(
            SampleMedia.path("surround/sweep.ac3"), Self.passthrough + ["--repeat", "9"])
        #expect(await player.child.output.waits { $0.contains(#""encoding":"ac3""#) })
        let recording = try await server.record("digital")
        let changes = [("volume 50", "pcm"), ("volume 100", "ac3"), ("speed 1.25", "pcm")]
        for (change, encoding) in changes {
            try player.send("set_property " + change)
            #expect(await plays(encoding, player), "\(change): \(player.child.errors.text)")
        }
        try await waitUntil { try recording.heard.parts.count > 20_000 }
        try player.send("quit")
        let run = await RunResult(player.child)
        #expect(run.code == 0, "\(run.errors)")
        #expect(try encodings(run) == [.ac3, .pcm, .ac3, .pcm])
        #expect(try await recording.samples().contains { $0.magnitude > 0.1 })
        await server.kill()
    }

    @Test func `a device that does not take frames is given decoded samples`() async throws {
        let server = try await PulseServer(sinks: "digital", "plain", formats: Self.formats)
        let recording = try await server.record("plain")
        let player = try await server.play(
            SampleMedia.path("surround/sweep.ac3"),
            Self.passthrough + ["--audio-device", "pulse/plain", "--repeat", "9"])
        #expect(await player.child.output.waits { $0.contains(#""encoding":"pcm""#) })
        try await waitUntil { try recording.heard.parts.count > 1 }
        try player.send("set_property audio-device pulse/digital")
        #expect(await player.child.output.waits { $0.contains(#""encoding":"ac3""#) })
        try player.send("set_property audio-device pulse/plain")
        #expect(await plays("pcm", player))
        try player.send("quit")
        let run = await RunResult(player.child)
        #expect(run.code == 0, "\(run.errors)")
        #expect(try encodings(run) == [.pcm, .ac3, .pcm])
        #expect(try run.lines().named("gap").isEmpty)
        await server.kill()
    }

    @Test(arguments: [(16, 44100), (24, 96000)])
    func `a card is given each sample of the medium`(bits: Int, rate: Int) async throws {
        let server = try await PulseServer(sinks: "first")
        let device = try ALSAFile(beside: server)
        let samples = CountedSamples(bits: bits, rate: rate)
        let player = try await server.play(
            server.folder.write(samples.wav, to: "counted.wav"),
            ["--audio-device", "alsa/card", "--exclusive"] + metrics(server))
        let run = await RunResult(player.child)
        #expect(run.code == 0, "\(run.errors)")
        let formats = try run.lines().named("audioDeviceChanged").compactMap(\.format)
        let isKept = formats.allSatisfy { $0.isBitPerfect && $0.sampleRate == rate }
        #expect(!formats.isEmpty && isKept, "\(formats)")
        let heard = try #require(samples.heard(in: try device.content))
        #expect(heard.extent == 0..<samples.count, "\(heard.parts)")
        #expect(try heard.lost == 0 || wasLate(server), "\(heard.parts)")
        // A device that runs dry starts again a little earlier.
        #expect(heard.repeated <= rate / 10, "\(heard.parts)")
        await server.kill()
    }

    @Test func `a card is opened anew for an item in another format`() async throws {
        let server = try await PulseServer(sinks: "first")
        _ = try ALSAFile(beside: server)
        let samples = CountedSamples(bits: 24, rate: 96000)
        let second = try server.folder.write(samples.wav, to: "second.wav")
        let player = try await server.play(
            server.folder.write(CountedSamples(bits: 16, rate: 44100).wav, to: "first.wav"),
            ["--audio-device", "alsa/card", "--exclusive"], then: second)
        let run = await RunResult(player.child)
        #expect(run.code == 0, "\(run.errors)")
        let formats = try run.lines().named("audioDeviceChanged").compactMap(\.format)
        let isKept = formats.allSatisfy(\.isBitPerfect)
        #expect(isKept)
        #expect(Set(formats.map(\.sampleRate)) == [44100, 96000])
        await server.kill()
    }

    @Test func `isBitPerfect is false while the volume changes samples`() async throws {
        let server = try await PulseServer(sinks: "first")
        _ = try ALSAFile(beside: server)
        let player = try await server.play(
            seconds: 2, "--audio-device", "alsa/card", "--exclusive", "--volume", "0.5")
        let run = await RunResult(player.child)
        #expect(run.code == 0, "\(run.errors)")
        let formats = try run.lines().named("audioDeviceChanged").compactMap(\.format)
        let isChanged = formats.allSatisfy { !$0.isBitPerfect && $0.encoding == .pcm }
        #expect(!formats.isEmpty && isChanged, "\(formats)")
        await server.kill()
    }

    @Test func `exclusive output needs a device of ALSA`() async throws {
        let run = try await PlayheadBinary.run("--exclusive", SampleMedia.path("tone.wav"))
        #expect(run.code == 2)
        #expect(run.errors.hasPrefix("playhead: --exclusive needs an ALSA device"))
    }
}
