import Foundation
import Playhead
import TestSupport

/// A minute of silence in a file of its own, for tests that have to be in the middle of something however slow the machine
/// is. It is there as long as this is held.
final class LongSound: Sendable {
    static let duration: Duration = .seconds(60)
    private let folder: TemporaryFolder

    /// Nil when it cannot be written.
    init?() {
        do {
            folder = try TemporaryFolder()
            try Self.wave().write(to: folder.url.appending(path: Self.name))
        } catch {
            return nil
        }
    }

    var item: MediaItem { MediaItem(path: folder.url.appending(path: Self.name).path(percentEncoded: false)) }
    private static let name = "silence.wav"

    /// RIFF/WAVE: PCM, one channel of 8 bits at 8 kHz, which rests at 128.
    private static func wave() -> Data {
        let rate = 8000
        let length = rate * Int(duration.inSeconds)
        func number(_ value: Int, bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(value >> (8 * $0) & 255) }
        }
        var data = Data("RIFF".utf8 + number(36 + length, bytes: 4))
        data.append(contentsOf: "WAVEfmt ".utf8 + number(16, bytes: 4) + number(1, bytes: 2))
        data.append(contentsOf: number(1, bytes: 2) + number(rate, bytes: 4) + number(rate, bytes: 4))
        data.append(contentsOf: number(1, bytes: 2) + number(8, bytes: 2))
        data.append(contentsOf: "data".utf8 + number(length, bytes: 4))
        data.append(Data(repeating: 128, count: length))
        return data
    }
}
