extension LanguageTag {
    /// The BCP 47 tag of a language in a medium: from an ISO 639 code or a tag. Nil if the language is
    /// undetermined or invalid.
    package static func tag(for name: String?) -> String? {
        guard let name else { return nil }
        var parts = name.split { $0 == "-" || $0 == "_" }.map { $0.lowercased() }
        let isTag = parts.allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
        }
        guard isTag, let first = parts.first, (2...8).contains(first.count), !unknown.contains(first) else {
            return nil
        }
        parts[0] = shortened(first) ?? first
        // The letter case follows the convention of RFC 5646, 2.1.1.
        for place in parts.indices.dropFirst() where parts[..<place].allSatisfy({ $0.count > 1 }) {
            switch parts[place].count {
            case 2: parts[place] = parts[place].uppercased()
            case 4: parts[place] = parts[place].prefix(1).uppercased() + parts[place].dropFirst()
            default: break
            }
        }
        return parts.joined(separator: "-")
    }

    private static let unknown: Set<String> = ["und", "mis", "mul", "zxx", "unk", "unknown"]
}
