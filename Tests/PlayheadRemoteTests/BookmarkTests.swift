import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import PlayheadRemote
@testable import TestBasics

/// Bookmarks in memory. Those of the second item cannot be kept.
private final class Shelf: BookmarkStorage {
    let lists = Mutex<[String: [Bookmark]]>([:])

    func bookmarks(of uri: String) -> [Bookmark] { lists.withLock { $0[uri] ?? [] } }

    func keep(_ bookmarks: [Bookmark], of uri: String) -> Bool {
        guard !uri.hasSuffix("two.mkv") else { return false }
        lists.withLock { $0[uri] = bookmarks }
        return true
    }
}

@Suite(.timeLimit(.minutes(1))) struct `Bookmarks` {
    private func stage(_ shelf: Shelf) throws -> IPCStage {
        var host = RemoteHost()
        host.bookmarks = shelf
        return try IPCStage(host: host)
    }

    @Test func `are kept in the order of their positions, with names`() async throws {
        let shelf = Shelf()
        let stage = try stage(shelf)
        try await stage.play()
        _ = try await stage.client.ask(#"{"command":["observe_property",1,"bookmark-list"]}"#)
        #expect(try await stage.client.event("property-change")["data"] == .list([]))
        for (position, name) in [(4, nil), (2, "two"), (2, "second"), (0, "start")] as [(Int, String?)] {
            try stage.control.perform(.seek(to: .seconds(position)))
            try await waitUntil { stage.fake.player.position == .seconds(position) }
            try stage.control.perform(.addBookmark(name))
        }
        let list = [
            Bookmark(at: .zero, name: "start"), Bookmark(at: .seconds(2), name: "second"),
            Bookmark(at: .seconds(4)),
        ]
        #expect(stage.control.state.bookmarks == list)
        #expect(shelf.lists.withLock { $0["file:///m/one.mkv"] } == list)
        let last = try await stage.client.property("bookmark-list")
        #expect(last?.json.contains(#"{"time":2.000000,"title":"second"}"#) == true)
        #expect(try await stage.client.ask(#"{"command":["bookmark-go",2]}"#)["error"] == "success")
        #expect(stage.fake.player.position == .seconds(4))
        try stage.control.perform(.nextBookmark)
        #expect(stage.fake.player.position == .zero)
        try stage.control.perform(.nextBookmark)
        #expect(stage.fake.player.position == .seconds(2))
        #expect(try await stage.client.ask(#"{"command":["bookmark-remove",1]}"#)["error"] == "success")
        #expect(try await stage.client.ask(#"{"command":["bookmark-go",2]}"#)["error"] != "success")
        #expect(stage.control.state.bookmarks == [list[0], list[2]])
    }

    @Test func `are those of the item, and tell why there are none`() async throws {
        let stage = try stage(Shelf())
        #expect(throws: RemoteFault.noContent) { try stage.control.perform(.addBookmark(nil)) }
        try await stage.play()
        #expect(throws: RemoteFault.noSuchBookmark) { try stage.control.perform(.nextBookmark) }
        #expect(throws: RemoteFault.noSuchBookmark) { try stage.control.perform(.removeBookmark(0)) }
        try stage.control.perform(.addBookmark("one"))
        try stage.control.perform(.next)
        #expect(stage.control.state.bookmarks == [])
        #expect(throws: RemoteFault.notSaved) { try stage.control.perform(.addBookmark("two")) }
        #expect(stage.control.state.bookmarks == [])
        let without = RemoteControl(FakePlayer().player)
        #expect(throws: RemoteFault.notOffered) { try without.perform(.addBookmark(nil)) }
    }
}
