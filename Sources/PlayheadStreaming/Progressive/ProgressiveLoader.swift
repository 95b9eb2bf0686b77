package import PlayheadCore
package import PlayheadNetwork

/// The load of one resource as a state machine: reads, bytes and time go in, requests come out.
///
/// The loader is a value without input and output. ``ProgressiveSource`` drives it. Each sequential reader
/// has its own request, which stays ahead of it. A file whose video and audio lie far apart is read at two
/// offsets in turn.
package struct ProgressiveLoader: LoadMachine {
    package struct Order: Sendable {
        var address: HTTPURL
        package var recovery = NetworkRecovery()
        package var stallTimeout: Duration = .seconds(30)
        package var mayRefresh = false
        /// Whether received bytes are passed on.
        package var isTapped = false
        /// The jitter of retry pauses, from -1 to 1.
        package var chance: @Sendable () -> Double = { 0 }

        package init(
            address: HTTPURL, recovery: NetworkRecovery = NetworkRecovery(),
            stallTimeout: Duration = .seconds(30), mayRefresh: Bool = false,
            chance: @escaping @Sendable () -> Double = { 0 }
        ) {
            self.address = address
            self.recovery = recovery
            self.stallTimeout = stallTimeout
            self.mayRefresh = mayRefresh
            self.chance = chance
        }
    }

    /// A notice to the driver.
    package enum Notice: Sendable, Equatable {
        /// The resource is a medium and can be read.
        case opened(ResourceFacts)
        /// More bytes are cached, or no further bytes will arrive.
        case supplied
    }

    package enum Action: Sendable {
        case request(RequestAction)
        case report(LoadReport)
        case notice(Notice)
        /// Bytes of the resource were received, at this offset.
        case received(ArraySlice<UInt8>, at: Int)
    }

    /// The result of a read.
    package enum Answer: Sendable {
        case bytes([ArraySlice<UInt8>])
        case end, failed, wait
    }

    /// A sequence of contiguous reads by one reader.
    struct Run: Sendable, Equatable {
        /// The offset of the next read.
        var place: Int
        /// The read count at the last read.
        var use: Int
    }

    var order: Order
    var now: Duration
    let opened: Duration
    package var actions: [Action] = []
    var cache = ByteCache()
    package var facts: ResourceFacts?
    var isOpened = false
    var transfers: [ByteTransfer] = []
    var runs: [Run] = []
    private var reads = 0
    /// The byte range that a reader waits for.
    private(set) var wanted: Range<Int>?
    private var nextRequest = 0
    /// The size found at the end of a resource of unknown length.
    var foundEnd: Int?
    /// The fault that ended the load.
    package var fault: FetchFault?
    var mayRefresh: Bool
    var isWarnedOfRanges = false
    var titles: ICYMetadataFilter?
    /// The number of bytes to load ahead of a reader.
    package var forward = 4 << 20 { didSet { pump() } }

    package init(_ order: Order, at now: Duration) {
        (self.order, self.now, opened) = (order, now, now)
        mayRefresh = order.mayRefresh
    }

    /// The size of the resource in bytes; nil while unknown.
    package var length: Int? { facts?.length ?? foundEnd }

    /// Sends the first request.
    package mutating func start() { begin(at: 0) }

    // MARK: Reading

    /// Reads the cached bytes from an offset on. If none are cached, the reader must wait.
    package mutating func read(_ place: Int, _ count: Int, isWhole: Bool) -> Answer {
        reads += 1
        let end = length ?? .max
        guard place < end else { return .end }
        let needed = isWhole ? min(count, end - place) : 1
        let held = cache.count(from: place)
        guard held >= needed else {
            // The cached bytes are still played.
            if fault != nil { return hasGiven ? .end : .failed }
            wanted = place..<place + needed
            if isOpened { note(place, place) }
            pump()
            return .wait
        }
        wanted = nil
        let range = place..<place + min(count, held, end - place)
        let bytes = cache.bytes(range)
        note(place, range.upperBound)
        if facts?.isSeekable != true { cache.drop(before: range.upperBound) }
        pump()
        return .bytes(bytes)
    }

    /// Notes that a waiting reader has given up.
    package mutating func endWait() { wanted = nil }

    /// Whether any bytes of the medium have arrived.
    var hasGiven: Bool { isOpened && (cache.size > 0 || !runs.isEmpty) }

    /// The offset of the most recent reader; nil before the first read.
    package var lastPlace: Int? { runs.max { $0.use < $1.use }?.place }

    /// The number of cached bytes ahead of the most recent reader.
    package var ahead: Int { lastPlace.map(cache.count) ?? 0 }

    /// Whether the cache is full up to the limit of loading ahead.
    package var isFull: Bool {
        transfers.contains(where: \.isPaused) && transfers.allSatisfy { $0.isPaused || $0.retryAt != nil }
    }

    /// Whether all bytes for the most recent reader are cached.
    package var isSupplied: Bool {
        if fault != nil { return true }
        guard let length, let lastPlace else { return false }
        return lastPlace + ahead >= length
    }

    /// Registers a reader at the first byte.
    mutating func beginReading() { note(0, 0) }

    private mutating func note(_ place: Int, _ end: Int) {
        if let index = runs.firstIndex(where: { abs($0.place - place) <= Self.reach }) {
            runs[index] = Run(place: end, use: reads)
        } else {
            runs.append(Run(place: end, use: reads))
        }
        runs.removeAll { reads - $0.use > Self.patience }
        while runs.count > Self.mostTransfers,
            let oldest = runs.indices.min(by: { runs[$0].use < runs[$1].use })
        {
            runs.remove(at: oldest)
        }
    }

    /// The maximum distance in bytes at which a read waits for an existing request. Beyond it, a new request
    /// is sent.
    static let reach = 256 << 10
    /// The number of reads by others after which an inactive reader is forgotten.
    private static let patience = 512
    private static let mostTransfers = 3

    // MARK: Loading

    /// Sends requests for the bytes that are due, and pauses requests that are far enough ahead.
    mutating func pump() {
        guard isOpened, fault == nil else { return }
        // Readers with all following bytes cached need no share of the buffer.
        let open = runs.map { (run: $0, next: $0.place + cache.count(from: $0.place)) }
            .filter { reader in length.map { reader.next < $0 } ?? true }
        let share = max(forward / max(open.count, 1), Self.least)
        var used: Set<Int> = []
        for (run, next) in open.sorted(by: { $0.run.use > $1.run.use }) {
            let ahead = next - run.place
            let isWanted = wanted.map { $0.lowerBound <= next && next < $0.upperBound } ?? false
            if let index = transfers.firstIndex(where: {
                $0.place <= next && next - $0.place < Self.reach && !used.contains($0.request)
            }) {
                used.insert(transfers[index].request)
                let isEnough = ahead >= share && !isWanted
                if transfers[index].isPaused, isWanted || ahead <= share / 2 {
                    transfers[index].isPaused = false
                    act(.resume(request: transfers[index].attempt))
                } else if !transfers[index].isPaused, isEnough {
                    pause(index)
                }
            } else if isWanted || ahead <= share / 2, facts?.isSeekable == true {
                used.insert(begin(at: next))
            }
        }
        // A request without a reader is cancelled. If it could not be repeated, it is paused instead.
        for transfer in transfers where !used.contains(transfer.request) {
            guard facts?.isSeekable == true else { continue }
            end(transfer.request)
        }
        let kept = runs.map { $0.place..<$0.place + max(cache.count(from: $0.place), 1) }
        cache.trim(to: forward + Self.behind, keeping: kept)
    }

    private mutating func pause(_ index: Int) {
        guard transfers[index].isUnderWay else { return }
        transfers[index].isPaused = true
        act(.pause(request: transfers[index].attempt))
    }

    /// The minimum number of bytes loaded ahead of a reader, and the number of read bytes that are kept.
    private static let least = 256 << 10
    private static let behind = 16 << 20

    mutating func newRequest() -> Int {
        nextRequest += 1
        return nextRequest
    }

    mutating func act(_ action: RequestAction) { actions.append(.request(action)) }
    mutating func report(_ report: LoadReport) { actions.append(.report(report)) }
}
