package import PlayheadCore
package import PlayheadNetwork

/// The loading of one resource as a state machine: reads, bytes and time go in, requests come out. A value without input and output;
/// ``ProgressiveSource`` drives it.
///
/// Each reader that goes on from place to place has a request of its own, which stays ahead of it: a file whose pictures and sound lie far
/// apart is read at two places in turn.
package struct ProgressiveLoader: LoadMachine {
    package struct Order: Sendable {
        var address: HTTPURL
        package var recovery = NetworkRecovery()
        package var stallTimeout: Duration = .seconds(30)
        package var mayRefresh = false
        /// By how much the pauses before requests that are sent again vary, from -1 to 1.
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

    /// Something to be done, besides what requests need.
    package enum Notice: Sendable, Equatable {
        /// It is a medium, and can be read.
        case opened(ResourceFacts)
        /// More is held than before, or nothing more will come.
        case supplied
    }

    package enum Action: Sendable {
        case request(RequestAction)
        case report(LoadReport)
        case notice(Notice)
    }

    /// What a read gets.
    package enum Answer: Sendable {
        case bytes([ArraySlice<UInt8>])
        case end, failed, wait
    }

    /// Reads that go on from one another.
    struct Run: Sendable, Equatable {
        /// Where the next one begins.
        var place: Int
        /// When it went on last, counted by reads.
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
    /// What a reader waits for.
    private(set) var wanted: Range<Int>?
    private var nextRequest = 0
    /// Where it ends, where that was not known before it did.
    var foundEnd: Int?
    /// Why nothing more comes.
    package var fault: FetchFault?
    var mayRefresh: Bool
    var isWarnedOfRanges = false
    var titles: ICYMetadataFilter?
    /// How much is loaded ahead of a reader, in bytes.
    package var forward = 4 << 20 { didSet { pump() } }

    package init(_ order: Order, at now: Duration) {
        (self.order, self.now, opened) = (order, now, now)
        mayRefresh = order.mayRefresh
    }

    /// How many bytes there are; nil while that is not known.
    package var length: Int? { facts?.length ?? foundEnd }

    /// Sends the first request.
    package mutating func start() { begin(at: 0) }

    // MARK: Reading

    /// What is held from a place on. Without anything a reader waits, until there is more.
    package mutating func read(_ place: Int, _ count: Int, isWhole: Bool) -> Answer {
        reads += 1
        let end = length ?? .max
        guard place < end else { return .end }
        let needed = isWhole ? min(count, end - place) : 1
        let held = cache.count(from: place)
        guard held >= needed else {
            // What there is of it is played.
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

    /// A reader that waited has given up.
    package mutating func endWait() { wanted = nil }

    /// Whether anything of the medium has come.
    var hasGiven: Bool { isOpened && (cache.size > 0 || !runs.isEmpty) }

    /// Where the reader that read last goes on; nil before anything was read.
    package var lastPlace: Int? { runs.max { $0.use < $1.use }?.place }

    /// How many bytes are held ahead of it.
    package var ahead: Int { lastPlace.map(cache.count) ?? 0 }

    /// Whether as much is held as is loaded ahead.
    package var isFull: Bool {
        transfers.contains(where: \.isPaused) && transfers.allSatisfy { $0.isPaused || $0.retryAt != nil }
    }

    /// Whether nothing more is to come that the reader that read last has not got.
    package var isSupplied: Bool {
        if fault != nil { return true }
        guard let length, let lastPlace else { return false }
        return lastPlace + ahead >= length
    }

    /// The first byte is the first that is read.
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

    /// A request that is so far behind a place is waited for; for what is farther another one is sent. In bytes.
    static let reach = 256 << 10
    /// A reader that has not gone on while another one read so often does so no more.
    private static let patience = 512
    private static let mostTransfers = 3

    // MARK: Loading

    /// Sends requests for what is to be loaded, and has those wait of which enough has come.
    mutating func pump() {
        guard isOpened, fault == nil else { return }
        // Readers that have all that follows need no share.
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
        // What nobody reads is stopped; where nothing can be asked for again, it waits.
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

    /// In bytes, what is loaded ahead at least, and kept of what was read.
    private static let least = 256 << 10
    private static let behind = 16 << 20

    mutating func newRequest() -> Int {
        nextRequest += 1
        return nextRequest
    }

    mutating func act(_ action: RequestAction) { actions.append(.request(action)) }
    mutating func report(_ report: LoadReport) { actions.append(.report(report)) }
}
