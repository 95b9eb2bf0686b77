import HTTPTransport
import Synchronization
import Testing

@Suite struct ResponseTests {
    @Test func `A response has its head, its body and its facts`() async {
        await withServer({ connection in
            _ = connection.request()
            connection.send(
                "HTTP/1.1 203 Odd  One\r\nA: 1\r\nb:  2 \r\na: 3\r\nE:\r\nContent-Length: 5\r\n\r\nhello")
        }) { server, client in
            let answer = await client.fetch(server.url("/x"))
            #expect(answer.ends == [.finished])
            #expect(answer.head?.status == 203)
            #expect(answer.head?.version == .http1_1)
            #expect(
                answer.head?.fields.map { "\($0.name)=\($0.value)" } == [
                    "A=1", "b=2", "a=3", "E=", "Content-Length=5",
                ])
            #expect(answer.head?.values("A") == ["1", "3"])
            #expect(answer.text == "hello")
            #expect(answer.threads.count == 1)
            #expect(answer.metrics.bytesReceived == 5)
            #expect(answer.metrics.remoteAddress?.description == "127.0.0.1:\(server.port)")
            #expect(answer.metrics.connect > .zero && answer.metrics.firstByte >= answer.metrics.connect)
            #expect(!answer.metrics.reusedConnection)
        }
    }

    @Test func `A request goes out as it is given`() async {
        await withServer({ connection in
            let head = connection.request()?.joined(separator: "\n") ?? ""
            connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n\(head)")
        }) { server, client in
            let answer = await client.fetch(server.url("/a/../b%20c?d=%41")) { request in
                request.headers = [
                    ("User-Agent", "P/1"), ("X-Empty", ""), ("Cookie", "a=b; c=d"), ("X-Empty", "2"),
                ]
                request.range = ByteRange(first: 5)
            }
            #expect(
                answer.text == """
                    GET /a/../b%20c?d=%41 HTTP/1.1
                    Host: 127.0.0.1:\(server.port)
                    Accept: */*
                    User-Agent: P/1
                    X-Empty:
                    Cookie: a=b; c=d
                    X-Empty: 2
                    Range: bytes=5-
                    """)
            let part = await client.fetch(server.url("/")) { $0.range = ByteRange(first: 0, last: 9) }
            #expect(part.text.hasSuffix("Range: bytes=0-9"))
        }
    }

    @Test func `A response to HEAD has no body, whatever its length field says`() async {
        await withServer({ connection in
            while let request = connection.request() {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nX: \(request[0])\r\n\r\n")
            }
        }) { server, client in
            for _ in 0..<2 {
                let answer = await client.fetch(server.url("/")) { $0.method = .head }
                #expect(answer.end == .finished && answer.body.isEmpty)
                #expect(answer.head?["x"] == "HEAD / HTTP/1.1")
            }
            #expect(server.connections.load(ordering: .relaxed) == 1)
        }
    }

    @Test func `Chunks are joined, and trailers are no header fields`() async {
        await withServer({ connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
            connection.pause(milliseconds: 20)
            connection.send("2;x=y\r\nde\r\n0\r\nT: 1\r\n\r\n")
        }) { server, client in
            let answer = await client.fetch(server.url("/"))
            #expect(answer.end == .finished && answer.text == "abcde" && answer.pieces == 2)
            #expect(answer.head?["T"] == nil)
        }
    }

    @Test func `Interim responses are not given out`() async {
        await withServer({ connection in
            _ = connection.request()
            connection.send("HTTP/1.1 100 Continue\r\nA: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\nB: 2\r\n\r\n")
            connection.send("HTTP/1.1 404 No\r\nC: 3\r\nContent-Length: 1\r\n\r\nx")
        }) { server, client in
            let answer = await client.fetch(server.url("/"))
            #expect(answer.end == .finished && answer.head?.status == 404)
            #expect(answer.head?.fields.map(\.name) == ["C", "Content-Length"])
        }
    }

    @Test func `The answer of a SHOUTcast server is read`() async {
        await withServer({ connection in
            _ = connection.request()
            connection.send("ICY 200 OK\r\nicy-name: R\u{e4}dio\r\nicy-metaint:16000\r\n\r\nmusic")
        }) { server, client in
            let answer = await client.fetch(server.url("/")) { $0.headers = [("Icy-MetaData", "1")] }
            #expect(answer.end == .finished && answer.text == "music")
            #expect(answer.head?.version == .icy && answer.head?.status == 200)
            #expect(answer.head?["icy-metaint"] == "16000" && answer.head?["icy-name"] == "R\u{e4}dio")
        }
    }

    @Test func `Header bytes that are no UTF-8 are read as ISO 8859-1`() async {
        await withServer({ connection in
            _ = connection.request()
            connection.send(Array("HTTP/1.0 200 OK\r\nX: ".utf8) + [0xE9] + Array("\r\n fold\r\n\r\n".utf8))
        }) { server, client in
            let answer = await client.fetch(server.url("/"))
            #expect(answer.head?["x"] == "é fold" && answer.head?.version == .http1_0)
        }
    }

    @Test func `A redirect is an answer`() async {
        await withServer({ connection in
            _ = connection.request()
            connection.send("HTTP/1.1 302 Found\r\nLocation: /y\r\nContent-Length: 0\r\n\r\n")
        }) { server, client in
            let answer = await client.fetch(server.url("/"))
            #expect(answer.end == .finished && answer.head?.status == 302 && answer.head?["location"] == "/y")
            #expect(server.requests.load(ordering: .relaxed) == 1)
        }
    }

    @Test func `Content codings are decoded only on request`() async {
        // gzip of "hello hello hello hello\n".
        let packed: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0xB9, 0,
            0, 0x88,
            0x59, 0x0B, 0x18, 0, 0, 0,
        ]
        await withServer({ connection in
            while let request = connection.request() {
                let bytes = request[0].contains("bad") ? Array("no gzip at all, really not".utf8) : packed
                let offered = request.first { $0.hasPrefix("Accept-Encoding") } ?? "none"
                connection.send(
                    "HTTP/1.1 200 OK\r\nX: \(offered)\r\nContent-Encoding: gzip\r\n"
                        + "Content-Length: \(bytes.count)\r\n\r\n"
                )
                connection.send(bytes)
            }
        }) { server, client in
            let plain = await client.fetch(server.url("/"))
            #expect(plain.body == packed && plain.head?["X"] == "none")
            #expect(plain.head?["content-encoding"] == "gzip")
            let undone = await client.fetch(server.url("/")) { $0.acceptsCompressed = true }
            #expect(undone.head?["X"]?.contains("gzip") == true && undone.text == "hello hello hello hello\n")
            #expect(undone.metrics.bytesReceived == Int64(packed.count))
            let bad = await client.fetch(server.url("/bad")) { $0.acceptsCompressed = true }
            #expect({ if case .undecodableBody = bad.error { true } else { false } }())
        }
    }
}
