package import PlayheadServer

/// A number that an expectation compares.
package enum Metric: Sendable, Hashable {
    /// How long the medium is, or says it is.
    case duration
    /// Where playback stands.
    case position
    /// How much of the medium was presented.
    case played
    /// How many pictures were presented.
    case frames
    /// How often playback ceased because data did not come.
    case stalls
    /// How many texts were shown.
    case cues
    case warnings
    /// How many stretches were missing.
    case gaps
    case volume
    case speed
    /// What `playhead play` would end with.
    case exit
    /// Integrated, in LUFS.
    case loudness
    /// How often the server was asked for paths.
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

    /// What the number of a measure counts.
    package enum Unit: Sendable, Hashable {
        case time, count, number
    }
}

/// A word that an expectation compares.
package enum Attribute: String, Sendable, Hashable, CaseIterable {
    /// Why playback ended.
    case ends
    case error
    case state
    case status
    case subtitle
}

/// What `no-…` excludes.
package enum Defect: String, Sendable, Hashable, CaseIterable {
    case stall, error, warning, gap, black, frozen, silence, clipping
    case deadChannel = "dead-channel"
    case drift

    /// The defects that are found in what is presented.
    package static let presented: Set<Defect> = [.black, .frozen, .silence, .clipping, .deadChannel, .drift]
}
