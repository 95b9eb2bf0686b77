internal import Dispatch
internal import FoundationEssentials
internal import PlayheadSystem
internal import Synchronization

/// Records HTTP requests and their responses in a file in the format HAR 1.2.
///
///     var configuration = PlayerConfiguration()
///     let archive = try HTTPArchive(path: "session.har")
///     configuration.network.archive = archive
///     // play, then:
///     archive.finish()
///
/// Each request is an entry: every retry and every redirect too. The file is a complete document after each
/// entry. Local files, and requests that the policy forbids, are not recorded.
///
/// One archive may serve any number of players, inspectors and readers. All functions may be called on any
/// thread.
public final class HTTPArchive: Sendable {
    /// Whether the bodies of responses are recorded.
    public let keepsBodies: Bool
    /// Whether the values of `Authorization`, `Proxy-Authorization`, `Cookie` and `Set-Cookie` are recorded.
    /// Otherwise they are replaced by `(redacted)`.
    public let keepsSecrets: Bool
    /// The maximum size of a recorded body in bytes. A longer body is left out, and its entry says so.
    public let maximumBodySize: Int

    private struct State {
        var file: HTTPArchiveFile?
        var open: [ObjectIdentifier: HTTPExchangeRecording] = [:]
        var count = 0
        /// The date of the zero of a virtual clock.
        var virtualZero: Date?
        var fault: PlayerError?
    }

    private let path: String
    private let state: Mutex<State>
    /// Entries are encoded and written here, because bodies may be large and the HTTP client must not wait.
    private let queue = DispatchQueue(label: "playhead.archive", qos: .utility)

    /// Creates the file, or replaces an existing one.
    ///
    /// - Parameters:
    ///   - path: The path of the file. A pipe or a device is complete after ``finish()`` only.
    ///   - keepsBodies: Whether to record the bodies of responses.
    ///   - keepsSecrets: Whether to record the values of headers with credentials.
    ///   - maximumBodySize: The maximum size of a recorded body in bytes.
    /// - Throws: `writeFailed` if the file cannot be written.
    public init(
        path: String, keepsBodies: Bool = false, keepsSecrets: Bool = false, maximumBodySize: Int = 64 << 20
    ) throws(PlayerError) {
        (self.keepsBodies, self.keepsSecrets, self.maximumBodySize) = (
            keepsBodies, keepsSecrets, maximumBodySize
        )
        self.path = path
        do throws(FileFault) {
            state = Mutex(State(file: try HTTPArchiveFile(path: path)))
        } catch {
            throw Self.unwritable(path, error)
        }
    }

    /// The first fault while the file was written, for example of a full disk; nil without one. Nothing is
    /// written after it.
    public var fault: PlayerError? { state.withLock(\.fault) }

    /// Ends the recording. Requests in progress are recorded as cancelled, and later requests are not
    /// recorded. May be called more than once.
    public func finish() {
        let open = state.withLock { Array($0.open.values) }
        for recording in open.sorted(by: { $0.number < $1.number }) { recording.abandon() }
        queue.sync {
            state.withLock { state in
                write(to: &state) { file throws(FileFault) in try file.finish() }
                state.file = nil
            }
        }
    }

    private static func unwritable(_ path: String, _ fault: FileFault) -> PlayerError {
        PlayerError(
            .writeFailed, "The HTTP archive cannot be written: \(fault.message): \(path)")
    }

    /// Writes to the file, unless a fault came before.
    private func write(
        to state: inout State, _ body: (inout HTTPArchiveFile) throws(FileFault) -> Void
    ) {
        guard state.fault == nil, var file = state.file else { return }
        do throws(FileFault) {
            try body(&file)
            state.file = file
        } catch {
            state.fault = Self.unwritable(path, error)
        }
    }
}

extension HTTPArchive {
    /// Begins the recording of a request at the present time of a clock.
    package func begin(
        _ request: HTTPArchiveEntry.Request, at time: any PlayerTime
    ) -> HTTPExchangeRecording {
        let now = time.now
        return state.withLock { state in
            var date = Date.now
            if time.isVirtual {
                let zero = state.virtualZero ?? date - now / .seconds(1)
                state.virtualZero = zero
                date = zero + now / .seconds(1)
            }
            state.count += 1
            let recording = HTTPExchangeRecording(
                request, in: self, number: state.count, date: date, began: now)
            if state.file != nil { state.open[ObjectIdentifier(recording)] = recording }
            return recording
        }
    }

    /// Writes the entry of a finished recording.
    func write(_ entry: HTTPArchiveEntry, of recording: HTTPExchangeRecording) {
        let isOpen = state.withLock { $0.open.removeValue(forKey: ObjectIdentifier(recording)) != nil }
        guard isOpen else { return }
        queue.async { [self] in
            let text = entry.json
            state.withLock { state in
                write(to: &state) { file throws(FileFault) in try file.add(text) }
            }
        }
    }

    /// Header fields as they are recorded.
    func recorded(_ fields: [HTTPArchiveEntry.Field]) -> [HTTPArchiveEntry.Field] {
        if keepsSecrets { return fields }
        return fields.map { field in
            Self.secrets.contains(field.name.lowercased())
                ? HTTPArchiveEntry.Field(name: field.name, value: "(redacted)") : field
        }
    }

    private static let secrets: Set = ["authorization", "proxy-authorization", "cookie", "set-cookie"]
}

extension HTTPArchive: Hashable {
    /// Whether both are the same object.
    public static func == (one: HTTPArchive, other: HTTPArchive) -> Bool { one === other }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
