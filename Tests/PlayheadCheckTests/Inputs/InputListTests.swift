import TestSupport
import Testing

@testable import PlayheadCheck
@testable import TestBasics

@Suite struct `A list of inputs` {
    private func all(_ list: InputList) -> (inputs: [InputList.Input], list: InputList) {
        var list = list
        var inputs: [InputList.Input] = []
        while let input = list.next() { inputs.append(input) }
        return (inputs, list)
    }

    @Test func `has arguments and the lines of files, in order`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("b\r\n\nc d\n@e\n# f", to: "list.txt")
        let (inputs, list) = all(InputList(["a", "@" + path, "g"]))
        #expect(inputs.map(\.text) == ["a", "b", "c d", "@e", "# f", "g"])
        #expect(inputs.map(\.index) == [0, 1, 2, 3, 4, 5])
        #expect(list.count == 6 && list.fault == nil)
    }

    @Test func `keeps the places of the whole in a part`() throws {
        let shard = try Shard("2/3")
        let (inputs, list) = all(InputList(["a", "b", "c", "d", "e"], shard: shard))
        #expect(inputs == [.init(index: 1, text: "b"), .init(index: 4, text: "e")])
        #expect(list.count == 5)
    }

    @Test func `ends where a file cannot be read`() {
        let (inputs, list) = all(InputList(["a", "@/nonexistent", "b"]))
        #expect(inputs.map(\.text) == ["a"])
        #expect(list.fault?.description == "/nonexistent: the list cannot be read")
    }

    @Test func `is read piece by piece`() throws {
        let folder = try TemporaryFolder()
        let lines = (0..<30_000).map { "film \($0).mp4" }
        let path = try folder.write(lines.joined(separator: "\n") + "\n", to: "list.txt")
        #expect(all(InputList(["@" + path])).inputs.map(\.text) == lines)
    }

    @Test func `tells scenarios from media`() {
        for name in ["a.yaml", "b.YML", "/c/d.json"] { #expect(name.isNameOfScenario) }
        for name in ["a.mp4", "yaml", "http://a/b.json", "a.yaml.mp4"] { #expect(!name.isNameOfScenario) }
    }
}
