import Testing

@testable import PlayheadRemote

@Suite struct `Values of messages` {
    @Test(arguments: [
        "null", "true", "false", "0", "-12", "1.500000", "-0.250000", "\"\"", "\"a\\\"\\\\\\n\"", "[]",
        "[1,[2,{}]]",
        "{\"a\":1,\"b\":[null]}",
    ])
    func `are read and written`(_ text: String) throws {
        #expect(try #require(RemoteValue(json: text.utf8)).json == text)
    }

    @Test func `have escaped characters`() {
        #expect(RemoteValue(json: "\"\\u00e9\\ud83d\\ude00\\/\"".utf8) == "é😀/")
    }

    @Test(arguments: [
        "", "{", "[1,]", "{\"a\"}", "{a:1}", "tru", "1 2", "\"", "\"\\x\"", "\"\\ud83d\"", "\"\\ud83dx\"",
        "-", "1e999",
        "nan", "+1", "\"\n\"",
    ])
    func `are refused if malformed`(_ text: String) { #expect(RemoteValue(json: text.utf8) == nil) }

    @Test func `are refused if nested too deep, and if they are no UTF-8`() {
        #expect(RemoteValue(json: String(repeating: "[", count: 1_000_000).utf8) == nil)
        #expect(RemoteValue(json: [34, 0xFF, 34]) == nil)
    }

    @Test func `have parts`() throws {
        let list = try #require(RemoteValue(json: "[{\"a\":1},{\"a\":2}]".utf8))
        #expect(list.value(at: ["1", "a"]) == .int(2))
        #expect(list.value(at: ["count"]) == .int(2))
        #expect(list.value(at: ["2", "a"]) == nil)
    }

    @Test func `are words of command lines`() {
        #expect(
            MPVCommandLine.commands(in: "no-osd seek 5; cycle pause # x") == [
                ["no-osd", "seek", "5"], ["cycle", "pause"],
            ])
        #expect(
            MPVCommandLine.commands(in: "show-text \"a \\\"b\\\"\\n;\" 'c d'") == [
                ["show-text", "a \"b\"\n;", "c d"]
            ])
        #expect(MPVCommandLine.commands(in: "# comment") == [])
        #expect(MPVCommandLine.commands(in: "show-text \"open") == nil)
    }
}
