import Playhead
import PlayheadCore
import PlayheadRemote
import PlayheadTesting
import Testing

@testable import PlayheadRemoteHTTP
@testable import TestBasics

@Suite(.timeLimit(.minutes(1))) struct `Commands over HTTP` {
    @Test func `control playback`() async throws {
        let stage = try await WebStage()
        let player = stage.player
        #expect(try await stage.post("seek", #"{"position":1}"#).code == "noContent")
        try await stage.play()
        #expect(try await stage.post("pause").status == 204)
        #expect(!player.snapshot.wantsToPlay)
        #expect(try await stage.post("toggle").status == 204)
        #expect(player.snapshot.wantsToPlay)
        _ = try await stage.post("pause")
        #expect(try await stage.post("seek", #"{"position":4,"tolerance":"exact"}"#).status == 204)
        #expect(player.position == .seconds(4))
        _ = try await stage.post("skip", #"{"by":-1.5}"#)
        #expect(player.position == .seconds(2.5))
        _ = try await stage.post("step", #"{"by":1}"#)
        #expect(player.position == .milliseconds(2520))
        _ = try await stage.post("setSpeed", #"{"speed":2}"#)
        _ = try await stage.post("setVolume", #"{"volume":0.25}"#)
        _ = try await stage.post("setMuted", #"{"isMuted":true}"#)
        _ = try await stage.post("setAudioDelay", #"{"delay":-0.25}"#)
        #expect(stage.player.audioDelay == .milliseconds(-250))
        _ = try await stage.post("setPitch", #"{"pitch":-3.5}"#)
        _ = try await stage.post("setAudioChannels", #"{"channels":"5.1"}"#)
        #expect(player.audioEffects.pitch == -3.5 && player.audioEffects.channels == .surround51)
        #expect(try await stage.post("setAudioDevice", #"{"device":"pulse/a"}"#).status == 204)
        #expect(stage.player.audioDevice?.rawValue == "pulse/a")
        #expect(try await stage.post("setAudioDevice", #"{"device":"a"}"#).code == "invalid")
        _ = try await stage.post("setSubtitleDelay", #"{"delay":-0.5}"#)
        #expect(player.speed == 2 && player.volume == 0.25 && player.isMuted)
        #expect(player.subtitleDelay == .seconds(-0.5))
        _ = try await stage.post("play")
        #expect(player.snapshot.wantsToPlay)
        _ = try await stage.post("stop")
        #expect(!player.snapshot.wantsToPlay && player.position == .zero)
        #expect(try await stage.post("goToChapter", #"{"chapter":3}"#).code == "noSuchChapter")
        #expect(try await stage.post("addBookmark").code == "notOffered")
    }

    @Test func `edit the queue`() async throws {
        let stage = try await WebStage()
        try await stage.play()
        let queue = stage.player.queue
        let ids = queue.value.items.map(\.id.number)
        #expect(try await stage.post("move", "{\"item\":\(ids[2]),\"before\":\(ids[0])}").status == 204)
        #expect(queue.value.items.map(\.id.number) == [ids[2], ids[0], ids[1]])
        _ = try await stage.post("move", "{\"item\":\(ids[2]),\"before\":null}")
        #expect(queue.value.items.map(\.id.number) == ids)
        _ = try await stage.post("jump", "{\"item\":\(ids[1])}")
        #expect(queue.value.currentIndex == 1)
        _ = try await stage.post("previous")
        #expect(queue.value.currentIndex == 0)
        _ = try await stage.post("next")
        #expect(queue.value.currentIndex == 1)
        _ = try await stage.post("remove", "{\"item\":\(ids[0])}")
        #expect(queue.value.items.map(\.id.number) == [ids[1], ids[2]])
        #expect(try await stage.post("remove", "{\"item\":\(ids[0])}").code == "noSuchItem")
        _ = try await stage.post("insert", #"{"items":["http://example.com/a.mp4"],"place":"next"}"#)
        #expect(queue.value.items[1].media.uri == "http://example.com/a.mp4")
        _ = try await stage.post("setRepeatMode", #"{"mode":3}"#)
        #expect(queue.repeatMode == .times(3))
        _ = try await stage.post("setRepeatMode", #"{"mode":"all"}"#)
        #expect(queue.repeatMode == .all)
        _ = try await stage.post("setShuffled", #"{"isShuffled":true}"#)
        #expect(queue.value.isShuffled)
        _ = try await stage.post("removeOthers")
        #expect(queue.value.items.map(\.id.number) == [ids[1]])
        _ = try await stage.post("load", #"{"items":["https://example.com/b.mp4"]}"#)
        #expect(queue.value.items.map(\.media.uri) == ["https://example.com/b.mp4"])
        _ = try await stage.post("removeAll")
        #expect(queue.isEmpty)
    }

    @Test func `select tracks, and control the window and the program`() async throws {
        let (calls, call) = AsyncStream<String>.makeStream()
        var host = RemoteHost()
        host.quit = { call.yield("quit") }
        host.screenshot = { call.yield("screenshot") }
        var script = FakeScript()
        script.metadata.chapters = [
            Chapter(id: 0, title: "A", start: .zero, end: .seconds(4)),
            Chapter(id: 1, title: "B", start: .seconds(4), end: .seconds(10)),
        ]
        let stage = try await WebStage(script, host: host)
        let player = stage.player
        try await stage.play()
        let track = try #require(player.tracks[.audio].first)
        #expect(
            try await stage.post("select", "{\"kind\":\"audio\",\"track\":\"\(track.id)\"}").status == 204)
        #expect(player.tracks.chosen.audio == track.id)
        #expect(
            try await stage.post("select", #"{"kind":"audio","track":"none-such"}"#).code == "noSuchTrack")
        #expect(try await stage.post("select", #"{"kind":"subtitles","track":null}"#).status == 204)
        #expect(try await stage.post("selectAutomatically", #"{"kind":"audio"}"#).status == 204)
        #expect(try await stage.post("selectNext", #"{"kind":"audio"}"#).status == 204)
        _ = try await stage.post("pause")
        _ = try await stage.post("nextChapter")
        #expect(player.position == .seconds(4))
        _ = try await stage.post("previousChapter")
        #expect(player.position == .zero)
        _ = try await stage.post("goToChapter", #"{"chapter":1}"#)
        #expect(player.position == .seconds(4))
        _ = try await stage.post("markLoop")
        #expect(stage.control.state.loop == LoopPoints(start: .seconds(4)))
        _ = try await stage.post("setLoop", #"{"start":2,"end":6}"#)
        #expect(stage.control.state.loop == LoopPoints(start: .seconds(2), end: .seconds(6)))
        #expect(try await stage.request("GET", "/api/state").json?["loop"]?["end"] == .int(6))
        _ = try await stage.post("setLoop", #"{"start":null,"end":null}"#)
        #expect(stage.control.state.loop == LoopPoints())
        _ = try await stage.post("setAspectMode", #"{"mode":"fill"}"#)
        _ = try await stage.post("setFullscreen", #"{"isFullscreen":true}"#)
        #expect(player.aspectMode == .fill && player.window.isFullscreen)
        #expect(try await stage.post("showMessage", #"{"text":"Hello","duration":1}"#).status == 204)
        #expect(try await stage.post("screenshot").status == 204)
        #expect(try await stage.post("quit").status == 204)
        var iterator = calls.makeAsyncIterator()
        #expect(await iterator.next() == "screenshot")
        #expect(await iterator.next() == "quit")
    }

    @Test func `refuse what they do not understand, in words`() async throws {
        let stage = try await WebStage()
        try await stage.play()
        let cases: [(String, String, Int, String)] = [
            ("seek", "{", 400, "malformed"), ("pause", "", 400, "malformed"),
            ("seek", "[1]", 400, "malformed"),
            ("seek", "{}", 422, "invalid"), ("seek", #"{"position":"4"}"#, 422, "invalid"),
            ("seek", #"{"position":-1}"#, 422, "invalid"), ("seek", #"{"position":1e99}"#, 422, "invalid"),
            ("seek", #"{"position":1,"x":1}"#, 422, "invalid"),
            ("setVolume", #"{"volume":3}"#, 422, "invalid"),
            ("setSpeed", #"{"speed":0}"#, 422, "invalid"), ("pause", #"{"x":1}"#, 422, "invalid"),
            ("load", #"{"items":[]}"#, 422, "invalid"), ("screenshot", "{}", 409, "notOffered"),
            ("quit", "{}", 409, "notOffered"), ("explode", "{}", 404, "notFound"),
        ]
        for (name, body, status, code) in cases {
            let reply = try await stage.post(name, body)
            #expect(reply.status == status && reply.code == code, "\(name) \(body): \(reply.text)")
            #expect(reply.fields["content-type"] == "application/problem+json")
        }
        let words = try await stage.post("setVolume", #"{"volume":3}"#).json?["detail"]
        #expect(words == "The field “volume” has to be a number from 0.0 to 2.0.")
        #expect(try await stage.request("GET", "/api/commands/pause").status == 405)
        #expect(try await stage.request("POST", "/api/state", body: "{}").fields["allow"] == "GET, HEAD")
    }

    @Test func `read the state, and parts of it`() async throws {
        var script = FakeScript()
        script.metadata.title = "A film"
        script.metadata.artwork = Artwork(type: "image/svg+xml", bytes: Array("<svg>".utf8))
        let stage = try await WebStage(script)
        try await stage.play()
        let state = try #require(try await stage.request("GET", "/api/state").json)
        #expect(state["state"] == "playing" && state["duration"] == .int(10))
        #expect(state["metadata"]?["title"] == "A film")
        let parts = ["queue", "tracks", "chapters"]
        for part in parts { #expect(try await stage.request("GET", "/api/\(part)").json == state[part]) }
        let artwork = try await stage.request("GET", "/api/artwork")
        // Nothing from a medium is run as a page.
        #expect(artwork.fields["content-type"] == "application/octet-stream" && artwork.text == "<svg>")
        #expect(artwork.fields["content-security-policy"]?.contains("sandbox") == true)
        #expect(try await stage.request("GET", "/api/picture").code == "noPicture")
        #expect(try await stage.request("HEAD", "/api/state").fields["content-length"] != nil)
    }

    @Test func `are all there`() throws {
        // A new command needs a route, and a line here.
        func name(_ command: RemoteCommand) -> String {
            switch command {
            case .play: "play"
            case .pause: "pause"
            case .toggle: "toggle"
            case .stop: "stop"
            case .seek: "seek"
            case .skip: "skip"
            case .step: "step"
            case .goToChapter: "goToChapter"
            case .nextChapter: "nextChapter"
            case .previousChapter: "previousChapter"
            case .setLoop: "setLoop"
            case .markLoop: "markLoop"
            case .addBookmark: "addBookmark"
            case .removeBookmark: "removeBookmark"
            case .goToBookmark: "goToBookmark"
            case .nextBookmark: "nextBookmark"
            case .setSpeed: "setSpeed"
            case .setVolume: "setVolume"
            case .setMuted: "setMuted"
            case .setSubtitleDelay: "setSubtitleDelay"
            case .setAudioDelay: "setAudioDelay"
            case .setPitch: "setPitch"
            case .setAudioChannels: "setAudioChannels"
            case .setAudioDevice: "setAudioDevice"
            case .next: "next"
            case .previous: "previous"
            case .jump: "jump"
            case .load: "load"
            case .insert: "insert"
            case .move: "move"
            case .remove: "remove"
            case .removeOthers: "removeOthers"
            case .removeAll: "removeAll"
            case .setRepeatMode: "setRepeatMode"
            case .setShuffled: "setShuffled"
            case .select: "select"
            case .selectAutomatically: "selectAutomatically"
            case .selectNext: "selectNext"
            case .setAspectMode: "setAspectMode"
            case .setFullscreen: "setFullscreen"
            case .showMessage: "showMessage"
            case .screenshot: "screenshot"
            case .quit: "quit"
            }
        }
        #expect(name(.play) == "play")
        #expect(CommandRoute.all.count == 43 && CommandRoute.byName.count == 43)
    }
}
