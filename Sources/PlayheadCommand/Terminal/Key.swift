/// The action of a key.
enum Key: Equatable {
    case toggle
    /// Seeks by a number of seconds.
    case skip(Int)
    /// Steps by a number of frames.
    case step(Int)
    case nextItem
    case previousItem
    case nextChapter
    case previousChapter
    case slower
    case faster
    case mute
    case quieter
    case louder
    case aspect
    case nextSound
    case nextSubtitles
    case help
    case quit

    /// The help text for the key `?`.
    static let overview = [
        "space       pause, go on        m       mute",
        "left right  10 s back, forth    9 0     quieter, louder",
        "down up     60 s back, forth    a       aspect: fit, fill, stretch",
        ", .         chapter back, forth [ ]     slower, faster",
        "n p  > <    next item, back     e E     frame forth, back",
        "#           next sound          j       next subtitles, none",
        "?           this help           q       quit",
    ]
}

/// Parses the input of a terminal into keys. A key sequence may arrive in several reads.
struct KeyReader {
    private enum State {
        case ground
        case escape
        /// After `ESC [` or `ESC O`, with whether the sequence has parameters.
        case sequence(hasParameters: Bool)
    }

    private var state = State.ground

    mutating func read(_ bytes: some Sequence<UInt8>) -> [Key] { bytes.compactMap { read($0) } }

    private mutating func read(_ byte: UInt8) -> Key? {
        switch state {
        case .ground: break
        case .escape:
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") {
                state = .sequence(hasParameters: false)
                return nil
            }
        case .sequence(let hasParameters):
            // ECMA-48, section 5.4: parameters, and a final byte that ends the sequence.
            if (0x20...0x3F).contains(byte) {
                state = .sequence(hasParameters: true)
                return nil
            }
            state = .ground
            return hasParameters ? nil : arrow(byte)
        }
        state = byte == 0x1B ? .escape : .ground
        return plain(byte)
    }

    private func plain(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: " "): .toggle
        case UInt8(ascii: "m"): .mute
        case UInt8(ascii: "9"): .quieter
        case UInt8(ascii: "0"): .louder
        case UInt8(ascii: "a"): .aspect
        case UInt8(ascii: "#"): .nextSound
        case UInt8(ascii: "j"): .nextSubtitles
        case UInt8(ascii: ","): .previousChapter
        case UInt8(ascii: "."): .nextChapter
        case UInt8(ascii: "n"), UInt8(ascii: ">"): .nextItem
        case UInt8(ascii: "p"), UInt8(ascii: "<"): .previousItem
        case UInt8(ascii: "E"): .step(-1)
        case UInt8(ascii: "e"): .step(1)
        case UInt8(ascii: "["): .slower
        case UInt8(ascii: "]"): .faster
        case UInt8(ascii: "?"): .help
        case UInt8(ascii: "q"): .quit
        default: nil
        }
    }

    private func arrow(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "A"): .skip(60)
        case UInt8(ascii: "B"): .skip(-60)
        case UInt8(ascii: "C"): .skip(10)
        case UInt8(ascii: "D"): .skip(-10)
        default: nil
        }
    }
}
