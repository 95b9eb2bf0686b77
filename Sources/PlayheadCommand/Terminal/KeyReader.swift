/// Parses the input of a terminal into keys. A key sequence may arrive in several reads.
struct KeyReader {
    private enum State {
        case ground
        case escape
        /// After `ESC [` or `ESC O`, with the parameters.
        case sequence(parameters: String)
    }

    private var state = State.ground

    mutating func read(_ bytes: some Sequence<UInt8>) -> [KeyPress] { bytes.compactMap { read($0) } }

    private mutating func read(_ byte: UInt8) -> KeyPress? {
        switch state {
        case .ground: break
        case .escape:
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") {
                state = .sequence(parameters: "")
                return nil
            }
        case .sequence(let parameters):
            // ECMA-48, section 5.4: parameters, and a final byte that ends the sequence.
            if (0x20...0x3F).contains(byte) {
                state = .sequence(parameters: parameters + String(Character(UnicodeScalar(byte))))
                return nil
            }
            state = .ground
            let isTilde = byte == UInt8(ascii: "~")
            guard isTilde || parameters.isEmpty else { return nil }
            return (isTilde ? KeyPress.tildes[parameters] : KeyPress.finals[byte]).map { KeyPress($0) }
        }
        state = byte == 0x1B ? .escape : .ground
        return plain(byte)
    }

    private func plain(_ byte: UInt8) -> KeyPress? {
        switch byte {
        case 0x21...0x7E: KeyPress(String(Character(UnicodeScalar(byte))))
        case 0x20: KeyPress("space")
        case 0x09: KeyPress("tab")
        case 0x0A, 0x0D: KeyPress("enter")
        case 0x08, 0x7F: KeyPress("backspace")
        default: KeyPress.controls[byte].map { KeyPress($0) }
        }
    }
}
