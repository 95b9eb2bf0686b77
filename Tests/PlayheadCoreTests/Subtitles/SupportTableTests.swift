import Foundation
import Testing

@testable import PlayheadCore
@testable import TestBasics

/// What the documents call supported has a test each, and the tests that they name exist.
struct SupportTableTests {
    private static let root = Samples.directory.deletingLastPathComponent()

    /// Everything that is written in tests.
    private static let tests: String = {
        let files = FileManager.default.enumerator(
            at: root.appending(path: "Tests"), includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
            .filter { $0.lastPathComponent != "SupportTableTests.swift" }
            .compactMap { try? String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    }()

    /// The rows of tables that have a column for tests, which is the last one.
    private func rows(_ document: String) throws -> [[String]] {
        let text = try String(contentsOf: Self.root.appending(path: "docs/\(document)"), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var (rows, isTelling) = ([[String]](), false)
        for line in lines {
            guard line.hasPrefix("|") else {
                isTelling = false
                continue
            }
            let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                .map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
            if ["test", "shown by"].contains(cells.last) {
                isTelling = true
            } else if isTelling {
                rows.append(cells)
            }
        }
        let isRuler = { (cells: [String]) in cells.allSatisfy { $0.allSatisfy { $0 == "-" } } }
        return rows.filter { !isRuler($0) && !$0[0].hasPrefix("**") }
    }

    @Test(arguments: ["subtitles.md", "tracks.md"])
    func `each row of a support table names existing tests`(document: String) throws {
        let rows = try rows(document)
        #expect(rows.count >= 4)
        for row in rows {
            let cell = row.last ?? ""
            if row.contains(where: { $0.contains("not supported") }) || cell == "the same" { continue }
            let names = cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { !$0.offset.isMultiple(of: 2) }.map {
                    $0.element.replacingOccurrences(of: "…", with: "")
                }
            #expect(!names.isEmpty, "\(row)")
            for name in names {
                let isThere =
                    Self.tests.contains("struct \(name)") || Self.tests.contains("func `\(name)")
                    || Self.tests.contains(": \(name)")
                #expect(isThere, "\(name)")
            }
        }
    }
}
