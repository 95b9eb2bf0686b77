import Playhead
import Testing

@testable import PlayheadCommand

@Suite struct `The status line` {
    private let line = StatusLine(
        state: .playing(buffering: false), position: .seconds(61), duration: .seconds(122), volume: 0.75,
        isMuted: false, item: 1, count: 3)

    @Test func `shows state, position, duration, bar, volume and item`() {
        #expect(line.text(columns: 60) == "Playing    1:01 / 2:02  [========---------]  vol 75%  2 of 3")
    }

    @Test(arguments: 0...120) func `never exceeds the width`(columns: Int) {
        #expect(line.text(columns: columns).columns <= columns)
    }

    @Test func `loses first what matters least`() {
        #expect(line.text(columns: 46).hasSuffix("[=====------]  vol 75%"))
        #expect(line.text(columns: 34) == "Playing    1:01 / 2:02  [====----]")
        #expect(line.text(columns: 26) == "Playing    1:01 / 2:02")
        #expect(line.text(columns: 12) == "Playing    …")
    }

    @Test func `shows a speed that is not the normal one`() {
        var fast = line
        fast.speed = 16
        #expect(fast.text(columns: 60) == "Playing    1:01 / 2:02  [======------]  16×  vol 75%  2 of 3")
        fast.speed = 0.25
        #expect(fast.text(columns: 50).hasSuffix("  0.25×  vol 75%"))
        #expect(fast.text(columns: 42).hasSuffix("]  0.25×"))
    }

    @Test func `shows the chapter where there is room`() {
        var book = line
        book.chapter = Chapter(id: 1, title: "Dusk", start: .zero).numberedTitle
        #expect(
            book.text(columns: 66) == "Playing    1:01 / 2:02  [=======-------]  2. Dusk  vol 75%  2 of 3")
        #expect(book.text(columns: 52).hasSuffix("]  vol 75%  2 of 3"))
        book.chapter = Chapter(id: 0, title: String(repeating: "雪", count: 40), start: .zero).numberedTitle
        #expect(book.text(columns: 100).contains("]  1. 雪雪雪雪雪雪雪雪雪雪雪雪雪雪…  vol"))
        #expect(Chapter(id: 2, start: .zero).numberedTitle == "Chapter 3")
        for columns in 0...120 { #expect(book.text(columns: columns).columns <= columns) }
    }

    @Test func `shows hours, an unknown duration and silence`() {
        var live = line
        live.position = .seconds(3661)
        live.duration = nil
        live.isMuted = true
        live.state = .playing(buffering: true)
        #expect(live.text(columns: 58) == "Buffering  1:01:01 / --:--  [-------------]  muted  2 of 3")
    }
}

@Suite struct `Text in a terminal` {
    @Test(arguments: [
        ("abc", 3), ("é", 1), ("e\u{301}", 1), ("雪見", 4), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("😀", 2),
        ("❤\u{FE0F}", 2),
        ("", 0),
    ]) func `has a width`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test func `is cut between characters, with an ellipsis`() {
        #expect("雪見だいふく".cut(toColumns: 12) == "雪見だいふく")
        #expect("雪見だいふく".cut(toColumns: 6) == "雪見…")
        #expect("abc".cut(toColumns: 0) == "")
    }

    @Test func `keeps nothing that controls the terminal`() {
        #expect("a\u{1B}[2Jb\nc\u{9B}d\u{202E}".printable.allSatisfy { $0.columns == 1 })
        #expect("日本語 ’q’".printable == "日本語 ’q’")
    }

    @Test func `stands with its subtitle above the status line, each within the width`() {
        let status = StatusLine(
            state: .paused(buffering: false), position: .zero, duration: nil, volume: 1, isMuted: false,
            item: 0,
            count: 1)
        let lines = StatusBlock.lines(status, subtitle: "two\n雪見だいふく雪見だいふく", columns: 20)
        #expect(lines == ["two", "雪見だいふく雪見だ…", "Paused     0:00 / …"])
        #expect(StatusBlock.replace(lines, by: ["x"]) == "\r\u{1B}[2Ax\u{1B}[J")
        #expect(StatusBlock.replace([], by: ["x", "y"]) == "\rx\u{1B}[K\ny\u{1B}[J")
        #expect(StatusBlock.erase(["x"]) == "\r\u{1B}[J")
    }
}
