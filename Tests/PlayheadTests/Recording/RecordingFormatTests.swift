import Foundation
import Playhead
import PlayheadTesting
import Testing

@testable import CoreTestSupport
@testable import TestBasics
@testable import TestSupport

/// The form of a recording is public: docs/recording.md describes it, and programs read it.
struct RecordingFormatTests {
    /// A player's life on a clock moved by hand is the same each time, and so is its recording.
    @Test func `a session trace has the documented form`() async throws {
        let media = FakeMedia(
            FakeScript {
                $0.duration = .seconds(4)
                $0.tracks = []
            })
        let player = media.makePlayer(configuration: .silent)
        let box = RecordingBox()
        player.volume = 0.5
        media.advance(by: .milliseconds(1500))
        let recording = try player.record(into: box.write)
        player.load(MediaItem(uri: "fake://film/1"), autoplay: true)
        media.advance(by: .nanoseconds(33_366_667))
        media.showSubtitle("“a/b”\n\u{1}")
        media.fail(PlayerError(.httpStatus, "404", hint: "check it", uri: "fake://film/1", domainCode: 404))
        try await recording.stop()
        let lines = box.lines.map { line in
            line.replacing(Player.version, with: "VERSION").replacing(
                Player.gstreamerVersion, with: "GSTREAMER")
        }
        #expect(lines == Self.golden)
    }

    /// What a version of this format has written stays readable.
    @Test func `the documented form is replayed to its end without a divergence`() throws {
        var replay = try TraceReplay(text: Self.golden.map { $0 + "\n" }.joined())
        #expect(try replay.run() == nil)
        #expect(replay.ending == .complete && replay.inputCount == 6 && replay.version == "VERSION")
    }

    static let golden = [
        header,
        #"{"at":1.5,"command":{"end":{"reason":"replaced"}},"position":0,"state":"idle","status":"idle"}"#,
        #"{"at":1.5,"command":{"load":{"autoplay":true,"item":{"subtitleFiles":[],"tracks":{},"uri":"fake://film/1"}}},"position":0,"#
            + #""state":"playingBuffering","status":"opening","changes":{"hasPipeline":true,"#
            + #""item":{"subtitleFiles":[],"tracks":{},"uri":"fake://film/1"},"itemNumber":1,"lastStamp":1,"#
            + #""queue":{"currentID":{"number":-1},"currentKey":0,"endAction":"advance","entries":[{"hasResumed":true,"#
            + #""item":{"id":{"number":-1},"media":{"subtitleFiles":[],"tracks":{},"uri":"fake://film/1"}},"key":0}],"#
            + #""failurePolicy":{"skip":{}},"highestID":{"number":-1},"keyCount":0,"repeatMode":{"off":{}},"rounds":0},"#
            + #""queueEdition":1,"stamp":1,"status":"opening","wantsToPlay":true}}"#,
        #"{"at":1.5,"limit":0.04,"load":1,"position":0,"report":{"prerolled":{"facts":{"duration":4,"hasAudio":true,"#
            + #""hasVideo":true,"isLive":false,"isScrubbable":true,"isSeekable":true}}},"state":"playing","#
            + #""status":"ready","changes":{"duration":4,"hasAudio":true,"hasVideo":true,"isOpened":true,"#
            + #""isPrerolled":true,"isScrubbable":true,"isSeekable":true,"status":"ready"}}"#,
        #"{"at":1.5,"limit":0.04,"load":1,"position":0,"report":{"running":{"at":0}},"state":"playing","#
            + #""status":"started","changes":{"isRunning":true,"status":"started","#
            + #""timeline":{"anchor":0,"anchoredAt":1.5,"isAdvancing":true,"speed":1}}}"#,
        #"{"at":1.533366667,"limit":0.04,"load":1,"position":0.033366667,"#
            + #""report":{"subtitle":{"cues":[{"end":3600,"markup":"“a/b”\n\u0001","start":0,"text":"“a/b”\n\u0001"}]}},"state":"playing","status":"started","#
            + #""changes":{"subtitleCues":[{"end":3600,"markup":"“a/b”\n\u0001","start":0,"text":"“a/b”\n\u0001"}]}}"#,
        #"{"at":1.533366667,"limit":0.04,"load":1,"position":0.033366667,"report":{"failed":{"error":{"#
            + #""code":"httpStatus","domain":"playhead","domainCode":404,"hint":"check it","isRecoverable":false,"#
            + #""message":"404","uri":"fake://film/1"}}},"state":"paused","status":"failed","#
            + #""changes":{"endReason":"error","error":{"code":"httpStatus","domain":"playhead","domainCode":404,"#
            + #""hint":"check it","isRecoverable":false,"message":"404","uri":"fake://film/1"},"failures":1,"hasPipeline":false,"#
            + #""isRunning":false,"passage":{"last":{"from":0,"through":0.033366667},"mark":0.033366667,"number":1},"#
            + #""reportedPosition":0.033366667,"status":"failed","subtitleCues":[],"#
            + #""timeline":{"anchor":0.033366667,"anchoredAt":0,"isAdvancing":false,"speed":1},"wantsToPlay":false}}"#,
        #"{"end":6}"#,
    ]

    private static let header =
        #"{"at":1.5,"gstreamer":"GSTREAMER","playheadTrace":2,"version":"VERSION","#
        + #""snapshot":{"activeAudioDevice":null,"allowsGaps":false,"aspectMode":"fit","audioDelay":0,"#
        + #""audioDevice":null,"audioEffects":{"balance":0,"channels":"auto","#
        + #""equalizer":[0,0,0,0,0,0,0,0,0,0],"isMono":false,"isNightMode":false,"pitch":0,"replayGain":{"mode":"no","#
        + #""preamplification":0,"preventsClipping":true},"swapsSides":false,"volumeCurve":"linear"},"audioFormat":null,"#
        + #""awaitsChapter":false,"#
        + #""bandwidth":null,"buffer":{"isAfterSeek":false,"isStalled":false,"lastStall":0,"#
        + #""resumes":0},"bufferedPosition":null,"catchUp":{"isActive":false},"#
        + #""chapterTimes":{"intervals":[],"singles":[]},"currentChapter":null,"dueItem":null,"#
        + #""duration":null,"effectiveSpeed":1,"endReason":null,"endsAt":null,"error":null,"#
        + #""failures":0,"gapCount":0,"gaps":[],"hasAudio":false,"hasPipeline":false,"#
        + #""hasVideo":false,"isAtLiveEdge":false,"isBufferLow":false,"isLive":false,"#
        + #""isMuted":false,"isOpened":false,"isPrepared":false,"isPrerolled":false,"#
        + #""isRunning":false,"isScrubbable":false,"isSeekable":false,"isStarved":false,"#
        + #""isToldFailed":false,"isWatched":false,"item":null,"itemNumber":0,"itemReason":"load","#
        + #""jumps":0,"knowsTracks":false,"lastStamp":0,"lastWarnings":[],"lostAudioDevice":null,"#
        + #""metadata":{"chapters":[]},"outlastsLength":false,"passage":{"last":{"from":0,"#
        + #""through":0},"mark":0,"number":0},"preloadBudget":100000000,"preparationLimit":1,"#
        + #""prepared":[],"queue":{"currentKey":0,"endAction":"advance","entries":[],"#
        + #""failurePolicy":{"skip":{}},"keyCount":0,"repeatMode":{"off":{}},"rounds":0},"#
        + #""queueEdition":0,"queueReason":"load","refreshes":[],"refusesSpeed":false,"#
        + #""reportedPosition":0,"retries":0,"seeks":{"interval":0,"isScrubbing":false,"origin":0,"#
        + #""serial":0},"speed":1,"stamp":0,"status":"idle","steps":{"isSeekOwed":false,"#
        + #""isSoundBehind":false,"serial":0},"subtitleCues":[],"subtitleDelay":0,"#
        + #""timeline":{"anchor":0,"anchoredAt":0,"isAdvancing":false,"speed":1},"#
        + #""trackWishes":{"audio":{"automatic":{}},"preferences":{"audioLanguages":[],"#
        + #""prefersHearingImpaired":false,"prefersOriginal":false,"subtitleLanguages":[],"#
        + #""subtitles":"automatic"},"subtitles":{"automatic":{}},"video":{"automatic":{}}},"#
        + #""tracks":{"all":[],"applied":{},"chosen":{}},"tracksNeedSeek":[],"traffic":{"bytes":0,"#
        + #""time":0},"transcribed":[],"untoldWarnings":[],"variant":null,"videoSize":null,"#
        + #""volume":0.5,"volumeFade":0,"wantsToPlay":false,"warningCount":0,"watchedTimes":{"intervals":[],"#
        + #""singles":[]},"window":null}}"#

    private func decoded<Value: Codable>(_ value: Value) throws -> Value {
        try RecordingFormat.decode(Value.self, from: RecordingFormat.encode(value))
    }

    @Test(.apart) func `random inputs are decoded as they were encoded`() throws {
        for seed in UInt64(1)...300 {
            var inputs = RandomInputs(seed: seed)
            var driver = ReducerDriver()
            for _ in 0..<60 {
                driver.moment.now += inputs.pause()
                let input = inputs.input(for: driver.machine)
                let before = driver.machine
                driver.apply(input)
                #expect(try decoded(RecordedLine(input)).input == input, "seed \(seed)")
                if driver.machine == before { continue }
                let fields = try driver.machine.recordedFields
                #expect(try PlayerMachine(recordedFields: fields) == driver.machine, "seed \(seed)")
            }
        }
    }

    @Test(arguments: inputs) func `rare inputs are decoded as they were encoded`(_ input: PlayerInput) throws
    {
        // What is no number is equal to nothing, but reads the same.
        #expect(try "\(decoded(RecordedLine(input)).input, default: "none")" == "\(input)")
    }

    static let inputs: [PlayerInput] =
        commands.map { .command($0) } + reports.map { .pipeline($0, LoadID(number: 3)) }
        + [
            .expired(.load(LoadID(number: 1))), .expired(.seek(LoadID(number: 2), serial: 7)),
            .expired(.stall(LoadID(number: 3))), .expired(.step(LoadID(number: 4), serial: 8)),
        ]

    private static let fault = PlayerError(
        .missingDecoder, "No “decoder”", hint: "install it", uri: "file:///a%20b", element: "decodebin",
        domain: "gst-core-error-quark", domainCode: -12, isRecoverable: true)

    private static let commands: [Command] =
        [
            .load(MediaItem(uri: "", startPosition: .zero, endPosition: .seconds(-1)), autoplay: false),
            .retry, .interrupt, .refresh(id: .max), .skip(id: nil, by: .seconds(-3)), .seekToLive(id: 9),
            .skip(id: 3, by: .nanoseconds(1)), .step(id: nil, by: .min), .step(id: 4, by: 1),
            .setVolume(.nan), .setSpeed(-.infinity), .setVolume(-0.0),
            .setVolume(.leastNonzeroMagnitude), .setSpeed(0.1 + 0.2),
            .warn(PlayerWarning("é\u{2028}\u{0}", hint: nil)),
        ]
        + ([.exact, .before, .after, .near, .within(before: .zero, after: .milliseconds(40))]
        as [SeekTolerance])
        .map { .seek(SeekRequest(id: 1, target: .seconds(2), tolerance: $0, speed: -16)) }

    private static let metadata = {
        var metadata = MediaMetadata()
        metadata.artwork = Artwork(type: "image/png", bytes: [0, 9, 255])
        metadata.chapters = [Chapter(id: 0, title: "One", start: .zero, end: .seconds(1) / 3)]
        return metadata
    }()

    private static let reports: [PipelineEvent] = [
        .durationChanged(nil), .measured(id: 0), .streams(hasVideo: true, hasAudio: false),
        .bufferedTo(.seconds(1) / 3), .seekFailed(serial: 3, fault), .stepFailed(serial: 5, fault),
        .stepDone(serial: 6, at: .seconds(1) / 3, moved: false), .failed(fault),
        .ended(EndReport(presentedEnd: nil, fault: fault)), .subtitle([]),
        .transcribed(Track.ID(.subtitles, 1)),
        .subtitle([SubtitleCue(text: "\"\\\r\n{}[],:", start: .zero, end: .seconds(1))]),
        .tracks(
            [Track(id: Track.ID(.audio, 2), kind: .audio, codec: "Opus", language: "pt-BR", title: "\"")],
            applied: TrackSelection(audio: Track.ID(.audio, 2)), needSeek: [.video]),
        .metadata(metadata), .videoSize(VideoSize(width: 1, height: 2)), .variant(StreamVariant(index: 1)),
        .fetched(bytes: 3, duration: .seconds(1) / 3), .bandwidth(320_000),
        .window(StreamWindow(from: .zero, to: .seconds(1) / 3, holdBack: .zero, date: 1.5)),
        .position(.seconds(Int64.max)), .position(.seconds(Int64.min)),
        .position(Duration(attoseconds: 1)), .position(.seconds(1_000_000_000) + Duration(attoseconds: 1)),
    ]

    @Test func `times are numbers of seconds, exact to the attosecond`() throws {
        let item = MediaItem(
            uri: "a:b", startPosition: .milliseconds(1500), endPosition: Duration(attoseconds: 10 << 64 + 1))
        let text = String(decoding: try RecordingFormat.encode(item), as: UTF8.self)
        #expect(
            text
                == #"{"endPosition":184.467440737095516161,"startPosition":1.5,"subtitleFiles":[],"tracks":{},"uri":"a:b"}"#
        )
        #expect(try decoded(item) == item)
    }

    @Test(arguments: [
        "1e-19", "0.1234567890123456789", "1e19", "-1e19", "1e30", "1e127", "\"1\"", "null", "{}",
    ])
    func `a malformed time is refused`(_ number: String) {
        #expect(throws: (any Error).self) {
            let line = #"{"load":1,"report":{"position":{"at":\#(number)}}}"#
            _ = try RecordingFormat.decode(RecordedLine.self, from: line.utf8)
        }
    }
}
