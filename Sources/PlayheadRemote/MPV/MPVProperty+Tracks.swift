internal import Glibc
internal import Playhead
internal import PlayheadCore

extension MPVProperty {
    static let tracks: [String: MPVProperty] = [
        "track-list": .reading { .list($0.open?.tracks.entries ?? []) },
        "vid": selection(.video), "video": selection(.video),
        "aid": selection(.audio), "audio": selection(.audio),
        "sid": selection(.subtitles), "sub": selection(.subtitles),
        "video-codec": .reading { $0.chosen(.video)?.codec.map(RemoteValue.string) },
        "audio-codec": .reading { $0.chosen(.audio)?.codec.map(RemoteValue.string) },
        "container-fps": .reading { $0.chosen(.video)?.frameRate.map(RemoteValue.number) },
    ]

    static let picture: [String: MPVProperty] = [
        "width": size(\.width), "dwidth": size(\.width), "height": size(\.height), "dheight": size(\.height),
        "keepaspect": .flag({ $0.snapshot.aspectMode != .stretch }, { .setAspectMode($0 ? .fit : .stretch) }),
        "panscan": .number(
            in: 0...1, { $0.snapshot.aspectMode == .fill ? 1 : 0 },
            { value, _ in .setAspectMode(value >= 0.5 ? .fill : .fit) }),
    ]

    static let sound: [String: MPVProperty] = [
        "audio-device": MPVProperty(
            read: { .string($0.snapshot.audioDevice?.rawValue ?? "auto") },
            write: { value, _ throws(MPVFault) in
                guard case .string(let text) = value else { throw .format }
                guard text != "auto" else { return .setAudioDevice(nil) }
                guard let device = AudioOutputDevice.ID(rawValue: text) else { throw .format }
                return .setAudioDevice(device)
            }),
        "audio-channels": MPVProperty(
            read: { .string($0.snapshot.audioEffects.channels.rawValue) },
            write: { value, _ throws(MPVFault) in
                guard case .string(let text) = value else { throw .format }
                guard text != "auto-safe" else { return .setAudioChannels(.automatic) }
                guard let channels = AudioChannels(rawValue: text) else { throw .format }
                return .setAudioChannels(channels)
            }),
        // A factor of the frequency.
        "pitch": .number(
            in: 0.5...2, { exp2($0.snapshot.audioEffects.pitch / 12) },
            { factor, _ in .setPitch(12 * log2(factor)) }),
    ]

    private static func size(_ side: any KeyPath<VideoSize, Int> & Sendable) -> MPVProperty {
        .reading { $0.open?.videoSize.map { .int($0[keyPath: side]) } }
    }

    /// The number of the chosen track of a kind, from 1; `no` (false) without one.
    private static func selection(_ kind: Track.Kind) -> MPVProperty {
        MPVProperty(
            read: { source in
                guard let tracks = source.open?.tracks else { return "auto" }
                let index = tracks[kind].firstIndex { tracks.chosen.contains($0) }
                return index.map { .int($0 + 1) } ?? false
            },
            write: { value, source throws(MPVFault) in
                switch value {
                case "no", false: return .select(kind, nil)
                case "auto", "yes", true: return .selectAutomatically(kind)
                default:
                    guard let number = value.whole else { throw .format }
                    let tracks = source.snapshot.tracks[kind]
                    guard tracks.indices.contains(number - 1) else { throw .access }
                    return .select(kind, tracks[number - 1].id)
                }
            })
    }

    /// The kind of tracks that a property selects; nil for another property.
    static func trackKind(of name: String) -> Track.Kind? {
        switch name {
        case "vid", "video": .video
        case "aid", "audio": .audio
        case "sid", "sub": .subtitles
        default: nil
        }
    }
}

extension MPVProperty.Source {
    fileprivate func chosen(_ kind: Track.Kind) -> Track? {
        open.flatMap { open in open.tracks.chosen[kind].flatMap { open.tracks[id: $0] } }
    }
}

extension TrackList {
    fileprivate var entries: [RemoteValue] {
        var counts: [Track.Kind: Int] = [:]
        return map { track in
            counts[track.kind, default: 0] += 1
            return track.entry(number: counts[track.kind] ?? 1, isSelected: chosen.contains(track))
        }
    }
}

extension Track {
    fileprivate func entry(number: Int, isSelected: Bool) -> RemoteValue {
        var entry: [String: RemoteValue] = [
            "id": .int(number), "selected": .bool(isSelected), "default": .bool(isDefault),
            "forced": .bool(isForced), "external": .bool(isExternal), "albumart": .bool(isImage),
            "type": .string(kind == .subtitles ? "sub" : kind.rawValue),
        ]
        if let codec { entry["codec"] = .string(codec) }
        if let language { entry["lang"] = .string(language) }
        if let title { entry["title"] = .string(title) }
        if let size { (entry["demux-w"], entry["demux-h"]) = (.int(size.width), .int(size.height)) }
        if let frameRate { entry["demux-fps"] = .number(frameRate) }
        if let channels { entry["demux-channel-count"] = .int(channels) }
        if let sampleRate { entry["demux-samplerate"] = .int(sampleRate) }
        return .map(entry)
    }
}
