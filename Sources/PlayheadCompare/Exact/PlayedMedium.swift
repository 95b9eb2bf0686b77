/// Everything that a side reported of its playback.
package struct PlayedMedium: Sendable, Equatable {
    package var events: [TimedText] = []
    package var ledger: [TimedText] = []
    package var frames: [HashedMedia] = []
    package var samples: [HashedMedia] = []
    package var fault: MeasurementFault?
    /// Whether the last line was read.
    package private(set) var isComplete = false

    package init() {}

    package mutating func add(_ line: PlayedLine) {
        switch line {
        case .event(let event): events.append(event)
        case .ledger(let entry): ledger.append(entry)
        case .frame(let frame): frames.append(frame)
        case .samples(let block): samples.append(block)
        case .fault(let fault): self.fault = fault
        case .end: isComplete = true
        }
    }

    /// Whether nothing was presented.
    package var isEmpty: Bool { frames.isEmpty && samples.isEmpty }

    /// The end of what was presented, in nanoseconds.
    var end: Int64 {
        [frames, samples].compactMap { media in
            media.last.map { last in
                // A frame without a duration lasts as long as the one before.
                let before = media.dropLast().last.map { last.time - $0.time } ?? 0
                return last.time + (last.length > 0 ? last.length : before)
            }
        }.max() ?? 0
    }
}
