internal import PlayheadTesting

extension PresentationFinding {
    /// Where it is, for people.
    var told: String {
        var text = "\((start / .seconds(1)).plain) s to \((end / .seconds(1)).plain) s"
        if case .deadChannel(let channel) = kind { text = "channel \(channel), " + text }
        return text
    }
}

extension PresentationFinding.Kind {
    /// The expectation that it is about.
    var trouble: Trouble {
        switch self {
        case .black: .black
        case .frozen: .frozen
        case .silent: .silence
        case .clipped: .clipping
        case .deadChannel: .deadChannel
        case .drift: .drift
        }
    }
}
