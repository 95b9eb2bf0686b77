import Playhead
import PlayheadTesting

/// Prints a replay as JSON Lines.
struct JSONTracePrinter: TracePrinter {
    func head(of replay: TraceReplay) -> String {
        line("trace") { line in
            line.add("version", orNull: replay.version)
            line.add("gstreamer", orNull: replay.gstreamerVersion)
        }
    }

    func line(for step: TraceReplay.Step) -> String {
        line("step") { line in
            line.add("at", step.time)
            line.add("line", step.line)
            line.add("state", step.snapshot.state.name)
            line.add("status", step.snapshot.status.rawValue)
            line.add("position", step.snapshot.position)
            for name in ["command", "report", "load", "deadline"] {
                if let value = step.fields[name] { line.add(name, json: value) }
            }
            line.add("events", json: "[" + step.events.map(\.json).joined(separator: ",") + "]")
        }
    }

    func gap(of lost: Int) -> String { line("gap") { $0.add("lost", lost) } }

    func summary(of replay: TraceReplay) -> String {
        let divergence = replay.divergence.map { divergence in
            line("divergence") { line in
                line.add("line", divergence.line)
                line.add("input", divergence.input)
                let differences = divergence.differences.map { difference in
                    var object = JSONObject()
                    object.add("field", difference.field)
                    object.add("recorded", json: difference.recorded)
                    object.add("computed", json: difference.computed)
                    return object.closed
                }
                line.add("differences", json: "[" + differences.joined(separator: ",") + "]")
            }
        }
        let summary = line("summary") { line in
            line.add("inputs", replay.inputCount)
            line.add("lost", replay.lostCount)
            line.add("same", replay.divergence == nil)
            line.add("complete", replay.ending == .complete)
        }
        return (divergence ?? "") + summary
    }

    func line(for error: PlayerError) -> String? {
        line("error") { line in
            line.add("code", error.code.rawValue)
            line.add("message", error.message)
        }.dropLast().description
    }

    private func line(_ event: String, _ fill: (inout JSONObject) -> Void) -> String {
        var line = JSONObject()
        line.add("event", event)
        fill(&line)
        return line.closed + "\n"
    }
}
