internal import Playhead
internal import PlayheadServer
internal import PlayheadTesting

/// Everything that expectations are about, at one instant.
struct Facts: Sendable {
    var snapshot: PlayerSnapshot
    var testimony = Witness.Testimony()
    /// nil: there is no server.
    var requests: [RequestRecord]?
    /// How many pictures were presented; nil: nobody looked.
    var pictures: Int?
    var findings: [PresentationFinding] = []
    /// nil: nobody listened.
    var loudness: LoudnessReading?
}

extension Facts {
    /// A number that expectations measure; nil inside: there is none.
    func number(_ subject: Subject) -> Found {
        switch subject {
        case .duration: .number(snapshot.duration.map { $0 / .seconds(1) })
        case .position: .number(snapshot.position / .seconds(1))
        case .played: .number(snapshot.played / .seconds(1))
        case .frames:
            pictures.map { Found.number(Double($0)) } ?? .untold("nobody counted pictures")
        case .stalls: .number(Double(testimony.stalls))
        case .cues: .number(Double(testimony.cues.count))
        case .warnings: .number(Double(testimony.warnings.count))
        case .gaps: .number(Double(snapshot.gapCount))
        case .volume: .number(snapshot.isMuted ? 0 : snapshot.volume)
        case .speed: .number(snapshot.effectiveSpeed)
        case .exit: .number(snapshot.exitCode)
        case .loudness:
            loudness.map { Found.number($0.integrated()) } ?? .untold("loudness cannot be measured here")
        case .requests(let path):
            requests.map { requests in Found.number(Double(requests.count { path.matches($0.path) })) }
                ?? .untold("there is no server")
        }
    }

    enum Found {
        case number(Double?)
        case untold(String)
    }

    /// A word that expectations name; nil: there is none.
    func word(_ fact: Fact) -> String? {
        switch fact {
        case .ends: snapshot.endReason?.rawValue
        case .error: snapshot.error?.code.rawValue
        case .state: snapshot.state.name
        case .status: snapshot.status.rawValue
        case .subtitle: snapshot.subtitle
        }
    }

    /// What there was of a trouble, each in a few words.
    func troubles(_ trouble: Trouble) -> [String] {
        switch trouble {
        case .stall: testimony.stalls == 0 ? [] : ["\(testimony.stalls) times"]
        case .error: snapshot.error.map { ["\($0.code.rawValue): \($0)"] } ?? []
        case .warning: testimony.warnings.map(\.message)
        case .gap:
            snapshot.gaps.map { gap in
                "\((gap.start / .seconds(1)).plain) s to \((gap.end / .seconds(1)).plain) s"
            }
        case .black, .frozen, .silence, .clipping, .deadChannel, .drift:
            findings.filter { $0.kind.trouble == trouble }.map(\.told)
        }
    }
}

extension PlayerSnapshot {
    /// What `playhead play` would end with; nil: it has not ended.
    fileprivate var exitCode: Double? {
        switch endReason {
        case .natural, .stopped, .replaced: 0
        case .error: 1
        case .truncated: 4
        case nil: nil
        }
    }
}
