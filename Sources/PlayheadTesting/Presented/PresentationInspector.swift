public import Playhead
private import Synchronization

/// A spectator that has checks look at what a player presents.
///
/// What is shown while nothing advances is not looked at: it is presented again. A jump ends what was found before it.
public final class PresentationInspector: PlaybackSpectator {
    private struct Record: Sendable {
        var checks: [any PresentationCheck]
        var findings: [PresentationFinding] = []
        var pictures = 0
    }

    private let record: Mutex<Record>

    /// An inspector with these checks.
    public init(_ checks: [any PresentationCheck]) {
        record = Mutex(Record(checks: checks))
    }

    /// What was found and has ended, in the order in which it ended.
    public var findings: [PresentationFinding] { record.withLock(\.findings) }
    /// How many pictures were presented.
    public var pictures: Int { record.withLock(\.pictures) }

    /// Looks at a picture.
    public func sees(_ picture: PresentedPicture) {
        guard !picture.isHeld else { return }
        record.withLock { record in
            record.pictures += 1
            for index in record.checks.indices { record.findings += record.checks[index].look(at: picture) }
        }
    }

    /// Listens to sound.
    public func hears(_ sound: PresentedSound) {
        guard !sound.isHeld else { return }
        record.withLock { record in
            for index in record.checks.indices { record.findings += record.checks[index].listen(to: sound) }
        }
    }

    /// Ends what still goes on, and says everything that was found.
    public func finish() -> [PresentationFinding] {
        record.withLock { record in
            for index in record.checks.indices { record.findings += record.checks[index].finish() }
            return record.findings
        }
    }
}
