internal import Playhead
internal import PlayheadServer
internal import PlayheadTesting

/// The values at one instant that expectations are compared with.
struct Measurements: Sendable {
    var snapshot: PlayerSnapshot
    var events = CollectedEvents()
    /// The requests to the server; nil without a server.
    var requests: [RequestRecord]?
    /// The number of presented video frames; nil if they were not counted.
    var videoFrames: Int?
    var findings: [PresentationFinding] = []
    /// The loudness; nil if it was not measured.
    var loudness: LoudnessReading?
}

extension Measurements {
    /// The value of a metric; it contains nil if the metric has no value.
    func number(_ metric: Metric) -> Found {
        switch metric {
        case .duration: .number(snapshot.duration.map { $0 / .seconds(1) })
        case .position: .number(snapshot.position / .seconds(1))
        case .played: .number(snapshot.played / .seconds(1))
        case .frames:
            videoFrames.map { Found.number(Double($0)) } ?? .unknown("nobody counted pictures")
        case .stalls: .number(Double(events.stalls))
        case .cues: .number(Double(events.cues.count))
        case .warnings: .number(Double(events.warnings.count))
        case .gaps: .number(Double(snapshot.gapCount))
        case .volume: .number(snapshot.isMuted ? 0 : snapshot.volume)
        case .speed: .number(snapshot.effectiveSpeed)
        case .exit: .number(snapshot.exitCode)
        case .loudness:
            loudness.map { Found.number($0.integrated()) } ?? .unknown("loudness cannot be measured here")
        case .requests(let path):
            requests.map { requests in Found.number(Double(requests.count { path.matches($0.path) })) }
                ?? .unknown("there is no server")
        }
    }

    enum Found {
        case number(Double?)
        case unknown(String)
    }

    /// The word of an attribute; nil if it has none.
    func word(_ attribute: Attribute) -> String? {
        switch attribute {
        case .ends: snapshot.endReason?.rawValue
        case .error: snapshot.error?.code.rawValue
        case .state: snapshot.state.name
        case .status: snapshot.status.rawValue
        case .subtitle: snapshot.subtitle
        }
    }

    /// Each occurrence of a defect, as text.
    func defects(_ defect: Defect) -> [String] {
        switch defect {
        case .stall: events.stalls == 0 ? [] : ["\(events.stalls) times"]
        case .error: snapshot.error.map { ["\($0.code.rawValue): \($0)"] } ?? []
        case .warning: events.warnings.map(\.message)
        case .gap:
            snapshot.gaps.map { gap in
                "\((gap.start / .seconds(1)).plain) s to \((gap.end / .seconds(1)).plain) s"
            }
        case .black, .frozen, .silence, .clipping, .deadChannel, .drift:
            findings.filter { $0.kind.defect == defect }.map(\.text)
        }
    }
}

extension PlayerSnapshot {
    /// The exit status of `playhead play`; nil before the end.
    fileprivate var exitCode: Double? {
        switch endReason {
        case .natural, .stopped, .replaced: 0
        case .error: 1
        case .truncated: 4
        case nil: nil
        }
    }
}
