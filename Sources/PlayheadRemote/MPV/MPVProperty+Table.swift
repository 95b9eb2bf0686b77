internal import Glibc
internal import Playhead
internal import PlayheadCore

extension MPVProperty {
    /// All properties, by mpv's names.
    static let all: [String: MPVProperty] = [playback, media, queue, tracks, picture, sound, program].reduce(
        into: [:]
    ) { all, part in all.merge(part) { first, _ in first } }

    /// The version of mpv whose interface this is.
    static let interfaceVersion = "0.35.0"

    private static let playback: [String: MPVProperty] = [
        "pause": .flag({ $0.state.isPaused }, { $0 ? .pause : .play }),
        "mute": .flag({ $0.snapshot.isMuted }, RemoteCommand.setMuted),
        "volume": .number(in: 0...200, { $0.snapshot.volume * 100 }, { value, _ in .setVolume(value / 100) }),
        "volume-max": .reading { _ in .number(200) },
        "speed": .number(in: 0.1...16, { $0.snapshot.speed }, { value, _ in .setSpeed(value) }),
        "time-pos": time, "playback-time": time,
        "percent-pos": .number(in: 0...100, followsTime: true, { $0.percentage }) {
            value, source throws(MPVFault) in
            guard let duration = source.open?.duration else { throw .unavailable }
            return .seek(to: .seconds(duration.inSeconds * value / 100))
        },
        "time-remaining": remaining, "playtime-remaining": remaining,
        "duration": .reading { $0.open?.duration.map { .number($0.inSeconds) } },
        "seeking": .reading { source in source.open.map { .bool($0.buffering?.reason == .seeking) } },
        "seekable": .reading { source in source.open.map { .bool($0.isSeekable) } },
        "paused-for-cache": .reading { source in
            source.open.map { .bool([.starved, .stalled].contains($0.buffering?.reason)) }
        },
        "cache-buffering-state": .reading { source in
            source.open.map { .int($0.buffering?.percent ?? 100) }
        },
        "demuxer-cache-time": .timed { $0.open?.bufferedPosition.map { .number($0.inSeconds) } },
        "demuxer-cache-duration": .timed { source in
            source.open?.bufferedPosition.map { .number(max(($0 - source.snapshot.position).inSeconds, 0)) }
        },
        "eof-reached": .reading { .bool($0.snapshot.status == .ended) },
        "idle-active": .reading { .bool($0.state.isIdle) },
        "core-idle": .reading { .bool(!$0.snapshot.state.isPlaying) },
        "chapter": .number(
            in: 0...100_000, { $0.chapterIndex },
            { value, _ in .goToChapter(Int(value)) }),
        "ab-loop-a": loopPoint(\.start), "ab-loop-b": loopPoint(\.end),
    ]

    private static let time = MPVProperty.number(
        in: -1e9...1e9, followsTime: true, { $0.open?.position.inSeconds },
        { value, _ in .seek(to: .seconds(value)) })

    /// A point of the A–B loop: seconds, or `no`.
    private static func loopPoint(
        _ path: any WritableKeyPath<LoopPoints, Duration?> & Sendable
    ) -> MPVProperty {
        MPVProperty(
            read: { $0.state.loop[keyPath: path].map { .number($0.inSeconds) } ?? "no" },
            write: { value, source throws(MPVFault) in
                var points = source.state.loop
                if value == "no" || value == false {
                    points[keyPath: path] = nil
                } else {
                    guard let seconds = value.double, (0...1e9).contains(seconds) else { throw .format }
                    points[keyPath: path] = .seconds(seconds)
                }
                return .setLoop(points)
            })
    }

    private static let remaining = MPVProperty.timed { source in
        source.open?.duration.map { .number(max(($0 - source.snapshot.position).inSeconds, 0)) }
    }

    private static let program: [String: MPVProperty] = [
        "fullscreen": .flag({ $0.state.isFullscreen }, RemoteCommand.setFullscreen),
        "mpv-version": .reading { _ in .string("mpv \(interfaceVersion) (Playhead \(Player.version))") },
        "input-ipc-server": .reading { .string($0.socket) },
        "pid": .reading { _ in .int(Int(getpid())) },
        "property-list": .reading { _ in .list(MPVProperty.all.keys.sorted().map(RemoteValue.string)) },
        "command-list": .reading { _ in .list(MPVCommand.all.sorted { $0.key < $1.key }.map(MPVCommand.entry))
        },
    ]
}

extension MPVProperty.Source {
    fileprivate var percentage: Double? {
        guard let open, let duration = open.duration, duration > .zero else { return nil }
        return min(max(open.position.inSeconds / duration.inSeconds * 100, 0), 100)
    }

    fileprivate var chapterIndex: Double? {
        guard let chapter = open?.currentChapter else { return nil }
        return snapshot.metadata.chapters.firstIndex { $0.id == chapter.id }.map { Double($0) }
    }
}
