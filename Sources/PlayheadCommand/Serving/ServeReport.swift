import FoundationEssentials
import PlayheadServer

/// Formats the lines that `playhead serve` prints.
enum ServeReport {
    static func json(_ server: MediaServer) -> String {
        line(
            "listening",
            ["address": server.address, "certificate": server.certificate?.chain].compactMapValues(\.self))
    }

    static func json(_ record: RequestRecord) -> String { line("request", record) }

    /// A request and its response, as a line of text.
    static func text(_ record: RequestRecord) -> String {
        let time = (record.ended ?? record.arrived).secondsWithThousandths
        let range = record.range.map { " (\($0))" } ?? ""
        let status = record.status.map(String.init) ?? "no answer"
        let end = record.end.flatMap { $0 == .complete ? nil : ", \($0)" } ?? ""
        let faults = record.faults.isEmpty ? "" : "  \(record.faults)"
        return
            "\(time) \(record.method) /\(record.path)\(range): \(status), \(record.bytesSent) bytes\(end)\(faults)"
    }

    private static func line(_ event: String, _ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let object = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        return "{\"event\":\"\(event)\"," + object.dropFirst()
    }
}

extension Duration {
    /// The duration in seconds with three decimals.
    fileprivate var secondsWithThousandths: String {
        let thousandths = Int((self / .milliseconds(1)).rounded())
        let rest = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
