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
        let file: OutputFile
        if output != "-", OutputFile.isOneFile(output, reader.item.uri) {
            Output.complain("\(output) is the medium itself", hint: "choose another name")
            return ExitStatus.nothingPlayed
        }
        do throws(FileFault) {
            file = try open()
        } catch {
            Output.complain("\(place) cannot be written: \(error.message)")
            return ExitStatus.nothingPlayed
        }
        do {
            if format.isSound { try await writeSound(to: file) } else { try await writePictures(to: file) }
            return ExitStatus.played
        } catch let error as PlayerError {
            Output.complain(error.message, hint: error.hint)
            return error.code == .truncated ? ExitStatus.truncated : ExitStatus.nothingPlayed
        } catch let error as FileFault {
            // As with other filters, a reader that has had enough is no fault.
            if output == "-", error.isBrokenPipe { return ExitStatus.outputClosed }
            Output.complain("\(place) cannot be written: \(error.message)")
            return ExitStatus.nothingPlayed
        } catch {
            Output.complain("\(error)")
            return ExitStatus.nothingPlayed
        }
    }

    private var place: String { output == "-" ? "Standard output" : output }

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
            let bytes: [UInt8] =
                if format == .f32le {
                    buffer.samples.flatMap { Self.bytes($0.bitPattern) }
                } else {
                    buffer.int16Samples.flatMap { Self.bytes(UInt16(bitPattern: $0)) }
                }
            header?.dataBytes += bytes.count
            try file.write(bytes)
        }
        // The sizes are known now. Standard output keeps those of an endless file.
        if let header, output != "-" { file.overwriteStart(with: header.bytes) }
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        var rest = value
        return (0..<value.bitWidth / 8).map { _ in
            defer { rest >>= 8 }
            return UInt8(truncatingIfNeeded: rest)
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
    /// The bytes of samples; nil as long as they are unknown.
    var dataBytes = 0

    /// 44 bytes. Without data the sizes are the greatest, as for an endless file.
    var bytes: [UInt8] {
        let isKnown = dataBytes > 0 && dataBytes < Int(UInt32.max) - 36
        func four(_ value: Int) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        func two(_ value: Int) -> [UInt8] { Array(four(value).prefix(2)) }
        let frame = channels * 2
        return Array("RIFF".utf8) + four(isKnown ? dataBytes + 36 : Int(UInt32.max)) + Array("WAVEfmt ".utf8)
            + four(16) + two(1) + two(channels) + four(sampleRate) + four(sampleRate * frame) + two(frame)
            + two(16) + Array("data".utf8) + four(isKnown ? dataBytes : Int(UInt32.max) - 36)
    }
}
