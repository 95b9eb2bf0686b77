import Dispatch
import PlayheadCompare
import PlayheadSystem
import Synchronization

/// A side that a child process reads for a perceptual comparison.
final class SideMedium: ComparedMedium {
    private let side: ComparedSide
    private let limit: Duration
    private let first = Mutex<MeasurementHead?>(nil)

    init(_ side: ComparedSide, limit: Duration) {
        self.side = side
        self.limit = limit
    }

    /// The versions that measured it; nil before the first measurement.
    var head: MeasurementHead? { first.withLock(\.self) }

    func sound() async throws -> SoundTrack {
        try await CompareSession.offThread { () throws(SideFault) in
            let stream = try self.stream(.sound)
            var track = SoundTrack()
            while let record = try stream.record() {
                if case .sound(let block) = record { track.append(block) }
            }
            return track
        }.get()
    }

    func pictures(width: Int, height: Int, isExact: Bool, until end: Double?) throws -> any PictureStream {
        let more =
            ["--size=\(width)x\(height)"] + (isExact ? ["--exact"] : [])
            + (end.map { ["--preview=\($0.jsonNumber)"] } ?? [])
        return try stream(.pictures, more)
    }

    private func stream(_ kind: MeasurementKind, _ more: [String] = []) throws(SideFault) -> RecordStream {
        let run = try SideRun(side, kind, more, limit: limit)
        let head = try run.head()
        first.withLock { $0 = head }
        return RecordStream(run)
    }
}

/// The records of a child process.
private final class RecordStream: PictureStream {
    private let run: SideRun
    private var isOver = false

    init(_ run: SideRun) { self.run = run }

    deinit { run.close() }

    func next() throws -> GrayPicture? {
        while let record = try record() {
            if case .picture(let picture) = record { return picture }
        }
        return nil
    }

    /// The next picture or block of sound; nil at the end. A medium without such a track has none.
    func record() throws(SideFault) -> MediumRecord? {
        if isOver { return nil }
        switch MediumRecord(reading: run.bytes) {
        case .fault(let fault):
            // The rest of a damaged medium is missing, which the comparison finds.
            if fault.isMissingTrack || fault.code == "truncated" { return try record() }
            throw SideFault(message: "\(run.side.name): \(fault.message)", hint: fault.hint)
        case .end:
            isOver = true
            return nil
        case nil: throw run.earlyEnd()
        case let record?: return record
        }
    }
}
