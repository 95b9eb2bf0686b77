import Glibc
import Playhead

/// Inspects media, prints the results, and ends the process.
struct InspectSession: Sendable {
    let names: [String]
    let inspector: MediaInspector
    let decryptionKeys: [String: String]
    let isJSON: Bool

    func begin() {
        // The process may exit immediately, because there is nothing to restore.
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
            // `_exit` does not wait for a source that hangs.
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

    /// The exit code: 0 if all media are playable, 1 if none is, 3 otherwise.
    static func code(for playable: [Bool]) -> Int32 {
        if playable.allSatisfy(\.self) { return ExitStatus.played }
        return playable.contains(true) ? ExitStatus.someFailed : ExitStatus.nothingPlayed
    }
}
