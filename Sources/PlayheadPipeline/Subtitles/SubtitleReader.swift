internal import Dispatch
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem
internal import Synchronization

/// Reads subtitle files in sequence, on a queue of its own.
final class SubtitleReader: Sendable {
    private let queue = DispatchQueue(label: "playhead.subtitles", qos: .utility)
    private let fetches = Mutex<[RemoteFile]>([])

    /// Reads a file and delivers one result, on the reader's queue or earlier. After ``cancel()`` remote
    /// files deliver none.
    func read(
        _ file: SubtitleFile, _ access: NetworkAccess, within deadline: Duration,
        _ answer: @escaping @Sendable (Result<SubtitleDocument, PlayerError>) -> Void
    ) {
        guard !file.isLocal else { return queue.async { answer(Self.document(of: file)) } }
        let limit = SubtitleDocument.largest
        let excess = PlayerError.tooLarge(file.uri)
        let fetch = RemoteFile(uri: file.uri, access: access, limit: limit, excess: excess, queue: queue) {
            result in
            answer(result.flatMap { bytes in Self.document(of: file, bytes) })
        }
        fetches.withLock { $0.append(fetch) }
        fetch.begin(within: deadline)
    }

    /// Ends the reads that are under way.
    func cancel() {
        let fetches = fetches.withLock { fetches in
            defer { fetches = [] }
            return fetches
        }
        for fetch in fetches { fetch.cancel() }
    }

    private static func document(of file: SubtitleFile) -> Result<SubtitleDocument, PlayerError> {
        if let fault = SourceCheck.fault(of: file.uri) { return .failure(fault) }
        let path = FileAddress.path(uri: file.uri) ?? ""
        guard let bytes = LocalFile.bytes(of: path, atMost: SubtitleDocument.largest + 1) else {
            return .failure(PlayerError(.notPermitted, "Reading fails: \(path)", uri: file.uri))
        }
        if bytes.count > SubtitleDocument.largest { return .failure(.tooLarge(file.uri)) }
        return document(of: file, bytes)
    }

    private static func document(
        of file: SubtitleFile, _ bytes: [UInt8]
    ) -> Result<SubtitleDocument, PlayerError> {
        do throws(PlayerError) {
            return .success(try SubtitleDocument(bytes, encoding: file.encoding))
        } catch {
            return .failure(error.about(file.uri))
        }
    }
}

extension PlayerError {
    /// The error for a file larger than 20 MB.
    static func tooLarge(_ uri: String) -> PlayerError {
        PlayerError(
            .unknownFormat, "It is too large for a subtitle file", hint: "at most 20 MB are read", uri: uri)
    }
}
