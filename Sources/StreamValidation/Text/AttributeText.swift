/// An attribute list as it is written (RFC 8216bis, 4.2).
package struct AttributeText: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        package var name: String
        package var value: String
        package var isQuoted: Bool
    }

    package private(set) var entries: [Entry] = []
    /// The violations of the syntax, in words.
    package private(set) var faults: [String] = []

    package init(_ text: String) {
        var rest = text[...]
        while !rest.isEmpty {
            let name = rest.prefix { $0 != "=" && $0 != "," }
            rest = rest[name.endIndex...]
            guard rest.first == "=" else {
                faults.append("“\(name)” is not NAME=value")
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst()
            if name.isEmpty || !name.allSatisfy(Self.isOfName) {
                faults.append("the attribute name “\(name)” has characters other than A–Z, 0–9 and -")
            }
            var entry = Entry(name: name.filter { $0 != " " }, value: "", isQuoted: rest.first == "\"")
            if entry.isQuoted {
                let value = rest.dropFirst().prefix { $0 != "\"" }
                entry.value = String(value)
                rest = rest[value.endIndex...]
                if rest.isEmpty { faults.append("the quotation of \(entry.name) has no end") }
                rest = rest.dropFirst()
                let junk = rest.prefix { $0 != "," }
                if !junk.isEmpty { faults.append("text follows the quotation of \(entry.name)") }
                rest = rest[junk.endIndex...]
            } else {
                let value = rest.prefix { $0 != "," }
                entry.value = String(value)
                rest = rest[value.endIndex...]
                if value.isEmpty { faults.append("\(entry.name) has no value") }
                if value.contains(where: { $0 == " " || $0 == "\t" || $0 == "\"" }) {
                    faults.append("the unquoted value of \(entry.name) has spaces or quotation marks")
                }
            }
            if entries.contains(where: { $0.name == entry.name }) {
                faults.append("\(entry.name) occurs twice")
            }
            entries.append(entry)
            if rest.first == ",", rest.count == 1 { faults.append("the list ends with a comma") }
            rest = rest.dropFirst()
        }
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isASCII && (character.isUppercase || character.isNumber || character == "-")
    }

    package subscript(_ name: String) -> String? { entries.first { $0.name == name }?.value }
    package func isYes(_ name: String) -> Bool { self[name] == "YES" }
    package func number(_ name: String) -> Double? { self[name].flatMap(Double.init) }
    package func integer(_ name: String) -> Int? { self[name].flatMap { Int($0) } }
}
