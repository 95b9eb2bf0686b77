import Testing

@testable import PlayheadRemoteHTTP
@testable import TestBasics

@Suite(.timeLimit(.minutes(1))) struct `The page` {
    @Test func `needs nothing from elsewhere, and runs nothing else`() async throws {
        let stage = try await WebStage()
        let (first, second) = (
            try await stage.request("GET", "/"), try await stage.request("GET", "/?x=1")
        )
        #expect(first.fields["content-type"] == "text/html; charset=utf-8")
        let policy = try #require(first.fields["content-security-policy"])
        #expect(policy.contains("default-src 'none'") && policy.contains("connect-src 'self'"))
        let nonce = try #require(policy.firstMatch(of: #/script-src 'nonce-([0-9a-f]{32})'/#)?.1)
        #expect(first.text.contains("<script nonce=\"\(nonce)\">") && !first.text.contains("NONCE"))
        #expect(!second.text.contains(nonce))
        let addresses = first.text.matches(of: #/(?:src|href)="([^"]*)"/#).map(\.1)
        #expect(addresses.allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("data:") })
        #expect(first.text.matches(of: #/<(?:script|style) /#).count == 2)
    }

    @Test func `asks for what is there`() throws {
        let scripts = RemotePage.connection + RemotePage.playback + RemotePage.lists
        let posted = scripts.matches(of: #/command\("(\w+)"/#).map(\.1)
        let named = RemotePage.content.matches(of: #/data-command="(\w+)"/#).map(\.1)
        #expect(posted.count > 15 && named.count > 6)
        for name in posted + named { #expect(CommandRoute.byName[String(name)] != nil, "\(name)") }
        for path in scripts.matches(of: #/"(\/api\/[a-z]+)[?"]/#).map(\.1) {
            #expect(Route(path: String(path)) != nil, "\(path)")
        }
        for field in scripts.matches(of: #/player\.([a-zA-Z]+)/#).map(\.1) {
            #expect(StateBoard.names.contains(String(field)), "\(field)")
        }
        // Each element that a script names is in the page.
        for id in scripts.matches(of: #/\$\("([a-z-]+)"\)/#).map(\.1) {
            #expect(RemotePage.content.contains("id=\"\(id)\""), "\(id)")
        }
    }
}
