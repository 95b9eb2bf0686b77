import Playhead
import PlayheadCompare
internal import PlayheadSystem

/// Writes pairs of pictures side by side: A, B, and four times their difference.
struct PairPictures {
    let folder: String
    private static let gain = 4

    /// Writes the pairs as PNG files, and returns their paths.
    func write(_ pairs: [WorstPairs.Pair]) throws -> [String] {
        do {
            return try files(of: pairs)
        } catch let error as PlayerError {
            throw SideFault(message: error.message, hint: error.hint)
        }
    }

    private func files(of pairs: [WorstPairs.Pair]) throws -> [String] {
        try pairs.enumerated().map { index, pair in
            let path = "\(folder)/worst-\(index + 1)-\(pair.a.time.jsonNumber)s.png"
            let bytes = try Self.picture(pair.a, pair.b).encoded(as: .png)
            do throws(FileFault) {
                try OutputFile.replace(path, with: bytes)
            } catch {
                throw SideFault(message: "\(path) cannot be written: \(error.message)")
            }
            return path
        }
    }

    /// A, B and their difference side by side.
    static func picture(_ a: GrayPicture, _ b: GrayPicture) -> VideoFrame {
        let (width, height) = (a.width, a.height)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * width * height)
        for row in 0..<height {
            let (one, two) = (
                a.pixels[row * width..<(row + 1) * width], b.pixels[row * width..<(row + 1) * width]
            )
            bytes += one
            bytes += two
            bytes += zip(one, two).map { UInt8(min(abs(Int($0) - Int($1)) * gain, 255)) }
        }
        return VideoFrame(time: .zero, format: .gray8, width: 3 * width, height: height, bytes: bytes)
    }
}
