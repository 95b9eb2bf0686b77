import Glibc
import Playhead
import PlayheadTesting
import StreamWatch

extension SegmentContent {
    /// Decodes the first picture and the sound of a segment; nil if it has neither.
    init?(decoding bytes: [UInt8], measuresLoudness: Bool) async {
        let source = SegmentSource(bytes: bytes)
        let reader = MediaReader(MediaItem(source: source, name: "segment"))
        var picture: [UInt8]?
        var samples: (sum: Double, count: Int) = (0, 0)
        let frames = reader.videoFrames(format: .gray8, size: .exact(width: 32, height: 18))
        do {
            for try await frame in frames {
                picture = frame.packedBytes
                break
            }
        } catch {}
        do {
            for try await buffer in reader.audioBuffers(rate: 8000, channels: 1) {
                samples.sum += buffer.samples.reduce(0.0) { $0 + Double($1) * Double($1) }
                samples.count += buffer.samples.count
            }
        } catch {}
        guard picture != nil || samples.count > 0 else { return nil }
        let level = samples.count > 0 ? 10 * log10(max(samples.sum / Double(samples.count), 1e-12)) : nil
        var loudness: Double?
        if measuresLoudness, samples.count > 0 { loudness = try? await Loudness.measure(reader)?.integrated }
        self.init(picture: picture, level: level.map { ($0 * 10).rounded() / 10 }, loudness: loudness)
    }
}

/// The bytes of a segment as a medium.
private struct SegmentSource: MediaDataSource {
    var bytes: [UInt8]
    var length: Int? { bytes.count }

    func read(at offset: Int, count: Int) async throws -> [UInt8] {
        guard offset < bytes.count else { return [] }
        return Array(bytes[offset..<min(offset + count, bytes.count)])
    }
}
