internal import Playhead
internal import PlayheadCore
internal import PlayheadSystem

extension MPVProperty {
    static let media: [String: MPVProperty] = [
        "path": .reading { $0.loaded.map { .string($0.mpvName) } },
        "stream-open-filename": .reading { $0.loaded.map { .string($0.mpvName) } },
        "filename": .reading { $0.loaded.map { .string($0.lastName) } },
        "media-title": .reading { source in
            source.loaded.map { .string(source.snapshot.metadata.title ?? $0.title ?? $0.lastName) }
        },
        "metadata": .reading { source in source.open.map { .map($0.metadata.tags) } },
        "file-format": .reading { $0.open?.metadata.container.map(RemoteValue.string) },
        "chapters": .reading { source in source.open.map { .int($0.metadata.chapters.count) } },
        "chapter-list": .reading { source in
            .list(
                (source.open?.metadata.chapters ?? []).map { chapter in
                    .map(["title": .string(chapter.title ?? ""), "time": .number(chapter.start.inSeconds)])
                })
        },
        "bookmark-list": .reading { source in
            .list(
                source.state.bookmarks.map { bookmark in
                    .map([
                        "title": .string(bookmark.name ?? ""), "time": .number(bookmark.position.inSeconds),
                    ])
                })
        },
        "sub-text": .reading { source in source.open.map { .string($0.subtitle ?? "") } },
        "sub-delay": .number(
            in: -1e6...1e6, { $0.snapshot.subtitleDelay.inSeconds },
            { value, _ in .setSubtitleDelay(.seconds(value)) }),
        "audio-delay": .number(
            in: -10...10, { $0.snapshot.audioDelay.inSeconds },
            { value, _ in .setAudioDelay(.seconds(value)) }),
    ]

    static let queue: [String: MPVProperty] = [
        "playlist": .reading { source in
            let queue = source.snapshot.queue
            return .list(queue.items.map { $0.entry(isCurrent: $0.id == queue.currentID, source.state) })
        },
        "playlist-count": .reading { .int($0.snapshot.queue.count) },
        "playlist-pos": position(from: 0), "playlist-pos-1": position(from: 1),
        "playlist-current-pos": .reading { .int($0.snapshot.queue.currentIndex ?? -1) },
        "playlist-playing-pos": .reading {
            .int($0.loaded == nil ? -1 : $0.snapshot.queue.currentIndex ?? -1)
        },
        "loop-file": fileLoop, "loop": fileLoop,
        "loop-playlist": MPVProperty(
            read: { source in
                switch source.snapshot.queue.repeatMode {
                case .all: "inf"
                case .times(let count): .int(count)
                case .off, .one: false
                }
            },
            write: { value, _ throws(MPVFault) in
                if let count = value.whole, count > 0 { return .setRepeatMode(.times(count)) }
                return .setRepeatMode(try value.loops() ? .all : .off)
            }),
        "shuffle": .flag({ $0.snapshot.queue.isShuffled }, RemoteCommand.setShuffled),
    ]

    private static let fileLoop = MPVProperty(
        read: { $0.snapshot.queue.repeatMode == .one ? "inf" : false },
        write: { value, source throws(MPVFault) in
            // A loop of the playlist stays if the file is not to loop.
            let mode = source.snapshot.queue.repeatMode
            return .setRepeatMode(try value.loops() ? .one : mode == .one ? .off : mode)
        })

    /// The index of the current item, from `first`; -1 below it for none.
    private static func position(from first: Int) -> MPVProperty {
        MPVProperty(
            kind: .number(Double(first)...1e9),
            read: { source in
                .int(source.loaded == nil ? -1 : (source.snapshot.queue.currentIndex ?? -1) + first)
            },
            write: { value, _ throws(MPVFault) in
                guard let index = value.whole else { throw .format }
                return .jump(to: index - first)
            })
    }
}

extension RemoteValue {
    /// Whether a loop option asks for an endless loop.
    fileprivate func loops() throws(MPVFault) -> Bool {
        switch self {
        case "inf", "yes", true, "force": true
        case "no", "0", false, .int(0): false
        default: throw .format
        }
    }
}

extension QueueItem {
    fileprivate func entry(isCurrent: Bool, _ state: RemoteState) -> RemoteValue {
        var entry: [String: RemoteValue] = ["filename": .string(media.mpvName), "id": .int(id.number)]
        if let title = media.title { entry["title"] = .string(title) }
        if isCurrent {
            entry["current"] = true
            if !state.isIdle { entry["playing"] = true }
        }
        return .map(entry)
    }
}

extension MPVProperty.Source {
    /// The current item while it is opened or plays.
    var loaded: MediaItem? { state.isIdle ? nil : snapshot.item }
}

extension MediaItem {
    /// The path of a local file, or the URI.
    var mpvName: String { FileAddress.path(uri: uri)?.description ?? uri }
    /// The part of the name after the last slash.
    var lastName: String {
        mpvName.split(separator: "/").last.map(String.init) ?? mpvName
    }
}

extension MediaMetadata {
    /// The tags, by the names of mpv.
    fileprivate var tags: [String: RemoteValue] {
        let texts = [
            "title": title, "artist": artist, "album": album, "album_artist": albumArtist, "genre": genre,
            "comment": comment, "date": date, "track": trackNumber.map { String($0) },
            "disc": discNumber.map { String($0) }, "publisher": organization,
        ]
        return texts.compactMapValues { $0.map(RemoteValue.string) }
    }
}
