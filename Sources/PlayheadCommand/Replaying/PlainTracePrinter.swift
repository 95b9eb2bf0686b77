import Playhead
import PlayheadTesting

/// Prints a replay in columns.
struct PlainTracePrinter: TracePrinter {
    func head(of replay: TraceReplay) -> String {
        let gstreamer = replay.gstreamerVersion.map { " with GStreamer \($0)" } ?? ""
        return "Recorded by playhead \(replay.version ?? "?")\(gstreamer)\n".printableLine
    }

    func line(for step: TraceReplay.Step) -> String {
        let snapshot = step.snapshot
        let columns = [
            step.time.seconds(decimals: 6).padded(to: 12, right: true),
            snapshot.state.name.padded(to: 16), snapshot.status.rawValue.padded(to: 10),
            snapshot.position.seconds(decimals: 3).padded(to: 9, right: true), "  " + step.input,
        ]
        let events = step.events.map(\.jsonName).joined(separator: ", ")
        return (columns.joined(separator: " ") + (events.isEmpty ? "" : " → \(events)") + "\n").printableLine
    }

    func gap(of lost: Int) -> String { "… \(lost) inputs were not recorded here\n" }

    func summary(of replay: TraceReplay) -> String {
        guard let divergence = replay.divergence else {
            let end = replay.ending == .broken ? "; the recording breaks off there" : ""
            return "\(replay.inputCount) inputs, same as recorded\(end)\n"
        }
        var text = "Line \(divergence.line) parts: \(divergence.input)\n"
        for difference in divergence.differences {
            text +=
                "  \(difference.field): recorded \(difference.recorded), computed \(difference.computed)\n"
        }
        return text.split(separator: "\n").map { "\($0)\n".printableLine }.joined()
    }

    func line(for error: PlayerError) -> String? { nil }
}

extension String {
    /// The text with visible control characters, except the line feed at the end.
    fileprivate var printableLine: String { String(dropLast()).printable + "\n" }

    fileprivate func padded(to width: Int, right: Bool = false) -> String {
        let space = String(repeating: " ", count: max(width - count, 0))
        return right ? space + self : self + space
    }
}

extension Duration {
    /// The duration in seconds with a number of decimals.
    fileprivate func seconds(decimals: Int) -> String {
        let units = (0..<decimals).reduce(UInt128(1)) { units, _ in units * 10 }
        let unit = 1_000_000_000_000_000_000 / units
        let count = (attoseconds.magnitude + unit / 2) / unit
        let (whole, rest) = count.quotientAndRemainder(dividingBy: units)
        return (self < .zero ? "-" : "") + "\(whole).\(String(rest + units).dropFirst())"
    }
}
