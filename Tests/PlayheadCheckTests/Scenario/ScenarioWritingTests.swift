import Foundation
import PlayheadServer
import TestSupport
import Testing

@testable import PlayheadCheck
@testable import TestBasics

@Suite struct `A written scenario` {
    @Test(arguments: Repository.scenarios)
    func `is read as what it was`(name: String) throws {
        var scenario = try Scenario(contentsOf: Repository.path("scenarios/" + name))
        scenario.folder = nil
        #expect(try Scenario(text: scenario.text) == scenario, "\(scenario.text)")
    }

    @Test(arguments: `The schema of scenarios`.documents.filter(\.isRight).map(\.text))
    func `keeps what the schema has`(text: String) throws {
        let scenario = try Scenario(text: text)
        #expect(try Scenario(text: scenario.text) == scenario, "\(scenario.text)")
    }

    /// A scenario with every key of the schema.
    static let whole = """
        name: "all: of # it"
        media: list.m3u8
        server:
          folder: ../media
          har: a.har
          harTimings: false
          tls: true
          clients: b.pem
          rules:
            - {path: "*.ts", method: GET, requests: [2, 5-7, 9-], latency: 1500 us}
            - {path: a, rate: [1 MB/s for 2.5 s, 3 kbit/s], status: 503, reset: 7%, cut: 10 kB, length: 5}
            - {path: b, stall: {at: 50%, for: 1 min}, withoutLength: true, type: text/plain}
            - {path: c, stall: 3, redirect: {to: "/a b", status: 307}, ignoresRanges: true, stale: true}
            - {path: d, redirect: itself, requires: {headers: {A: "*"}, status: 403}, windowMoves: -2}
            - {path: e, headers: {X-A: "1", X-B: "yes", X-C: "é\\n\\t\\u0007\\\\\\"", X-D: 2020-01-01}}
          streams:
            tv.m3u8: {source: b, window: all, startsWith: 4, firstSequence: 7, segmentCount: 9, end: stale}
          documents: {list.m3u8: "#EXTM3U\\n#EXTINF:2,\\na\\n", "<<": "- a", "1": "null", empty: ""}
        network:
          headers: {A: b}
          userAgent: "a/1 (b; c)"
          cookies: {a: b, c: d}
          proxy: "http://127.0.0.1:9"
          trustRoots: a.pem
          certificate: b.pem
          privateKey: c.pem
          refreshExpiredURI: {a: b}
          schemes: [https, http]
          hosts: [a.example]
          startBitrate: 1
          maxBitrate: 2
          maxHeight: 3
          liveOffset: 6.25 s
          catchUp: 1.25
          retries: 0
          onGap: wait
          stallTimeout: 1 h
          idleTimeout: 250 ms
          allowGaps: true
          denyPrivateNetworks: true
          insecure: true
        clock: real
        steps: [play, 'seek to 1 s near', 'load "a, b.mp4"', 'wait for cue "x: y"', 'wait for requests("*.ts") 2']
        expect: [ends=natural, duration=8s±40ms, 'subtitle="a # b"', 'requests("a")>=1']
        """.replacing("1500 us", with: "1.5 ms")

    @Test func `has every key of the schema`() throws {
        let scenario = try Scenario(text: Self.whole)
        #expect(try Scenario(text: scenario.text) == scenario, "\(scenario.text)")
        let encoded = String(decoding: try JSONEncoder().encode(scenario), as: UTF8.self)
        let keys =
            Scenario.CodingKeys.allCases.map(\.rawValue) + Scenario.Server.CodingKeys.allCases.map(\.rawValue)
            + Scenario.Server.keysOfPlan + Scenario.Network.CodingKeys.allCases.map(\.rawValue)
        for key in keys { #expect(encoded.contains("\"\(key)\":"), "\(key)") }
        #expect(try Scenario(text: encoded) == scenario)
    }

    @Test func `is a text for people`() throws {
        let text = """
            name: a late segment
            media: low.m3u8
            server:
              folder: media
              rules:
                - {path: low-2.ts, requests: 1, latency: 500 ms}
                - {path: "*.ts", rate: 100000 B/s}
            clock: virtual
            steps:
              - play
              - wait for position 3 s
            expect:
              - ends=natural
              - requests("low-2.ts")>=1

            """
        #expect(try Scenario(text: text).text == text)
    }

    @Test(arguments: [
        "true", "1e3", "2020-01-01", "~", "a: b", "a #b", "- a", "", " a", "a ", "é", "\u{7}", "1-3",
    ])
    func `has text that every reader takes for text`(word: String) throws {
        var scenario = Scenario(media: "a")
        scenario.name = word
        #expect(scenario.text.hasPrefix("name: \""))
        #expect(try Scenario(text: scenario.text) == scenario)
    }
}
