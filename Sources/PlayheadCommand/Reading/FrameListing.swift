import Playhead
internal import PlayheadSystem

/// Decodes a medium and writes its pictures or its sound.
struct FrameListing: Sendable {
    var reader: MediaReader
    var format: FramesCommand.Format
    var size: FrameSize?
    var sampleRate: Int?
    var channels: Int?
    /// The path, or `-` for standard output.
    var output: String

    /// Writes everything and returns the exit code.
    func run() async -> Int32 {
        await WrittenFile(path: output).run(reading: reader.item.uri) {
            let file = try open()
            if format.isSound { try await writeSound(to: file) } else { try await writePictures(to: file) }
            return ExitStatus.played
        }
    }

    private func open() throws(FileFault) -> OutputFile {
        guard output == "-" else { return try OutputFile(path: output) }
        guard let file = OutputFile.standardOutput() else { throw FileFault(code: 9) }
        return file
    }

    private func writePictures(to file: OutputFile) async throws {
        var first: (width: Int, height: Int)?
        for try await frame in reader.videoFrames(
            format: format.pixels, size: size, appliesOrientation: true)
        {
            if let first, (frame.width, frame.height) != first {
                throw PlayerError(
                    .unknown,
                    "The pictures change from \(first.width)x\(first.height) to \(frame.width)x\(frame.height)",
                    hint: "raw pictures have one size; read the parts with --start and --end")
            }
            if format == .y4m {
                if first == nil { try file.write(Array(Y4M.header(of: frame).utf8)) }
                try file.write(Array("FRAME\n".utf8))
            }
            try file.write(frame.packedBytes)
            first = (frame.width, frame.height)
        }
    }

    private func writeSound(to file: OutputFile) async throws {
        var header: WAVHeader?
        var first: (rate: Int, channels: Int)?
        for try await buffer in reader.audioBuffers(rate: sampleRate, channels: channels) {
            if let first, (buffer.sampleRate, buffer.channels) != first {
                throw PlayerError(
                    .unknown,
                    "The sound changes from \(first.rate) Hz and \(first.channels) channels to \(buffer.sampleRate) Hz and \(buffer.channels)",
                    hint: "name --sample-rate and --channels")
            }
            first = (buffer.sampleRate, buffer.channels)
            if format == .wav, header == nil {
                let made = WAVHeader(sampleRate: buffer.sampleRate, channels: buffer.channels)
                try file.write(made.bytes)
                header = made
            }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(buffer.samples.count * 4)
            if format == .f32le {
                for sample in buffer.samples { bytes.append(littleEndian: sample.bitPattern) }
            } else {
                for sample in buffer.int16Samples { bytes.append(littleEndian: sample) }
            }
            header?.dataBytes += bytes.count
            try file.write(bytes)
        }
        // The sizes are known now. Standard output keeps those of an endless file.
        if let header, output != "-" { file.overwriteStart(with: header.bytes) }
    }
}

extension [UInt8] {
    fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}

/// The header of a YUV4MPEG2 stream.
enum Y4M {
    /// The header for frames like this one: 8 bits, 4:2:0. The frame rate is that of its duration, or 25.
    static func header(of frame: VideoFrame) -> String {
        let rate = rate(of: frame.duration)
        let aspect = frame.pixelAspectRatio
        let range = frame.color?.isFullRange == true ? " XCOLORRANGE=FULL" : ""
        return
            "YUV4MPEG2 W\(frame.width) H\(frame.height) F\(rate.0):\(rate.1) Ip A\(aspect.width):\(aspect.height) C420jpeg\(range)\n"
    }

    /// A frame rate as a fraction: of 1001 if that is nearer.
    static func rate(of duration: Duration?) -> (Int, Int) {
        guard let duration, duration > .zero else { return (25, 1) }
        let rate = Duration.seconds(1) / duration
        let whole = rate.rounded()
        guard whole >= 1 else { return (max(Int((rate * 1000).rounded()), 1), 1000) }
        if abs(rate - whole) < 0.001 { return (Int(whole), 1) }
        let drop = whole * 1000 / 1001
        return abs(rate - drop) < 0.001 ? (Int(whole) * 1000, 1001) : (Int((rate * 1000).rounded()), 1000)
    }
}

/// The header of a WAV file of 16-bit samples.
struct WAVHeader {
    var sampleRate: Int
    var channels: Int
    /// The bytes of samples; 0 as long as they are unknown.
    var dataBytes = 0

    /// 44 bytes. Without data the sizes are the greatest, as for an endless file.
    var bytes: [UInt8] {
        let isKnown = dataBytes > 0 && dataBytes < Int(UInt32.max) - 36
        let frame = channels * 2
        var bytes = Array("RIFF".utf8)
        func four(_ value: Int) { bytes.append(littleEndian: UInt32(truncatingIfNeeded: value)) }
        func two(_ value: Int) { bytes.append(littleEndian: UInt16(truncatingIfNeeded: value)) }
        four(isKnown ? dataBytes + 36 : Int(UInt32.max))
        bytes += Array("WAVEfmt ".utf8)
        four(16)
        two(1)
        two(channels)
        four(sampleRate)
        four(sampleRate * frame)
        two(frame)
        two(16)
        bytes += Array("data".utf8)
        four(isKnown ? dataBytes : Int(UInt32.max) - 36)
        return bytes
    }
}
