import Playhead
import PlayheadCompare
import Synchronization

/// A medium that is read in this process, in place of a child of the command.
struct ReadMedium: ComparedMedium {
    private let pictures: [GrayPicture]
    private let track: SoundTrack
    private let smaller: [GrayPicture]

    /// Reads everything. A comparison of films of 96 by 64 pixels asks for that size.
    init(_ path: String, width: Int = 96, height: Int = 64) async throws {
        let measurement = MediumMeasurement(MediaItem(path: path), PlayerConfiguration())
        pictures = try await Self.pictures(measurement, .fitting(width: 480, height: 480))
        smaller = try await Self.pictures(measurement, .exact(width: width, height: height))
        let sound = Mutex(SoundTrack())
        try await measurement.sound { record in
            if case .sound(let block) = record { sound.withLock { $0.append(block) } }
        }
        track = sound.withLock(\.self)
    }

    private static func pictures(_ measurement: MediumMeasurement, _ size: FrameSize) async throws
        -> [GrayPicture]
    {
        let pictures = Mutex([GrayPicture]())
        try await measurement.pictures(size, until: nil) { record in
            // As over the pipe of a child process.
            var rest = record.bytes[...]
            let read = MediumRecord { count in
                defer { rest = rest.dropFirst(count) }
                return rest.count >= count ? Array(rest.prefix(count)) : nil
            }
            if case .picture(let picture) = read { pictures.withLock { $0.append(picture) } }
        }
        return pictures.withLock(\.self)
    }

    func sound() -> SoundTrack { track }

    func pictures(width: Int, height: Int, isExact: Bool, until end: Double?) -> any PictureStream {
        ArrayStream((isExact ? smaller : pictures).filter { $0.time <= end ?? .infinity })
    }
}

final class ArrayStream: PictureStream {
    private var pictures: ArraySlice<GrayPicture>

    init(_ pictures: [GrayPicture]) { self.pictures = pictures[...] }

    func next() -> GrayPicture? { pictures.popFirst() }
}
