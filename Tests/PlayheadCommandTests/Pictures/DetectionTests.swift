import Testing

@testable import PlayheadCommand

@Suite struct `The graphics of a terminal` {
    private func graphics(_ replies: String) -> (isOver: Bool, GraphicsProtocol?, CellSize?) {
        var reader = KeyReader()
        var detection = GraphicsDetection()
        var isOver = false
        for case .reply(let reply) in reader.read(replies.utf8) {
            isOver = detection.receive(reply) || isOver
        }
        return (isOver, detection.graphics, detection.cell)
    }

    @Test func `are what it answers`() {
        let kitty = graphics("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;18;9t\u{1B}[?62;4c")
        #expect(kitty == (true, .kitty, CellSize(width: 9, height: 18)))
        #expect(graphics("\u{1B}[?62;4;22c") == (true, .sixel, nil))
        #expect(graphics("\u{1B}[?1;2c") == (true, nil, nil))
        #expect(graphics("\u{1B}_Gi=31;ENOTSUP\u{1B}\\\u{1B}[6;0;0t") == (false, nil, nil))
        #expect(graphics("\u{1B}_Gi=30;OK\u{1B}\\\u{1B}[?1c") == (true, nil, nil))
    }

    @Test func `without pixels are cells for the locale and the colours`() {
        func cells(_ variables: [String: String]) -> GraphicsProtocol { .cells { variables[$0] } }
        #expect(cells(["LANG": "C.UTF-8", "COLORTERM": "truecolor"]) == .cells(.halfBlocks, .trueColor))
        #expect(cells(["LANG": "C", "COLORTERM": "24bit"]) == .cells(.spaces, .trueColor))
        #expect(cells(["LC_ALL": "de_DE.UTF-8"]) == .cells(.halfBlocks, .indexed))
    }

    @Test func `take no key, in whatever pieces the answer comes`() {
        let input = Array("m\u{1B}_Gi=31;OK\u{1B}\\ \u{1B}[6;18;9t\u{1B}[C\u{1B}[?62;4cq".utf8)
        for split in input.indices {
            var reader = KeyReader()
            let inputs = reader.read(input[..<split]) + reader.read(input[split...])
            #expect(inputs.count { if case .reply = $0 { true } else { false } } == 3)
            #expect(inputs.compactMap(\.key).map(\.name) == ["m", "space", "right", "q"])
        }
    }

    @Test func `end with the longest answer`() {
        var reader = KeyReader()
        let endless = "\u{1B}_G" + String(repeating: "x", count: 300) + "q"
        #expect(reader.read(endless.utf8).compactMap(\.key).last == KeyPress("q"))
    }
}

extension TerminalInput {
    /// The key; nil for a reply.
    var key: KeyPress? { if case .key(let key) = self { key } else { nil } }
}
