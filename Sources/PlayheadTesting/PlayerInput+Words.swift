internal import Playhead

extension PlayerInput {
    /// The input as text with all its values.
    var words: String {
        switch self {
        case .command(let command): "command \(text(command))"
        case .pipeline(let event, let stamp): "report \(text(event)) \(text(stamp))"
        case .expired(let deadline): "deadline \(text(deadline))"
        }
    }
}

/// A value as text. Cases and fields have their names, and nil values are omitted.
private func text(_ value: Any) -> String {
    switch value {
    case let duration as Duration: return duration.inWords
    case let stamp as LoadID: return "of load \(stamp.number)"
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { text($0.value) } ?? ""
    case .enum:
        guard let child = mirror.children.first, let name = child.label else { return "\(value)" }
        let payload = text(child.value)
        return payload.isEmpty ? name : "\(name) \(payload)"
    case .struct, .tuple:
        return mirror.children.compactMap(text).joined(separator: ", ")
    default: return "\(value)"
    }
}

extension Duration {
    /// The duration in seconds, with up to 9 decimals.
    var inWords: String {
        let (whole, rest) = inNanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        var digits = String(rest + 1_000_000_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(self < .zero ? "-" : "")\(whole)\(digits.isEmpty ? "" : "." + digits) s"
    }
}

private func text(_ child: Mirror.Child) -> String? {
    let value = text(child.value)
    guard let label = child.label, !label.hasPrefix(".") else { return value.isEmpty ? nil : value }
    return value.isEmpty ? nil : "\(label): \(value)"
}
