// A contact sheet: a grid of pictures from all of a film, in one PNG, JPEG or WebP file.

import Foundation
import Playhead

func contactSheet(of path: String, columns: Int, rows: Int) async throws -> VideoFrame {
    let item = MediaItem(path: path)
    // The pictures are spread over the duration, which is known before any frame is decoded.
    let inspection = await MediaInspector().inspect(item)
    if let error = inspection.error { throw error }
    guard let duration = inspection.duration else {
        throw PlayerError(.notSeekable, "The duration of \(path) is unknown")
    }
    let count = columns * rows
    let times = (0..<count).map { duration * (Double($0) + 0.5) / Double(count) }

    // One pass over the film: the frames come in the order of the times, small, upright and as RGB. `.near`
    // in place of `.exact` is much faster for long films, but gives keyframes only, and one may come twice.
    let frames = MediaReader(item).frames(
        at: times, tolerance: .exact, format: .rgb, size: .fitting(width: 240, height: 135),
        appliesOrientation: true)
    // The composer returns a sheet when it is full, so that one sheet of pictures is in memory.
    var composer = StoryboardComposer(columns: columns, rows: rows)
    for try await frame in frames {
        if let sheet = try composer.append(frame) { return sheet }
    }
    throw PlayerError(.truncated, "\(path) has too few pictures")
}

/// The format that belongs to the extension of a file.
func format(of path: String) -> ImageFormat? {
    switch URL(filePath: path).pathExtension.lowercased() {
    case "png": .png
    case "jpg", "jpeg": .jpeg(quality: 85)
    case "webp": .webp(quality: 75)
    default: nil
    }
}

let arguments = CommandLine.arguments
let grid = arguments.dropFirst(3).first?.split(separator: "x").compactMap { Int($0) } ?? [4, 4]
guard (3...4).contains(arguments.count), let format = format(of: arguments[2]), grid.count == 2,
    grid.allSatisfy((1...20).contains)
else {
    print("usage: ContactSheet <path> <file.png|jpg|webp> [4x4]")
    exit(2)
}
do {
    let sheet = try await contactSheet(of: arguments[1], columns: grid[0], rows: grid[1])
    try Data(sheet.encoded(as: format)).write(to: URL(filePath: arguments[2]))
    print("\(arguments[2]): \(grid[0] * grid[1]) pictures, \(sheet.width)x\(sheet.height) pixels")
} catch {
    print("error:", error)
    exit(1)
}
