package import PlayheadServer

/// A measured number in an expectation.
package enum Metric: Sendable, Hashable {
    /// The duration of the medium.
    case duration
    /// The playback position.
    case position
    /// The duration of media that was presented.
    case played
    /// The number of presented video frames.
    case frames
    /// The number of pauses for lack of data.
    case stalls
    /// The number of subtitle cues.
    case cues
    case warnings
    /// The number of gaps.
    case gaps
    case volume
    case speed
    /// The exit status of `playhead play` for the same playback.
    case exit
    /// The integrated loudness in LUFS.
    case loudness
    /// The number of requests for matching paths.
    case requests(PathPattern)

    static let named: [String: Metric] = [
        "duration": .duration, "position": .position, "played": .played, "frames": .frames,
        "stalls": .stalls, "cues": .cues, "warnings": .warnings, "gaps": .gaps, "volume": .volume,
        "speed": .speed,
        "exit": .exit, "loudness": .loudness,
    ]

    var unit: Unit {
        switch self {
        case .duration, .position, .played: .time
        case .frames, .stalls, .cues, .warnings, .gaps, .exit, .requests: .count
        case .volume, .speed, .loudness: .number
        }
    }

    /// The unit of a metric.
    package enum Unit: Sendable, Hashable {
        case time, count, number
    }
}

/// A measured word in an expectation.
package enum Attribute: String, Sendable, Hashable, CaseIterable {
    /// The end reason.
    case ends
    case error
    case state
    case status
    case subtitle
}

/// A defect that an expectation `no-…` excludes.
package enum Defect: String, Sendable, Hashable, CaseIterable {
    case stall, error, warning, gap, black, frozen, silence, clipping
    case deadChannel = "dead-channel"
    case drift

    /// The defects that presentation checks detect.
    package static let presented: Set<Defect> = [.black, .frozen, .silence, .clipping, .deadChannel, .drift]
}
