/// A way of a terminal to show pictures.
enum GraphicsProtocol: Equatable, Sendable {
    /// Character cells.
    case cells(CellEncoder.Style, TerminalColor.Palette)
    /// The graphics protocol of kitty.
    case kitty
    case sixel

    /// The cells for the locale and the colours of the terminal (`COLORTERM`).
    static func cells(_ variable: (String) -> String?) -> GraphicsProtocol {
        let isTrueColor = ["truecolor", "24bit"].contains(variable("COLORTERM") ?? "")
        return .cells(
            TextSymbols.isUnicode(variable) ? .halfBlocks : .spaces, isTrueColor ? .trueColor : .indexed)
    }
}

/// The choice of the protocol from the replies of a terminal to ``query``.
struct GraphicsDetection {
    /// The size of a character cell; nil if the terminal does not tell it.
    private(set) var cell: CellSize?
    private var isKitty = false
    private var hasSixel = false
    private static let identifier = 31

    /// Asks for the graphics protocol of kitty, for the size of a cell (`CSI 16 t`), and for the device
    /// attributes (DA1). Each terminal answers the last one, in order.
    static let query = "\u{1B}_Gi=\(identifier),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c"

    /// The protocol by the replies so far; nil if the terminal has none for pixels.
    var graphics: GraphicsProtocol? { isKitty ? .kitty : hasSixel ? .sixel : nil }

    /// Takes a reply. It returns whether this was the last one.
    mutating func receive(_ reply: TerminalReply) -> Bool {
        switch reply {
        case .graphics(let text):
            let parts = text.split(separator: ";", maxSplits: 1)
            let keys = parts.first?.split(separator: ",") ?? []
            if keys.contains("i=\(Self.identifier)"), parts.last == "OK" { isKitty = true }
        case .cellSize(let size): cell = size
        case .attributes(let attributes):
            hasSixel = attributes.contains(4)
            return true
        }
        return false
    }
}
