import Playhead

/// Decodes a medium as fast as possible, or takes pictures of it; `work` says what.
func measureDecoding(_ uri: String, _ work: String, count: Int) async {
    let item = MediaItem(uri: uri)
    let reader = MediaReader(item)
    let begun = now()
    var elements = 0
    do {
        switch work {
        case "frames": for try await _ in reader.videoFrames() { elements += 1 }
        case "small":
            let size = FrameSize.exact(width: 320, height: 180)
            for try await _ in reader.videoFrames(format: .rgba, size: size) { elements += 1 }
        case "sound":
            for try await buffer in reader.audioBuffers(rate: 16_000, channels: 1) {
                elements += buffer.frames
            }
        case "exact", "keyframes":
            let generator = ImageGenerator(item, size: .fitting(width: 320, height: 180), format: .rgba)
            _ = try await generator.image(at: .zero, tolerance: .before)
            let duration = generator.duration ?? .zero
            for number in 0..<count {
                let time = duration * (Double(number) + 0.5) / Double(count)
                let frame = try await generator.image(at: time, tolerance: work == "exact" ? .exact : .near)
                elements += try frame.encoded(as: .jpeg(quality: 85)).count > 0 ? 1 : 0
            }
        default: fail("no such work: \(work)")
        }
    } catch { fail("\(error)") }
    print("decode_ms", now() - begun)
    print("decode_cpu_ms", ProcessFigures.cpu)
    print("decode_peak_mb", ProcessFigures.peakMegabytes)
    print("decode_elements", Double(elements))
}

/// Plays a medium to its end in real time, without outputs, with or without a consumer that reads a byte of each
/// frame.
func measureWatching(_ uri: String, isWatched: Bool) async {
    var configuration = PlayerConfiguration()
    (configuration.video, configuration.audio) = (.none, .none)
    let player = Player(configuration: configuration)
    let frames = isWatched ? player.videoFrames(buffering: 3) : nil
    let events = player.events
    let consumer = Task {
        guard let frames else { return (0, 0) }
        var (count, lost) = (0, 0)
        for await frame in frames where !frame.isHeld {
            count += frame.frame.withBytes(ofPlane: 0) { $0.count > 0 ? 1 : 0 }
            lost += frame.lost
        }
        return (count, lost)
    }
    player.load(MediaItem(uri: uri), autoplay: true)
    for await event in events { if case .finished = event { break } }
    await player.close()
    let (count, lost) = await consumer.value
    print("watch_cpu_ms", ProcessFigures.cpu)
    print("watch_frames", Double(count))
    print("watch_lost", Double(lost))
}
