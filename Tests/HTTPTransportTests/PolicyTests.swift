import Glibc
import HTTPTransport
import Synchronization
import Testing

@Suite struct PolicyTests {
    @Test func `The policy sees the address, and may refuse it`() async {
        await withServer(echo) { server, client in
            let seen = Mutex<[SocketAddressBytes]>([])
            let answer = await client.fetch("http://localhost:\(server.port)/a") { request in
                request.addressPolicy = { address in
                    seen.withLock { $0.append(address) }
                    return address.address != [127, 0, 0, 1]
                }
            }
            let wanted = SocketAddressBytes(address: [127, 0, 0, 1], port: server.port)
            #expect(answer.error == wanted.map { .addressRefused($0) }, "\(String(describing: answer.error))")
            #expect(seen.withLock { $0.contains { $0 == wanted } })
            #expect(server.connections.load(ordering: .relaxed) == 0)
        }
    }

    @Test func `A connection made under a loose policy is not used under a strict one`() async {
        await withServer(echo) { server, client in
            let loose = await client.fetch(server.url("/a"))
            #expect(loose.end == .finished)
            let strict = await client.fetch(server.url("/b")) { $0.addressPolicy = { _ in false } }
            #expect(
                strict.error
                    == SocketAddressBytes(text: "127.0.0.1", port: server.port).map { .addressRefused($0) })
            #expect(strict.ends.count == 1)
            let again = await client.fetch(server.url("/c"))
            #expect(again.text == "/c")
            #expect(server.requests.load(ordering: .relaxed) == 2)
        }
    }

    /// As a host with one address that is private and another that is not.
    @Test func `Where the policy refuses only the old connection, a new one is made`() async {
        await withServer(echo) { server, client in
            _ = await client.fetch(server.url("/a"))
            let count = Atomic(0)
            let answer = await client.fetch(server.url("/b")) { request in
                request.addressPolicy = { _ in count.add(1, ordering: .relaxed).newValue > 1 }
            }
            #expect(answer.end == .finished && answer.text == "/b" && !answer.metrics.reusedConnection)
            #expect(server.connections.load(ordering: .relaxed) == 2)
            #expect(answer.ends.count == 1)
        }
    }

    @Test func `Connections are kept and used again`() async {
        await withServer(echo) { server, client in
            for number in 0..<20 {
                let answer = await client.fetch(server.url("/\(number)")) { $0.addressPolicy = { _ in true } }
                #expect(answer.text == "/\(number)" && answer.metrics.reusedConnection == (number > 0))
            }
            #expect(server.connections.load(ordering: .relaxed) == 1)
        }
    }

    @Test func `A connection that the server closed is replaced without an error`() async {
        await withServer({ connection in
            guard connection.request() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
        }) { server, client in
            for _ in 0..<10 { #expect(await client.fetch(server.url("/")).text == "x") }
        }
    }

    @Test func `Idle connections are closed after a timeout`() async throws {
        let server = TestServer(echo)
        var configuration = HTTPClient.Configuration()
        configuration.idleTime = .milliseconds(50)
        let client = HTTPClient(configuration)
        for number in 0..<2 {
            let answer = await client.fetch(server.url("/\(number)"))
            #expect(answer.text == "/\(number)" && !answer.metrics.reusedConnection)
            try await Task.sleep(for: .milliseconds(150))
        }
        await client.close()
        server.stop()
    }
}
