import Testing

@testable import PlayheadCore
@testable import PlayheadNetwork

/// The rules of fetching, without a network.
struct FetchingTests {
    @Test(arguments: [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "224.0.0.1", "localhost", "a.localhost", "::1", "[::1]", "fc00::1", "fd12::1", "fe80::1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1", "0x7f.1", "2130706433", "0177.0.0.1", "ff02::1",
    ])
    func `a private address is recognized`(host: String) {
        #expect(PrivateAddressRanges.contains(host: host))
    }

    @Test(arguments: [
        "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:2800::1", "example.com", "::ffff:8.8.8.8",
    ])
    func `a public address is recognized`(host: String) {
        #expect(!PrivateAddressRanges.contains(host: host))
    }

    @Test func `a policy restricts schemes, hosts and downgrades`() throws {
        var policy = NetworkPolicy()
        policy.hosts = ["*.example.com", "other.org"]
        policy.allowsDowngrade = false
        let secure = try #require(HTTPURL("https://a.example.com/x"))
        func isRefused(_ text: String) throws -> Bool {
            policy.refusal(of: try #require(HTTPURL(text)), from: secure)?.code == .blockedByPolicy
        }
        #expect(try !isRefused("https://b.a.example.com/y") && !isRefused("https://other.org/"))
        #expect(try isRefused("https://example.com/") && isRefused("https://evilexample.com/"))
        #expect(try isRefused("http://a.example.com/y") && isRefused("file:///etc/passwd"))
    }

    @Test func `cookies are sent to their domain and path`() throws {
        let jar = CookieJar([NetworkCookie(name: "a", value: "1")], host: "www.example.com")
        let home = try #require(HTTPURL("https://www.example.com/film/x.mp4"))
        jar.take("b=2; Domain=example.com; Path=/film; Secure", from: home)
        jar.take("c=3; Domain=other.org", from: home)
        jar.take("d=4; Max-Age=0", from: home)
        jar.take("e=5; Expires=Wed, 21 Oct 2015 07:28:00 GMT", from: home)
        #expect(jar.header(for: home) == "b=2; a=1")
        #expect(jar.header(for: try #require(HTTPURL("https://cdn.example.com/film/y"))) == "b=2")
        #expect(jar.header(for: try #require(HTTPURL("http://cdn.example.com/film/y"))) == nil)
        #expect(jar.header(for: try #require(HTTPURL("https://cdn.example.com/filmy"))) == nil)
    }

    @Test func `the retry schedule depends on the kind of fault`() throws {
        let address = try #require(HTTPURL("http://a/b"))
        func pauses(_ fault: FetchFault, hasBegun: Bool = true) -> [Duration] {
            var schedule = RetryPolicy(
                NetworkRecovery(), stallTimeout: .seconds(30), patience: .bounded, hasBegun: hasBegun)
            var (now, pauses) = (Duration.zero, [Duration]())
            while let pause = schedule.pause(after: fault, at: now, chance: 0), pauses.count < 100 {
                pauses.append(pause)
                now += pause
            }
            return pauses
        }
        func status(_ code: Int, _ pause: Duration? = nil) -> FetchFault {
            FetchFault(.status(code, retryAfter: pause), .http(code))
        }
        #expect(pauses(.broken(address)) == [.milliseconds(250), .milliseconds(500), .seconds(1)])
        #expect(pauses(status(404)) == [.milliseconds(250)] && pauses(status(403)) == [])
        #expect(pauses(status(503, .seconds(3))) == [.seconds(3), .seconds(3), .seconds(3)])
        let unreachable = FetchFault(.unreachable, .connectionLost)
        #expect(pauses(unreachable, hasBegun: false).count == 3)
        let patient = pauses(unreachable).reduce(.zero, +)
        #expect(patient >= .seconds(30) && patient < .seconds(36))
    }

    @Test func `the backoff of missing segments grows`() {
        var schedule = RetryPolicy(
            NetworkRecovery(), stallTimeout: .seconds(90), patience: .whilePlaying, hasBegun: true)
        var (now, pauses) = (Duration.zero, [Duration]())
        for _ in 0..<40 {
            let fault = FetchFault(.status(404, retryAfter: nil), .http(404))
            guard let pause = schedule.pause(after: fault, at: now, chance: 0) else { break }
            pauses.append(pause)
            now += pause
        }
        #expect(pauses.first == .milliseconds(250) && pauses[7] == .seconds(5))
        #expect(pauses == pauses.sorted() && pauses.count == 40 && pauses.last == .seconds(60))
    }
}
