internal import Synchronization

/// The live streams of a server and their progress.
final class LiveStreams: Sendable {
    /// The content at a path of a stream.
    enum Content: Equatable {
        case playlist(String)
        /// The path of a file in the folder.
        case file(String)
    }

    fileprivate struct Run {
        let stream: LiveStream
        let source: StreamSource
        let path: String
        /// The time of the first request for the playlist.
        var begin: Duration?
        /// The time of the last playlist response that was not stale.
        var told: Duration?
        /// The number of segments that rules have advanced the window by, and the indices of these rules.
        var shift = 0
        var movedBy: Set<Int> = []
        /// Segments before this number are unavailable, because the window was advanced beyond them.
        var floor = 0

        var names: StreamNames { StreamNames(path) }
    }

    private let runs: Mutex<[String: Run]>

    init(_ sources: [(path: String, stream: LiveStream, source: StreamSource)]) {
        let runs = sources.map { ($0.path, Run(stream: $0.stream, source: $0.source, path: $0.path)) }
        self.runs = Mutex(Dictionary(runs) { $1 })
    }

    /// The content at a path; nil if the path belongs to no stream. The file path is empty if the segment is
    /// not available yet, or no longer.
    func content(at path: String, with faults: ActiveFaults, at now: Duration) -> Content? {
        runs.withLock { runs in
            if let playlist = runs[path]?.playlist(with: faults, at: now) { return .playlist(playlist) }
            return runs.values.lazy.compactMap { $0.file(at: path, now: now) }.first.map { .file($0) }
        }
    }
}

extension LiveStreams.Run {
    fileprivate mutating func playlist(with faults: ActiveFaults, at now: Duration) -> String {
        let begin = begin ?? now
        self.begin = begin
        if !faults.isStale { told = now }
        let time = (told ?? begin) - begin
        if case .windowMoves(let count)? = faults[.windowMoves],
            movedBy.insert(faults.rule(of: .windowMoves)).inserted
        {
            shift += count
            floor = LiveWindow(of: stream, from: source, at: now - begin, movedBy: shift).listed.lowerBound
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return LiveWindow(of: stream, from: source, at: time, movedBy: shift)
            .playlist(of: stream, from: source, named: name)
    }

    /// The path of the file behind a name of this stream; empty if it is unavailable, nil if the name is not
    /// of this stream.
    fileprivate func file(at path: String, now: Duration) -> String? {
        if let map = source.map, path == names.map(like: map) { return map }
        guard let sequence = names.sequence(in: path), sequence >= stream.firstSequence else { return nil }
        let number = sequence - stream.firstSequence
        let file = source.segment(number).path
        guard path == names.segment(sequence, like: file) else { return nil }
        let window = LiveWindow(of: stream, from: source, at: begin.map { now - $0 } ?? .zero, movedBy: shift)
        let isThere = number >= max(window.firstAvailable, floor) && number < window.listed.upperBound
        return isThere ? file : ""
    }
}
