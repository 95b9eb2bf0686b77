internal import Playhead
internal import PlayheadSystem
internal import Synchronization

/// A tap that hashes each presented frame, and the presented sound in blocks of 10 ms.
final class PresentationHasher: PresentationTap {
    private let emit: @Sendable (PlayedLine) -> Void
    private let sound: Mutex<SoundHasher>

    init(emit: @escaping @Sendable (PlayedLine) -> Void) {
        self.emit = emit
        sound = Mutex(SoundHasher())
    }

    func didPresent(_ picture: PresentedVideoFrame) {
        guard !picture.isHeld else { return }
        let frame = picture.frame
        let digest = MessageDigest()
        for (index, plane) in frame.planes.enumerated() {
            frame.withBytes(ofPlane: index) { bytes in
                for row in 0..<plane.rows {
                    let start = row * plane.stride
                    digest.update(bytes.extracting(start..<start + plane.rowBytes))
                }
            }
        }
        emit(
            .frame(
                HashedMedia(
                    time: frame.time, length: frame.duration ?? .zero,
                    format: "\(frame.width)x\(frame.height) \(frame.format)", hash: digest.finish())))
    }

    func didPresent(_ buffer: PresentedAudioBuffer) {
        guard !buffer.isHeld else { return }
        for block in sound.withLock({ $0.add(buffer.buffer) }) { emit(.samples(block)) }
    }

    /// Hashes the last block, which may be shorter.
    func finish() { if let block = sound.withLock({ $0.flush() }) { emit(.samples(block)) } }
}

/// Divides sound into blocks of 10 ms, whatever buffers it comes in. A hole begins a new block.
struct SoundHasher: Sendable {
    private var rate = 0
    private var channels = 0
    private var start: Duration = .zero
    private var samples: [Float] = []

    mutating func add(_ buffer: AudioBuffer) -> [HashedMedia] {
        var blocks: [HashedMedia] = []
        let isNext = abs((buffer.time - end) / .milliseconds(1)) < 1
        if !isNext || buffer.sampleRate != rate || buffer.channels != channels {
            if let block = flush() { blocks.append(block) }
            (rate, channels, start) = (buffer.sampleRate, buffer.channels, buffer.time)
        }
        samples += buffer.samples
        let size = max(rate / 100, 1) * max(channels, 1)
        var used = 0
        while samples.count - used >= size {
            blocks.append(block(samples[used..<used + size]))
            used += size
        }
        samples.removeFirst(used)
        return blocks
    }

    mutating func flush() -> HashedMedia? {
        defer { samples = [] }
        return samples.isEmpty ? nil : block(samples[...])
    }

    private var end: Duration {
        rate > 0 ? start + .seconds(samples.count / max(channels, 1)) / rate : .zero
    }

    private mutating func block(_ samples: ArraySlice<Float>) -> HashedMedia {
        let digest = MessageDigest()
        digest.update(samples.span)
        let length: Duration = .seconds(samples.count / max(channels, 1)) / max(rate, 1)
        defer { start += length }
        return HashedMedia(
            time: start, length: length, format: "\(rate) Hz, \(channels) channels", hash: digest.finish())
    }
}
