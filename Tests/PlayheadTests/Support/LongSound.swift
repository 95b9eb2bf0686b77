import Foundation
import Playhead

@testable import TestBasics
@testable import TestSupport

/// A minute of silence in a file of its own, for tests that have to be in the middle of something however slow the machine
/// is. It is there as long as this is held.
final class LongSound: Sendable {
    static let duration: Duration = .seconds(60)
    private let folder: TemporaryFolder

    /// Nil when it cannot be written.
    ///
    /// - Parameter rate: in bytes a second, one for each sample.
    init?(rate: Int = 8000) {
        do {
            folder = try TemporaryFolder()
            try Self.wave(rate: rate).write(to: folder.url.appending(path: Self.name))
        } catch {
            return nil
        }
    }

    var item: MediaItem { MediaItem(path: folder.url.appending(path: Self.name).path(percentEncoded: false)) }
    /// For a server.
    var folderPath: String { folder.path }
    static let name = "silence.wav"

    /// RIFF/WAVE: PCM, one channel of 8 bits, which rests at 128.
    private static func wave(rate: Int) -> Data {
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
