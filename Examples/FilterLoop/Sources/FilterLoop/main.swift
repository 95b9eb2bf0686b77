// Pixelates a rectangle in each frame of a film and writes the frames to standard output, as RGBA bytes without
// padding. The message on standard error tells their size:
//
//     FilterLoop film.mkv 40,20,120x80 | ffplay -f rawvideo -pixel_format rgba -video_size 320x180 -

import Foundation
import Playhead

struct Rectangle {
    var x: Range<Int>
    var y: Range<Int>
}

/// The pixels of a frame in one array, four bytes for each, with squares in place of a rectangle.
func pixelated(_ frame: VideoFrame, in area: Rectangle, block: Int = 16) -> [UInt8] {
    // Rows of the frame may be longer than its pixels: a row begins every `stride` bytes, never every
    // `width * 4`. `packedBytes` is the same without the padding.
    let stride = frame.planes[0].stride
    var pixels = frame.packedBytes
    frame.withBytes(ofPlane: 0) { bytes in
        for top in Swift.stride(from: area.y.lowerBound, to: area.y.upperBound, by: block) {
            for left in Swift.stride(from: area.x.lowerBound, to: area.x.upperBound, by: block) {
                let rows = top..<min(top + block, area.y.upperBound)
                let columns = left..<min(left + block, area.x.upperBound)
                for component in 0..<3 {
                    var sum = 0
                    for y in rows {
                        for x in columns {
                            sum += Int(bytes[y * stride + x * 4 + component])
                        }
                    }
                    let mean = UInt8(sum / (rows.count * columns.count))
                    for y in rows {
                        for x in columns { pixels[(y * frame.width + x) * 4 + component] = mean }
                    }
                }
            }
        }
    }
    return pixels
}

/// A rectangle in the form `x,y,widthxheight`.
func rectangle(_ text: String) -> Rectangle? {
    let numbers = text.split { $0 == "," || $0 == "x" }.compactMap { Int($0) }
    guard numbers.count == 4, numbers.allSatisfy((0..<100_000).contains) else { return nil }
    return Rectangle(
        x: numbers[0]..<numbers[0] + numbers[2], y: numbers[1]..<numbers[1] + numbers[3])
}

func complain(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

let arguments = CommandLine.arguments
guard (2...3).contains(arguments.count), let area = rectangle(arguments.dropFirst(2).first ?? "40,20,120x80")
else {
    complain("usage: FilterLoop <path> [<x>,<y>,<width>x<height>]")
    exit(2)
}
do {
    var count = 0
    for try await frame in MediaReader(MediaItem(path: arguments[1])).videoFrames(format: .rgba) {
        if count == 0 { complain("rgba, \(frame.width)x\(frame.height)") }
        let visible = Rectangle(
            x: area.x.clamped(to: 0..<frame.width), y: area.y.clamped(to: 0..<frame.height))
        // Decoding waits while the reader of standard output does.
        try FileHandle.standardOutput.write(contentsOf: Data(pixelated(frame, in: visible)))
        count += 1
    }
    complain("\(count) frames")
} catch {
    complain("error: \(error)")
    exit(1)
}
