internal import FoundationEssentials
internal import PlayheadSystem

/// Encodes results as JUnit XML for CI systems (`junit-10.xsd` of Jenkins), with one suite for each input.
package enum JUnitSuite {
    package static let opening =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"playhead\">\n"
    package static let closing = "</testsuites>\n"

    /// The suite of a result.
    package static func text(_ result: CheckResult) -> String {
        var text = "  <testsuite name=\"\(result.input.xml)\" tests=\"\(result.cases.count)\""
        for (name, outcome) in [
            ("failures", CheckCase.Outcome.failed), ("errors", .error), ("skipped", .skipped),
        ] {
            text += " \(name)=\"\(result.count(of: outcome))\""
        }
        text +=
            " time=\"\(seconds(result.time))\" timestamp=\"\(date(result.began))\" id=\"\(result.index)\">\n"
        for checked in result.cases { text += element(checked, in: result) }
        if let log = result.log { text += "    <system-err>\(log.xml)</system-err>\n" }
        return text + "  </testsuite>\n"
    }

    private static func element(_ checked: CheckCase, in result: CheckResult) -> String {
        let head =
            "    <testcase name=\"\(checked.name.xml)\" classname=\"\(result.input.xml)\""
            + " time=\"\(seconds(checked.time))\""
        let message = (checked.message ?? "").xml
        return switch checked.outcome {
        case .passed: head + "/>\n"
        case .skipped: head + "><skipped message=\"\(message)\"/></testcase>\n"
        case .failed:
            head + "><failure type=\"failed\" message=\"\(message)\">\(message)</failure></testcase>\n"
        case .error: head + "><error type=\"error\" message=\"\(message)\">\(message)</error></testcase>\n"
        }
    }

    /// A time with three decimals, which is the maximum of the schema.
    private static func seconds(_ time: Double) -> String {
        let thousandths = Int((max(time, 0) * 1000).rounded())
        let rest = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    private static func date(_ began: Double) -> String {
        Date(timeIntervalSince1970: began).formatted(.iso8601).replacing("Z", with: "")
    }
}

/// A JUnit XML file that is well-formed after every write. A killed process thus leaves a usable file.
package final class JUnitFile {
    private let file: PlacedFile
    /// The offset of the next suite.
    private var end = 0

    /// Creates the file, or empties an existing one.
    package init(path: String) throws {
        file = try PlacedFile(path: path)
        try append(JUnitSuite.opening)
    }

    /// Appends a suite.
    package func write(_ result: CheckResult) throws { try append(JUnitSuite.text(result)) }

    private func append(_ text: String) throws {
        try file.write(Array((file.hasPlaces ? text + JUnitSuite.closing : text).utf8), at: end)
        end += text.utf8.count
    }

    /// Finishes the file.
    package func close() throws {
        if !file.hasPlaces { try file.write(Array(JUnitSuite.closing.utf8), at: end) }
    }
}
