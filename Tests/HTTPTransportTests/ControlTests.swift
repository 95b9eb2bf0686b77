import Glibc
import HTTPTransport
import Synchronization
import Testing

@Suite struct ControlTests {
    /// Sends without end.
    private static let flood: TestServer.Script = { connection in
        _ = connection.request()
        connection.send("HTTP/1.1 200 OK\r\n\r\n")
        let piece = [UInt8](repeating: 7, count: 64 << 10)
        while connection.send(piece) {}
    }

    @Test func `A paused body stops and resumes`() async throws {
        let body = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 8) }
        await withServer({ connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
            connection.send(body)
        }) { server, client in
            let collector = Collector()
            let handler = collector.handler(onHead: { _ in .pause }, onBody: { _ in .pause })
            guard let transfer = try? client.start(HTTPRequest(url: server.url("/")), handler) else { return }
            while !collector.hasHead { usleep(1000) }
            usleep(50_000)
            #expect(collector.pieces == 0)
            transfer.resume()
            while collector.pieces == 0 { usleep(1000) }
            usleep(50_000)
            #expect(collector.pieces == 1)
            while !collector.isOver {
                transfer.resume()
                usleep(50)
            }
            #expect(collector.answer.end == .finished && collector.answer.body == body)
        }
    }

    @Test func `A transfer is cancelled at any time, and ends once`() async {
        await withServer(Self.flood) { server, client in
            var generator = SystemRandomNumberGenerator()
            for _ in 0..<300 {
                let collector = Collector()
                let count = Atomic(0)
                let handler = collector.handler(onBody: { _ in
                    count.add(1, ordering: .relaxed)
                    return .more
                })
                guard let transfer = try? client.start(HTTPRequest(url: server.url("/")), handler) else {
                    continue
                }
                usleep(UInt32.random(in: 0..<600, using: &generator))
                transfer.cancel()
                let before = count.load(ordering: .relaxed)
                transfer.cancel()
                transfer.resume()
                let answer = await collector.finished()
                #expect(answer.ends == [.cancelled])
                #expect(count.load(ordering: .relaxed) <= before + 1)
            }
        }
    }

    @Test func `A handler may cancel its own transfer, and begin others`() async {
        await withServer(Self.flood) { server, client in
            let holder = Mutex<HTTPTransfer?>(nil)
            let collector = Collector()
            let second = Collector()
            let handler = collector.handler(onBody: { _ in
                let next = try? client.start(HTTPRequest(url: server.url("/")), second.handler())
                holder.withLock { $0?.cancel() }
                holder.withLock { $0 = next }
                return .more
            })
            holder.withLock { $0 = try? client.start(HTTPRequest(url: server.url("/")), handler) }
            #expect(await collector.finished().ends == [.cancelled])
            while second.pieces == 0 { usleep(1000) }
            holder.withLock { $0?.cancel() }
            #expect(await second.finished().ends == [.cancelled])
        }
    }

    @Test func `A closed client ends all transfers at any time`() async {
        let server = TestServer(Self.flood)
        for round in 0..<60 {
            let client = HTTPClient()
            let collectors = (0..<5).map { _ in Collector() }
            for (number, collector) in collectors.enumerated() {
                var request = HTTPRequest(
                    url: number == 4 ? "http://nowhere\(round).invalid/" : server.url("/"))
                request.connectTimeout = .seconds(5)
                _ = try? client.start(
                    request, collector.handler(onBody: { _ in number == 1 ? .pause : .more }))
            }
            usleep(UInt32.random(in: 0..<1500))
            await client.close()
            for collector in collectors {
                let ends = collector.answer.ends
                #expect(ends.count == 1)
            }
            await client.close()
        }
        server.stop()
    }

    @Test func `A released client ends its thread`() async {
        let server = TestServer(Self.flood)
        let collector = Collector()
        do {
            let client = HTTPClient()
            _ = try? client.start(HTTPRequest(url: server.url("/")), collector.handler())
        }
        #expect(await collector.finished().ends == [.cancelled])
        server.stop()
    }

    @Test func `Many requests at once share one thread`() async {
        await withServer(echo) { server, client in
            await withTaskGroup(of: Answer.self) { group in
                for number in 0..<100 { group.addTask { await client.fetch(server.url("/\(number)")) } }
                var threads: Set<pthread_t> = []
                var texts: Set<String> = []
                for await answer in group {
                    #expect(answer.ends == [.finished])
                    threads.formUnion(answer.threads)
                    texts.insert(answer.text)
                }
                #expect(threads.count == 1 && texts.count == 100)
            }
        }
    }
}
