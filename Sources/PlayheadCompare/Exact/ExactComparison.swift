internal import PlayheadTesting

/// The first difference of each kind between two playbacks.
package struct ExactComparison: Sendable {
    private let a: PlayedMedium
    private let b: PlayedMedium

    package init(_ a: PlayedMedium, _ b: PlayedMedium) {
        self.a = a
        self.b = b
    }

    /// The differences in the order events, presentation report, frames, samples, end; empty if both are
    /// equal.
    package var findings: [Finding] {
        let media = [
            difference(.frames, "frame", a.frames, b.frames),
            difference(.samples, "samples", a.samples, b.samples),
        ].compactMap { $0 }
        return [
            difference(.events, "events differ", a.events, b.events),
            difference(.ledger, "the presentation reports differ", a.ledger, b.ledger),
        ].compactMap { $0 } + media + [end].compactMap { $0 }
    }

    /// The first different text.
    private func difference(
        _ kind: Finding.Kind, _ title: String, _ a: [TimedText], _ b: [TimedText]
    ) -> Finding? {
        guard a != b else { return nil }
        let index = zip(a, b).prefix { $0 == $1 }.count
        let (one, other) = (a.dropFirst(index).first, b.dropFirst(index).first)
        let time = [one, other].compactMap { $0?.time }.min() ?? 0
        let text: String
        if let one, let other, one.text == other.text {
            text =
                "\(title): A has \(one.text) at \(MediaTime(nanoseconds: one.time)), "
                + "B at \(MediaTime(nanoseconds: other.time))"
        } else {
            text =
                "\(title) at \(MediaTime(nanoseconds: time)): A has \(one?.text ?? "nothing more"), "
                + "B has \(other?.text ?? "nothing more")"
        }
        let difference = LineDifference(from: a.map(\.line), to: b.map(\.line)).text(context: 2)
        return Finding(kind, start: Double(time) / 1e9, text: text, detail: difference)
    }

    /// How far behind a difference an equal frame or block is looked for.
    private static let reach = 50

    /// The first different frame or block.
    private func difference(
        _ kind: Finding.Kind, _ name: String, _ a: [HashedMedia], _ b: [HashedMedia]
    ) -> Finding? {
        let index = zip(a, b).prefix { $0.isEqual(to: $1) }.count
        let (one, other) = (a.dropFirst(index).first, b.dropFirst(index).first)
        guard let place = one ?? other else { return nil }
        let isFrame = kind == .frames
        let time = MediaTime(nanoseconds: place.time)
        let text: String
        switch (one, other) {
        case (let one?, let other?) where one.format != other.format:
            text = "\(isFrame ? "frames" : name) are \(one.format) in A, \(other.format) in B at \(time)"
        case (let one?, let other?) where one.hash == other.hash:
            text =
                "\(isFrame ? "frame \(index) is" : "\(name) are") at \(time) in A, "
                + "at \(MediaTime(nanoseconds: other.time)) in B"
        case (_?, _?):
            let lost = Self.distance(to: b[index], in: a, behind: index)
            let added = Self.distance(to: a[index], in: b, behind: index)
            if isFrame, let lost, lost <= added ?? .max {
                text =
                    "\(lost == 1 ? "frame \(index)" : "\(lost) frames from \(index) on") at \(time) missing in B"
            } else if isFrame, let added {
                text =
                    "B has \(added == 1 ? "a frame" : "\(added) frames") more before frame \(index) at \(time)"
            } else {
                text = isFrame ? "frame \(index) at \(time) differs" : "samples differ from \(time)"
            }
        case (_, let other):
            let (longer, shorter) = other == nil ? ("A", "B") : ("B", "A")
            let count = max(a.count, b.count) - index
            text =
                index == 0
                ? "only \(longer) has \(isFrame ? "frames" : name)"
                : isFrame
                    ? "\(shorter) has \(count) frames less, from frame \(index) at \(time) on"
                    : "\(shorter) has no samples from \(time) on"
        }
        return Finding(kind, start: Double(place.time) / 1e9, text: text)
    }

    private static func distance(to frame: HashedMedia, in frames: [HashedMedia], behind index: Int) -> Int? {
        frames.dropFirst(index + 1).prefix(reach).firstIndex { $0.hash == frame.hash }.map { $0 - index }
    }

    /// The different end, if nothing else tells it.
    private var end: Finding? {
        let difference = Double(b.end - a.end) / 1e9
        guard abs(difference) >= 0.001, !a.isEmpty, !b.isEmpty else { return nil }
        return Finding(
            .end, side: "B", start: Double(min(a.end, b.end)) / 1e9, value: difference,
            text: "B ends \(abs(difference).rounded(to: 3)) s \(difference < 0 ? "earlier" : "later")")
    }
}

extension TimedText {
    fileprivate var line: String { "\(MediaTime(nanoseconds: time))  \(text)" }
}

extension HashedMedia {
    /// Whether it is the same at the same time. Times are rounded to 1 ns, which may differ by one.
    fileprivate func isEqual(to other: HashedMedia) -> Bool {
        hash == other.hash && format == other.format && abs(time - other.time) <= 1000
    }
}
