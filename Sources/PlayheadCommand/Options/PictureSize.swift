import ArgumentParser
import Playhead

/// The value of `--size`: `320x180` fits pictures into that size; `320x` or `x180` gives one side alone.
struct PictureSize: ExpressibleByArgument {
    let size: FrameSize

    init?(argument: String) {
        let sides = argument.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, !(sides[0].isEmpty && sides[1].isEmpty) else { return nil }
        func side(_ text: Substring) -> Int? {
            if text.isEmpty { return Self.longest }
            return Int(text).flatMap { (1...Self.longest).contains($0) ? $0 : nil }
        }
        guard let width = side(sides[0]), let height = side(sides[1]) else { return nil }
        size = .fitting(width: width, height: height)
    }

    private static let longest = 16_384
}
