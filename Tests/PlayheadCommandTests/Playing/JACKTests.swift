import Foundation
import Testing

@testable import TestBasics
@testable import TestSupport

/// Sound on a server of JACK, whose driver plays nothing.
@Suite(
    .enabled(
        if: ["jackd", "jack_rec", "jack_wait"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
        }, "jackd2 or its tools are not installed"),
    .serialized, .timeLimit(.minutes(1)))
struct JACKTests {
    @Test func `a server of JACK is given each sample with its value`() async throws {
        let folder = try TemporaryFolder()
        let name = "playhead-\(UUID().uuidString.prefix(8))"
        let environment = [
            "JACK_DEFAULT_SERVER": name, "JACK_NO_AUDIO_RESERVATION": "1", "HOME": folder.path,
        ]
        let server = try await Child.start(
            "/usr/bin/jackd", ["--no-realtime", "-n", name, "-d", "dummy", "-r", "48000"],
            environment: environment)
        let isUp = try await Child.start(
            "/usr/bin/jack_wait", ["--wait", "--timeout", "30", "--server", name], environment: environment,
            beside: server)
        #expect(await isUp.exitCode() == 0, "\(server.errors.text)")
        let file = try folder.write(NumberedSound.wav(seconds: 6), to: "6.wav")
        let player = try await PlayheadBinary.start(
            ["play", "--video", "none", "--json", "--audio-device", "jack/default", file],
            environment: environment, beside: server)
        #expect(await player.output.waits { $0.contains(#""active":"jack/default""#) })
        let recording = folder.path + "/recording.wav"
        let recorder = try await Child.start(
            "/usr/bin/jack_rec",
            ["-f", recording, "-d", "2", "-b", "32", "-B", "262144"]
                + (1...2).map { "playhead:out_jackaudiosink0_\($0)" },
            environment: environment, beside: server)
        #expect(await recorder.exitCode() == 0, "\(recorder.errors.text)")
        let run = await RunResult(player)
        #expect(run.code == 0, "\(run.errors)")
        server.signal(SIGTERM)
        _ = await server.exitCode()
        let heard = try #require(Self.heard(in: try Data(contentsOf: URL(filePath: recording))))
        #expect(heard.extent.count > 24000 && heard.lost == 0 && heard.repeated == 0, "\(heard.parts)")
    }

    /// What a WAV file in 32 bits has; nil if a sample is none of 16 bits.
    private static func heard(in file: Data) -> HeardSamples? {
        guard let start = file.firstRange(of: Data("data".utf8)) else { return nil }
        let bytes = [UInt8](file[(start.upperBound + 4)...])
        var words = Data()
        for place in stride(from: 0, through: bytes.count - 4, by: 4) {
            guard bytes[place] == 0, bytes[place + 1] == 0 else { return nil }
            words.append(contentsOf: bytes[place + 2...place + 3])
        }
        return HeardSamples(words)
    }
}
