package import Playhead
internal import PlayheadCore

/// Reads the pictures or the sound of an item for a perceptual comparison.
package struct MediumMeasurement: Sendable {
    /// The sample rate of the sound in Hz.
    package static let sampleRate = 8000

    private let reader: MediaReader

    package init(_ item: MediaItem, _ configuration: PlayerConfiguration) {
        reader = MediaReader(item, configuration: configuration)
    }

    /// Reads the pictures in shades of grey, as they are displayed.
    ///
    /// - Parameter end: The media time behind which nothing is read; nil reads everything.
    package func pictures(
        _ size: FrameSize, until end: Duration?, emit: @escaping (MediumRecord) throws -> Void
    ) async throws {
        try await run(of: .video, emit) {
            for try await frame in reader.videoFrames(format: .gray8, size: size, appliesOrientation: true) {
                if let end, frame.time > end { break }
                try emit(
                    .picture(
                        GrayPicture(
                            time: frame.time / .seconds(1), width: frame.width, height: frame.height,
                            pixels: frame.packedBytes)))
            }
        }
    }

    /// Reads the sound, mixed to one channel.
    package func sound(emit: @escaping (MediumRecord) throws -> Void) async throws {
        try await run(of: .audio, emit) {
            for try await buffer in reader.audioBuffers(rate: Self.sampleRate, channels: 1) {
                try emit(
                    .sound(
                        SoundBlock(
                            time: buffer.time / .seconds(1), sampleRate: buffer.sampleRate,
                            samples: buffer.int16Samples)))
            }
        }
    }

    private func run(
        of kind: Track.Kind, _ emit: (MediumRecord) throws -> Void, _ read: () async throws -> Void
    ) async throws {
        do {
            try await read()
        } catch let error as PlayerError {
            var fault = MeasurementFault(code: error.code.rawValue, message: error.message, hint: error.hint)
            fault.isMissingTrack = error.message == PlayerError.noTrack(of: [kind], reader.item.uri).message
            try emit(.fault(fault))
        }
        try emit(.end)
    }
}
