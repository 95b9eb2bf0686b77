/// The elementary streams of a program over all versions of its map. A stream that a later map declares under
/// another PID continues the stream of the same kind and codec.
struct ProgramStreams: Sendable {
    struct Stream: Sendable {
        /// The format of the next samples.
        var format: MediaFormat
        /// The current PID; nil while the program map does not declare the stream.
        fileprivate(set) var pid: Int?
        /// The last PID.
        fileprivate(set) var lastPID: Int
    }

    private(set) var all: [Stream] = []

    init() {}

    /// The index of the stream with a PID.
    func index(of pid: Int) -> Int? { all.firstIndex { $0.pid == pid } }

    /// Applies the streams of a program map.
    mutating func update(_ declared: [DemuxedStream]) {
        let before = all.map(\.pid)
        var taken: Set<Int> = []
        var open: [DemuxedStream] = []
        for index in all.indices { all[index].pid = nil }
        for stream in declared {
            let same = before.firstIndex { $0 == stream.number }
            if let same, all[same].format.isContinued(by: stream.format) {
                taken.insert(same)
                continueStream(same, with: stream)
            } else {
                open.append(stream)
            }
        }
        for stream in open {
            let able = all.indices.filter {
                !taken.contains($0) && all[$0].format.isContinued(by: stream.format)
            }
            let spoken = able.first { all[$0].format.language == stream.format.language }
            if let index = spoken ?? able.first {
                taken.insert(index)
                continueStream(index, with: stream)
            } else {
                taken.insert(all.count)
                all.append(Stream(format: stream.format, pid: stream.number, lastPID: stream.number))
            }
        }
    }

    private mutating func continueStream(_ index: Int, with stream: DemuxedStream) {
        all[index].format = stream.format
        (all[index].pid, all[index].lastPID) = (stream.number, stream.number)
    }
}

extension MediaFormat {
    /// Whether a stream of the program can go on in the other format. Declarations do not distinguish the
    /// versions of MPEG audio and video.
    fileprivate func isContinued(by other: MediaFormat) -> Bool {
        kind == other.kind && codec.declared == other.codec.declared
    }
}

extension Codec {
    fileprivate var declared: Codec {
        switch self {
        case .mp2: .mp3
        case .mpeg1Video: .mpeg2Video
        default: self
        }
    }
}
