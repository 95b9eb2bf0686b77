import TestSupport
import Testing

@testable import PlayheadCheck
@testable import TestBasics

@Suite struct `A report` {
    private func result(_ index: Int, _ outcome: CheckCase.Outcome = .passed) -> CheckResult {
        CheckResult(
            index: index, input: "\(index).mp4", kind: .medium, cases: [CheckCase("opens", outcome, "why")],
            time: 0.125, began: 1_732_212_042)
    }

    private func lines(_ results: [CheckResult], total: Int?) -> String {
        var summary = CheckSummary()
        for result in results { summary.add(result) }
        summary.total = total
        let end = total == nil ? [] : [JSONLine.text(of: summary)]
        return (results.map { JSONLine.text($0) } + end).joined(separator: "\n") + "\n"
    }

    @Test func `in JSON is read as it was written`() throws {
        let line = JSONLine.text(result(3, .failed))
        #expect(
            line
                == #"{"began":1732212042,"cases":[{"message":"why","name":"opens","outcome":"failed","time":0}],"#
                + #""event":"result","index":3,"input":"3.mp4","kind":"medium","outcome":"failed","time":0.125}"#
        )
        guard case .result(let read) = JSONLine.read(line) else {
            Issue.record("it was not read")
            return
        }
        #expect(read == result(3, .failed))
        #expect(
            JSONLine.read("libva info: va_openDriver()") == nil && JSONLine.read("{\"event\":\"x\"}") == nil)
    }

    @Test func `ends with what all of it comes to`() {
        var summary = CheckSummary()
        summary.add(result(0))
        #expect(summary.exitCode == 0)
        summary.add(result(1, .skipped))
        #expect(summary.exitCode == 0)
        summary.add(result(2, .error))
        #expect(summary.exitCode == 3)
        summary.add(result(3, .failed))
        #expect(summary.exitCode == 1)
        var mistake = result(4, .error)
        mistake.isMistaken = true
        summary.add(mistake)
        #expect(summary.exitCode == 2)
        #expect(summary.inputs == 5 && summary.errors == 2 && summary.passed == 1)
        #expect(JSONLine.text(of: summary).contains("\"event\":\"summary\",\"exitCode\":2,\"failed\":1"))
    }

    @Test func `of several parts is that of the whole`() throws {
        let folder = try TemporaryFolder()
        let paths = try (0..<3).map { part in
            try folder.write(
                lines((0..<10).filter { $0 % 3 == part }.map { result($0) }, total: 10), to: "\(part).jsonl")
        }
        var merge = try ReportMerge(paths.reversed())
        var indexes: [Int] = []
        while let result = merge.next() { indexes.append(result.index) }
        #expect(indexes == Array(0..<10))
        #expect(merge.isComplete && merge.missing == 0 && merge.summary.passed == 10)
    }

    @Test func `takes the later word of an input, and knows what is missing`() throws {
        let folder = try TemporaryFolder()
        let paths = [
            try folder.write(lines([result(0, .error), result(1)], total: nil), to: "a"),
            try folder.write(lines([result(0, .passed)], total: 4), to: "b"),
        ]
        var merge = try ReportMerge(paths)
        var outcomes: [CheckCase.Outcome] = []
        while let result = merge.next() { outcomes.append(result.outcome) }
        #expect(outcomes == [.passed, .passed])
        #expect(!merge.isComplete && merge.missing == 2)
        #expect(throws: InputList.Fault.self) { try ReportMerge(["/nonexistent"]) }
    }

    @Test func `keeps different inputs that have the same place`() throws {
        let folder = try TemporaryFolder()
        var other = result(0)
        other.input = "other.mp4"
        let paths = [
            try folder.write(lines([result(0)], total: 1), to: "a"),
            try folder.write(lines([other], total: 1), to: "b"),
        ]
        var merge = try ReportMerge(paths)
        var inputs: [String] = []
        while let result = merge.next() { inputs.append(result.input) }
        #expect(inputs == ["0.mp4", "other.mp4"] && merge.isComplete && merge.missing == 0)
    }
}
