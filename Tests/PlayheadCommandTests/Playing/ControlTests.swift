import Testing

@testable import PlayheadCommand
@testable import PlayheadRemote
@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct `The command control` {
    @Test(arguments: [
        ("pause", #"["set_property","pause",true]"#), ("toggle", #"["cycle","pause"]"#),
        ("seek 1:30", #"["seek",90.000000,"absolute+exact"]"#),
        ("seek -10", #"["seek",-10.000000,"relative+exact"]"#),
        ("seek 50%", #"["seek",50.000000,"absolute-percent"]"#),
        ("volume +5", #"["add","volume",5.000000]"#), ("volume 80%", #"["set_property","volume",80.000000]"#),
        ("mute", #"["cycle","mute"]"#), ("mute no", #"["set_property","mute",false]"#),
        ("message a b", #"["script-message","a","b"]"#), ("add volume 7", #"["add","volume","7"]"#),
        ("playlist-move 3 0", #"["playlist-move","3","0"]"#),
        ("add http://h/a", #"["loadfile","http://h/a","append-play"]"#),
    ])
    func `translates`(words: String, command: String) throws {
        let request = try ControlRequest(words.split(separator: " ").map(String.init))
        guard case .commands(let commands) = request else { return #expect(request == .commands([])) }
        #expect(commands.map { RemoteValue.list($0).json } == [command])
    }

    @Test(arguments: ["pause now", "seek soon", "volume loud", "mute perhaps", "open", "get", "volume"])
    func `refuses`(words: String) {
        #expect(throws: (any Error).self) {
            try ControlRequest(words.split(separator: " ").map(String.init))
        }
    }

    @Test func `drives a player that runs`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/s"
        let player = try await PlayheadBinary.start(
            [
                "play", "--idle", "--json", "--video", "none", "--audio", "none", "--input-ipc-server", path,
            ], environment: ["XDG_STATE_HOME": folder.path])
        try await waitUntil { (try? JSONIPCClient(path: path)) != nil }
        func control(_ words: String...) async throws -> RunResult {
            await RunResult(try await PlayheadBinary.start(["control", path] + words))
        }
        #expect(try await control("status").output == "Idle\n")
        #expect(try await control("list").output == "The queue is empty.\n")
        #expect(try await control("pause").code == 0)
        let opened = try await control("open", SampleMedia.path("tone.wav"), SampleMedia.path("tone.flac"))
        #expect(opened.code == 0)
        try await waitUntil {
            let answer = try await control("get", "duration")
            if answer.code == 1 {
                #expect(answer.errors == "playhead: The player refuses it: property unavailable\n")
            }
            return answer.code == 0
        }
        #expect(try await control("get", "pause").output == "yes\n")
        #expect(try await control("seek", "+1").code == 0)
        #expect(try await control("list").output.hasPrefix("* 1  "))
        let status = try await control("status").output
        #expect(status.contains("Paused  0:01 / ") && status.contains("1 of 2"))
        let more = await RunResult(
            try await PlayheadBinary.start(
                [
                    "play", "--enqueue", "--input-ipc-server", path, "--start", "0.5", "tone.ogg",
                ], directory: SampleMedia.path("")))
        #expect(more.code == 0 && more.errors.isEmpty)
        #expect(try await control("list").output.contains("\n  3  \(SampleMedia.path("tone.ogg"))\n"))
        #expect(try await control("bookmark-list").output == "The item has no bookmarks.\n")
        #expect(try await control("bookmark-add", "a part").code == 0)
        #expect(try await control("bookmark-list").output == "0  0:01  a part\n")
        #expect(try await control("nonsense").code == 1)
        #expect(try await control("quit").code == 0)
        #expect(await RunResult(player).code == 0)
        let missing = try await control("status")
        #expect(missing.code == 1)
        #expect(
            missing.errors == "playhead: The socket \(path) cannot be reached: No such file or directory\n")
    }
}
