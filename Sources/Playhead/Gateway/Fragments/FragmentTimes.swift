internal import NIOCore

/// Passes the body of a part on, and moves the timestamps of the fragments in it; everything else stays as it is, and as long as it is.
struct FragmentTimes {
    private enum Reading {
        /// The head of a box, so many bytes at least.
        case head(Int)
        /// A box that is read, of this size with its head.
        case box(isMovie: Bool, head: Int, size: Int)
        /// So many bytes of something else.
        case other(Int)
        /// What is not understood, or of no interest any more.
        case rest
    }

    private let place: FragmentPlace
    private let stream: StreamPlace
    private let clocks: FragmentClocks
    private var scales: TrackScales?
    private var shift: Duration?
    private var held = ByteBuffer()
    private var reading = Reading.head(8)
    /// Whether a track has no unit of time.
    private(set) var isUncountable = false

    init(_ place: FragmentPlace, in stream: StreamPlace, _ clocks: FragmentClocks) {
        (self.place, self.stream, self.clocks) = (place, stream, clocks)
    }

    /// What can be passed on now that this has come.
    mutating func pass(_ buffer: ByteBuffer) -> ByteBuffer {
        if case .rest = reading { return buffer }
        held.writeImmutableBuffer(buffer)
        var passed = ByteBuffer()
        while held.readableBytes > 0 {
            switch reading {
            case .head(let count):
                guard held.readableBytes >= count else { return passed }
                read(count)
            case .box(let isMovie, let head, let size):
                guard let bytes = held.readBytes(length: size) else { return passed }
                reading = .head(8)
                passed.writeBytes(take(bytes, head, isMovie: isMovie))
            case .other(let count):
                let piece = held.readBytes(length: min(count, held.readableBytes)) ?? []
                passed.writeBytes(piece)
                reading = piece.count < count ? .other(count - piece.count) : .head(8)
            case .rest: passed.writeBuffer(&held)
            }
        }
        held.discardReadBytes()
        return passed
    }

    /// What was held, if nothing else comes.
    mutating func end() -> ByteBuffer {
        defer { held.clear() }
        return held
    }

    /// The head of a box.
    private mutating func read(_ count: Int) {
        var piece = BytePiece(held.readableBytesView.prefix(16))
        guard let short = piece.integer(bytes: 4), let name = piece.take(4),
            name.allSatisfy({ (0x20...0x7e).contains($0) })
        else { return reading = .rest }
        if short == 1, count < 16 { return reading = .head(16) }
        let head = short == 1 ? 16 : 8
        guard let size = short == 1 ? piece.integer(bytes: 8) : short, size >= head else {
            return reading = .rest
        }
        let isMovie = name.elementsEqual("moov".utf8)
        guard isMovie || name.elementsEqual("moof".utf8), size <= Self.longest else {
            return reading = .other(size)
        }
        reading = .box(isMovie: isMovie, head: head, size: size)
    }

    private mutating func take(_ box: [UInt8], _ head: Int, isMovie: Bool) -> [UInt8] {
        let content = Array(box.dropFirst(head))
        if isMovie {
            scales = TrackScales(movie: content)
            isUncountable = TrackScales.isUncountable(movie: content)
            if let scales { clocks.keep(scales, of: place.map) }
            return box
        }
        if scales == nil { scales = clocks.scales(of: place.map) }
        guard let scales, var header = FragmentHeader(content, scales) else { return box }
        let shift = self.shift ?? clocks.shift(of: place, in: stream, from: header.start)
        self.shift = shift
        if shift == .zero {
            reading = .rest
            return box
        }
        header.move(by: shift)
        return box.prefix(head) + header.bytes
    }

    /// What is longer begins no fragment.
    private static let longest = 1 << 20
}
