internal import PlayheadTesting

extension PresentationFinding {
    /// The range of the finding, as text.
    var text: String {
        var text = "\((start / .seconds(1)).plain) s to \((end / .seconds(1)).plain) s"
        if case .deadChannel(let channel) = kind { text = "channel \(channel), " + text }
        return text
    }
}

extension PresentationFinding.Kind {
    /// The corresponding defect.
    var defect: Defect {
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
