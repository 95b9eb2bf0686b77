import Glibc
import HTTPTransport
import Testing

@Suite struct FaultTests {
    /// The name of the error's case.
    private func name(_ error: HTTPTransportError?) -> String {
        error.map { String("\($0)".prefix { $0 != "(" }) } ?? "none"
    }

    private func failure(_ script: @escaping TestServer.Script) async -> Answer {
        let server = TestServer(script)
        let client = HTTPClient()
        let answer = await client.fetch(server.url("/"))
        await client.close()
        server.stop()
        #expect(answer.ends.count == 1)
        return answer
    }

    @Test func `A body that is cut is an error`() async {
        let cut = await failure { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        }
        #expect(name(cut.error) == "bodyCut" && cut.text == "abc")
        let reset = await failure { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            connection.pause(milliseconds: 50)
            connection.reset()
        }
        #expect(name(reset.error) == "bodyCut" && reset.text == "abc")
        let chunks = await failure { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
        }
        #expect(name(chunks.error) == "bodyCut" && chunks.text == "abc")
    }

    @Test func `A connection that ends before the head is an error`() async {
        let empty = await failure { connection in _ = connection.request() }
        #expect(name(empty.error) == "connectionBroken")
        let reset = await failure { connection in
            _ = connection.request()
            connection.reset()
        }
        #expect(name(reset.error) == "connectionBroken")
        let half = await failure { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\nConte")
        }
        #expect(half.error != nil && half.head == nil, "\(String(describing: half.error))")
    }

    @Test func `A response that is not HTTP is an error`() async {
        for garbage in [
            "garbage\r\n\r\n", "SSH-2.0-x\r\n", "HTTP/1.1 99999 x\r\n\r\n", "HTTP/9 200 x\r\n\r\n", "\0\0\0",
        ] {
            let answer = await failure { connection in
                _ = connection.request()
                connection.send(garbage)
            }
            #expect(
                name(answer.error) == "protocolViolation", "\(garbage) \(String(describing: answer.error))")
        }
        let chunk = await failure { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
        }
        #expect(name(chunk.error) == "protocolViolation", "\(String(describing: chunk.error))")
    }

    @Test func `A response head has limits`() async {
        let many = await failure { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 5000) + "\r\n")
        }
        #expect(many.error == .headTooLarge, "\(String(describing: many.error))")
        let large = await failure { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\n")
            let line = "A: " + String(repeating: "b", count: 60_000) + "\r\n"
            for _ in 0..<20 where !connection.send(line) { return }
        }
        #expect(large.error == .headTooLarge, "\(String(describing: large.error))")
        let long = await failure { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\nA: " + String(repeating: "b", count: 900_000) + "\r\n\r\n")
        }
        #expect(long.error == .headTooLarge, "\(String(describing: long.error))")
        let endless = await failure { connection in
            _ = connection.request()
            while connection.send("HTTP/1.1 100 Continue\r\n\r\n") {}
        }
        #expect(endless.error == .headTooLarge, "\(String(describing: endless.error))")
    }

    @Test func `An invalid or unreachable address is an error`() async {
        let client = HTTPClient()
        for url in [
            "", "x", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http://a b/",
            "http://127.0.0.1:99999/",
        ] {
            let answer = await client.fetch(url)
            #expect(name(answer.error) == "unusableURL", "\(url) \(String(describing: answer.error))")
        }
        let field = await client.fetch("http://127.0.0.1/") { $0.headers = [("A", "b\r\nC: d")] }
        #expect(field.error == .unusableHeader(name: "A"))
        let host = await client.fetch("http://nowhere.invalid/")
        #expect(name(host.error) == "unresolvableHost", "\(String(describing: host.error))")
        // The name is a valid one, in its ASCII form.
        let umlaut = await client.fetch("http://bücher.invalid/")
        #expect(name(umlaut.error) == "unresolvableHost", "\(String(describing: umlaut.error))")
        let server = TestServer { _ in }
        server.stop()
        let refused = await client.fetch(server.url("/"))
        #expect(name(refused.error) == "connectionRefused", "\(String(describing: refused.error))")
        await client.close()
        #expect(await client.fetch("http://127.0.0.1/").error == .closed)
    }

    @Test func `A TLS handshake with a plain server is an error`() async {
        await withServer({ connection in
            _ = connection.read()
            connection.send("HTTP/1.1 400 Bad\r\n\r\n")
        }) { server, client in
            let answer = await client.fetch("https://127.0.0.1:\(server.port)/")
            #expect(name(answer.error) == "tlsFailure", "\(String(describing: answer.error))")
            let file = await client.fetch("https://127.0.0.1:\(server.port)/") { $0.tls.caFile = "/nowhere" }
            #expect(name(file.error) == "unusableCertificateFile", "\(String(describing: file.error))")
        }
        await withServer({ connection in connection.pause(milliseconds: 2000) }) { server, client in
            let answer = await client.fetch("https://127.0.0.1:\(server.port)/") {
                $0.connectTimeout = .milliseconds(100)
            }
            #expect(name(answer.error) == "connectTimeout", "\(String(describing: answer.error))")
        }
    }

    @Test func `A failure of the proxy is an error of the proxy`() async {
        let client = HTTPClient()
        for (line, wanted) in [
            ("407 Who\r\nProxy-Authenticate: Basic realm=x", "proxyAuthenticationRequired"),
            ("403 No", "proxyRefused"), ("502 Bad", "proxyRefused"),
        ] {
            let proxy = TestServer { connection in
                _ = connection.request()
                connection.send("HTTP/1.1 \(line)\r\nContent-Length: 0\r\n\r\n")
            }
            for scheme in ["http", "https"] {
                let answer = await client.fetch("\(scheme)://127.0.0.1:9/") { $0.proxy = proxy.url("") }
                #expect(name(answer.error) == wanted, "\(String(describing: answer.error))")
                #expect(answer.head == nil)
            }
            proxy.stop()
        }
        let mute = TestServer { connection in _ = connection.request() }
        let broken = await client.fetch("http://127.0.0.1:9/") { $0.proxy = mute.url("") }
        #expect(name(broken.error) == "proxyRefused", "\(String(describing: broken.error))")
        mute.stop()
        let gone = await client.fetch("http://127.0.0.1:9/") { $0.proxy = mute.url("") }
        #expect(name(gone.error) == "unreachableProxy", "\(String(describing: gone.error))")
        let lost = await client.fetch("http://127.0.0.1:9/") { $0.proxy = "http://nowhere.invalid:3" }
        #expect(name(lost.error) == "unresolvableProxy", "\(String(describing: lost.error))")
        for proxy in ["", "gopher://x:1", "http://a b:1"] {
            let odd = await client.fetch("http://127.0.0.1:9/") { $0.proxy = proxy }
            #expect(name(odd.error) == "unusableProxy", "\(proxy) \(String(describing: odd.error))")
        }
        await client.close()
    }

    @Test func `A tunnel through a proxy shows only the server's head`() async {
        await withServer(echo) { server, client in
            let proxy = TestServer { connection in
                let head = connection.request() ?? []
                guard head[0] == "CONNECT 127.0.0.1:\(server.port) HTTP/1.1",
                    head.contains("Proxy-Authorization: Basic dTpwOng=")
                else { return }
                connection.send("HTTP/1.1 200 Established\r\nX-Proxy: 1\r\n\r\n")
                connection.relay(to: server.port)
            }
            let answer = await client.fetch(server.url("/hello")) {
                $0.proxy = "http://u:p%3Ax@127.0.0.1:\(proxy.port)"
            }
            #expect(answer.end == .finished && answer.text == "/hello" && answer.head?["X-Proxy"] == nil)
            proxy.stop()
        }
    }
}
