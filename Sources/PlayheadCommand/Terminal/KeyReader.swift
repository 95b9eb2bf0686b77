/// What a terminal sends: a key, or a reply to a query.
enum TerminalInput: Equatable {
    case key(KeyPress)
    case reply(TerminalReply)
}

/// Parses the input of a terminal. A key sequence or a reply may arrive in several reads.
struct KeyReader {
    private enum State {
        case ground
        case escape
        /// After `ESC [` or `ESC O`, with the parameters.
        case sequence(parameters: String)
        /// After `ESC _`.
        case command
        /// After `ESC _ G`, with the text of the reply.
        case graphics(String)
        /// After `ESC` in such a reply.
        case graphicsEscape(String)
    }

    private var state = State.ground
    /// The maximum length of a reply. What is longer is none.
    private static let longest = 256

    mutating func read(_ bytes: some Sequence<UInt8>) -> [TerminalInput] { bytes.compactMap { read($0) } }

    private mutating func read(_ byte: UInt8) -> TerminalInput? {
        switch state {
        case .ground: break
        case .escape:
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") {
                state = .sequence(parameters: "")
                return nil
            }
            if byte == UInt8(ascii: "_") {
                state = .command
                return nil
            }
        case .command:
            if byte == UInt8(ascii: "G") {
                state = .graphics("")
                return nil
            }
        case .graphics(let text):
            if byte == 0x1B {
                state = .graphicsEscape(text)
                return nil
            }
            if text.utf8.count < Self.longest {
                state = .graphics(text + String(Character(UnicodeScalar(byte))))
                return nil
            }
        case .graphicsEscape(let text):
            if byte == UInt8(ascii: "\\") {
                state = .ground
                return .reply(.graphics(text))
            }
            state = .escape
            return read(byte)
        case .sequence(let parameters):
            // ECMA-48, section 5.4: parameters, and a final byte that ends the sequence.
            if (0x20...0x3F).contains(byte) {
                state = .sequence(parameters: parameters + String(Character(UnicodeScalar(byte))))
                return nil
            }
            state = .ground
            if let reply = TerminalReply(parameters: parameters, final: byte) { return .reply(reply) }
            let isTilde = byte == UInt8(ascii: "~")
            guard isTilde || parameters.isEmpty else { return nil }
            return (isTilde ? KeyPress.tildes[parameters] : KeyPress.finals[byte]).map { .key(KeyPress($0)) }
        }
        state = byte == 0x1B ? .escape : .ground
        return plain(byte).map { .key($0) }
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
