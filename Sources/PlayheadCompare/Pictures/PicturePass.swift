internal import Glibc

/// A source of pictures in the order of their times.
package protocol PictureStream: AnyObject {
    /// The next picture; nil at the end. It may block.
    func next() throws -> GrayPicture?
}

/// Two pictures that belong together.
struct PicturePair: Sendable {
    /// The media times in seconds.
    var time: Double
    var timeB: Double
    var similarity: Similarity
    /// How they differ; nil if they are similar enough.
    var fault: PictureFault?
}

/// One reading of both sides, in which pictures are paired by their times and compared.
struct PicturePass {
    private let map: TimeMap
    private let reach: Double
    /// Half the distance of pictures of B if it has far more than A; nil otherwise.
    private let half: Double?
    private let judge: PictureJudge

    private(set) var pairs: [PicturePair] = []
    private(set) var worst: WorstPairs
    private(set) var a = PictureRecord()
    private(set) var b = PictureRecord()
    private var window: [GrayPicture] = []
    private var windowStart = 0
    /// The indices of the pictures of B with a fault.
    private var faulty: Set<Int> = []

    /// - Parameter intervals: The usual distances of pictures in A and B.
    init(_ map: TimeMap, intervals: (a: Double, b: Double), judge: PictureJudge, worst count: Int) {
        self.map = map
        reach = max(intervals.a, intervals.b) * 0.75
        half = intervals.b < intervals.a * 0.75 ? intervals.b / 2 : nil
        self.judge = judge
        worst = WorstPairs(count: count)
    }

    mutating func run(_ streamA: any PictureStream, _ streamB: any PictureStream) throws {
        var isOver = false
        while let picture = try streamB.next() {
            b.add(picture)
            guard let time = map.timeInA(of: picture.time) else { continue }
            while !isOver, window.last.map({ $0.time <= time + reach }) ?? true {
                guard let next = try streamA.next() else {
                    isOver = true
                    break
                }
                a.add(next)
                window.append(next)
            }
            drop(before: time - reach)
            compare(picture, at: time)
        }
        while !isOver, let next = try streamA.next() { a.add(next) }
    }

    /// Whether a picture of B, by its index, has no similar partner.
    func isFaulty(_ index: Int) -> Bool { !b.isPaired[index] || faulty.contains(index) }

    /// Drops pictures that are over, except the one that is displayed at a time.
    private mutating func drop(before time: Double) {
        while window.count > 1, window[1].time < time {
            window.removeFirst()
            windowStart += 1
        }
    }

    private mutating func compare(_ picture: GrayPicture, at time: Double) {
        // A picture is displayed until the next one. One that is long over has to be very similar.
        let near = window.indices.filter { abs(window[$0].time - time) <= reach }
            .sorted { abs(window[$0].time - time) < abs(window[$1].time - time) }
        for index in near { a.markPaired(windowStart + index) }
        // Between two pictures of A, B may move.
        if let half, let nearest = near.first, abs(window[nearest].time - time) > half + 0.0005 {
            return b.markPaired(b.count - 1)
        }
        guard let first = near.first ?? window.indices.first(where: { window[$0].time <= time }) else {
            return
        }
        var best = (index: first, similarity: Similarity(window[first], picture))
        // Media of another frame rate have the picture before or after.
        for other in near.dropFirst() where best.similarity.ssim < 0.98 {
            let similarity = Similarity(window[other], picture)
            if similarity.ssim > best.similarity.ssim { best = (other, similarity) }
        }
        if near.isEmpty, best.similarity.ssim < 0.95 { return }
        b.markPaired(b.count - 1)
        let other = window[best.index]
        let fault = judge.fault(of: other, picture, best.similarity)
        if fault != nil { faulty.insert(b.count - 1) }
        pairs.append(
            PicturePair(time: other.time, timeB: picture.time, similarity: best.similarity, fault: fault))
        worst.add(other, picture, best.similarity)
    }
}

/// What is kept of the pictures of a side.
struct PictureRecord {
    private(set) var course = Course()
    /// The mean difference to the picture before, 0 to 255.
    private(set) var motions: [Double] = []
    private(set) var isPaired: [Bool] = []
    private var last: GrayPicture?

    var count: Int { isPaired.count }

    mutating func add(_ picture: GrayPicture) {
        course.thumbnails.append(Thumbnail(picture))
        motions.append(last.map(picture.difference) ?? 0)
        isPaired.append(false)
        last = picture
    }

    mutating func markPaired(_ index: Int) { isPaired[index] = true }
}

/// The least similar pairs, at least half a second apart.
package struct WorstPairs {
    package struct Pair {
        package var a: GrayPicture
        package var b: GrayPicture
        package var similarity: Similarity
    }

    private static let distance = 0.5
    private let count: Int
    /// The pairs, the least similar one first.
    package private(set) var pairs: [Pair] = []

    init(count: Int) { self.count = count }

    mutating func add(_ a: GrayPicture, _ b: GrayPicture, _ similarity: Similarity) {
        guard count > 0, similarity.ssim < 1 else { return }
        if let near = pairs.firstIndex(where: { abs($0.a.time - a.time) < Self.distance }) {
            guard similarity.ssim < pairs[near].similarity.ssim else { return }
            pairs.remove(at: near)
        } else if pairs.count == count {
            guard let last = pairs.last, similarity.ssim < last.similarity.ssim else { return }
            pairs.removeLast()
        }
        let place = pairs.firstIndex { similarity.ssim < $0.similarity.ssim } ?? pairs.count
        pairs.insert(Pair(a: a, b: b, similarity: similarity), at: place)
    }
}
