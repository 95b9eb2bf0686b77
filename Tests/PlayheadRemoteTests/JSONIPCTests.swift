import Glibc
import Playhead
import PlayheadTesting
import Testing

@testable import PlayheadRemote
@testable import TestBasics

/// A fake player with a server, and a client of it.
struct IPCStage {
    let folder: TemporaryFolder
    let fake: FakePlayer
    let control: RemoteControl
    let server: JSONIPCServer
    let client: IPCClient

    var path: String { folder.path + "/s" }

    init(
        _ script: FakeScript = FakeScript(), host: RemoteHost = RemoteHost(),
        configuration: PlayerConfiguration = PlayerConfiguration()
    ) throws {
        folder = try TemporaryFolder()
        fake = FakePlayer(script, configuration: configuration)
        control = RemoteControl(fake.player, host: host)
        server = try JSONIPCServer(control, path: folder.path + "/s")
        client = try IPCClient(folder.path + "/s")
    }

    /// Loads two items and plays the first one.
    func play() async throws {
        _ = try await client.ask(#"{"command":["loadfile","/m/one.mkv"]}"#)
        _ = try await client.ask(#"{"command":["loadfile","/m/two.mkv","append"]}"#)
        fake.advance(by: .seconds(1))
        try await fake.player.waitUntil(.started)
    }
}

@Suite(.timeLimit(.minutes(1))) struct `JSON IPC` {
    @Test func `answers as mpv does`() async throws {
        let stage = try IPCStage()
        try await stage.play()
        // Each answer is that of mpv 0.35.
        let cases = [
            (
                #"{"command":["get_property","pause"],"request_id":5}"#,
                #"{"data":false,"error":"success","request_id":5}"#
            ),
            (#"{"command":["get_property","nope"]}"#, #"{"error":"property not found","request_id":0}"#),
            (#"{"command":["get_property"]}"#, #"{"error":"invalid parameter","request_id":0}"#),
            (#"{"command":["nope"],"request_id":9}"#, #"{"error":"invalid parameter","request_id":9}"#),
            (#"{"command":[]}"#, #"{"error":"invalid parameter","request_id":0}"#),
            (
                #"{"command":"get_property pause","request_id":1}"#,
                #"{"error":"invalid parameter","request_id":1}"#
            ),
            (#"{"foo":1}"#, #"{"error":"invalid parameter","request_id":0}"#),
            (#"{nonsense"#, #"{"error":"invalid parameter","request_id":0}"#),
            (
                #"{"command":["get_property","pause"],"request_id":"abc"}"#,
                #"{"data":false,"error":"success","request_id":"abc"}"#
            ),
            (
                #"{"command":["set_property","pause","maybe"]}"#,
                #"{"error":"unsupported format for accessing property","request_id":0}"#
            ),
            (
                #"{"command":["set_property","pause",1]}"#,
                #"{"error":"error accessing property","request_id":0}"#
            ),
            (
                #"{"command":["set_property","volume",5000]}"#,
                #"{"error":"unsupported format for accessing property","request_id":0}"#
            ),
            (#"{"command":["set_property","volume","50"]}"#, #"{"error":"success","request_id":0}"#),
            (
                #"{"command":["get_property_string","volume"]}"#,
                #"{"data":"50.000000","error":"success","request_id":0}"#
            ),
            (
                #"{"command":["set_property","duration",5]}"#,
                #"{"error":"error accessing property","request_id":0}"#
            ),
            (#"{"command":["set_property","nope",5]}"#, #"{"error":"property not found","request_id":0}"#),
            (#"{"command":["set_property_string","pause","no"]}"#, #"{"error":"success","request_id":0}"#),
            (
                #"{"command":["observe_property","x","pause"]}"#,
                #"{"error":"invalid parameter","request_id":0}"#
            ),
            (#"{"command":["unobserve_property",77]}"#, #"{"error":"success","request_id":0}"#),
            (#"{"command":["multiply","speed",1.5]}"#, #"{"data":null,"error":"success","request_id":0}"#),
            (#"{"command":["get_version"]}"#, #"{"data":131072,"error":"success","request_id":0}"#),
            (#"{"command":["client_name"]}"#, #"{"data":"ipc-1","error":"success","request_id":0}"#),
            (#"{"command":["request_log_messages","warn"]}"#, #"{"error":"success","request_id":0}"#),
            (#"{"command":["seek","x"]}"#, #"{"error":"invalid parameter","request_id":0}"#),
            (#"{"command":["seek",1,"silly"]}"#, #"{"error":"invalid parameter","request_id":0}"#),
            (
                #"{"command":{"name":"seek","target":5,"flags":"absolute"},"request_id":2}"#,
                #"{"data":null,"error":"success","request_id":2}"#
            ),
            (
                #"{"command":["script-message-to","nobody","x"]}"#,
                #"{"error":"invalid parameter","request_id":0}"#
            ),
            (#"{"command":["enable_event","nope"]}"#, #"{"error":"invalid parameter","request_id":0}"#),
            (#"{"command":["playlist-remove",7]}"#, #"{"error":"error running command","request_id":0}"#),
            (
                #"{"command":["get_property","playlist/0/filename"]}"#,
                #"{"data":"/m/one.mkv","error":"success","request_id":0}"#
            ),
            (
                #"{"command":["get_property","loop-file"]}"#,
                #"{"data":false,"error":"success","request_id":0}"#
            ),
            (
                #"{"command":["expand-text","${pause} ${nope} x"]}"#,
                #"{"data":"no (unavailable) x","error":"success","request_id":0}"#
            ),
            (#"{"command":["screenshot"]}"#, #"{"error":"error running command","request_id":0}"#),
        ]
        for (request, reply) in cases {
            let answer = try await stage.client.ask(request)
            #expect(answer.json == reply, "\(request)")
        }
    }

    @Test func `controls the player`() async throws {
        let stage = try IPCStage()
        let (client, player) = (stage.client, stage.fake.player)
        try await stage.play()
        _ = try await client.ask(#"{"command":["set_property","pause",true]}"#)
        #expect(!player.snapshot.wantsToPlay)
        #expect(try await client.property("time-pos") == .number(1))
        #expect(try await client.property("duration") == .number(10))
        #expect(try await client.property("percent-pos") == .number(10))
        _ = try await client.ask(#"{"command":["seek",3]}"#)
        _ = try await client.ask(#"{"command":["seek",50,"absolute-percent+exact"]}"#)
        #expect(player.position == .seconds(5))
        // Text commands have no reply, so that of the next request comes first.
        client.send("cycle mute; add volume -10\nset speed 2\n")
        #expect(try await client.property("speed") == .number(2))
        #expect(player.isMuted && player.volume == 0.9)
        client.send("set pitch 2\nset audio-channels 5.1\n")
        #expect(try await client.property("pitch") == .number(2))
        #expect(player.audioEffects.pitch == 12 && player.audioEffects.channels == .surround51)
        client.send("set audio-channels auto-safe\nset audio-channels quad\nset pitch 3\n")
        #expect(try await client.property("audio-channels") == "auto")
        #expect(player.audioEffects.pitch == 12)
        _ = try await client.ask(#"{"command":["set_property","loop-playlist","inf"]}"#)
        #expect(player.queue.repeatMode == .all)
        _ = try await client.ask(#"{"command":["cycle","fullscreen"]}"#)
        #expect(player.window.isFullscreen)
        _ = try await client.ask(#"{"command":["playlist-move",1,0]}"#)
        #expect(try await client.property("playlist-pos") == .int(1))
        _ = try await client.ask(#"{"command":["playlist-play-index",0]}"#)
        #expect(player.item?.uri == "file:///m/two.mkv")
        _ = try await client.ask(#"{"command":["playlist-clear"]}"#)
        #expect(player.queue.count == 1)
        _ = try await client.ask(#"{"command":["stop"]}"#)
        #expect(player.queue.isEmpty)
        #expect(try await client.property("idle-active") == true)
        #expect(try await client.property("time-pos") == nil)
    }

    @Test func `keeps a pause for the next item, as mpv does`() async throws {
        let stage = try IPCStage()
        _ = try await stage.client.ask(#"{"command":["set_property","pause",true]}"#)
        #expect(try await stage.client.property("pause") == true)
        _ = try await stage.client.ask(#"{"command":["loadfile","/m/one.mkv"]}"#)
        #expect(!stage.fake.player.snapshot.wantsToPlay)
        _ = try await stage.client.ask(#"{"command":["cycle","pause"]}"#)
        #expect(stage.fake.player.snapshot.wantsToPlay)
    }

    @Test func `reports events and observed properties`() async throws {
        let stage = try IPCStage()
        let client = stage.client
        _ = try await client.ask(#"{"command":["observe_property",1,"pause"]}"#)
        #expect(
            try await client.line().json == #"{"data":false,"event":"property-change","id":1,"name":"pause"}"#
        )
        _ = try await client.ask(#"{"command":["observe_property",2,"nope"]}"#)
        #expect(try await client.line().json == #"{"event":"property-change","id":2,"name":"nope"}"#)
        _ = try await client.ask(#"{"command":["observe_property_string",3,"volume"]}"#)
        #expect(try await client.event("property-change")["data"] == "100.000000")
        let loaded = try await client.ask(#"{"command":["loadfile","/m/one.mkv"]}"#)
        let entry = try #require(loaded["data"]?["playlist_entry_id"])
        #expect(try await client.event("start-file")["playlist_entry_id"] == entry)
        _ = try await client.event("file-loaded")
        _ = try await client.event("playback-restart")
        stage.fake.player.pause()
        #expect(try await client.event("property-change")["data"] == true)
        try stage.control.perform(.seek(to: .seconds(3)))
        _ = try await client.event("seek")
        _ = try await client.event("playback-restart")
        stage.fake.player.play()
        #expect(try await client.event("property-change")["data"] == false)
        stage.fake.advance(by: .seconds(20))
        let end = try await client.event("end-file")
        #expect(end["reason"] == "eof" && end["playlist_entry_id"] == entry)
        _ = try await client.event("idle")
        _ = try await client.ask(#"{"command":["unobserve_property",1]}"#)
        await stage.fake.player.close()
        _ = try await client.event("shutdown")
    }

    @Test func `hands messages to all clients`() async throws {
        let stage = try IPCStage()
        let other = try IPCClient(stage.path)
        _ = try await other.property("pid")
        let reply = try await stage.client.ask(#"{"command":["script-message","hello","world"]}"#)
        #expect(reply["error"] == "success")
        let event = try await other.event("client-message")
        #expect(event["args"] == .list(["hello", "world"]))
        _ = try await other.ask(#"{"command":["disable_event","client-message"]}"#)
        _ = try await stage.client.ask(#"{"command":["script-message","x"]}"#)
        other.send(#"{"command":["client_name"]}"# + "\n")
        #expect(try await other.line()["data"] == "ipc-2")
    }

    @Test func `asks the program for the rest`() async throws {
        let (quits, feed) = AsyncStream<Bool>.makeStream()
        var host = RemoteHost()
        host.quit = { feed.yield(true) }
        host.readPlaylist = { _ in [MediaItem(path: "/m/a"), MediaItem(path: "/m/b")] }
        let stage = try IPCStage(host: host)
        _ = try await stage.client.ask(#"{"command":["loadlist","/m/list.m3u"]}"#)
        #expect(try await stage.client.property("playlist-count") == .int(2))
        #expect(try await stage.client.ask(#"{"command":["quit"]}"#)["error"] == "success")
        #expect(await quits.first { _ in true } == true)
    }
}
