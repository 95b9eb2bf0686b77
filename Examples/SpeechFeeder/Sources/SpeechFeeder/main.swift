// Feeds a speech-to-text model: 16 kHz, one channel, 32-bit floats, in chunks of exactly 30 seconds. Prints the
// time and the level of each chunk, and appends its bytes to a file, as a tensor of the shape (chunks, 480000):
//
//     numpy.fromfile("chunks.f32", dtype="<f4").reshape(-1, 480000)

import Foundation
import Playhead

let rate = 16_000
let chunkLength = 30 * rate

/// A part of the sound. The last one is filled up with silence.
struct Chunk {
    /// The position of the first sample on the media timeline.
    var time: Duration
    var samples: [Float] = []

    /// The level: 1 is full scale.
    var rms: Float {
        (samples.reduce(0) { $0 + $1 * $1 } / Float(max(samples.count, 1))).squareRoot()
    }
    /// The samples in memory order: what a tensor or a file takes.
    var bytes: Data { unsafe samples.withUnsafeBytes { unsafe Data($0) } }
}

func feed(_ path: String, _ consume: (Chunk) throws -> Void) async throws {
    // Decodes as fast as this loop takes the buffers, with at most 64 of them in memory.
    let reader = MediaReader(MediaItem(path: path))
    var chunk: Chunk?
    func append(_ samples: [Float], at time: Duration) throws {
        var rest = samples[...]
        while !rest.isEmpty {
            var open = chunk ?? Chunk(time: time + .seconds(samples.count - rest.count) / rate)
            let part = rest.prefix(chunkLength - open.samples.count)
            open.samples += part
            rest = rest.dropFirst(part.count)
            chunk = open
            guard open.samples.count == chunkLength else { continue }
            try consume(open)
            chunk = nil
        }
    }
    var end: Duration?
    for try await buffer in reader.audioBuffers(rate: rate, channels: 1) {
        // A hole in the medium becomes silence, so that sample counts stay times.
        if let end, buffer.time - end > .milliseconds(5) {
            let missing = Int((buffer.time - end) / .seconds(1) * Double(rate))
            try append([Float](repeating: 0, count: missing), at: end)
        }
        try append(buffer.samples, at: buffer.time)
        end = buffer.time + buffer.duration
    }
    guard var last = chunk else { return }
    last.samples += [Float](repeating: 0, count: chunkLength - last.samples.count)
    try consume(last)
}

guard (2...3).contains(CommandLine.arguments.count) else {
    print("usage: SpeechFeeder <path> [<file for the samples>]")
    exit(2)
}
do {
    var output: FileHandle?
    if let path = CommandLine.arguments.dropFirst(2).first {
        try Data().write(to: URL(filePath: path))
        output = try FileHandle(forWritingTo: URL(filePath: path))
    }
    try await feed(CommandLine.arguments[1]) { chunk in
        print(chunk.time.formatted(.time(pattern: .minuteSecond)), "rms", chunk.rms)
        try output?.write(contentsOf: chunk.bytes)
    }
} catch {
    print("error:", error)
    exit(1)
}
