import Foundation
import Testing

@testable import PlayheadCommand

/// The pixels of a kitty image in the strings of a terminal, and its keys; nil if there is none.
func kittyImage(_ strings: [String]) -> (keys: [String: String], picture: RGBPicture)? {
    var keys: [String: String] = [:]
    var data = ""
    for string in strings {
        let parts = string.split(separator: ";", maxSplits: 1)
        guard string.hasPrefix("G"), parts.count == 2, parts[1].utf8.count <= 4096 else { continue }
        let own = parts[0].dropFirst().split(separator: ",").map { $0.split(separator: "=").map(String.init) }
        if own.contains(["a", "q"]) { continue }
        for key in own where key.count == 2 { keys[key[0]] = key[1] }
        data += parts[1]
        if keys["m"] == "0" { break }
    }
    guard let bytes = Data(base64Encoded: data), let width = keys["s"].flatMap({ Int($0) }),
        let height = keys["v"].flatMap({ Int($0) }), bytes.count == width * height * 3
    else { return nil }
    return (keys, RGBPicture(width: width, height: height, bytes: Array(bytes)))
}

/// The pixels of a sixel image in a string of a terminal; nil if it is none, or if a pixel has no colour.
func sixelImage(_ string: String) -> RGBPicture? {
    let attributes = string.split(separator: "\"", maxSplits: 1).last?.split(separator: "#")[0].split(
        separator: ";")
    guard string.hasPrefix("0;1;0q"), let attributes, attributes.count == 4, let width = Int(attributes[2]),
        let height = Int(attributes[3])
    else { return nil }
    var pixels = [RGBColor?](repeating: nil, count: width * height)
    var palette: [Int: RGBColor] = [:]
    var (x, y, color) = (0, 0, 0)
    for match in string.matches(of: /#(\d+)(?:;2;(\d+);(\d+);(\d+))?|(?:!(\d+))?([?-~])|[$\-]/) {
        if let index = match.1.flatMap({ Int($0) }) {
            color = index
            let percents = [match.2, match.3, match.4].compactMap { $0.flatMap { Int($0) } }
            guard percents.count == 3 else { continue }
            let bytes = percents.map { UInt8(($0 * 255 + 50) / 100) }
            palette[index] = RGBColor(red: bytes[0], green: bytes[1], blue: bytes[2])
        } else if let sixel = match.6?.utf8.first, !palette.isEmpty {
            for _ in 0..<(match.5.flatMap { Int($0) } ?? 1) {
                for bit in 0..<6 where (sixel - 63) >> bit & 1 == 1 {
                    guard x < width, y + bit < height else { return nil }
                    pixels[(y + bit) * width + x] = palette[color]
                }
                x += 1
            }
        } else if match.0 == "$" {
            x = 0
        } else if match.0 == "-" {
            (x, y) = (0, y + 6)
        }
    }
    let known = pixels.compactMap(\.self)
    guard known.count == pixels.count, palette.count <= 256 else { return nil }
    return RGBPicture((0..<height).map { Array(known[$0 * width..<($0 + 1) * width]) })
}

@Suite struct `Pixel graphics` {
    private let gradient = RGBPicture(
        (0..<40).map { y in
            (0..<70).map { x in RGBColor(red: UInt8(x * 3), green: UInt8(y * 6), blue: UInt8(255 - x * 3)) }
        })

    @Test func `of kitty carry each pixel, in chunks`() throws {
        var terminal = TerminalEmulator()
        terminal.write(KittyEncoder(image: 7).encode(gradient, columns: 10, rows: 5))
        let image = try #require(kittyImage(terminal.strings))
        #expect(image.picture == gradient)
        #expect(terminal.strings.count == 3 && terminal.strings.allSatisfy { $0.contains("q=2") })
        #expect(["a", "f", "i", "c", "r", "C"].map { image.keys[$0] } == ["T", "24", "7", "10", "5", "1"])
    }

    @Test func `of sixel are near each pixel, and have its colour on average`() throws {
        var terminal = TerminalEmulator()
        terminal.write(SixelEncoder().encode(gradient))
        let picture = try #require(sixelImage(terminal.strings[0]))
        #expect(picture.width == gradient.width && picture.height == gradient.height)
        for (shown, wanted) in zip(picture.colors, gradient.colors) {
            // One of the two nearest of six levels.
            #expect(shown.isNear(wanted, within: 52), "\(shown), not \(wanted)")
        }
        #expect(picture.mean.isNear(gradient.mean))
    }

    @Test(arguments: [RGBColor.white, .black, .pureRed, .pureGreen, .pureBlue])
    func `of sixel have pure colours`(color: RGBColor) throws {
        let row = [RGBColor](repeating: color, count: 9)
        var terminal = TerminalEmulator()
        terminal.write(SixelEncoder().encode(RGBPicture([[RGBColor]](repeating: row, count: 13))))
        #expect(try #require(sixelImage(terminal.strings[0])).colors.allSatisfy { $0 == color })
    }
}
