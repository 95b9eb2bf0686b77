/// The thumbnails of a side in the order of their times.
struct Course: Sendable {
    var thumbnails: [Thumbnail] = []

    var start: Double { thumbnails.first?.time ?? 0 }
    var end: Double { thumbnails.last?.time ?? 0 }

    /// The usual distance of two pictures: the median of the first 100.
    var interval: Double {
        let distances = zip(thumbnails, thumbnails.dropFirst().prefix(100)).map { $1.time - $0.time }.sorted()
        return distances.isEmpty ? 0.04 : distances[distances.count / 2]
    }

    /// The index of the first thumbnail at or after a time.
    func index(from time: Double) -> Int {
        var (low, high) = (0, thumbnails.count)
        while low < high {
            let middle = (low + high) / 2
            if thumbnails[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The thumbnail nearest to a time, at most `reach` away.
    func nearest(to time: Double, within reach: Double) -> Thumbnail? {
        let index = index(from: time)
        let candidates = thumbnails[max(index - 1, 0)..<min(index + 1, thumbnails.count)]
        let best = candidates.min { abs($0.time - time) < abs($1.time - time) }
        return best.flatMap { abs($0.time - time) <= reach ? $0 : nil }
    }

    /// Some thumbnails of a range, about `rate` a second.
    func samples(_ range: Range<Double>, rate: Double) -> [Thumbnail] {
        var (result, next) = ([Thumbnail](), -Double.infinity)
        for thumbnail in thumbnails[index(from: range.lowerBound)...] {
            if thumbnail.time >= range.upperBound { break }
            if thumbnail.time >= next {
                result.append(thumbnail)
                next = thumbnail.time + 1 / rate - 0.001
            }
        }
        return result
    }
}
