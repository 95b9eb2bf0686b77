public import Playhead

/// A recording of a player (`Player.captureTrace(to:)`), replayed through today's code: no pipeline, no clock, always the same.
///
/// A bug that was recorded becomes a test:
///
///     var replay = try TraceReplay(of: "stall-after-seek.jsonl")
///     while let step = try replay.next() {
///         #expect(step.snapshot.state != .playing(buffering: true) || step.time < .seconds(20))
///     }
///
/// and what has to stay as it was is pinned by `try replay.run()`, which answers where recording and code part.
public struct TraceReplay {
    /// How a recording ends.
    public enum Ending: Sendable, Hashable {
        /// In order: it was stopped, or the player was closed.
        case complete
        /// In the middle: the process ended before, or the disk was full.
        case broken
    }

    /// The version that made the recording.
    public let version: String?
    /// The version of GStreamer that it was made with.
    public let gstreamerVersion: String?
    /// How many inputs were replayed so far.
    public private(set) var inputCount = 0
    /// How many inputs the recording lacks so far, because they could not be written in time.
    public private(set) var lostCount = 0
    /// Where recording and code parted first; nil as long as they agree.
    public private(set) var divergence: Divergence?
    /// How the recording ends; nil before its end.
    public private(set) var ending: Ending?

    private var reader: RecordingReader
    private let beginning: Duration?
    private var recorded: JSONFields
    private var machine: PlayerMachine
    private var computed: JSONFields

    /// Opens a recording.
    public init(of path: String) throws(PlayerError) { try self.init(RecordingReader(path: path)) }

    /// Opens a recording whose text is at hand.
    public init(text: String) throws(PlayerError) { try self.init(RecordingReader(text: text)) }

    private init(_ reader: RecordingReader) throws(PlayerError) {
        self.reader = reader
        version = reader.header.version
        gstreamerVersion = reader.header.gstreamer
        beginning = reader.header.at
        recorded = reader.beginning
        (machine, computed) = try Self.start(from: recorded, line: reader.line)
    }

    /// Replays one more input; nil when there is none.
    ///
    /// - Throws: what is wrong with the line that comes next. A last line that is cut is no fault: see ``ending``.
    public mutating func next() throws(PlayerError) -> Step? {
        guard ending == nil else { return nil }
        while let entry = try reader.next() {
            switch entry {
            case .step(let line, let input, let fields, let changes):
                let moment = Moment(now: line.at ?? .zero, limit: line.limit)
                return try step(input, at: moment, fields, changes: changes)
            case .gap(let lost, let fields):
                lostCount += lost
                recorded = fields
                (machine, computed) = try Self.start(from: fields, line: reader.line)
            case .end:
                ending = .complete
                return nil
            case .cut:
                ending = .broken
                return nil
            }
        }
        ending = .broken
        return nil
    }

    /// Replays the rest; answers where recording and code part first, nil when they do not.
    public mutating func run() throws(PlayerError) -> Divergence? {
        while try next() != nil {}
        return divergence
    }

    private static func start(
        from fields: JSONFields, line: Int
    ) throws(PlayerError) -> (PlayerMachine, JSONFields) {
        do {
            let machine = try PlayerMachine(recordedFields: fields)
            return (machine, try machine.recordedFields)
        } catch let error as PlayerError {
            throw error
        } catch {
            throw PlayerError(
                .malformed, "The state in line \(line) of the recording cannot be read: \(error)")
        }
    }

    private mutating func step(
        _ input: PlayerInput, at moment: Moment, _ line: JSONFields, changes: JSONFields
    ) throws(PlayerError) -> Step {
        inputCount += 1
        let old = machine
        _ = machine.apply(input, at: moment)
        let isChange = machine != old
        let words = input.words
        if divergence == nil {
            let differences: [Difference]
            do {
                if isChange { computed = try machine.recordedFields }
                recorded.merge(changes)
                differences = try Difference.between(
                    (recorded, line), (computed, RecordedLine(input, at: moment, machine).fields))
            } catch {
                throw PlayerError(.unknown, "The state cannot be encoded: \(error)")
            }
            if !differences.isEmpty {
                divergence = Divergence(line: reader.line, input: words, differences: differences)
            }
        }
        return Step(
            line: reader.line, time: moment.now - (beginning ?? .zero), input: words,
            fields: line, snapshot: machine.snapshot(at: moment),
            events: machine.events(since: old, cause: input), isChange: isChange)
    }
}
