import PlayheadSystem
import Testing

@testable import PlayheadCore

/// The encodings that subtitle files come in.
struct SubtitleEncodingTests {
    private static let text = "1\n00:00:01,000 --> 00:00:02,000\nGrüße, ça va? “€”\n"
    private static let read = "Grüße, ça va? “€”"

    private func words(_ bytes: [UInt8], _ encoding: String? = nil) throws -> [String] {
        try SubtitleDocument(bytes, encoding: encoding).cues.map(\.text)
    }

    private static func wide(_ text: String, isBig: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
            return isBig ? [high, low] : [low, high]
        }
    }

    @Test func `4.4: UTF-8 is read with and without a byte order mark`() throws {
        #expect(try words(Array(Self.text.utf8)) == [Self.read])
        #expect(try words([0xEF, 0xBB, 0xBF] + Array(Self.text.utf8)) == [Self.read])
    }

    @Test(arguments: [false, true])
    func `4.4: UTF-16 is read in either order, with and without a byte order mark`(_ isBig: Bool) throws {
        let bytes = Self.wide(Self.text, isBig: isBig)
        #expect(try words(bytes) == [Self.read])
        #expect(try words((isBig ? [0xFE, 0xFF] : [0xFF, 0xFE]) + bytes) == [Self.read])
    }

    @Test func `4.4: UTF-32 is read with a byte order mark`() throws {
        let bytes = Self.text.unicodeScalars.flatMap { scalar in
            (0..<4).map { UInt8(scalar.value >> ($0 * 8) & 255) }
        }
        #expect(try words([0xFF, 0xFE, 0, 0] + bytes) == [Self.read])
    }

    @Test func `4.4: Latin-1 and Windows-1252 are recognized`() throws {
        let special: [Unicode.Scalar: UInt8] = ["“": 0x93, "”": 0x94, "€": 0x80]
        let bytes = Self.text.unicodeScalars.map { special[$0] ?? UInt8($0.value) }
        #expect(try words(bytes) == [Self.read])
    }

    @Test(
        arguments: [
            ("windows-1251", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет"),
            ("ISO-8859-2", [0xB1, 0xE6, 0xEA], "ąćę"), ("ISO-8859-9", [0xFD, 0xFE], "ış"),
            ("Shift_JIS", [0x82, 0xB1, 0x82, 0xF1], "こん"),
        ] as [(String, [UInt8], String)])
    func `4.4: any other encoding is read by its name`(
        _ encoding: String, _ bytes: [UInt8], _ expected: String
    )
        throws
    {
        let file = Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + bytes
        #expect(try words(file, encoding) == [expected])
    }

    @Test(
        arguments: [
            ("windows-1251", "Привет, мир! Ты видел её вчера?"),
            ("windows-1251", "ВТОРАЯ строка, она длиннее"),
            ("windows-1251", "Това не е твоята работа, Иване."),
            ("KOI8-R", "Привет, мир! Ты видел её вчера?"),
            ("windows-1253", "Καλημέρα, τι κάνεις; Δεν ξέρω τίποτα."),
            ("windows-1252", "Où êtes-vous ? « Déjà à l’été », répéta-t-il."),
            ("windows-1252", "Öööö! Ääää! Übermäßig ärgerlich."),
            ("windows-1252", "¡Él pidió más jamón! ¿Qué pasó?"),
        ])
    func `4.4: Cyrillic and Greek encodings are recognized by letter frequency, and Latin text is not`(
        _ encoding: String, _ text: String
    ) throws {
        let known = (UInt8(0x80)...0xFF).compactMap { byte in
            TextConversion.utf8([byte], from: encoding).map { (String(decoding: $0, as: UTF8.self), byte) }
        }
        let table = Dictionary(known) { first, _ in first }
        let bytes = try text.map { try $0.asciiValue ?? #require(table[String($0)]) }
        #expect(try words(Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + bytes) == [text])
    }

    @Test func `a byte order mark takes precedence over a given encoding`() throws {
        #expect(try words([0xEF, 0xBB, 0xBF] + Array(Self.text.utf8), "windows-1251") == [Self.read])
    }

    @Test func `an unknown encoding is an error that names it`() {
        let error = #expect(throws: PlayerError.self) { try words(Array(Self.text.utf8), "klingon-1") }
        #expect(error?.message.contains("klingon-1") == true)
    }

    @Test func `a malformed UTF-8 byte affects its character alone`() throws {
        let text = Array("1\n00:00:01,000 --> 00:00:02,000\näöü".utf8) + [0xC3] + Array(" äöü ß".utf8)
        #expect(try words(text) == ["äöü\u{FFFD} äöü ß"])
    }
}
