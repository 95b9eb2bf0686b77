internal import Dispatch
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem

/// Reads one playlist and the playlists that it names.
struct PlaylistReading {
    /// A playlist that was read, with an identity that does not depend on its name.
    private struct Found: Sendable {
        var content: PlaylistContent
        var names: Set<String>
    }

    private let limits: PlaylistLimits
    private let encoding: String?
    private var access: NetworkAccess
    private let began = ContinuousClock.now
    /// File access may block without limit on a dead mount, so it must not use a thread of Swift's pool.
    private let queue = DispatchQueue(label: "playhead.playlist", qos: .userInitiated)
    private var lists = 0
    private var items = 0
    private var isFull = false

    init(limits: PlaylistLimits, encoding: String?, access: NetworkAccess) {
        self.limits = limits
        self.access = access
        self.encoding = encoding
    }

    mutating func read(_ text: String) async throws(PlayerError) -> Playlist {
        let limits = limits
        let uri = try await work { .success(MediaItem(pathOrURI: text).uri) }
        if let path = FileAddress.path(uri: uri) {
            let listed: Playlist? = try await work { () -> Result<Playlist?, PlayerError> in
                guard LocalFile(path: path) == .directory else { return .success(nil) }
                do throws(PlayerError) {
                    return .success(try Playlist(folder: path, limits: limits))
                } catch {
                    return .failure(error)
                }
            }
            if let listed { return listed }
        }
        if NetworkAccess.isWeb(uri) { access.home = uri }
        let found = uri == "fd://0" ? try await standardInput() : try await list(at: uri)
        var content = found.content
        let entries = await expanded(&content, of: found, depth: 0, within: found.names)
        if Task.isCancelled { throw .givenUp }
        var playlist = Playlist(entries.map(\.item), title: content.title)
        for entry in entries { playlist.durations[entry.item] = entry.duration }
        playlist.warnings = content.faults.warnings
        guard !entries.isEmpty else { throw .unusablePlaylist(uri, because: playlist.warnings.first) }
        return playlist
    }

    /// The entries of a playlist, with nested playlists replaced by their entries.
    private mutating func expanded(
        _ content: inout PlaylistContent, of found: Found, depth: Int, within names: Set<String>
    ) async -> [PlaylistContent.Entry] {
        var entries: [PlaylistContent.Entry] = []
        for entry in content.entries {
            if Task.isCancelled { break }
            guard items < limits.items else {
                if !isFull {
                    content.faults.add(
                        "What follows is passed over: it is more than \(limits.items) items", line: entry.line
                    )
                }
                isFull = true
                break
            }
            guard !content.isMedium, namesList(entry.item) else {
                items += 1
                entries.append(entry)
                continue
            }
            do throws(PlayerError) {
                let inner = try await nested(entry.item.uri, depth: depth + 1, within: names)
                var innerContent = inner.content
                var others = await expanded(
                    &innerContent, of: inner, depth: depth + 1, within: names.union(inner.names))
                // The URI of a radio station is often a playlist of one entry.
                if others.count == 1, others[0].item.title == nil { others[0].item.title = entry.item.title }
                content.faults.add(innerContent.faults, of: PlaylistFaults.quoted(entry.item.uri))
                entries += others
            } catch {
                content.faults.add(
                    "\(PlaylistFaults.quoted(entry.item.uri)) is passed over: \(error.message)",
                    line: entry.line,
                    hint: error.hint)
            }
        }
        return entries
    }

    /// Whether the name of an item tells that it is a playlist. An item from elsewhere with the name of an
    /// HLS playlist is taken for HLS.
    private func namesList(_ item: MediaItem) -> Bool {
        guard item.startPosition == nil, item.endPosition == nil,
            let format = PlaylistFormat(ending: PlaylistPlace.ending(of: item.uri))
        else { return false }
        return format != .m3u8 || FileAddress.path(uri: item.uri) != nil
    }

    private mutating func nested(
        _ uri: String, depth: Int, within names: Set<String>
    ) async throws(PlayerError) -> Found {
        if depth > limits.depth { throw .nesting("Lists are followed \(limits.depth) deep", uri) }
        if lists >= limits.lists { throw .nesting("No more than \(limits.lists) lists are read", uri) }
        if names.contains(uri) { throw .nesting("The list leads to itself", uri) }
        let found = try await list(at: uri)
        guard names.isDisjoint(with: found.names) else { throw .nesting("The list leads to itself", uri) }
        return found
    }

    private mutating func list(at uri: String) async throws(PlayerError) -> Found {
        lists += 1
        let (limits, encoding) = (limits, encoding)
        guard let path = FileAddress.path(uri: uri) else {
            let left = limits.timeout - (ContinuousClock.now - began)
            guard left > .zero else {
                throw PlayerError(.timedOut, "The lists did not come in time", uri: uri)
            }
            let bytes = try await RemoteFile.bytes(
                of: uri, access: access, limit: limits.bytes, excess: .tooLargePlaylist(uri, limits),
                within: left, queue: queue)
            return try await work {
                Self.found(bytes, nil, PlaylistPlace(uri), encoding, limits, names: [uri])
            }
        }
        return try await work {
            if let fault = SourceCheck.fault(of: uri) { return .failure(fault) }
            guard let bytes = LocalFile.bytes(of: path, atMost: limits.bytes + 1) else {
                return .failure(PlayerError(.notPermitted, "Reading fails: \(path)", uri: uri))
            }
            let place = PlaylistPlace(uri) { FileAddress.exists($0) }
            let names = [uri, LocalFile.identity(of: path)].compactMap { $0 }
            return Self.found(bytes, nil, place, encoding, limits, names: Set(names))
        }
    }

    /// Standard input until its end. It has no name, so lines are paths.
    private func standardInput() async throws(PlayerError) -> Found {
        let (limits, encoding) = (limits, encoding)
        return try await work {
            guard let bytes = LocalFile.standardInput(atMost: limits.bytes + 1) else {
                return .failure(PlayerError(.notPermitted, "Reading from standard input fails"))
            }
            let isNamed = PlaylistFormat.isPlaylist(bytes)
            let place = PlaylistPlace(FileAddress.uri(path: LocalFile.currentDirectory.asFolder)) {
                FileAddress.exists($0)
            }
            let found = Self.found(bytes, isNamed ? nil : .m3u, place, encoding, limits, names: [])
            guard case .success(let list) = found, list.content.isMedium else { return found }
            return .failure(
                PlayerError(
                    .invalidPlaylist, "This is HLS and no list", hint: "give its address instead of its text")
            )
        }
    }

    private static func found(
        _ bytes: [UInt8], _ format: PlaylistFormat?, _ place: PlaylistPlace, _ encoding: String?,
        _ limits: PlaylistLimits, names: Set<String>
    ) -> Result<Found, PlayerError> {
        do throws(PlayerError) {
            let content = try PlaylistContent(
                bytes, format: format, place: place, encoding: encoding, limits: limits)
            return .success(Found(content: content, names: names))
        } catch {
            return .failure(error)
        }
    }

    private func work<Value: Sendable>(
        _ action: @escaping @Sendable () -> Result<Value, PlayerError>
    ) async throws(PlayerError) -> Value {
        let result = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: action()) }
        }
        return try result.get()
    }
}

extension PlayerError {
    static let givenUp = PlayerError(.closed, "It was given up")

    fileprivate static func nesting(_ message: String, _ uri: String) -> PlayerError {
        PlayerError(.invalidPlaylist, message, hint: "take it out of the list", uri: uri)
    }
}
