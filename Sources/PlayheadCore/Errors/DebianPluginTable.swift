/// The GStreamer plug-ins in a release of Debian.
struct DebianPluginTable: Sendable {
    /// The package of each element.
    private(set) var packages: [String: String] = [:]
    /// The packages of each URI scheme that can be read, best first.
    private(set) var sources: [String: [String]] = [:]
    /// The accepted caps of each package by media type, best package first.
    private var decoders: [String: [(package: String, caps: CapsPattern)]] = [:]

    /// The packages with a decoder or demuxer for these caps, best first.
    func decoders(of caps: CapsPattern) -> [String] {
        var found: [String] = []
        for entry in decoders[caps.mediaType] ?? [] where !found.contains(entry.package) {
            if entry.caps.accepts(caps) { found.append(entry.package) }
        }
        return found
    }

    /// The table of a release, as in `VERSION_ID`; for any other value that of the newest release.
    static func of(release: String?) -> Self {
        release.flatMap { releases[$0] } ?? newest
    }

    private static let releases = read(DebianPackage.plugins)
    private static let newest = releases.max { Int($0.key) ?? 0 < Int($1.key) ?? 0 }?.value ?? Self()

    private static func read(_ text: String) -> [String: Self] {
        var tables: [String: Self] = [:]
        for section in text.split(separator: "#") {
            let lines = section.split(separator: "\n", maxSplits: 1)
            let head = lines[0].split(separator: " ").map(String.init)
            guard lines.count == 2, head.count > 2 else { continue }
            let (package, kind) = (head[0], head[1])
            for release in head[2...] {
                tables[release, default: Self()].take(lines[1], as: kind, of: package)
            }
        }
        return tables
    }

    private mutating func take(_ entries: Substring, as kind: String, of package: String) {
        switch kind {
        case "elements":
            for name in entries.split(whereSeparator: \.isWhitespace) { packages[String(name)] = package }
        case "sources":
            for scheme in entries.split(whereSeparator: \.isWhitespace) {
                sources[String(scheme), default: []].append(package)
            }
        case "decoders":
            for caps in entries.split(separator: ";").compactMap({ CapsPattern($0) }) {
                decoders[caps.mediaType, default: []].append((package, caps))
            }
        default: break
        }
    }
}

/// Caps as text: a media type and fields, each with a value, a list `{ a, b }` or a range `[ 1, 4 ]`.
struct CapsPattern: Sendable, Equatable {
    private enum Value: Sendable, Equatable {
        case one(String)
        case range(ClosedRange<Int>)

        init(_ text: Substring) {
            let bounds = text.hasPrefix("[") ? text.dropFirst().dropLast().split(separator: ",") : []
            let numbers = bounds.prefix(2).compactMap { Int($0.trimmed) }
            self =
                numbers.count == 2 && numbers[0] <= numbers[1]
                ? .range(numbers[0]...numbers[1]) : .one(String(text.filter { $0 != "\"" }))
        }

        func meets(_ other: Self) -> Bool {
            switch (self, other) {
            case (.one(let value), .one(let other)): value == other
            case (.range(let range), .range(let other)): range.overlaps(other)
            case (.range(let range), .one(let value)), (.one(let value), .range(let range)):
                Int(value).map(range.contains) ?? false
            }
        }
    }

    private(set) var mediaType: String
    private var fields: [String: [Value]] = [:]

    /// Parses caps with one structure; nil without a media type.
    init?(_ text: Substring) {
        let parts = text.splitAtTopLevel()
        guard let type = parts.first?.prefix(while: { $0 != "(" }).trimmed, !type.isEmpty else { return nil }
        mediaType = String(type)
        for part in parts.dropFirst() {
            let field = part.split(separator: "=", maxSplits: 1)
            guard field.count == 2 else { continue }
            var value = field[1].trimmed
            // The type of the value, as in `(int)1`.
            if value.hasPrefix("("), let end = value.firstIndex(of: ")") {
                value = value[value.index(after: end)...].trimmed
            }
            let values = value.hasPrefix("{") ? value.dropFirst().dropLast().splitAtTopLevel() : [value]
            fields[String(field[0].trimmed)] = values.map { Value($0.trimmed) }
        }
    }

    /// Whether the caps have a value in common in each field of this pattern. A field that the caps lack may
    /// have any value. A boolean that they lack is false.
    func accepts(_ caps: Self) -> Bool {
        mediaType == caps.mediaType
            && fields.allSatisfy { name, values in
                let isBoolean = values.allSatisfy { $0 == .one("true") || $0 == .one("false") }
                guard let others = caps.fields[name] ?? (isBoolean ? [.one("false")] : nil) else {
                    return true
                }
                return values.contains { value in others.contains { $0.meets(value) } }
            }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? start.prefix(0)
    }

    /// The pieces between commas outside of brackets and quotation marks.
    fileprivate func splitAtTopLevel() -> [Substring] {
        var (depth, isQuoted) = (0, false)
        return split { character in
            switch character {
            case "\"": isQuoted.toggle()
            case "{", "[", "<": depth += 1
            case "}", "]", ">": depth -= 1
            default: break
            }
            return character == "," && depth == 0 && !isQuoted
        }
    }
}
