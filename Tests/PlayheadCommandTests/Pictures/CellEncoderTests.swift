import Testing

@testable import PlayheadCommand

@Suite struct `Character cells` {
    /// A picture with many colours; `changes` moves some of them.
    private func picture(width: Int, height: Int, changes: Int = 0) -> RGBPicture {
        RGBPicture(
            (0..<height).map { y in
                (0..<width).map { x in
                    let isChanged = x + y < changes
                    return RGBColor(
                        red: UInt8(x * 20 & 255), green: UInt8(y * 20 & 255),
                        blue: isChanged ? 200 : UInt8((x + y) / 4 * 30 & 255))
                }
            })
    }

    @Test func `show a picture with two pixels each, and then what changed`() {
        var encoder = CellEncoder(style: .halfBlocks, palette: .trueColor)
        var terminal = TerminalEmulator(columns: 30, rows: 12)
        let first = picture(width: 20, height: 16)
        terminal.write(encoder.encode(first, column: 5, row: 2))
        #expect(terminal.halfBlocks(columns: 5..<25, rows: 2..<10) == first)
        #expect(terminal.written == 20 * 8)
        #expect(terminal.halfBlocks(columns: 0..<30, rows: 0..<2).colors.allSatisfy { $0 == .black })

        let second = picture(width: 20, height: 16, changes: 4)
        terminal.write(encoder.encode(second, column: 5, row: 2))
        #expect(terminal.halfBlocks(columns: 5..<25, rows: 2..<10) == second)
        // The cells with x + y < 4: four in the first row, and two in the second.
        #expect(terminal.written == 20 * 8 + 4 + 2)
        #expect(encoder.encode(second, column: 5, row: 2) == [])
    }

    @Test func `go to the last column of a terminal`() {
        var encoder = CellEncoder(style: .halfBlocks, palette: .trueColor)
        var terminal = TerminalEmulator(columns: 20, rows: 8)
        let whole = picture(width: 20, height: 16)
        terminal.write(encoder.encode(whole, column: 0, row: 0))
        #expect(terminal.halfBlocks(columns: 0..<20, rows: 0..<8) == whole)
    }

    @Test func `are spaces without Unicode`() {
        var encoder = CellEncoder(style: .spaces, palette: .trueColor)
        var terminal = TerminalEmulator(columns: 10, rows: 6)
        let picture = picture(width: 10, height: 6)
        let text = encoder.encode(picture, column: 0, row: 0)
        terminal.write(text)
        #expect(text.allSatisfy { $0 < 0x80 })
        for y in 0..<6 {
            #expect(
                (0..<10).map { terminal.pixels(column: $0, row: y).top } == (0..<10).map { picture[$0, y] })
        }
    }

    @Test func `have the mean of a colour where there are 256 of them`() {
        for color in [
            RGBColor(red: 32, green: 96, blue: 48), .white, .black, .halfGray, .pureRed,
            RGBColor(red: 200, green: 160, blue: 20),
        ] {
            var encoder = CellEncoder(style: .halfBlocks, palette: .indexed)
            var terminal = TerminalEmulator(columns: 16, rows: 8)
            let row = [RGBColor](repeating: color, count: 16)
            terminal.write(
                encoder.encode(RGBPicture([[RGBColor]](repeating: row, count: 16)), column: 0, row: 0))
            let mean = terminal.halfBlocks(columns: 0..<16, rows: 0..<8).mean
            #expect(mean.isNear(color, within: 6), "\(mean), not \(color)")
        }
    }
}

extension RGBPicture {
    /// The mean colour.
    var mean: RGBColor {
        let colors = colors
        func mean(_ component: KeyPath<RGBColor, UInt8>) -> UInt8 {
            UInt8(colors.reduce(0) { $0 + Int($1[keyPath: component]) } / max(colors.count, 1))
        }
        return RGBColor(red: mean(\.red), green: mean(\.green), blue: mean(\.blue))
    }
}
