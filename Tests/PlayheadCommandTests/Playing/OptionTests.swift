import ArgumentParser
import Foundation
import Playhead
import TestSupport
import Testing

@testable import PlayheadCommand
@testable import TestBasics

@Suite struct `Options` {
    private func parse(_ arguments: String...) throws -> PlayCommand {
        try #require(try RootCommand.parseAsRoot(["play"] + arguments) as? PlayCommand)
    }

    @Test func `have these defaults`() throws {
        let play = try parse("a.mp4")
        #expect(play.items == ["a.mp4"])
        #expect(!play.reports.json && !play.output.mute && !play.position.paused)
        #expect(!play.reports.noInput && !play.reports.quiet)
        #expect(play.output.video == .auto && play.output.audio == .auto && play.output.aspect == .fit)
        #expect(play.position.start == nil && play.position.end == nil)
        #expect(play.output.volume.value == 1 && play.output.speed == 1)
        #expect(play.mediaItems.map(\.startChapter) == [nil])
        #expect(try parse("--chapter", "2", "a").mediaItems.map(\.startChapter) == [1])
        #expect(play.configuration.positionInterval == .milliseconds(100))
    }

    @Test(arguments: PlayerConfiguration.Decoding.allCases)
    func `choose the decoder in each command that decodes video`(decoding: PlayerConfiguration.Decoding)
        throws
    {
        #expect(try parse("--decoder", decoding.rawValue, "a").configuration.decoding == decoding)
        #expect(try parse("a").configuration.decoding == .automatic)
        let words = ["--decoder", decoding.rawValue, "a"]
        let commands: [any ParsableCommand] = try ["inspect", "frames", "thumbnails", "storyboard"].map {
            try RootCommand.parseAsRoot([$0] + words)
        }
        #expect((commands[0] as? InspectCommand)?.decoding.decoder == decoding)
        #expect((commands[1] as? FramesCommand)?.decoding.decoder == decoding)
        #expect((commands[2] as? ThumbnailsCommand)?.decoding.decoder == decoding)
        #expect((commands[3] as? StoryboardCommand)?.decoding.decoder == decoding)
    }

    @Test(arguments: [
        ("90", 90), ("1:30", 90), ("1:02:03.5", 3723.5), ("0:00.25", 0.25), ("75:00", 4500), ("-2", -2),
    ]) func `have times in seconds, or in hours, minutes and seconds`(text: String, seconds: Double) {
        #expect(Seconds(argument: text)?.duration == .seconds(seconds))
    }

    @Test(arguments: ["1:60", "1:60:00", "1:2:3:4", ":30", "1:", "-1:30", "1.5:00", "a:b", ""])
    func `have no other times`(text: String) {
        #expect(Seconds(argument: text) == nil)
    }

    @Test func `have effects on the sound`() throws {
        #expect(try parse("a").sound.effects == AudioEffects())
        let play = try parse(
            "--equalizer", "100=6,8000=-3", "--balance", "-0.5", "--mono", "--volume-curve", "cubic",
            "--replaygain",
            "album", "--replaygain-preamp", "-2", "--replaygain-clip", "--normalize", "-16", "--night",
            "--audio-channels", "5.1", "--swap-sides", "--pitch", "-2.5", "--audio-delay", "-0.25", "a")
        var effects = AudioEffects()
        effects.equalizer = Equalizer([0, 0, 6, 0, 0, 0, 0, 0, -3, 0])
        (effects.channels, effects.swapsSides, effects.pitch) = (.surround51, true, -2.5)
        (effects.balance, effects.isMono, effects.volumeCurve) = (-0.5, true, .cubic)
        effects.replayGain = ReplayGain(.album, preamplification: -2, preventsClipping: false)
        (effects.normalization, effects.isNightMode) = (-16, true)
        #expect(play.sound.effects == effects)
        #expect(play.sound.audioDelay.duration == .milliseconds(-250))
    }

    @Test func `have an equalizer by preset, by band and by frequency`() throws {
        #expect(try parse("--equalizer", "bass", "a").sound.equalizer.value == Equalizer.presets["bass"])
        let gains = try parse("--equalizer", "1,2,3,4,5,6,7,8,9,-10", "a").sound.equalizer.value.gains
        #expect(gains == [1, 2, 3, 4, 5, 6, 7, 8, 9, -10])
        for wrong in ["loud", "1,2", "", "100=13", "0=1", "100", "100=", "100=1,2"] {
            #expect(throws: (any Error).self) { try parse("--equalizer", wrong, "a") }
        }
    }

    @Test func `have a volume as a percentage, and a speed`() throws {
        let play = try parse("--volume", "35%", "--speed", "1.5", "a")
        #expect(play.output.volume.value == 0.35 && play.output.speed == 1.5)
        for wrong in [["--volume", "235%"], ["--volume", "%"], ["--speed", "0"], ["--speed", "17"]] {
            #expect(throws: (any Error).self) { try RootCommand.parseAsRoot(["play"] + wrong + ["a"]) }
        }
    }

    @Test func `have a duration for images`() throws {
        #expect(try parse("a.png").mediaItems.map(\.imageDuration) == [nil])
        #expect(try parse("--image-duration", "2.5", "a.png").mediaItems[0].imageDuration == .seconds(2.5))
        #expect(try parse("--image-duration", "inf", "a.png").mediaItems[0].imageDuration == .unlimited)
        for wrong in ["0", "-1", "long", ""] {
            #expect(throws: (any Error).self) { try parse("--image-duration=\(wrong)", "a.png") }
        }
    }

    @Test func `may all be given, before and after the items`() throws {
        let play = try parse(
            "--json", "--video", "none", "--audio", "none", "--start", "1.5", "a b.mp4", "--end", "2",
            "--volume", "0.25", "--mute", "--aspect", "stretch", "--paused", "--no-input", "--quiet",
            "--position-interval", "0.5", "http://host/x")
        #expect(play.reports.json && play.output.mute && play.position.paused)
        #expect(play.reports.noInput && play.reports.quiet)
        #expect(play.configuration.video == .none && play.configuration.audio == .none)
        #expect(play.output.aspect == .stretch)
        #expect(play.output.volume.value == 0.25)
        #expect(play.configuration.positionInterval == .milliseconds(500))
        #expect(play.mediaItems.map(\.startPosition) == [.milliseconds(1500), .milliseconds(1500)])
        #expect(play.mediaItems.map(\.endPosition) == [.seconds(2), .seconds(2)])
        #expect(play.mediaItems.last?.uri == "http://host/x")
    }

    @Test func `choose tracks by name or by language`() throws {
        let named = try parse("--audio-track", "audio-2", "--subtitle-track", "3", "a.mkv")
        #expect(named.mediaItems.first?.tracks.audio?.rawValue == "audio-2")
        #expect(named.mediaItems.first?.tracks.subtitles?.rawValue == "subtitles-3")
        #expect(named.tracks.preferences == TrackPreferences())
        let spoken = try parse("--audio-track", "pt-BR", "--subtitle-track", "none", "a.mkv")
        #expect(spoken.tracks.preferences == TrackPreferences(audioLanguages: ["pt-BR"], subtitles: .none))
        #expect(spoken.mediaItems.first?.tracks == TrackSelection())
        #expect(throws: (any Error).self) { try parse("--audio-track", "none", "a.mkv") }
        #expect(throws: (any Error).self) { try parse("--audio-track", "0", "a.mkv") }
        #expect(throws: (any Error).self) { try parse("--subtitle-track", "", "a.mkv") }
    }

    @Test func `end at two dashes, and a single dash is an item`() throws {
        #expect(try parse("--", "--json").items == ["--json"])
        #expect(try parse("--json", "-").mediaItems.map(\.uri) == ["fd://0"])
    }

    @Test(
        arguments: [
            ([], "Missing expected argument"),
            (["--bogus", "x"], "Unknown option '--bogus'"),
            (["--start=-1", "x"], "--start must not be negative"),
            (["--end=-1", "x"], "--end must not be negative"),
            (["--end", "0", "x"], "--end must lie behind --start"),
            (["--start", "2", "--end", "2", "x"], "--end must lie behind --start"),
            (["--start", "nan", "x"], "'nan' is invalid"),
            (["--start", "1e300", "x"], "'1e300' is invalid"),
            (["--chapter", "0", "x"], "--chapter must be at least 1"),
            (["--chapter", "2", "--start", "1", "x"], "exclude each other"),
            (["--volume", "2.5", "x"], "--volume must lie between 0 and 2"),
            (["--volume=-0.1", "x"], "--volume must lie between 0 and 2"),
            (["--volume", "nan", "x"], "--volume must lie between 0 and 2"),
            (["--balance", "1.1", "x"], "--balance must lie between -1 and 1"),
            (["--normalize", "3", "x"], "--normalize must lie between -40 and -5"),
            (["--replaygain-preamp", "30", "x"], "--replaygain-preamp must lie between -24 and 24"),
            (["--audio-delay", "11", "x"], "--audio-delay must lie between -10 and 10"),
            (["--position-interval", "0", "x"], "--position-interval must be at least"),
            (["--video", "screen", "x"], "'screen' is invalid"),
            (["--aspect", "", "x"], "'' is invalid"),
            ([""], "must not be empty"),
            (["-", "-"], "only once"),
        ] as [([String], String)])
    func `that make no sense are faults with a clear text`(arguments: [String], text: String) {
        #expect {
            _ = try RootCommand.parseAsRoot(["play"] + arguments)
        } throws: { error in
            let message = ParseMessage(error)
            return message.isFault && !message.text.contains("\n") && message.text.contains(text)
        }
    }

    @Test func `ask for help and version without a fault`() {
        for arguments in [["--help"], ["--version"], ["play", "--help"]] {
            #expect {
                var command = try RootCommand.parseAsRoot(arguments)
                try command.run()
            } throws: { !ParseMessage($0).isFault }
        }
    }
}

extension PlayCommand {
    fileprivate var mediaItems: [MediaItem] { PlaybackItems(self).media }
}

@Suite struct `Options of the network` {
    private func configuration(_ arguments: String...) throws -> PlayerConfiguration {
        let command = try RootCommand.parseAsRoot(["play"] + arguments + ["http://host/a.m3u8"])
        return try #require(command as? PlayCommand).configuration
    }

    @Test func `leave everything as it is where none is given`() throws {
        let (plain, own) = (PlayerConfiguration(), try configuration())
        #expect(own.network == plain.network && own.networkPolicy == plain.networkPolicy)
        #expect(own.networkRecovery == plain.networkRecovery && own.quality == plain.quality)
        #expect(own.stallTimeout == plain.stallTimeout && own.liveOffset == nil && own.catchUpSpeed == nil)
    }

    @Test func `may all be given`() throws {
        let folder = try TemporaryFolder()
        let text = "# A comment\n.example.com\tTRUE\t/tv\tTRUE\t0\tkey\tvalue\r\n"
        let cookies = try folder.write(text, to: "cookies.txt")
        let own = try configuration(
            "--header", "X-Key:  a: b ", "--header", "Accept: x/y", "--cookies", cookies, "--user-agent",
            "Mine/1", "--proxy", "http://proxy:3128", "--insecure", "--max-bitrate", "2.5M",
            "--start-bitrate", "800k", "--max-height", "720p", "--live-offset", "12", "--catch-up", "1.1",
            "--stall-timeout", "5",
            "--retries", "0", "--on-gap", "stop", "--deny-private-networks")
        #expect(own.network.headers == ["X-Key": "a: b", "Accept": "x/y"])
        var cookie = NetworkCookie(name: "key", value: "value", domain: "example.com")
        (cookie.includesSubdomains, cookie.path, cookie.isSecure) = (true, "/tv", true)
        #expect(own.network.cookies == [cookie])
        #expect(own.network.userAgent == "Mine/1" && own.network.proxy == "http://proxy:3128")
        #expect(!own.network.tls.verifiesServers && !own.networkPolicy.allowsPrivateNetworks)
        #expect(own.quality.maximumBitrate == 2_500_000 && own.quality.startBitrate == 800_000)
        #expect(own.quality.maximumHeight == 720)
        #expect(own.liveOffset == .seconds(12) && own.catchUpSpeed == 1.1 && own.stallTimeout == .seconds(5))
        #expect(own.networkRecovery.retries == 0 && own.networkRecovery.missingSegment == .stop)
    }

    @Test func `give every item the decryption keys`() throws {
        let (id, key) = (String(repeating: "0A", count: 16), String(repeating: "1b", count: 16))
        let words = [
            "play", "--decryption-key", "\(id):\(key)", "--decryption-key", "\(key):\(id)", "http://h/a", "b",
        ]
        let items = try #require(try RootCommand.parseAsRoot(words) as? PlayCommand).mediaItems
        #expect(items.count == 2)
        for item in items { #expect(item.decryptionKeys == [id.lowercased(): key, key: id]) }
    }

    @Test(arguments: [
        ["--header", "no colon"], ["--header", "a b: c"], ["--header", ": c"],
        ["--header", "a: b\u{1}"], ["--max-bitrate", "0"], ["--max-bitrate", "fast"],
        ["--max-height", "0"], ["--max-height", "p"], ["--live-offset", "-1"], ["--catch-up", "2"],
        ["--stall-timeout", "0"],
        ["--retries", "-1"],
        ["--decryption-key", "00"], ["--decryption-key", "\(String(repeating: "0", count: 32)):xyz"],
        ["--on-gap", "jump"], ["--cookies", "/no/such/file"], ["--proxy", ""],
    ])
    func `are refused where they mean nothing`(arguments: [String]) throws {
        #expect(throws: (any Error).self) {
            try RootCommand.parseAsRoot(["play"] + arguments + ["http://host/a"])
        }
    }

    @Test func `name the line of a file that is no cookie`() throws {
        let folder = try TemporaryFolder()
        let text = "#HttpOnly_h\tFALSE\t/\tFALSE\t0\ta\tb\nnonsense\n"
        let path = try folder.write(text, to: "cookies.txt")
        let error = #expect(throws: PlayerError.self) { try NetworkCookie.read(path: path) }
        #expect(error?.code == .malformed)
        #expect(error?.message.contains("Line 2") == true)
    }
}
