extension PlaybackTrace {
    /// The difference between a stored trace and this one; nil if both are equal.
    ///
    /// The result contains the lines around each change, with `-` before lines of the text and `+` before
    /// lines of this trace. Empty lines and lines that begin with `#` are ignored.
    public func difference(from text: String) -> String? {
        let (old, new) = (Self.lines(of: text), entries.map(\.description))
        return old == new ? nil : LineDifference(from: old, to: new).text(context: 3)
    }

    private static func lines(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.hasPrefix("#") }
    }
}

/// A line-by-line comparison of two texts.
package struct LineDifference {
    private enum Line {
        case same(String), removed(String), added(String)

        var isSame: Bool { if case .same = self { true } else { false } }

        var text: String {
            switch self {
            case .same(let line): "  \(line)"
            case .removed(let line): "- \(line)"
            case .added(let line): "+ \(line)"
            }
        }
    }

    private var lines: [Line] = []

    package init(from old: [String], to new: [String]) {
        let difference = new.difference(from: old)
        let removed = Set(difference.removals.map(\.place))
        let added = Set(difference.insertions.map(\.place))
        var (oldIndex, newIndex) = (0, 0)
        while oldIndex < old.count || newIndex < new.count {
            if removed.contains(oldIndex) {
                lines.append(.removed(old[oldIndex]))
                oldIndex += 1
            } else if added.contains(newIndex) {
                lines.append(.added(new[newIndex]))
                newIndex += 1
            } else {
                lines.append(.same(new[newIndex]))
                oldIndex += 1
                newIndex += 1
            }
        }
    }

    /// The changes with `context` lines around each. An ellipsis replaces omitted lines.
    package func text(context: Int) -> String {
        let changes = lines.indices.filter { !lines[$0].isSame }
        let shown = Set(changes.flatMap { max($0 - context, 0)...min($0 + context, lines.count - 1) })
        var result: [String] = []
        var isLeftOut = false
        for index in lines.indices {
            if shown.contains(index) {
                result.append(lines[index].text)
            } else if !isLeftOut {
                result.append("  …")
            }
            isLeftOut = !shown.contains(index)
        }
        return result.joined(separator: "\n")
    }
}

extension CollectionDifference.Change {
    /// The index of the changed line.
    fileprivate var place: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
