import Glibc
import Playhead

/// Inspects media, prints the results, and ends the process.
struct InspectSession: Sendable {
    let names: [String]
    let inspector: MediaInspector
    let decryptionKeys: [String: String]
    let isJSON: Bool

    func begin() {
        let progress = ProgressLine.begin("inspected", total: names.count)
        // The process may exit immediately, because there is nothing else to restore.
        let archive = inspector.network.archive
        Signals.exitWhenAsked {
            progress?.end()
            archive?.close()
        }
        Task {
            let items = names.map { name in
                var item = MediaItem(pathOrURI: name)
                item.decryptionKeys = decryptionKeys
                return item
            }
            let inspections = inspector.inspections(of: items)
            var playable: [Bool] = []
            for await inspection in inspections {
                let text = text(of: inspection, name: names[playable.count], isFirst: playable.isEmpty)
                progress.interrupt { print(text) }
                progress?.advance()
                playable.append(inspection.isPlayable)
            }
            progress?.end()
            archive?.close()
            // `_exit` does not wait for a source that hangs.
            _exit(Self.code(for: playable))
        }
    }

    private func text(of inspection: MediaInspection, name: String, isFirst: Bool) -> String {
        if isJSON { return inspection.json + "\n" }
        let page = InspectionPage(
            name: name, inspection: inspection, style: TextStyle(for: .standardOutput), symbols: .current)
        return (isFirst ? "" : "\n") + page.text
    }

    private func print(_ text: String) {
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
