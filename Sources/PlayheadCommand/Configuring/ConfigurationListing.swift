import ArgumentParser

/// The effective value of each option and key, with its source.
struct ConfigurationListing {
    private let path: String?
    private let isFileRead: Bool
    private var options: [ConfigurationEntry]
    private var keys: [ConfigurationEntry]

    /// Finds the values for the arguments of a subcommand.
    init(_ arguments: [String]) throws {
        let named = ConfigurableOptions.commands.first { $0.name == arguments.first }
        let line = ConfiguredCommandLine(
            named?.type ?? PlayCommand.self, named == nil ? arguments : Array(arguments.dropFirst()))
        let (parsed, inputs) = try Self.parse(line)
        let file = try ConfiguredCommandLine.file(for: parsed.configurationFile)
        try file?.checkAll()
        let settings = try line.settings(of: file, for: parsed.configurationFile, inputs: inputs)
        _ = try settings?.parse(line.type, typed: line.words + (inputs.isEmpty ? [Self.placeholder] : []))
        path = ConfigurationFile.usualPath
        isFileRead = file != nil
        options = ConfigurableOptions.of(line.type).map { option in
            Self.entry(option, line: line, settings: settings?.settings ?? [])
        }
        keys = (file?.bindings ?? KeyBindings()).all.map { key, action in
            let line = file?.keys.last { $0.key == key }?.line
            return ConfigurationEntry(
                name: key.name, value: action?.text ?? "none", source: line == nil ? .standard : .file,
                line: line)
        }
    }

    private static let placeholder = "x"

    /// Parses the arguments, which need not name an input.
    private static func parse(
        _ line: ConfiguredCommandLine
    ) throws -> (command: any ConfigurableCommand, inputs: [String]) {
        if let command = try? line.parseTyped() { return (command, command.inputs) }
        do {
            return (try line.type.parse(line.words + [placeholder]) as any ConfigurableCommand, [])
        } catch {
            throw ValidationError(line.type.message(for: error))
        }
    }

    private static func entry(
        _ option: OptionCatalog.Option, line: ConfiguredCommandLine, settings: [ConfigurationFile.Setting]
    ) -> ConfigurationEntry {
        var entry = ConfigurationEntry(
            name: option.name, value: option.isFlag ? "false" : option.defaultValue, source: .standard)
        if let setting = settings.first(where: { $0.name == option.name }) {
            entry.value = setting.values.joined(separator: ", ")
            (entry.source, entry.line, entry.profile) = (.file, setting.line, setting.profile)
        } else if line.typed.contains(option.name) {
            entry.source = .commandLine
            if let value = line.value(of: option) { entry.value = value }
        }
        return entry
    }
}

extension ConfiguredCommandLine {
    /// The value of an option on the command line; nil if it was switched off.
    fileprivate func value(of option: OptionCatalog.Option) -> String? {
        let options = words.prefix { $0 != "--" }
        var values: [String] = []
        for (index, word) in options.enumerated() {
            if word == "--" + option.name {
                values.append(option.isFlag ? "true" : options.dropFirst(index + 1).first ?? "")
            } else if word.hasPrefix("--\(option.name)=") {
                values.append(String(word.dropFirst(option.name.count + 3)))
            }
        }
        return option.isRepeating ? values.joined(separator: ", ") : values.last
    }
}

extension ConfigurationListing {
    /// The values as a table.
    var text: [String] {
        let title = "Configuration file: \(path ?? "none")" + (isFileRead ? "" : " (not read)")
        return [title.printable, "", "Options"] + Self.table(options) + ["", "Keys"] + Self.table(keys)
    }

    private static func table(_ entries: [ConfigurationEntry]) -> [String] {
        let rows = entries.map { [$0.name.printable, ($0.value ?? "-").printable, $0.place.printable] }
        let widths = (0..<2).map { column in rows.map { min($0[column].columns, 32) }.max() ?? 0 }
        return rows.map { row in
            "  \(row[0].padded(toColumns: widths[0]))  \(row[1].padded(toColumns: widths[1]))  \(row[2])"
        }
    }

    /// The values as JSON Lines.
    var json: [String] {
        options.map { json($0, as: "option") } + keys.map { json($0, as: "key") }
    }

    private func json(_ entry: ConfigurationEntry, as kind: String) -> String {
        var object = JSONObject()
        object.add(kind, entry.name)
        object.add(kind == "key" ? "action" : "value", orNull: entry.value)
        object.add("source", entry.source.rawValue)
        if entry.source == .file {
            object.add("file", orNull: path)
            object.add("line", orNull: entry.line)
            if kind == "option" { object.add("profile", orNull: entry.profile) }
        }
        return object.closed
    }
}
