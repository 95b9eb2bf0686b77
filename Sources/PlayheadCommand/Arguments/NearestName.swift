extension Collection<String> {
    /// The name that a misspelt word most likely means; nil if none is near enough.
    ///
    /// A name is near if it begins with the word (three letters or more), or if it takes at most one edit for
    /// every three letters to change one into the other.
    func nearest(to word: String) -> String? {
        let distances = map { name in (name: name, distance: word.editDistance(to: name)) }
        let near = distances.filter { name, distance in
            distance > 0 && distance <= Swift.max(word.count, name.count) / 3
        }
        if let best = near.min(by: { $0.distance < $1.distance }) { return best.name }
        return word.count < 3
            ? nil : self.filter { $0.hasPrefix(word) && $0 != word }.min { $0.count < $1.count }
    }
}

extension String {
    /// The number of insertions, deletions, substitutions and swaps of neighbours that change this text into
    /// another one (optimal string alignment distance).
    func editDistance(to other: String) -> Int {
        let (left, right) = (Array(self), Array(other))
        var rows = [[Int]](repeating: Array(0...right.count), count: left.count + 1)
        for row in rows.indices { rows[row][0] = row }
        for i in left.indices {
            for j in right.indices {
                let substitution = rows[i][j] + (left[i] == right[j] ? 0 : 1)
                var best = Swift.min(substitution, rows[i][j + 1] + 1, rows[i + 1][j] + 1)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = Swift.min(best, rows[i - 1][j - 1] + 1)
                }
                rows[i + 1][j + 1] = best
            }
        }
        return rows[left.count][right.count]
    }
}
