import Testing

@testable import PlayheadCommand

@Suite struct `QR codes` {
    /// Read back by an independent decoder (zxing), as were codes of 1 to 106 bytes in all versions.
    private let known = """
          █▀▀▀▀▀█ ▄▀ ▀▄ █▀▀▀▀▀█
          █ ███ █ ▄▀▄▄  █ ███ █
          █ ▀▀▀ █ ▄██ ▄ █ ▀▀▀ █
          ▀▀▀▀▀▀▀ ▀▄▀ █ ▀▀▀▀▀▀▀
          ▀███▀ ▀█▀█▄▄▀▀ ▀▄█▄█▄
          █▄▄▀▀█▀▀▀█▄ ▀▀ ▀▄▄█▀
           ▀▀ ▀ ▀▀▄  ▀ ▀▀▄██▄ █
          █▀▀▀▀▀█ ▀█▄ █ ▀▀▄▄██
          █ ███ █ █ ▄▄▀█▀▄█▀▄▄
          █ ▀▀▀ █ █▀█ ▀▀▀█▄ █
          ▀▀▀▀▀▀▀ ▀▀ ▀  ▀▀▀▀ ▀
        """

    @Test func `are those that a decoder reads`() throws {
        let lines = try #require(QRCode("http://127.0.0.1:")).lines.map { line in
            line.replacing("\u{1B}[30;107m", with: "").replacing("\u{1B}[0m", with: "")
        }
        #expect(lines.count == 13 && lines.allSatisfy { $0.count == 25 })
        for (line, known) in zip(lines.dropFirst(), known.split(separator: "\n")) {
            #expect(line.hasPrefix(known) && line.dropFirst(known.count).allSatisfy { $0 == " " })
        }
    }

    @Test func `hold up to 106 bytes`() {
        #expect(QRCode(String(repeating: "x", count: 106))?.size == 37)
        #expect(QRCode(String(repeating: "x", count: 107)) == nil)
    }
}
