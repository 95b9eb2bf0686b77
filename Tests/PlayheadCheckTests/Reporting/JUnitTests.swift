import Foundation
import FoundationXML
import TestSupport
import Testing

@testable import PlayheadCheck
@testable import TestBasics

@Suite struct `JUnit XML` {
    /// What stands in a document: elements with their attributes, in order, and all text.
    private final class Content: NSObject, XMLParserDelegate {
        var elements: [(name: String, attributes: [String: String])] = []
        var text = ""

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?, attributes: [String: String] = [:]
        ) {
            elements.append((name, attributes))
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
    }

    private func parse(_ text: String) -> Content? {
        let content = Content()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = content
        return parser.parse() ? content : nil
    }

    private func document(_ results: CheckResult...) -> String {
        JUnitSuite.opening + results.map(JUnitSuite.text).joined() + JUnitSuite.closing
    }

    static let result = CheckResult(
        index: 3, input: "film.mp4", kind: .medium,
        cases: [
            CheckCase("opens", .passed, time: 0.25), CheckCase("ends", .failed, "expected a, found b"),
            CheckCase("tracks", .skipped, "not yet"), CheckCase("run", .error, "it crashed"),
        ], time: 1.5, began: 0, log: "a line\n")

    @Test func `has a suite for an input and a case for each case`() throws {
        let content = try #require(parse(document(Self.result)))
        #expect(
            content.elements.map(\.name) == [
                "testsuites", "testsuite", "testcase", "testcase", "failure", "testcase", "skipped",
                "testcase",
                "error", "system-err",
            ])
        #expect(
            content.elements[1].attributes == [
                "name": "film.mp4", "tests": "4", "failures": "1", "errors": "1", "skipped": "1",
                "time": "1.500",
                "timestamp": "1970-01-01T00:00:00", "id": "3",
            ])
        #expect(
            content.elements[2].attributes == ["name": "opens", "classname": "film.mp4", "time": "0.250"])
        #expect(content.elements[4].attributes == ["type": "failed", "message": "expected a, found b"])
        #expect(content.text.contains("a line"))
    }

    @Test(arguments: [
        "a & b", "<script>\"'", "]]>", "a\nb\tc\rd", "käse 😀", "\u{7}bell \u{0} \u{1B}[2J", "\u{FFFF}\u{85}",
        "--&amp;--",
    ])
    func `is whole whatever a name has in it`(name: String) throws {
        let result = CheckResult(
            index: 0, input: name, kind: .medium, cases: [CheckCase(name, .failed, name)], log: name)
        let content = try #require(parse(document(result)))
        let isPlain = !name.unicodeScalars.contains {
            ($0.value < 32 && !"\n\r\t".unicodeScalars.contains($0)) || (127...159).contains($0.value)
                || $0.value == 0xFFFF
        }
        if isPlain {
            #expect(content.elements[1].attributes["name"] == name)
            #expect(content.elements[3].attributes["message"] == name)
        }
        #expect(content.elements.count == 5)
    }

    @Test func `is whole at every moment in a file`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "something else that is longer than the beginning, " + document(Self.result), to: "a.xml")
        let file = try JUnitFile(path: path)
        func count() throws -> Int? {
            parse(try String(contentsOfFile: path, encoding: .utf8))?.elements.count {
                $0.name == "testsuite"
            }
        }
        #expect(try count() == 0)
        for number in 1...3 {
            try file.write(Self.result)
            #expect(try count() == number)
        }
        try file.close()
        #expect(
            try String(contentsOfFile: path, encoding: .utf8)
                == document(Self.result, Self.result, Self.result))
    }

    @Test func `cannot be written where there is no place`() {
        #expect(throws: (any Error).self) { try JUnitFile(path: "/nonexistent/a.xml") }
    }
}
