internal import Dispatch
internal import Glibc
internal import Playhead
internal import PlayheadCore
internal import Synchronization

/// The control of a player by the desktop: MPRIS 2.2 on a D-Bus.
///
/// It is there until ``close()`` or its release. Without a bus, and after its end, it has no effect. A second
/// service gets a name with the number of the process, `org.mpris.MediaPlayer2.playhead.instance1234`.
public final class MPRISService: Sendable {
    private let object: MPRISObject

    /// Offers a control on a bus, from another thread.
    ///
    /// - Parameter address: the D-Bus address, such as ``sessionAddress``.
    public init(_ control: RemoteControl, address: String) {
        object = MPRISObject(control)
        object.begin(address)
    }

    deinit { object.close() }

    /// Ends the service.
    public func close() { object.close() }

    /// The address of the session bus; nil without one.
    public static var sessionAddress: String? {
        findSessionAddress { unsafe getenv($0).map { unsafe String(cString: $0) } }
    }

    /// The address of the session bus by some variables of an environment; nil without one.
    package static func findSessionAddress(_ variable: (String) -> String?) -> String? {
        if let address = variable("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty { return address }
        guard let folder = variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else { return nil }
        return unsafe access(folder + "/bus", R_OK | W_OK) == 0 ? "unix:path=\(folder)/bus" : nil
    }
}

/// The object on the bus.
final class MPRISObject: BusObject {
    private struct Told {
        var root: [String: BusValue] = [:]
        var player: [String: BusValue] = [:]
        var jumps = 0
        var itemNumber = 0
        var artwork = MPRISArtwork()
        var isClosed = false
    }

    private let control: RemoteControl
    private let queue = DispatchQueue(label: "playhead.mpris")
    private let told = Mutex(Told())
    private let kept = Mutex<(connection: BusConnection, observation: RemoteObservation)?>(nil)

    init(_ control: RemoteControl) { self.control = control }

    func begin(_ address: String) {
        let name = "\(MPRISInterface.root).playhead"
        let connection = BusConnection(
            BusOffer(
                address: address, name: name, suffix: ".instance\(getpid())", path: MPRISInterface.path,
                interfaces: MPRISInterface.xml), self)
        let observation = control.observe(on: queue) { [weak self] in self?.hear($0) }
        kept.withLock { $0 = (connection, observation) }
        announce(isFirst: true)
        connection.begin()
    }

    func close() {
        let kept = kept.withLock { kept in
            defer { kept = nil }
            return kept
        }
        kept?.connection.close()
        told.withLock { told in
            told.isClosed = true
            told.artwork.remove()
        }
    }

    private func hear(_ event: RemoteEvent) {
        if case .player(.positionChanged) = event { return tellJump() }
        announce(isFirst: false)
        tellJump()
        if case .player(.queueChanged(let change)) = event, change.reason != .mode {
            announceList()
        }
    }

    /// Announces the properties that have changed.
    private func announce(isFirst: Bool) {
        let state = control.state
        let changes = told.withLock { told -> [(String, [String: BusValue])] in
            guard !told.isClosed else { return [] }
            told.artwork.show(state.snapshot.metadata.artwork)
            let root = MPRISProperties.root(state, control.host)
            let player = MPRISProperties.player(state, artwork: told.artwork.uri)
            defer { (told.root, told.player) = (root, player) }
            return [
                (MPRISInterface.root, root.filter { told.root[$0.key] != $0.value }),
                (MPRISInterface.player, player.filter { told.player[$0.key] != $0.value }),
            ]
        }
        for (interface, changed) in changes where !isFirst && !changed.isEmpty {
            emit(
                "org.freedesktop.DBus.Properties", "PropertiesChanged",
                [.string(interface), .map(changed), .strings([])])
        }
    }

    private func announceList() {
        let snapshot = control.player.snapshot
        let paths = snapshot.queue.items.map(\.id.trackPath)
        emit(MPRISInterface.trackList, "TrackListReplaced", [.paths(paths), .path(snapshot.trackPath)])
        emit(
            "org.freedesktop.DBus.Properties", "PropertiesChanged",
            [.string(MPRISInterface.trackList), .map([:]), .strings(["Tracks"])])
    }

    /// Announces a position that does not follow from the rate.
    private func tellJump() {
        let snapshot = control.player.snapshot
        let jumps = snapshot.progress.motion.jumps
        let isSeek = told.withLock { told in
            defer { (told.jumps, told.itemNumber) = (jumps, snapshot.itemNumber) }
            return jumps != told.jumps && snapshot.itemNumber == told.itemNumber
        }
        if isSeek { emit(MPRISInterface.player, "Seeked", [.int64(snapshot.position.microseconds)]) }
    }

    private func emit(_ interface: String, _ signal: String, _ arguments: [BusValue]) {
        kept.withLock { $0?.connection }?.emit(interface, signal, arguments)
    }

    func property(_ interface: String, _ name: String) -> BusValue? {
        let state = control.state
        if interface == MPRISInterface.root { return MPRISProperties.root(state, control.host)[name] }
        if interface == MPRISInterface.trackList { return MPRISProperties.trackList(state)[name] }
        if name == "Position" { return .int64(state.snapshot.position.microseconds) }
        return MPRISProperties.player(state, artwork: told.withLock(\.artwork.uri))[name]
    }

    func call(
        _ interface: String, _ method: String, _ arguments: [BusValue]
    ) throws(BusFault) -> [BusValue] {
        if interface == MPRISInterface.trackList { return try callTrackList(method, arguments) }
        switch (method, arguments.first, arguments.last) {
        // As the specification says, these have no effect where they are not possible.
        case ("Next", _, _): try? control.perform(.next)
        case ("Previous", _, _): try? control.perform(.previous)
        case ("Pause", _, _): try perform(.pause)
        case ("PlayPause", _, _): try perform(.toggle)
        case ("Stop", _, _): try perform(.stop)
        case ("Play", _, _): try perform(.play)
        case ("Seek", .int64(let offset)?, _): seek(by: offset)
        case ("SetPosition", .path(let track)?, .int64(let position)?): seek(to: position, of: track)
        case ("OpenUri", .string(let uri)?, _):
            rememberPlay()
            try perform(.load([QueueItem(control.host.makeItem(uri))]))
        case ("Quit", _, _): try perform(.quit)
        default: break
        }
        return []
    }

    private func callTrackList(_ method: String, _ arguments: [BusValue]) throws(BusFault) -> [BusValue] {
        let snapshot = control.player.snapshot
        func index(of path: String) -> Int? { snapshot.queue.items.firstIndex { $0.id.trackPath == path } }
        switch (method, arguments.first) {
        case ("GetTracksMetadata", .paths(let paths)?):
            return [.maps(snapshot.tracks(at: paths, artwork: told.withLock(\.artwork.uri)))]
        case ("AddTrack", .string(let uri)?):
            guard case .path(let path) = arguments[1], case .bool(let isCurrent) = arguments[2] else { break }
            let item = QueueItem(control.host.makeItem(uri))
            let place = index(of: path).map { QueuePosition.after(snapshot.queue.items[$0].id) }
            try perform(.insert([item], at: path == MPRISInterface.noTrack ? .beginning : place ?? .end))
            if isCurrent, let index = control.player.queue.value.items.firstIndex(where: { $0.id == item.id })
            {
                try perform(.jump(to: index))
            }
        // As the specification says, these have no effect for a track that is not there.
        case ("RemoveTrack", .path(let path)?): if let index = index(of: path) { try perform(.remove(index)) }
        case ("GoTo", .path(let path)?): if let index = index(of: path) { try perform(.jump(to: index)) }
        default: break
        }
        return []
    }

    /// A program that opens a medium wants it to play.
    private func rememberPlay() { try? control.perform(.play) }

    private func perform(_ command: RemoteCommand) throws(BusFault) {
        do throws(RemoteFault) { try control.perform(command) } catch {
            throw BusFault(message: error.message)
        }
    }

    /// Seeks as the specification says: before the beginning to the beginning, beyond the end to the next item.
    private func seek(by offset: Int64) {
        let snapshot = control.player.snapshot
        let target = snapshot.position + .microseconds(offset)
        if let duration = snapshot.duration, target > duration {
            try? control.perform(.next)
        } else {
            try? control.perform(.seek(to: max(target, .zero)))
        }
    }

    /// Seeks unless the request is for another item, or outside of this one.
    private func seek(to position: Int64, of track: String) {
        let snapshot = control.player.snapshot
        let target = Duration.microseconds(position)
        guard track == snapshot.trackPath, position >= 0, snapshot.duration.map({ target <= $0 }) ?? true
        else {
            return
        }
        try? control.perform(.seek(to: target))
    }

    func set(_ interface: String, _ name: String, to value: BusValue) throws(BusFault) {
        switch (name, value) {
        case ("Fullscreen", .bool(let isFullscreen)): try perform(.setFullscreen(isFullscreen))
        case ("LoopStatus", .string(let status)):
            guard let mode = RepeatMode(status: status) else {
                throw BusFault(message: "LoopStatus is None, Track or Playlist.")
            }
            try perform(.setRepeatMode(mode))
        // As the specification says, a rate of 0 is a pause.
        case ("Rate", .double(0)): try perform(.pause)
        case ("Rate", .double(let rate)) where rate.isFinite: try perform(.setSpeed(rate))
        case ("Shuffle", .bool(let isShuffled)): try perform(.setShuffled(isShuffled))
        case ("Volume", .double(let volume)) where volume.isFinite:
            try perform(.setVolume(min(max(volume, 0), 2)))
        default: throw BusFault(message: "\(name) cannot have this value.")
        }
    }
}
