import Foundation
import Testing

@testable import TestBasics

/// An X server whose screen is a file, and clients of it.
struct XServer: Sendable {
    let child: Child
    let display: String
    private let folder: TemporaryFolder

    /// Starts a server with further options.
    init(screen: String = "800x600", options: [String] = []) async throws {
        folder = try TemporaryFolder()
        child = try await Child.start(
            "/usr/bin/Xvfb",
            ["-displayfd", "1", "-screen", "0", screen + "x24", "-fbdir", folder.path, "-nolisten", "tcp"]
                + options)
        #expect(await child.output.waits { $0.hasSuffix("\n") })
        display = ":" + child.output.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// What is on the screen now.
    var screen: ScreenPicture {
        get throws {
            ScreenPicture(windowDump: try Data(contentsOf: folder.url.appending(path: "Xvfb_screen0")))
        }
    }

    @discardableResult
    func xdotool(_ words: String...) async throws -> String {
        let client = try await Child.start(
            "/usr/bin/xdotool", words, environment: ["DISPLAY": display], beside: child)
        let result = await RunResult(client)
        #expect(result.code == 0, "\(result.errors)")
        return result.output
    }

    /// The identifier of the player's window, once it is on the screen.
    func window() async throws -> String {
        let text = try await xdotool("search", "--sync", "--onlyvisible", "--class", "^playhead$")
        return try #require(text.split(separator: "\n").last.map(String.init))
    }

    func end() async {
        child.signal(SIGKILL)
        _ = await child.exitCode()
    }
}

/// The pixels of a screen.
struct ScreenPicture: Sendable {
    private let bytes: [UInt8]
    private let start: Int
    private let stride: Int
    /// The bytes of a pixel, and those of red, green and blue in it.
    private let pixel: (size: Int, red: Int, green: Int, blue: Int)

    /// Reads a file of `xwd` with pixels of 32 bits.
    init(windowDump file: Data) {
        bytes = [UInt8](file)
        func number(_ index: Int) -> Int {
            file[(index * 4)..<(index * 4 + 4)].reduce(0) { $0 << 8 | Int($1) }
        }
        start = number(0) + number(19) * 12
        stride = number(12)
        pixel = (4, 2, 1, 0)
    }

    /// Reads a PPM file of a width and a height.
    init(ppm file: Data, width: Int, height: Int) {
        bytes = [UInt8](file)
        start = file.count - width * height * 3
        stride = width * 3
        pixel = (3, 0, 1, 2)
    }

    func color(x: Int, y: Int) -> (red: Int, green: Int, blue: Int) {
        let place = start + y * stride + x * pixel.size
        return (
            Int(bytes[place + pixel.red]), Int(bytes[place + pixel.green]), Int(bytes[place + pixel.blue])
        )
    }

    /// Whether a pixel is of a saturated blue.
    func isBlue(x: Int, y: Int) -> Bool {
        let color = color(x: x, y: y)
        return color.blue > 90 && color.red < 70
    }
}
