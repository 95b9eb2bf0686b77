/// Colours and weights of text in a terminal (SGR, ECMA-48, section 8.3.117).
struct TextStyle {
    enum Attribute: String {
        case bold = "1"
        case red = "31"
        case green = "32"
        case yellow = "33"
    }

    let isEnabled: Bool

    static let plain = TextStyle(isEnabled: false)

    private init(isEnabled: Bool) { self.isEnabled = isEnabled }

    /// The style of a stream. Only a terminal has colours, and not with `NO_COLOR` (no-color.org).
    init(for stream: StandardStream) {
        let isRefused = !(Environment["NO_COLOR"] ?? "").isEmpty
        self.init(isEnabled: !isRefused && Terminal.isTerminal(stream) && Terminal.canPlaceCursor)
    }

    func callAsFunction(_ text: String, _ attribute: Attribute) -> String {
        isEnabled && !text.isEmpty ? "\u{1B}[\(attribute.rawValue)m\(text)\u{1B}[0m" : text
    }
}
