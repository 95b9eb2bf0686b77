import Playhead
internal import PlayheadServer

/// Reads a configuration file. It throws the first mistake, with its line and what is allowed.
struct ConfigurationReader {
    private let document: Document
    private var file: ConfigurationFile
    private let options: [OptionCatalog.Option]

    init(_ document: Document, path: String) {
        self.document = document
        file = ConfigurationFile(path: path)
        options = ConfigurableOptions.all
    }

    mutating func read() throws(DocumentError) -> ConfigurationFile {
        guard let root = try document.root() else { return file }
        for (key, value) in try mapping(root, "options by their long names") {
            switch key.text {
            case "keys": try readKeys(value)
            case "profiles": try readProfiles(value)
            default: file.settings.append(try setting(key, value, of: nil))
            }
        }
        return file
    }

    private mutating func readProfiles(_ node: YAMLNode) throws(DocumentError) {
        for (key, value) in try mapping(node, "profiles by their names") {
            let name = key.text ?? ""
            var profile = ConfigurationFile.Profile(name: name, conditions: [], settings: [])
            for (key, value) in try mapping(value, "options by their long names, or `when`") {
                if key.text == "when" {
                    profile.conditions = try conditions(value)
                } else {
                    profile.settings.append(try setting(key, value, of: name))
                }
            }
            file.profiles.append(profile)
        }
    }

    private func conditions(_ node: YAMLNode) throws(DocumentError) -> [ProfileCondition] {
        var conditions: [ProfileCondition] = []
        for item in list(node) {
            guard let word = item.text, let condition = ProfileCondition(text: word) else {
                let allowed =
                    "expected \(ProfileCondition.names.joined(separator: ", ")) or an extension such as .flac"
                throw document.mistake(
                    suggesting(allowed, for: item.text, among: ProfileCondition.names), at: item)
            }
            conditions.append(condition)
        }
        return conditions
    }

    private mutating func readKeys(_ node: YAMLNode) throws(DocumentError) {
        for (key, value) in try mapping(node, "actions by their keys") {
            guard let name = key.text, let press = KeyPress(text: name) else {
                throw document.mistake(
                    suggesting("expected \(KeyPress.form)", for: key.text, among: KeyPress.words), at: key)
            }
            let text = value.text ?? ""
            let action = KeyAction(text: text)
            guard action != nil || text == "none" else {
                let allowed = "expected an action: \(KeyAction.names.joined(separator: ", "))"
                throw document.mistake(suggesting(allowed, for: text, among: KeyAction.names), at: value)
            }
            file.keys.append((press, action, key.mark.line))
        }
    }

    private func setting(
        _ key: YAMLNode, _ node: YAMLNode, of profile: String?
    ) throws(DocumentError) -> ConfigurationFile.Setting {
        let name = key.text ?? ""
        guard let option = options.first(where: { $0.name == name }) else {
            let names = options.map(\.name) + (profile == nil ? ["keys", "profiles"] : ["when"])
            let told = "`\(name)` is not an option"
            let isDashed = name.hasPrefix("-")
            throw document.mistake(
                isDashed
                    ? told + "; options stand here without dashes"
                    : suggesting(told + " of play, inspect or subtitles", for: name, among: names),
                at: key)
        }
        var values: [String] = []
        for item in list(node) {
            guard let text = item.text else {
                throw document.mistake(
                    "expected \(option.isRepeating ? "text, or a list of texts" : "a value")", at: item)
            }
            values.append(option.isFlag ? try flag(text, at: item) : expanded(text))
        }
        if values.count != 1, !option.isRepeating {
            throw document.mistake("`\(name)` takes one value", at: node)
        }
        return ConfigurationFile.Setting(
            name: name, values: values, isFlag: option.isFlag, line: key.mark.line, column: key.mark.column,
            profile: profile)
    }

    private func flag(_ text: String, at node: YAMLNode) throws(DocumentError) -> String {
        switch text.lowercased() {
        case "true", "yes", "on": return "true"
        case "false", "no", "off": return "false"
        default: throw document.mistake("expected true or false, not `\(text)`", at: node)
        }
    }

    /// A path that begins in the home directory, as a shell would give it.
    private func expanded(_ text: String) -> String {
        guard text.hasPrefix("~/"), let home = UserFolder.home else { return text }
        return home + text.dropFirst()
    }

    private func list(_ node: YAMLNode) -> [YAMLNode] {
        if case .sequence(let items) = node.content { items } else { [node] }
    }

    private func mapping(
        _ node: YAMLNode, _ what: String
    ) throws(DocumentError) -> [(key: YAMLNode, value: YAMLNode)] {
        if case .mapping(let pairs) = node.content { return pairs }
        // A key without a value.
        if node.isNull { return [] }
        throw document.mistake("expected \(what)", at: node)
    }

    private func suggesting(_ message: String, for word: String?, among names: [String]) -> String {
        names.nearest(to: word ?? "").map { "\(message); did you mean `\($0)`?" } ?? message
    }
}
