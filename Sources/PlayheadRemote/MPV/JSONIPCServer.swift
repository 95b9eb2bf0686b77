internal import Dispatch
internal import Glibc
internal import Playhead
internal import PlayheadCore
internal import Synchronization

/// The JSON IPC of mpv at a Unix socket: lines with commands come in, lines with replies and events go out.
///
///     let server = try JSONIPCServer(RemoteControl(player), path: "/run/user/1000/playhead.sock")
///
/// Programs that control mpv can use it; `docs/remote.md` lists the commands and properties. It listens until
/// ``close()`` or its release. Only the user of the process can connect. A client that does not read loses
/// changes of properties that a newer value replaces, and is disconnected when 8 MiB wait for it.
public final class JSONIPCServer: Sendable {
    let core: JSONIPCCore

    /// Listens at a path. The socket that a dead process left there is replaced.
    ///
    /// - Throws: ``RemoteSocketError`` if a living process listens there, if another file is there, or if the
    ///   system refuses.
    public init(_ control: RemoteControl, path: String) throws(RemoteSocketError) {
        core = JSONIPCCore(control, path: path, descriptor: try UnixSocket.listen(at: path))
        core.begin()
    }

    deinit { core.close() }

    /// Disconnects all clients and removes the socket.
    public func close() { core.close() }
}

/// The listener and its clients.
final class JSONIPCCore: @unchecked Sendable {
    // Everything is used on the queue, except the constants.
    private final class Client {
        let connection: LineConnection
        var session: MPVSession
        /// Whether properties other than times may have changed since the last look.
        var mayHaveChanged = true

        init(_ connection: LineConnection, name: String) {
            self.connection = connection
            session = MPVSession(name: name)
        }
    }

    private let control: RemoteControl
    private let path: String
    private let file: FileIdentity?
    private let descriptor: Int32
    private let isFileThere = Atomic(true)
    private let queue = DispatchQueue(label: "playhead.ipc")
    private let listening: any DispatchSourceRead
    private var observation: RemoteObservation?
    private var clients: [Int: Client] = [:]
    private var lastNumber = 0
    private var events: MPVEvents
    private var isClosed = false

    /// The most clients at once; another one is disconnected.
    static let mostClients = 128

    init(_ control: RemoteControl, path: String, descriptor: Int32) {
        (self.control, self.path, self.descriptor) = (control, path, descriptor)
        file = FileIdentity(path)
        listening = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        events = MPVEvents(control.state)
    }

    /// The number of clients.
    var clientCount: Int { queue.sync { clients.count } }

    func begin() {
        observation = control.observe(on: queue) { [weak self] in self?.hear($0) }
        listening.setEventHandler { [weak self] in self?.accept() }
        listening.setCancelHandler { [descriptor] in Glibc.close(descriptor) }
        listening.resume()
    }

    /// Removes the socket, and ends everything without waiting for the queue.
    func close() {
        // Another process may have replaced the file.
        if isFileThere.exchange(false, ordering: .relaxed), let file, file == FileIdentity(path) {
            unsafe unlink(path)
        }
        queue.async { [self] in
            guard !isClosed else { return }
            isClosed = true
            listening.cancel()
            observation = nil
            for client in clients.values { client.connection.close() }
        }
    }

    private func accept() {
        while true {
            let accepted = UnixSocket.accept(descriptor)
            guard accepted >= 0 else { return [EMFILE, ENFILE, ENOMEM].contains(errno) ? rest() : () }
            guard clients.count < Self.mostClients else {
                Glibc.close(accepted)
                continue
            }
            lastNumber += 1
            add(LineConnection(descriptor: accepted, queue: queue), number: lastNumber)
        }
    }

    /// Waits before it accepts again: the process has no free descriptors.
    private func rest() {
        listening.suspend()
        queue.asyncAfter(deadline: .now() + .seconds(1)) { self.listening.resume() }
    }

    private func add(_ connection: LineConnection, number: Int) {
        clients[number] = Client(connection, name: "ipc-\(number)")
        connection.receive = { [weak self] in self?.take($0, from: number) }
        connection.closed = { [weak self] in self?.clients[number] = nil }
        connection.becameComfortable = { [weak self] in self?.update(number) }
        connection.receivedTooLongLine = { [weak connection] in
            connection?.send(MPVSession.reply(.int(0), fault: .parameter).json)
        }
        connection.begin()
    }

    private var source: MPVProperty.Source {
        MPVProperty.Source(control: control, state: control.state, socket: path)
    }

    private func take(_ line: ArraySlice<UInt8>, from number: Int) {
        guard let client = clients[number] else { return }
        for outcome in client.session.take(line, source) {
            switch outcome {
            case .reply(let reply): client.connection.send(reply.json)
            case .message(let events, let reply):
                client.connection.send(reply.json)
                tell(events)
            case .playlist(let name, let flags, let request):
                loadPlaylist(name, flags, request: request, for: number)
            case .nothing: break
            }
        }
        // The state may change without an event of the player: a pause without content.
        for number in clients.keys { clients[number]?.mayHaveChanged = true }
        updateAll()
    }

    private func loadPlaylist(_ name: String, _ flags: String, request: RemoteValue, for number: Int) {
        Task { [weak self, control, queue] in
            let reply = await MPVSession.loadPlaylist(name, flags, request: request, control)
            queue.async { [weak self] in self?.clients[number]?.connection.send(reply.json) }
        }
    }

    private func hear(_ event: RemoteEvent) {
        guard !isClosed else { return }
        let isTime = if case .player(.positionChanged) = event { true } else { false }
        if !isTime { for client in clients.values { client.mayHaveChanged = true } }
        if case .player(let event) = event { tell(events.take(event, control.state)) }
        updateAll()
    }

    private func tell(_ events: [RemoteValue]) {
        for event in events {
            guard case .map(let fields) = event, case .string(let name)? = fields["event"] else { continue }
            let line = event.json
            for client in Array(clients.values) where client.session.wants(name) {
                client.connection.send(line)
            }
        }
    }

    private func updateAll() {
        for number in Array(clients.keys) { update(number) }
    }

    /// Sends the changes of observed properties, unless much waits for the client: then it gets the newest
    /// values later.
    private func update(_ number: Int) {
        guard let client = clients[number], client.connection.isComfortable else { return }
        let changes = client.session.changes(source, onlyTimes: !client.mayHaveChanged)
        client.mayHaveChanged = false
        for change in changes { client.connection.send(change.json) }
    }
}

/// A file, beyond its name.
private struct FileIdentity: Equatable {
    let device: dev_t
    let number: ino_t

    init?(_ path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        (device, number) = (status.st_dev, status.st_ino)
    }
}
