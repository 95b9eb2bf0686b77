import Foundation
import Playhead
import Testing

@Suite(.enabled(if: ShownFrame.hasDisplay, "there is no display: DISPLAY is not set"), .serialized)
struct PlayerViewTests {
    @Test(arguments: ["gl", "memory"]) func `a frame is shown with its number`(renderer: String) async throws
    {
        let shown = try await ShownFrame("av-h264-aac.mp4", at: 1, by: renderer)
        #expect(shown.description.contains("I420 320x180"))
        #expect(shown.number == 25)
    }

    @Test(arguments: [
        "I420", "YV12", "NV12", "NV21", "Y42B", "Y444", "I420_10LE", "I422_10LE", "I420_12LE", "P010_10LE",
        "GBR",
        "RGBA", "BGRA", "BGRx", "ARGB", "ABGR", "RGB", "BGR",
    ])
    func `each format has the colours of the stored one`(format: String) async throws {
        // The ground of the picture has a colour, and its red, green and blue differ.
        let expected = try await ShownFrame("av-h264-aac.mp4", at: 1, by: "gl").color(0.1, 0.2)
        for renderer in ["gl", "memory"] {
            let shown = try await ShownFrame("av-h264-aac.mp4", at: 1, by: renderer, format: format)
            #expect(shown.description.contains(format))
            #expect(shown.number == 25)
            let color = shown.color(0.1, 0.2)
            #expect(
                zip(color, expected).allSatisfy { abs($0 - $1) <= 4 }, "\(renderer): \(color), \(expected)")
        }
    }

    @Test func `gray is shown without a colour`() async throws {
        for renderer in ["gl", "memory"] {
            let shown = try await ShownFrame("av-h264-aac.mp4", at: 1, by: renderer, format: "GRAY8")
            #expect(shown.number == 25)
            #expect(Set(shown.color(0.1, 0.2)).count == 1)
        }
    }

    @Test func `a format that is not common is shown in a picture`() async throws {
        let shown = try await ShownFrame("av-h264-aac.mp4", at: 1, by: "automatic", format: "v210")
        #expect(shown.description.contains("v210"))
        #expect(shown.number == 25)
    }

    @Test(arguments: ["gl", "memory"]) func `a turned frame stands upright`(renderer: String) async throws {
        // 90×160 in 180×320: its bits run from the bottom to the top at the right side.
        let shown = try await ShownFrame("rotated.mp4", at: 0.5, by: renderer, size: (180, 320))
        #expect(shown.description.contains("90x160"))
        let bits = (1..<9).map { shown.color(0.9, 1 - (2 * Double($0) + 1) / 20)[1] > 128 }
        #expect(bits.reduce(0) { $0 * 2 + ($1 ? 1 : 0) } == 12)
    }

    @Test(arguments: ["gl", "memory"]) func `wide pixels are shown wide`(renderer: String) async throws {
        // 192×144 in 384×144, thus between a quarter and three quarters.
        let shown = try await ShownFrame("wide-pixels.mp4", at: 0.5, by: renderer, size: (384, 144))
        #expect(shown.color(0.24, 0.2) == [0, 0, 0])
        #expect(shown.color(0.26, 0.2) != [0, 0, 0])
        #expect(shown.color(0.74, 0.2) != [0, 0, 0])
        #expect(shown.color(0.76, 0.2) == [0, 0, 0])
    }

    @Test(arguments: ["gl", "memory"]) func `the aspect mode is applied`(renderer: String) async throws {
        func shown(_ mode: AspectMode) async throws -> ShownFrame {
            try await ShownFrame("av-h264-aac.mp4", at: 1, by: renderer, mode: mode, size: (320, 360))
        }
        #expect(try await shown(.fit).color(0.1, 0.1) == [0, 0, 0])
        #expect(try await shown(.fit).color(0.1, 0.3) != [0, 0, 0])
        #expect(try await shown(.stretch).number == 25)
        let filled = try await shown(.fill)
        #expect(filled.color(0.5, 0.02) != [0, 0, 0])
        // Cut to the middle half: the cells 3 to 6 of 10 remain, of which 4 and 5 are white.
        #expect(filled.color(0.5, 0.9)[1] > 128)
        #expect(filled.color(0.1, 0.9)[1] < 128)
    }

    @Test(arguments: ["gl", "memory"]) func `frames of a player are drawn`(renderer: String) async throws {
        let medium = ShownFrame.media.appending(path: "av-h264-aac.mp4").path()
        let text = try await runProbe(["play", renderer, "320x180", "1", medium])
        let words = text.split(separator: " ")
        let drawn = try #require(words.firstIndex(of: "drawn").flatMap { Int(words[$0 + 1]) })
        #expect(drawn > 0)
    }
}
