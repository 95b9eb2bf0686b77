/// Reads only the headers and the timestamps of a container, which is many times faster than demuxing.
package protocol TimestampScanner: Sendable {
    /// What a reader must know to begin at a place.
    associatedtype State: Sendable
    /// A packet where a reader can begin, with its decoding time on the continuous timeline.
    typealias Point = PlaceTable<State>.Place

    var points: [Point] { get }
    /// The times of streams with timestamps, by the index of the stream.
    var times: [Int: StreamTimes] { get }
    var streams: [ContainerStream] { get }
    /// The encryption scheme, if all audio and video that was found is encrypted.
    var encryption: String? { get }

    init()

    /// - Parameters:
    ///   - offset: where the input begins.
    ///   - head: what is known of the beginning of the container.
    init(at offset: Int, head: State)

    mutating func append(_ bytes: ArraySlice<UInt8>) throws(DemuxerError)

    /// Ends the input.
    mutating func finish()

    /// A reader for a place; for the beginning without a state.
    static func reader(from state: State?) -> any ContainerReader
}

/// The presentation times of a stream that a scan finds, in nanoseconds.
package struct StreamTimes: Sendable {
    /// The earliest time of the first samples.
    package private(set) var first: Int64
    package private(set) var latest: Int64
    private let begin: Int64

    private static let reordering: Int64 = 2_000_000_000

    init(_ time: Int64) { (first, latest, begin) = (time, time, time) }

    mutating func note(_ time: Int64) {
        if time < first, latest < begin + Self.reordering { first = time }
        latest = max(latest, time)
    }
}
