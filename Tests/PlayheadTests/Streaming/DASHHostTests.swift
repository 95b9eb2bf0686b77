import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import AdaptiveStreaming
@testable import MediaFormats
@testable import PlayheadCore
@testable import PlayheadNetwork
@testable import PlayheadStreaming
@testable import TestBasics
@testable import TestSupport

/// DASH over several hosts and by clocks of servers.
@Suite struct DASHHostTests {
    private struct Source: Sendable {
        /// What a host has to say instead of a file.
        var faults: [String: FetchFault.Kind] = [:]
    }

    private static let resources: [String: [UInt8]] = {
        var found: [String: [UInt8]] = [:]
        found["init"] = try? Repository.bytes("media/dash/init-0.m4s")
        for number in 1...4 { found["\(number)"] = try? Repository.bytes("media/dash/0-\(number).m4s") }
        return found
    }()

    private func manifest(_ bases: [String], inside: String = "") -> String {
        """
        <MPD type="static" mediaPresentationDuration="PT8S">\(bases.map { "<BaseURL>\($0)</BaseURL>" }.joined())
        <Period>\(inside)<AdaptationSet mimeType="video/mp4"><SegmentTemplate duration="2" media="$Number$" initialization="init"/>
        <Representation id="v" bandwidth="9"/></AdaptationSet></Period></MPD>
        """
    }

    /// Plays a manifest at `http://h/m`. `fault` says what is wrong with an address; else the file of its last name is there.
    private func played(
        _ manifest: String, _ resources: [String: [UInt8]] = resources,
        fault: @escaping (String) -> FetchFault.Kind?
    ) -> EngineDriver {
        var driver = EngineDriver(StreamingEngine.Order(uri: "http://h/m")) { request in
            if request.uri == "http://h/m" { return .bytes(Array(manifest.utf8)) }
            if let kind = fault(request.uri) {
                return .fault(FetchFault(kind, PlayerError(.network, "No", uri: request.uri)))
            }
            return resources[String(request.uri.split(separator: "/").last ?? "")].map { .bytes($0) }
                ?? .status(404, of: request.uri)
        }
        driver.play()
        return driver
    }

    private func expectAll(_ driver: EngineDriver) {
        #expect(driver.error == nil && driver.missing.isEmpty && driver.ended == [.video])
        #expect(driver.data(.video).count == 200)
    }

    @Test(arguments: [
        FetchFault.Kind.unreachable, .silent, .status(404, retryAfter: nil), .status(503, retryAfter: nil),
    ])
    func `another base URL replaces one that fails, for all later segments`(_ kind: FetchFault.Kind) {
        let driver = played(manifest(["http://a/x/", "http://b/y/"])) {
            $0.hasPrefix("http://a/") ? kind : nil
        }
        expectAll(driver)
        // What is asked for before the first answer, and again where the fault is one of the file.
        let asked = Set(driver.requests.filter { $0.hasPrefix("http://a/") })
        #expect(asked.isSubset(of: ["http://a/x/init", "http://a/x/1"]) && !asked.isEmpty)
        #expect(driver.requests.suffix(3) == ["http://b/y/2", "http://b/y/3", "http://b/y/4"])
    }

    @Test func `base URLs of manifest and period change as often as they fail`() {
        var fails = ""
        let driver = played(
            manifest(["http://a/", "http://b/"], inside: "<BaseURL>p/</BaseURL><BaseURL>q/</BaseURL>")
        ) { uri in
            if uri.hasSuffix("/1") { fails = "http://a/p/" }
            if uri.hasSuffix("/3") { fails = "http://b" }
            return uri.hasPrefix(fails) && !fails.isEmpty || uri.contains("a/q/")
                ? .status(404, retryAfter: nil) : nil
        }
        expectAll(driver)
        #expect(driver.requests.last == "http://a/p/4")
    }

    @Test func `a segment that fails under every base URL is a gap`() {
        let driver = played(manifest(["http://a/", "http://b/"])) {
            $0.hasSuffix("/2") ? .status(404, retryAfter: nil) : nil
        }
        #expect(driver.missing.count == 1 && driver.data(.video).count == 150)
        #expect(driver.requests.contains("http://a/2") && driver.requests.contains("http://b/2"))
    }

    @Test func `base URLs resolve to files and folders, 8 at most`() throws {
        var reader = manifest(["http://a/f.mp4", "http://b/g.mp4", "sub/?x"])
        var found = try read(reader)
        #expect(
            found.bases == [
                ["http://a/f.mp4", "http://b/g.mp4", "http://h/sub/?x"],
                ["http://a/", "http://b/", "http://h/sub/"],
            ])
        reader = manifest((0..<40).map { "http://a/\($0)/" })
        found = try read(reader)
        #expect(found.bases.map(\.count) == [8])
        #expect(try read(manifest(["http://a/", "http://a/"])).bases.isEmpty)
    }

    private func read(_ text: String) throws -> DASHManifest {
        try DASHReader.read(
            Array(text.utf8), limits: HLSLimits(), at: try #require(HTTPURL("http://h/m")))
    }

    // MARK: Elements elsewhere

    @Test func `remote xlink elements are refused by name, and resolve-to-zero elements are removed`() throws
    {
        let whole = manifest([])
        let zero = "<Period xlink:href=\"urn:mpeg:dash:resolve-to-zero:2013\" duration=\"PT2S\"/>"
        let found = try read(whole.replacing("<Period>", with: zero + "<Period>"))
        #expect(found.periods.count == 1 && found.periods.first?.start == .zero)
        for element in [
            "<Period xlink:href=\"http://x/p\"/>",
            "<Period><AdaptationSet xlink:href=\"http://x/p\"/></Period>",
        ] {
            let error = try #require(throws: DASHError.self) {
                try read(whole.replacing("<Period>", with: element + "<Period>"))
            }
            let told = error.playerError(about: "http://h/m")
            #expect(
                told.code == .invalidPlaylist && told.message.contains("xlink:href")
                    && told.message.contains("http://x/p"))
        }
        let set = "<AdaptationSet xlink:href=\"urn:mpeg:dash:resolve-to-zero:2013\"/><AdaptationSet mime"
        #expect(try read(whole.replacing("<AdaptationSet mime", with: set)).periods.first?.sets.count == 1)
        // What stands in the manifest itself is played.
        #expect(
            try read(whole.replacing("<Period>", with: "<Period xlink:href=\"http://x\">")).periods.count == 1
        )
    }

    // MARK: Clocks

    /// The first segments of a live stream that has gone on for 1000 s, by a server whose own dates are wrong by `error`.
    private func liveRequests(
        _ clocks: [(scheme: String, value: String)], error: Double, _ answers: [String: String] = [:],
        bases: String = ""
    ) -> [String] {
        let timing = clocks.map {
            "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:\($0.scheme)\" value=\"\($0.value)\"/>"
        }
        let text = """
            <MPD type="dynamic" availabilityStartTime="1970-01-01T00:00:00Z" minimumUpdatePeriod="PT2S"
            suggestedPresentationDelay="PT4S" timeShiftBufferDepth="PT20S">\(bases)<Period start="PT0S">
            <AdaptationSet mimeType="video/mp4"><SegmentTemplate duration="2" startNumber="0" media="s$Number$" initialization="init"/>
            <Representation id="v" bandwidth="9"/></AdaptationSet></Period>\(timing.joined())</MPD>
            """
        var driver = EngineDriver(StreamingEngine.Order(uri: "http://h/m"), limit: .seconds(1)) { request in
            if request.uri.hasPrefix("http://h/m") { return .bytes(Array(text.utf8), date: 1000 + error) }
            if let content = answers[request.uri] {
                return .bytes(
                    request.isHead ? [] : Array(content.utf8), date: request.isHead ? Double(content) : nil)
            }
            if request.uri.hasPrefix("http://gone/") { return .status(404, of: request.uri) }
            let file = request.uri.hasSuffix("init") ? "init" : request.uri.contains("/s") ? "1" : ""
            return Self.resources[file].map { .bytes($0) } ?? .status(404, of: request.uri)
        }
        driver.play()
        #expect(driver.error == nil)
        return driver.requests.filter { $0.hasPrefix("http://h/s") }
    }

    @Test(arguments: [-30.0, 30])
    func `the UTCTiming clock of a manifest takes precedence over the dates of responses`(_ error: Double) {
        let right = liveRequests([], error: 0)
        #expect(right.first == "http://h/s498")
        #expect(liveRequests([], error: error) != right)
        let iso = "1970-01-01T00:16:40Z"
        for year in ["2012", "2014"] {
            #expect(liveRequests([("direct:" + year, iso)], error: error) == right)
            #expect(
                liveRequests([("http-head:" + year, "http://c/")], error: error, ["http://c/": "1000"])
                    == right)
            for scheme in ["http-iso:", "http-xsdate:"] {
                let answers = ["http://h/time": "\n\(iso)\n"]
                #expect(liveRequests([(scheme + year, "time http://other/")], error: error, answers) == right)
            }
        }
        // One that is not there, or tells nothing, is passed over; so is what nobody knows.
        let clocks = [
            ("ntp:2014", "ntp.test"), ("http-iso:2014", "gone"), ("http-xsdate:2014", "bad"),
            ("direct:2014", iso),
        ]
        #expect(liveRequests(clocks, error: error, ["http://h/bad": "soon"]) == right)
    }

    @Test func `a UTCTiming clock is requested under each base URL`() {
        let bases = "<BaseURL>http://gone/</BaseURL><BaseURL>http://h/</BaseURL>"
        let answers = ["http://h/time": "1970-01-01T00:16:40Z"]
        let found = liveRequests([("http-iso:2014", "time")], error: 30, answers, bases: bases)
        #expect(found == liveRequests([], error: 0))
    }

    @Test func `the date of the response is the time when no UTCTiming clock answers`() {
        #expect(liveRequests([("http-iso:2014", "gone")], error: 0) == liveRequests([], error: 0))
    }

    // MARK: WebM

    /// A WebM file as one representation, by its index.
    private func webM(_ bytes: [UInt8], hasInitialization: Bool = true) throws -> String {
        // Other elements name it, too.
        let cues = try #require(bytes.ranges(of: [0x1C, 0x53, 0xBB, 0x6B]).last).lowerBound
        let cluster = try #require(bytes.firstRange(of: [0x1F, 0x43, 0xB6, 0x75])).lowerBound
        guard case .header(let header) = EBML.header(bytes[cues...]), let size = header.size else {
            return ""
        }
        let end = cues + header.length + Int(size) - 1
        let head = hasInitialization ? "<Initialization range=\"0-\(min(cues, cluster) - 1)\"/>" : ""
        return """
            <MPD type="static" mediaPresentationDuration="PT4S"><Period><AdaptationSet mimeType="video/webm">
            <Representation id="v" bandwidth="9"><BaseURL>film.webm</BaseURL><SegmentBase indexRange="\(cues)-\(end)">\(head)
            </SegmentBase></Representation></AdaptationSet></Period></MPD>
            """
    }

    @Test(arguments: [true, false]) func `a WebM representation is read by its Cues`(
        _ hasInitialization: Bool
    ) throws {
        let bytes = try Repository.bytes("media/av-vp9-opus.webm")
        var demuxer = WebMDemuxer()
        let all = try demuxer.append(bytes[...]) + demuxer.finishSegment()
        let manifest = try webM(bytes, hasInitialization: hasInitialization)
        let driver = played(manifest, ["film.webm": bytes]) { _ in nil }
        #expect(driver.error == nil && driver.missing.isEmpty && driver.ended == [.video, .audio])
        let count = all.count { if case .sample = $0 { true } else { false } }
        #expect(driver.data(.video).count + driver.data(.audio).count == count)
        #expect(driver.engine.indexes.values.first?.segments.count ?? 0 > 1)
        #expect(driver.requests.count > 4)
    }

    @Test(.timeLimit(.minutes(1))) func `a WebM representation plays to its end`() async throws {
        let folder = try TemporaryFolder()
        let bytes = try Repository.bytes("media/av-vp9-opus.webm")
        try folder.write(Data(bytes), to: "film.webm")
        try folder.write(try webM(bytes), to: "film.mpd")
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        let player = try await MediaItem(path: folder.path + "/film.mpd").plays(with: configuration)
        #expect(player.error == nil && player.endReason == .natural && player.gaps.isEmpty)
    }
}
