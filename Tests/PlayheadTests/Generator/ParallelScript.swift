/// What several threads do at once, and what an observer does inside its callbacks.
struct ParallelScript: Sendable {
    var threads: [[Step]]
    var reactions: [Step] = []

    /// The shortest script found that still fails. Threads never run twice in the same way, so each is tried several times.
    func shrunk(failing fails: (ParallelScript) async -> Bool) async -> ParallelScript {
        let all = threads.enumerated().flatMap { number, steps in steps.map { (number, $0) } }
        let few = await Shrinking.shrink(all + reactions.map { (-1, $0) }) { await fails(script(of: $0)) }
        return script(of: few)
    }

    private func script(of steps: [(Int, Step)]) -> ParallelScript {
        func list(_ number: Int) -> [Step] { steps.filter { $0.0 == number }.map(\.1) }
        return ParallelScript(threads: threads.indices.map(list), reactions: list(-1))
    }

    /// This script as Swift, to be pasted into a test.
    var asSwift: String {
        let lists = threads.map(\.asSwift).joined(separator: ", ")
        return "ParallelScript(threads: [\(lists)], reactions: \(reactions.asSwift))"
    }
}

extension [Step] {
    /// These steps as Swift, to be pasted into a test.
    var asSwift: String {
        let steps = map { step in
            ".\(step)".replacing("PlayheadTests.Step.Goal", with: "").replacing(
                "PlayheadTests.Step", with: "")
        }
        return "[\(steps.joined(separator: ", "))]"
    }
}
