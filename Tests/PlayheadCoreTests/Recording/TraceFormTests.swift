import Testing

@testable import PlayheadCore

/// The names in session traces are fixed (docs/decisions/0006-session-trace-format.md): a rename inside the player leaves
/// these texts as they are.
struct TraceFormTests {
    @Test func `every value of the state has a name in traces`() {
        func values(_ value: Any) -> Int { Mirror(reflecting: value).children.count }
        #expect(PlayerMachine.traceFields.names.count == values(PlayerMachine()))
        #expect(BufferPhase.traceFields.names.count == values(BufferPhase()))
        #expect(CatchUp.traceFields.names.count == values(CatchUp()))
        #expect(SeekPhase.traceFields.names.count == values(SeekPhase()))
        #expect(StepPhase.traceFields.names.count == values(StepPhase()))
        #expect(TrackSelectionParameters.traceFields.names.count == values(TrackSelectionParameters()))
        #expect(TransferTotals.traceFields.names.count == values(TransferTotals()))
    }

    @Test func `a state has the documented names at every depth`() throws {
        let fields = try Self.machine.recordedFields
        let lines = fields.names.map { "\($0): \(fields[$0] ?? "null")" }
        #expect(lines == Self.state.split(separator: "\n").map(String.init))
        #expect(try PlayerMachine(recordedFields: fields) == Self.machine)
    }

    @Test func `every input has the documented names`() throws {
        let lines = try Self.inputs.map { input in
            String(decoding: try RecordingFormat.encode(RecordedLine(input)), as: UTF8.self)
        }
        #expect(lines == Self.texts.split(separator: "\n").map(String.init))
        for (line, input) in zip(lines, Self.inputs) {
            #expect(try RecordingFormat.decode(RecordedLine.self, from: line.utf8).input == input)
        }
    }

    @Test func `fields that a trace lacks are as in a new player`() throws {
        let machine = try PlayerMachine(
            recordedFields: JSONFields(#"{"volume":0.5,"seeks":{"serial":3},"new":1}"#))
        var expected = PlayerMachine()
        expected.volume = 0.5
        expected.seeks.serial = 3
        #expect(machine == expected)
    }

    private static let item = MediaItem(uri: "fake://a")
    private static let entry = QueueItem(id: QueueItem.ID(number: 1), item)
    private static let error = PlayerError(.unknown, "A fault")
    private static let metadata = {
        var metadata = MediaMetadata()
        metadata.chapters = [Chapter(id: 0, title: "One", start: .zero, end: .seconds(1))]
        return metadata
    }()
    private static let window = StreamWindow(
        from: .zero, to: .seconds(9), holdBack: .seconds(3), isAppendOnly: true, date: 1.5)
    private static let tracks = [Track(id: Track.ID(.audio, 1), kind: .audio, language: "de")]
    private static let gap = MediaGap(
        kind: .video, from: .seconds(1), to: .seconds(2), cause: .missingSegment(uri: "fake://s", status: 404)
    )
    private static let seek = {
        var request = SeekRequest(id: 7, target: .milliseconds(2500), tolerance: .before, speed: 2, serial: 5)
        request.isUnanswered = true
        return request
    }()

    /// A state in which no value is nil.
    private static let machine = {
        var machine = PlayerMachine()
        machine.item = item
        _ = machine.queue.apply(.shuffle(3))
        _ = machine.queue.apply(.insert([entry], .end))
        machine.queue.currentID = entry.id
        machine.duration = .seconds(10)
        machine.bufferedPosition = .seconds(4)
        machine.error = error
        machine.endReason = .error
        machine.gaps = [gap]
        machine.subtitleCues = [SubtitleCue(text: "a", start: .zero, end: .seconds(1))]
        machine.tracks = TrackList(
            tracks, chosen: TrackSelection(audio: tracks[0].id), applied: TrackSelection(audio: tracks[0].id))
        machine.tracksNeedSeek = [.video]
        machine.transcribed = [Track.ID(.subtitles, 1)]
        machine.metadata = metadata
        machine.currentChapter = metadata.chapters[0]
        machine.videoSize = VideoSize(width: 16, height: 9)
        machine.variant = StreamVariant(index: 1)
        machine.bandwidth = 1e6
        machine.trackWishes = TrackSelectionParameters(preferences: TrackPreferences(audioLanguages: ["de"]))
        (machine.trackWishes.audio, machine.trackWishes.video) = (.track(tracks[0].id), .none)
        machine.traffic = TransferTotals(bytes: 5, time: .seconds(1))
        machine.window = window
        machine.buffer = BufferPhase(
            level: 50, levelSaid: .seconds(1), isAfterSeek: true, standsSince: .seconds(2), isStalled: true,
            standsAt: .seconds(3), resumes: 4, lastStall: .seconds(5))
        machine.catchUp = CatchUp(
            speed: 1.1, offset: .seconds(1), isActive: true, edge: .seconds(2), sought: .seconds(3),
            floor: .seconds(4))
        machine.seeks = SeekPhase(
            inFlight: seek, waiting: seek, origin: .seconds(1), serial: 5, overdue: seek, isScrubbing: true,
            preview: .shown(pause: .milliseconds(10)), lastTarget: .seconds(2), askedAt: .seconds(3),
            interval: .seconds(4))
        let step = StepRequest(ids: [1, nil], frames: -2)
        machine.steps = StepPhase(
            inFlight: step, waiting: step, isSoundBehind: true, isSeekOwed: true, serial: 6)
        machine.timeline = Timeline(anchor: .seconds(1), anchoredAt: .seconds(2), isAdvancing: true, speed: 2)
        machine.passage = Passage(
            last: Stretch(from: .seconds(1), through: .seconds(2)), number: 3, mark: .seconds(4),
            isSettling: true)
        machine.dueItem = DueItem(id: entry.id, reason: .skip, isRetry: true, plays: true)
        machine.untoldWarnings = [.missingText("later", hint: "a hint", of: "English")]
        machine.lastWarnings = [PlayerWarning("now")]
        machine.audioDevice = AudioOutputDevice.ID(.pulse, "usb")
        (machine.activeAudioDevice, machine.lostAudioDevice) = (machine.audioDevice, machine.audioDevice)
        machine.audioFormat = AudioOutputFormat(
            encoding: .ac3, sampleRate: 48000, channels: 2, isBitPerfect: true)
        machine.endsAt = .seconds(8)
        (machine.stamp, machine.lastStamp) = (LoadID(number: 2), LoadID(number: 3))
        machine.watchedTimes = TimeSubscriptions(every: .milliseconds(250))
        machine.chapterTimes = TimeSubscriptions(at: [.zero, .seconds(1) / 3])
        machine.refreshes = [9]
        return machine
    }()

    private typealias DueItem = PlayerMachine.DueItem

    private static let inputs: [PlayerInput] =
        commands.map { .command($0) } + reports.map { .pipeline($0, LoadID(number: 2)) }
        + deadlines.map { .expired($0) }

    private static let commands: [Command] = [
        .load(item, autoplay: true), .end(.replaced), .edit(.insert([entry], .after(entry.id))),
        .edit(.move([entry.id], .beginning)), .edit(.remove([entry.id])),
        .edit(.replace([entry], autoplay: false)), .edit(.setRepeatMode(.times(2))), .edit(.shuffle(5)),
        .edit(.setEndAction(.pause)), .edit(.setFailurePolicy(.retry(2))), .go(.item(entry.id)), .go(.next),
        .go(.previous), .proceed, .play, .pause, .toggle, .interrupt, .stop, .reset, .retry, .close,
        .seek(seek), .setMuted(true), .setVolume(0.5), .setVolume(2, over: .seconds(3)),
        .setAudioEffects(AudioEffects()),
        .setSpeed(-2), .skip(id: 1, by: .seconds(-3)),
        .seekToLive(id: 2), .step(id: 3, by: -1), .refresh(id: 4), .setAspectMode(.fill),
        .setAudioDevice(AudioOutputDevice.ID(.pulse, "usb")),
        .noteAudioDevice(active: nil, lost: AudioOutputDevice.ID(.pulse, "usb")),
        .select(.audio, .track(tracks[0].id)), .select(.subtitles, .none), .select(.video, .automatic),
        .setTrackPreferences(TrackPreferences()), .setSubtitleDelay(.milliseconds(250)),
        .setAudioDelay(.milliseconds(-100)),
        .warn(PlayerWarning("careful")), .watch(true), .watchTimes(TimeSubscriptions(every: .seconds(1))),
    ]

    private static let reports: [PipelineEvent] = [
        .prerolled(MediaFacts(duration: .seconds(10), position: .seconds(1))),
        .streams(hasVideo: true, hasAudio: false), .running(at: .seconds(1)), .position(.seconds(2)),
        .reached(.seconds(3)), .durationChanged(.seconds(4)), .measured(id: 5), .buffering(percent: 60),
        .starved(true), .bufferedTo(.seconds(7)), .seekDone(serial: 8, at: .seconds(9)),
        .seekFailed(serial: 10, error), .stepDone(serial: 11, at: .seconds(12), moved: true),
        .stepFailed(serial: 13, error), .draining, .ends(at: .seconds(14)),
        .ended(EndReport(presentedEnd: .seconds(15), fault: error, lack: error)),
        .subtitle([SubtitleCue(text: "a", start: .zero, end: .seconds(1))]),
        .transcribed(Track.ID(.subtitles, 1)),
        .tracks(tracks, applied: TrackSelection(audio: tracks[0].id), needSeek: [.video]),
        .metadata(metadata), .videoSize(VideoSize(width: 16, height: 9)), .window(window),
        .fetched(bytes: 16, duration: .seconds(17)), .variant(StreamVariant(index: 1)), .bandwidth(1.5),
        .warning(PlayerWarning("careful")), .gap(gap), .failed(error),
    ]

    private static let deadlines: [Deadline] = [
        .load(LoadID(number: 1)), .seek(LoadID(number: 2), serial: 3), .step(LoadID(number: 4), serial: 5),
        .stall(LoadID(number: 6)), .settle(LoadID(number: 7), serial: 8, after: .milliseconds(9)),
        .moment(LoadID(number: 10)),
    ]

    private static let state = #"""
        activeAudioDevice: "pulse/usb"
        allowsGaps: false
        aspectMode: "fit"
        audioDelay: 0
        audioDevice: "pulse/usb"
        audioEffects: {"balance":0,"channels":"auto","equalizer":[0,0,0,0,0,0,0,0,0,0],"isMono":false,"isNightMode":false,"pitch":0,\#
        "replayGain":{"mode":"no","preamplification":0,"preventsClipping":true},"swapsSides":false,"volumeCurve":"linear"}
        audioFormat: {"channels":2,"encoding":"ac3","isBitPerfect":true,"sampleRate":48000}
        awaitsChapter: false
        bandwidth: 1000000
        buffer: {"isAfterSeek":true,"isStalled":true,"lastStall":5,"level":50,"levelSaid":1,"resumes":4,\#
        "standsAt":3,"standsSince":2}
        bufferedPosition: 4
        catchUp: {"edge":2,"floor":4,"isActive":true,"offset":1,"sought":3,"speed":1.1}
        chapterTimes: {"intervals":[],"singles":[0,0.333333333333333333]}
        currentChapter: {"end":1,"id":0,"start":0,"title":"One"}
        dueItem: {"id":{"number":1},"isRetry":true,"plays":true,"reason":"skip"}
        duration: 10
        effectiveSpeed: 1
        endReason: "error"
        endsAt: 8
        error: {"code":"unknown","domain":"playhead","domainCode":0,"isRecoverable":false,\#
        "message":"A fault"}
        failures: 0
        gapCount: 0
        gaps: [{"cause":{"missingSegment":{"status":404,"uri":"fake://s"}},"end":2,"kind":"video",\#
        "start":1}]
        hasAudio: false
        hasPipeline: false
        hasVideo: false
        isAtLiveEdge: false
        isBufferLow: false
        isLive: false
        isMuted: false
        isOpened: false
        isPrepared: false
        isPrerolled: false
        isRunning: false
        isScrubbable: false
        isSeekable: false
        isStarved: false
        isToldFailed: false
        isWatched: false
        item: {"subtitleFiles":[],"tracks":{},"uri":"fake://a"}
        itemNumber: 0
        itemReason: "load"
        jumps: 0
        knowsTracks: false
        lastStamp: 3
        lastWarnings: [{"message":"now"}]
        lostAudioDevice: "pulse/usb"
        metadata: {"chapters":[{"end":1,"id":0,"start":0,"title":"One"}]}
        outlastsLength: false
        passage: {"isSettling":true,"last":{"from":1,"through":2},"mark":4,"number":3}
        preloadBudget: 9223372036854775807
        preparationLimit: 0
        prepared: []
        queue: {"currentID":{"number":1},"currentKey":2092789425003139054,"endAction":"advance",\#
        "entries":[{"hasResumed":false,"item":{"id":{"number":1},"media":{"subtitleFiles":[],"tracks":{},\#
        "uri":"fake://a"}},"key":2092789425003139054}],"failurePolicy":{"skip":{}},\#
        "highestID":{"number":1},"keyCount":1,"repeatMode":{"off":{}},"rounds":0,"shuffleSeed":3}
        queueEdition: 0
        queueReason: "load"
        refreshes: [9]
        refusesSpeed: false
        reportedPosition: 0
        retries: 0
        seeks: {"askedAt":3,"inFlight":{"id":7,"isUnanswered":true,"serial":5,"speed":2,"target":2.5,\#
        "tolerance":{"before":{}}},"interval":4,"isScrubbing":true,"lastTarget":2,"origin":1,\#
        "overdue":{"id":7,"isUnanswered":true,"serial":5,"speed":2,"target":2.5,\#
        "tolerance":{"before":{}}},"preview":{"shown":{"pause":0.01}},"serial":5,"waiting":{"id":7,\#
        "isUnanswered":true,"serial":5,"speed":2,"target":2.5,"tolerance":{"before":{}}}}
        speed: 1
        stamp: 2
        status: "idle"
        steps: {"inFlight":{"frames":-2,"ids":[1,null]},"isSeekOwed":true,"isSoundBehind":true,\#
        "serial":6,"waiting":{"frames":-2,"ids":[1,null]}}
        subtitleCues: [{"end":1,"markup":"a","start":0,"text":"a"}]
        subtitleDelay: 0
        timeline: {"anchor":1,"anchoredAt":2,"isAdvancing":true,"speed":2}
        trackWishes: {"audio":{"track":{"id":"audio-1"}},"preferences":{"audioLanguages":["de"],\#
        "prefersHearingImpaired":false,"prefersOriginal":false,"subtitleLanguages":[],\#
        "subtitles":"automatic"},"subtitles":{"automatic":{}},"video":{"none":{}}}
        tracks: {"all":[{"hasText":false,"id":"audio-1","isDefault":false,"isExternal":false,\#
        "isForHearingImpaired":false,"isForced":false,"isOriginal":false,"kind":"audio",\#
        "language":"de"}],"applied":{"audio":"audio-1"},"chosen":{"audio":"audio-1"}}
        tracksNeedSeek: ["video"]
        traffic: {"bytes":5,"time":1}
        transcribed: ["subtitles-1"]
        untoldWarnings: [{"code":"missingText","hint":"a hint","message":"later","title":"English"}]
        variant: {"index":1}
        videoSize: {"height":9,"width":16}
        volume: 1
        volumeFade: 0
        wantsToPlay: false
        warningCount: 0
        watchedTimes: {"intervals":[0.25],"singles":[]}
        window: {"date":1.5,"end":9,"holdBack":3,"isAppendOnly":true,"isComplete":false,"start":0}
        """#

    private static let texts = #"""
        {"command":{"load":{"autoplay":true,"item":{"subtitleFiles":[],"tracks":{},"uri":"fake://a"}}}}
        {"command":{"end":{"reason":"replaced"}}}
        {"command":{"edit":{"change":{"insert":{"at":{"after":{"_0":{"number":1}}},\#
        "items":[{"id":{"number":1},"media":{"subtitleFiles":[],"tracks":{},"uri":"fake://a"}}]}}}}}
        {"command":{"edit":{"change":{"move":{"ids":[{"number":1}],"to":{"beginning":{}}}}}}}
        {"command":{"edit":{"change":{"remove":{"ids":[{"number":1}]}}}}}
        {"command":{"edit":{"change":{"replace":{"autoplay":false,"items":[{"id":{"number":1},\#
        "media":{"subtitleFiles":[],"tracks":{},"uri":"fake://a"}}]}}}}}
        {"command":{"edit":{"change":{"setRepeatMode":{"mode":{"times":{"_0":2}}}}}}}
        {"command":{"edit":{"change":{"shuffle":{"seed":5}}}}}
        {"command":{"edit":{"change":{"setEndAction":{"action":"pause"}}}}}
        {"command":{"edit":{"change":{"setFailurePolicy":{"policy":{"retry":{"_0":2}}}}}}}
        {"command":{"go":{"target":{"item":{"id":{"number":1}}}}}}
        {"command":{"go":{"target":{"next":{}}}}}
        {"command":{"go":{"target":{"previous":{}}}}}
        {"command":{"proceed":{}}}
        {"command":{"play":{}}}
        {"command":{"pause":{}}}
        {"command":{"toggle":{}}}
        {"command":{"interrupt":{}}}
        {"command":{"stop":{}}}
        {"command":{"reset":{}}}
        {"command":{"retry":{}}}
        {"command":{"close":{}}}
        {"command":{"seek":{"request":{"id":7,"isUnanswered":true,"serial":5,"speed":2,"target":2.5,\#
        "tolerance":{"before":{}}}}}}
        {"command":{"setMuted":{"isMuted":true}}}
        {"command":{"setVolume":{"volume":0.5}}}
        {"command":{"setVolume":{"over":3,"volume":2}}}
        {"command":{"setAudioEffects":{"effects":{"balance":0,"channels":"auto","equalizer":[0,0,0,0,0,0,0,0,0,0],\#
        "isMono":false,"isNightMode":false,"pitch":0,"replayGain":{"mode":"no","preamplification":0,\#
        "preventsClipping":true},"swapsSides":false,"volumeCurve":"linear"}}}}
        {"command":{"setSpeed":{"speed":-2}}}
        {"command":{"skip":{"by":-3,"id":1}}}
        {"command":{"seekToLive":{"id":2}}}
        {"command":{"step":{"by":-1,"id":3}}}
        {"command":{"refresh":{"id":4}}}
        {"command":{"setAspectMode":{"mode":"fill"}}}
        {"command":{"setAudioDevice":{"device":"pulse/usb"}}}
        {"command":{"noteAudioDevice":{"lost":"pulse/usb"}}}
        {"command":{"select":{"choice":{"track":{"id":"audio-1"}},"kind":"audio"}}}
        {"command":{"select":{"choice":{"none":{}},"kind":"subtitles"}}}
        {"command":{"select":{"choice":{"automatic":{}},"kind":"video"}}}
        {"command":{"setTrackPreferences":{"preferences":{"audioLanguages":[],\#
        "prefersHearingImpaired":false,"prefersOriginal":false,"subtitleLanguages":[],\#
        "subtitles":"automatic"}}}}
        {"command":{"setSubtitleDelay":{"delay":0.25}}}
        {"command":{"setAudioDelay":{"delay":-0.1}}}
        {"command":{"warn":{"warning":{"message":"careful"}}}}
        {"command":{"watch":{"isWatched":true}}}
        {"command":{"watchTimes":{"times":{"intervals":[1],"singles":[]}}}}
        {"load":2,"report":{"prerolled":{"facts":{"duration":10,"hasAudio":true,"hasVideo":true,\#
        "isLive":false,"isScrubbable":true,"isSeekable":true,"position":1}}}}
        {"load":2,"report":{"streams":{"hasAudio":false,"hasVideo":true}}}
        {"load":2,"report":{"running":{"at":1}}}
        {"load":2,"report":{"position":{"at":2}}}
        {"load":2,"report":{"reached":{"at":3}}}
        {"load":2,"report":{"durationChanged":{"duration":4}}}
        {"load":2,"report":{"measured":{"id":5}}}
        {"load":2,"report":{"buffering":{"percent":60}}}
        {"load":2,"report":{"starved":{"isStarved":true}}}
        {"load":2,"report":{"bufferedTo":{"end":7}}}
        {"load":2,"report":{"seekDone":{"at":9,"serial":8}}}
        {"load":2,"report":{"seekFailed":{"error":{"code":"unknown","domain":"playhead","domainCode":0,\#
        "isRecoverable":false,"message":"A fault"},"serial":10}}}
        {"load":2,"report":{"stepDone":{"at":12,"moved":true,"serial":11}}}
        {"load":2,"report":{"stepFailed":{"error":{"code":"unknown","domain":"playhead","domainCode":0,\#
        "isRecoverable":false,"message":"A fault"},"serial":13}}}
        {"load":2,"report":{"draining":{}}}
        {"load":2,"report":{"ends":{"at":14}}}
        {"load":2,"report":{"ended":{"fault":{"code":"unknown","domain":"playhead","domainCode":0,\#
        "isRecoverable":false,"message":"A fault"},"lack":{"code":"unknown","domain":"playhead",\#
        "domainCode":0,"isRecoverable":false,"message":"A fault"},"presentedEnd":15}}}
        {"load":2,"report":{"subtitle":{"cues":[{"end":1,"markup":"a","start":0,"text":"a"}]}}}
        {"load":2,"report":{"transcribed":{"track":"subtitles-1"}}}
        {"load":2,"report":{"tracks":{"all":[{"hasText":false,"id":"audio-1","isDefault":false,\#
        "isExternal":false,"isForHearingImpaired":false,"isForced":false,"isOriginal":false,\#
        "kind":"audio","language":"de"}],"applied":{"audio":"audio-1"},"needSeek":["video"]}}}
        {"load":2,"report":{"metadata":{"metadata":{"chapters":[{"end":1,"id":0,"start":0,\#
        "title":"One"}]}}}}
        {"load":2,"report":{"videoSize":{"size":{"height":9,"width":16}}}}
        {"load":2,"report":{"window":{"window":{"date":1.5,"end":9,"holdBack":3,"isAppendOnly":true,\#
        "isComplete":false,"start":0}}}}
        {"load":2,"report":{"fetched":{"bytes":16,"duration":17}}}
        {"load":2,"report":{"variant":{"variant":{"index":1}}}}
        {"load":2,"report":{"bandwidth":{"bitsPerSecond":1.5}}}
        {"load":2,"report":{"warning":{"warning":{"message":"careful"}}}}
        {"load":2,"report":{"gap":{"gap":{"cause":{"missingSegment":{"status":404,"uri":"fake://s"}},\#
        "end":2,"kind":"video","start":1}}}}
        {"load":2,"report":{"failed":{"error":{"code":"unknown","domain":"playhead","domainCode":0,\#
        "isRecoverable":false,"message":"A fault"}}}}
        {"deadline":{"load":{"load":1}}}
        {"deadline":{"seek":{"load":2,"serial":3}}}
        {"deadline":{"step":{"load":4,"serial":5}}}
        {"deadline":{"stall":{"load":6}}}
        {"deadline":{"settle":{"after":0.009,"load":7,"serial":8}}}
        {"deadline":{"moment":{"load":10}}}
        """#
}
