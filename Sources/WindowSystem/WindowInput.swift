internal import CX11
internal import PlayheadCore

/// Counts the presses of a button that follow each other within 400 ms.
struct ClickCounter {
    private var last: (button: PointerButton, time: UInt)?
    private var clicks = 0

    /// The number of this press, 1 or 2. `time` is in milliseconds of the server.
    mutating func count(_ button: PointerButton, at time: UInt) -> Int {
        let follows = last.map { $0.button == button && time &- $0.time <= 400 } ?? false
        clicks = follows && clicks == 1 ? 2 : 1
        last = (button, time)
        return clicks
    }
}

extension PointerButton {
    /// The button with a number of the X protocol.
    init?(number: UInt32) {
        switch number {
        case 1: self = .left
        case 2: self = .middle
        case 3: self = .right
        default: return nil
        }
    }
}

/// The names of keys in ``WindowEvent/key(_:)``.
enum KeyName {
    private static let special: [Int32: String] = [
        XK_space: "space", XK_Left: "left", XK_Right: "right", XK_Up: "up", XK_Down: "down",
        XK_Return: "enter",
        XK_KP_Enter: "enter", XK_Tab: "tab", XK_BackSpace: "backspace", XK_Escape: "escape", XK_Home: "home",
        XK_End: "end", XK_Insert: "insert", XK_Delete: "delete", XK_Page_Up: "page-up",
        XK_Page_Down: "page-down",
    ]

    /// The name of a symbol of a key, and the text that it writes. Both window systems use the symbols of X.
    static func of(_ symbol: UInt, text: String, isControl: Bool) -> String? {
        let key = Int32(truncatingIfNeeded: symbol)
        if let name = special[key] { return name }
        if (XK_F1...XK_F12).contains(key) { return "f\(key - XK_F1 + 1)" }
        if isControl {
            if [XK_plus, XK_KP_Add].contains(key) { return "ctrl-plus" }
            if [XK_minus, XK_KP_Subtract].contains(key) { return "ctrl-minus" }
            return (XK_a...XK_z).contains(key) ? "ctrl-\(Character(UnicodeScalar(UInt8(key))))" : nil
        }
        return text.isEmpty || text.unicodeScalars.contains { $0.value < 0x20 } ? nil : text
    }

    /// The text in an array of bytes that ends with 0.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// The icon of the window: a triangle that points to the right, 48 by 48 pixels.
enum WindowIcon {
    static let pixels: [Int] = {
        let side = 48
        let points = (0..<side * side).map { place in
            let (x, y) = (Double(place % side) - 15, abs(Double(place / side) - 23.5))
            let isInside = x >= 0 && x <= 22 && y <= 13 * (1 - x / 22)
            let corner = max(abs(Double(place % side) - 23.5), abs(Double(place / side) - 23.5))
            return isInside ? 0xFFFF_FFFF : corner <= 22 ? 0xFF1F_6FEB : 0
        }
        return [side, side] + points
    }()
}
