import Testing

@testable import PlayheadCore
@testable import PlayheadNetwork
@testable import PlayheadStreaming

/// The loading of one resource, without a network.
struct ProgressiveLoaderTests {
    /// A loader, and a server that gives what it is asked for.
    private struct Bench {
        var loader: ProgressiveLoader
        let length: Int
        var servesRanges = true
        /// Whether it is a station, whose server says no length.
        var isStation = false
        /// The most bytes that the server gives at once.
        var most = Int.max
        /// The requests that are under way: where what comes next stands.
        var places: [Int: Int] = [:]
        var paused: Set<Int> = []
        var requests: [ContentRange?] = []
        var reports: [LoadReport] = []
        var notices: [ProgressiveLoader.Notice] = []
        /// What was passed on as received, and whether all of it was right.
        var received = RangeSet<Int>()
        var isReceivedRight = true

        init(length: Int, servesRanges: Bool = true, isStation: Bool = false, most: Int = .max) throws {
            self.length = length
            (self.servesRanges, self.isStation, self.most) = (servesRanges, isStation, most)
            let address = try #require(HTTPURL("http://host/film.mp4"))
            loader = ProgressiveLoader(ProgressiveLoader.Order(address: address), at: .zero)
            loader.start()
            carryOut()
        }

        mutating func carryOut() {
            while true {
                let actions = loader.takeActions()
                if actions.isEmpty { return }
                for action in actions {
                    switch action {
                    case .request(.fetch(let request)): respond(to: request)
                    case .request(.cancel(let request)): places[request] = nil
                    case .report(let report): reports.append(report)
                    case .request(.pause(let request)): paused.insert(request)
                    case .request(.resume(let request)): paused.remove(request)
                    case .request: break
                    case .notice(let notice): notices.append(notice)
                    case .received(let bytes, let offset):
                        let range = offset..<offset + bytes.count
                        received.insert(contentsOf: range)
                        if bytes != Self.bytes(range) { isReceivedRight = false }
                    }
                }
            }
        }

        private mutating func respond(to request: StreamRequest) {
            requests.append(request.range)
            var response = StreamResponse(status: servesRanges && request.range != nil ? 206 : 200)
            let first = servesRanges ? request.range?.first ?? 0 : 0
            if response.status == 206 {
                response.range = ContentRange(first: first, last: end(of: first) - 1)
                response.range?.total = length
            }
            if isStation {
                response.station = ["name": "Radio"]
            } else {
                response.length = end(of: first) - first
            }
            places[request.id] = first
            loader.take(.responded(request: request.id, response), at: .zero)
        }

        private func end(of first: Int) -> Int {
            min(length, most < length ? (first / most + 1) * most : length)
        }

        /// Lets so many bytes come of each request that is not paused.
        mutating func come(_ count: Int) {
            for (request, place) in places.sorted(by: { $0.key < $1.key }) where !paused.contains(request) {
                let last = servesRanges ? end(of: place) : length
                let end = min(place + count, last)
                places[request] = end
                loader.take(.received(request: request, Self.bytes(place..<end)), at: .zero)
                carryOut()
                guard end == last, places[request] != nil else { continue }
                places[request] = nil
                loader.take(.finished(request: request, loader.order.address), at: .zero)
                carryOut()
            }
        }

        /// Reads until there is something.
        mutating func read(_ place: Int, _ count: Int, isWhole: Bool = true) -> [UInt8]? {
            for _ in 0..<10_000 {
                let answer = loader.read(place, count, isWhole: isWhole)
                carryOut()
                switch answer {
                case .bytes(let pieces): return pieces.flatMap { Array($0) }
                case .end, .failed: return nil
                case .wait: come(16 << 10)
                }
            }
            return nil
        }

        static func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
            range.map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }[...]
        }

        /// The offsets that were asked for.
        var starts: [Int] { requests.map { $0?.first ?? 0 } }
    }

    @Test func `sequential reading takes one request`() throws {
        var bench = try Bench(length: 300_000)
        var place = 0
        while let bytes = bench.read(place, 4096) {
            #expect(bytes == Array(Bench.bytes(place..<min(place + 4096, 300_000))))
            place += bytes.count
        }
        #expect(place == 300_000 && bench.starts == [0])
        #expect(bench.loader.isSupplied)
    }

    @Test func `the rest of a short response is requested`() throws {
        var bench = try Bench(length: 300_000, most: 100_000)
        var place = 0
        while let bytes = bench.read(place, 4096) {
            #expect(bytes == Array(Bench.bytes(place..<min(place + 4096, 300_000))))
            place += bytes.count
        }
        #expect(place == 300_000 && bench.starts == [0, 100_000, 200_000])
    }

    @Test func `a read at the end takes a second request beside the first`() throws {
        var bench = try Bench(length: 8 << 20)
        #expect(bench.read(0, 1024) != nil)
        #expect(bench.read((8 << 20) - 128, 128) == Array(Bench.bytes((8 << 20) - 128..<8 << 20)))
        var place = 1024
        while place < 2 << 20, let bytes = bench.read(place, 65536) { place += bytes.count }
        #expect(bench.starts == [0, (8 << 20) - 128])
    }

    @Test func `what is received is passed on with its offset, if that is wanted`() throws {
        for servesRanges in [true, false] {
            var bench = try Bench(length: 1 << 20, servesRanges: servesRanges)
            bench.loader.order.isTapped = true
            if servesRanges { _ = bench.read(1_000_000, 1000) }
            for place in stride(from: 0, to: 1 << 20, by: 1 << 16) { _ = bench.read(place, 1 << 16) }
            #expect(bench.received == RangeSet(0..<1 << 20) && bench.isReceivedRight)
        }
        var bench = try Bench(length: 1 << 20)
        _ = bench.read(0, 1 << 16)
        #expect(bench.received.isEmpty)
    }

    @Test func `two interleaved readers have one request each`() throws {
        var bench = try Bench(length: 32 << 20)
        for step in 0..<64 {
            for start in [0, 16 << 20] {
                let range = start + step * 20_000..<start + step * 20_000 + 20_000
                #expect(bench.read(range.lowerBound, range.count) == Array(Bench.bytes(range)))
            }
        }
        #expect(bench.starts == [0, 16 << 20])
    }

    @Test func `loading stops at the forward buffer, and earlier bytes stay cached`() throws {
        var bench = try Bench(length: 32 << 20)
        bench.loader.forward = 1 << 20
        #expect(bench.read(0, 65536) != nil)
        for _ in 0..<1000 { bench.come(64 << 10) }
        #expect(bench.loader.isFull && bench.loader.ahead < (1 << 20) + (128 << 10))
        let count = bench.requests.count
        #expect(bench.read(512 << 10, 65536) != nil && bench.read(0, 65536) != nil)
        #expect(bench.requests.count == count)
    }

    @Test func `a seek outside the cached range takes one request`() throws {
        var bench = try Bench(length: 32 << 20)
        bench.loader.forward = 1 << 20
        #expect(bench.read(0, 65536) != nil)
        #expect(bench.read(20 << 20, 65536) == Array(Bench.bytes(20 << 20..<(20 << 20) + 65536)))
        #expect(bench.starts == [0, 20 << 20])
    }

    @Test func `a broken connection is resumed at its last byte`() throws {
        var bench = try Bench(length: 1 << 20)
        #expect(bench.read(0, 10_000) != nil)
        let (request, place) = try #require(bench.places.first)
        bench.places = [:]
        bench.loader.take(.failed(request: request, .broken(bench.loader.order.address)), at: .zero)
        bench.carryOut()
        bench.loader.take(.woke, at: .seconds(10))
        bench.carryOut()
        #expect(bench.starts == [0, place])
        #expect(bench.read(10_000, 900_000) == Array(Bench.bytes(10_000..<910_000)))
    }

    @Test func `a radio station that closes its connection is requested again`() throws {
        var bench = try Bench(length: 100_000, servesRanges: false, isStation: true)
        var place = 0
        while place < 100_000, let bytes = bench.read(place, 4096, isWhole: false) { place += bytes.count }
        #expect(place == 100_000 && bench.places.isEmpty && !bench.loader.isSupplied)
        bench.loader.take(.woke, at: .seconds(10))
        bench.carryOut()
        #expect(bench.requests.count == 2)
        // What comes then is what follows.
        #expect(bench.read(100_000, 1000, isWhole: false)?.prefix(1000) == Array(Bench.bytes(0..<1000))[...])
    }

    @Test func `repeated bytes of a server without ranges are skipped`() throws {
        var bench = try Bench(length: 1 << 20, servesRanges: false)
        #expect(bench.read(0, 10_000, isWhole: false) != nil)
        let (request, place) = try #require(bench.places.first)
        bench.places = [:]
        bench.loader.take(.failed(request: request, .broken(bench.loader.order.address)), at: .zero)
        bench.carryOut()
        bench.loader.take(.woke, at: .seconds(10))
        bench.carryOut()
        var at = 10_000
        while let bytes = bench.read(at, 65536, isWhole: false) {
            #expect(bytes == Array(Bench.bytes(at..<at + bytes.count)))
            at += bytes.count
        }
        #expect(at == 1 << 20 && place < at)
    }

    @Test func `another version of the resource is not joined to the first one`() throws {
        var bench = try Bench(length: 1 << 20)
        #expect(bench.read(0, 10_000) != nil)
        let (request, place) = try #require(bench.places.first)
        bench.places = [:]
        bench.loader.order.recovery.retries = 0
        bench.loader.take(.failed(request: request, .broken(bench.loader.order.address)), at: .zero)
        bench.loader.take(.woke, at: .seconds(10))
        for case .request(.fetch(let again)) in bench.loader.takeActions() {
            var response = StreamResponse(status: 206)
            response.range = ContentRange(first: place, last: 99_999)
            response.range?.total = 100_000
            bench.loader.take(.responded(request: again.id, response), at: .seconds(10))
        }
        #expect(bench.loader.fault != nil || bench.loader.transfers.allSatisfy { !$0.isUnderWay })
    }

    @Test func `a playlist is reported and not opened as a medium`() throws {
        let address = try #require(HTTPURL("http://host/list"))
        var loader = ProgressiveLoader(ProgressiveLoader.Order(address: address), at: .zero)
        loader.start()
        guard case .request(.fetch(let request))? = loader.takeActions().first else {
            Issue.record("Nothing is asked for")
            return
        }
        loader.take(.responded(request: request.id, StreamResponse(status: 200, length: 40)), at: .zero)
        loader.take(
            .received(request: request.id, Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n".utf8)[...]), at: .zero)
        let reports = loader.takeActions().compactMap { action -> LoadReport? in
            if case .report(let report) = action { report } else { nil }
        }
        #expect(reports.contains(.list) && !loader.isOpened)
    }
}
