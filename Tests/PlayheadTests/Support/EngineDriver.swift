import MediaFormats
import Playhead
import PlayheadServer
import PlayheadTesting

@testable import AdaptiveStreaming
@testable import PlayheadCore
@testable import PlayheadNetwork
@testable import PlayheadStreaming
@testable import TestSupport

/// Plays a stream out of memory with the engine alone: answers its requests, moves its time, and takes what it gives out.
struct EngineDriver {
    /// Which of the requests under way is answered first.
    enum Turn: CaseIterable { case oldest, newest }

    /// What comes of a request.
    enum Answer {
        case bytes([UInt8], date: Double? = nil)
        case fault(FetchFault)
    }

    private(set) var engine: StreamingEngine
    private let turn: Turn
    private let answer: (StreamRequest) -> Answer
    private var pending: [StreamRequest] = []
    private var wakes: [Duration] = []
    private var now = Duration.zero
    private var closesAt: Duration

    private(set) var requests: [String] = []
    private(set) var samples: [PresentationMeter.Output: [MediaSample]] = [:]
    private(set) var ended: Set<PresentationMeter.Output> = []
    private(set) var cues: [SubtitleCue] = []
    private(set) var warnings: [PlayerWarning] = []
    private(set) var error: PlayerError?
    private(set) var missing: [SegmentInterval] = []

    /// - Parameter limit: how long it is played for, on its own clock.
    init(
        _ order: StreamingEngine.Order, wishes: TrackSelectionParameters = TrackSelectionParameters(),
        turn: Turn = .oldest,
        limit: Duration = .seconds(60), _ answer: @escaping (StreamRequest) -> Answer
    ) {
        engine = StreamingEngine(order, wishes: wishes, at: .zero)
        (self.turn, self.answer, closesAt) = (turn, answer, limit)
    }

    /// Of resources by their names behind `http://h/`; what is not there is answered with 404.
    init(
        _ resources: [String: [UInt8]], item: String, keys: [String: String] = [:],
        wishes: TrackSelectionParameters = TrackSelectionParameters(), turn: Turn = .oldest
    ) throws(PlayerError) {
        var order = StreamingEngine.Order(uri: "http://h/\(item)")
        order.keys = try DecryptionKeys(keys)
        self.init(order, wishes: wishes, turn: turn) { request in
            resources[String(request.uri.dropFirst(9))].map { .bytes($0) } ?? .status(404, of: request.uri)
        }
    }

    /// Goes on until there is nothing to do any more.
    mutating func play() {
        engine.start()
        repeat {
            carryOut()
            takeSamples()
        } while proceed()
    }

    private mutating func carryOut() {
        for action in engine.takeActions() {
            switch action {
            case .request(.fetch(let request)):
                pending.append(request)
                requests.append(request.uri)
            case .request(.cancel(let request)): pending.removeAll { $0.id == request }
            case .request(.wake(let delay, _)): wakes.append(now + delay)
            case .cues(let found, _): cues += found
            case .report(.failed(let fault)), .report(.broken(let fault)): error = fault
            case .report(.warning(let warning)): warnings.append(warning)
            case .report(.missing(let part, _)): missing.append(part)
            default: break
            }
        }
    }

    private mutating func takeSamples() {
        for output in engine.outputs.keys.sorted(by: { $0 == .video && $1 != .video }) {
            steps: while true {
                switch engine.next(for: output) {
                case .wait: break steps
                case .end: ended.insert(output)
                case .sample(let sample, _): samples[output, default: []].append(sample)
                default: break
                }
            }
        }
        engine.pump()
    }

    /// Has something happen; false where nothing will.
    private mutating func proceed() -> Bool {
        if !engine.actions.isEmpty { return true }
        if !pending.isEmpty {
            respond(to: turn == .oldest ? pending.removeFirst() : pending.removeLast())
            return true
        }
        guard let next = wakes.min(), next <= closesAt, error == nil else { return false }
        wakes.removeAll { $0 <= next }
        now = max(now, next)
        engine.take(.woke, at: now)
        return true
    }

    private mutating func respond(to request: StreamRequest) {
        guard let address = HTTPURL(request.uri) else { return }
        switch answer(request) {
        case .fault(let fault): engine.take(.failed(request: request.id, fault), at: now)
        case .bytes(let bytes, let date):
            var (response, body) = (StreamResponse(status: 200, range: nil, date: date), bytes[...])
            if var range = request.range {
                range.total = bytes.count
                body = bytes[range.first..<min(bytes.count, range.last.map { $0 + 1 } ?? bytes.count)]
                response = StreamResponse(status: 206, range: range, date: date)
            }
            engine.take(.responded(request: request.id, response), at: now)
            // In pieces, as a network brings it.
            while !body.isEmpty {
                engine.take(.received(request: request.id, Array(body.prefix(5000))[...]), at: now)
                body = body.dropFirst(5000)
            }
            engine.take(.finished(request: request.id, address), at: now)
        }
    }

    /// The bytes that an output was given.
    func data(_ output: PresentationMeter.Output) -> [[UInt8]] {
        (samples[output] ?? []).map { Array($0.data) }
    }
}

extension EngineDriver.Answer {
    static func status(_ status: Int, of uri: String) -> Self {
        .fault(FetchFault(.status(status, retryAfter: nil), PlayerError.http(status).about(uri)))
    }
}
