import Glibc
import Playhead

/// Inspects the items and tells what was found. Its end is the end of the process.
struct InspectSession: Sendable {
    let names: [String]
    let inspector: MediaInspector
    let decryptionKeys: [String: String]
    let isJSON: Bool

    func begin() {
        // At once: nothing has to be put right again.
        Signals.watch([SIGINT, SIGTERM, SIGHUP, SIGQUIT]) { _exit(ExitStatus.code(forSignal: $0)) }
        Task {
            let items = names.map { name in
                var item = MediaItem(pathOrURI: name)
                item.decryptionKeys = decryptionKeys
                return item
            }
            let inspections = inspector.inspections(of: items)
            var playable: [Bool] = []
            for await inspection in inspections {
                tell(inspection, name: names[playable.count], isFirst: playable.isEmpty)
                playable.append(inspection.isPlayable)
            }
            // What hangs in a source is left where it is.
            _exit(Self.code(for: playable))
        }
    }

    private func tell(_ inspection: MediaInspection, name: String, isFirst: Bool) {
        let page = InspectionPage(name: name, inspection: inspection)
        let text = isJSON ? inspection.json + "\n" : (isFirst ? "" : "\n") + page.text
        do {
            try Output(.standardOutput).write(text)
        } catch {
            _exit(ExitStatus.outputClosed)
        }
    }

    /// 0 when all can be played, 1 when none can, 3 in between.
    static func code(for playable: [Bool]) -> Int32 {
        if playable.allSatisfy(\.self) { return ExitStatus.played }
        return playable.contains(true) ? ExitStatus.someFailed : ExitStatus.nothingPlayed
    }
}
