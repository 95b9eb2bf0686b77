import Glibc
import Playhead

/// Inspects media, prints the results, and ends the process.
struct InspectSession: Sendable {
    let names: [String]
    let inspector: MediaInspector
    /// Nil if no loudness is asked for.
    let loudness: LoudnessInspector?
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
            var playable: [Bool] = []
            for await work in reports(of: items) {
                let (inspection, loudness) = await work.value
                let text = text(
                    of: inspection, loudness, name: names[playable.count], isFirst: playable.isEmpty)
                progress.interrupt { print(text) }
                progress?.advance()
                playable.append(inspection.isPlayable && loudness?.error == nil)
            }
            progress?.end()
            archive?.close()
            // `_exit` does not wait for a source that hangs.
            _exit(Self.code(for: playable))
        }
    }

    private typealias Report = (MediaInspection, LoudnessMeasurement?)

    /// The inspections in their order, of which so many are measured at once as are inspected.
    private func reports(of items: [MediaItem]) -> AsyncStream<Task<Report, Never>> {
        let limit = LimitedWork(max(inspector.jobs, 1))
        return AsyncStream { reports in
            Task {
                for await inspection in inspector.inspections(of: items) {
                    reports.yield(
                        Task { (inspection, await limit.run { await loudness?.measure(inspection) }) })
                }
                reports.finish()
            }
        }
    }

    private func text(
        of inspection: MediaInspection, _ loudness: LoudnessMeasurement?, name: String, isFirst: Bool
    ) -> String {
        if isJSON { return inspection.json(loudness) + "\n" }
        let page = InspectionPage(
            name: name, inspection: inspection, loudness: loudness, style: TextStyle(for: .standardOutput),
            symbols: .current)
        return (isFirst ? "" : "\n") + page.text
    }

    private func print(_ text: String) {
        do {
            try Output(.standardOutput).write(text)
        } catch {
            _exit(ExitStatus.outputClosed)
        }
    }

    /// The exit code: 0 if all media are playable and measured, 1 if none is, 3 otherwise.
    static func code(for playable: [Bool]) -> Int32 {
        if playable.allSatisfy(\.self) { return ExitStatus.played }
        return playable.contains(true) ? ExitStatus.someFailed : ExitStatus.nothingPlayed
    }
}
