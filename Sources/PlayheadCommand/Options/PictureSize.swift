import ArgumentParser
import Playhead

/// The value of `--size`: `320x180` fits pictures into that size; `320x` or `x180` gives one side alone.
struct PictureSize: ExpressibleByArgument {
    let sides: (width: Int, height: Int)

    /// Whether both sides are given.
    var isWhole: Bool { sides.width < Self.longest && sides.height < Self.longest }

    var size: FrameSize { .fitting(width: sides.width, height: sides.height) }
    var defaultValueDescription: String { "\(sides.width)x\(sides.height)" }

    init(width: Int, height: Int) { sides = (width, height) }

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, !(parts[0].isEmpty && parts[1].isEmpty) else { return nil }
        func side(_ text: Substring) -> Int? {
            if text.isEmpty { return Self.longest }
            return Int(text).flatMap { (1...Self.longest).contains($0) ? $0 : nil }
        }
        guard let width = side(parts[0]), let height = side(parts[1]) else { return nil }
        self.init(width: width, height: height)
    }

    private static let longest = 16_384
}
