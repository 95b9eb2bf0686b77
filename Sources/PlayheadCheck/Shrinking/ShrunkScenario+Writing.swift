public import PlayheadServer
internal import PlayheadSystem

extension ShrunkScenario {
    /// Writes the scenario as a YAML file, and its reduced HAR file, if it has one, beside it. An existing file is an
    /// error.
    ///
    /// In another folder than that of the scenario, its paths become absolute.
    ///
    /// - Returns: The paths of the new files.
    @discardableResult
    public func write(to path: String) throws(DocumentError) -> [String] { try scenario.write(to: path) }
}

extension Scenario {
    /// Writes the scenario and its reduced HAR file into new files, and returns their paths.
    @discardableResult
    package func write(to path: String) throws(DocumentError) -> [String] {
        var written = [path]
        var scenario = self
        let place = FilePath(path).folder.description
        if !place.isSameFolder(as: folder ?? "") { scenario = scenario.withAbsolutePaths }
        var archive: (path: String, text: String)?
        if let leftOut = scenario.server?.leftOutPaths, !leftOut.isEmpty, let whole = scenario.archive {
            let name = FilePath(path).name.description.withoutExtension + ".har"
            archive = (place + name, whole.leavingOut(leftOut))
            scenario.server?.har = name
            written.append(place + name)
        }
        try Self.write(scenario.text, to: path)
        if let archive { try Self.write(archive.text, to: archive.path) }
        return written
    }

    private static func write(_ text: String, to path: String) throws(DocumentError) {
        do throws(FileFault) {
            if let file = try OutputFile.new(path: path) { return try file.write(Array(text.utf8)) }
        } catch {
            throw DocumentError(file: path, message: "cannot be written: \(error.message)")
        }
        throw DocumentError(file: path, message: "there is a file of this name")
    }
}

extension Scenario {
    /// The scenario with absolute paths of files.
    fileprivate var withAbsolutePaths: Scenario {
        var scenario = self
        func absolute(_ path: String) -> String {
            let path = resolved(path)
            return path.hasPrefix("/") ? path : LocalFile.currentDirectory.asFolder.description + path
        }
        scenario.server?.folder = server?.folder.map(absolute)
        scenario.server?.har = server?.har.map(absolute)
        scenario.server?.clients = server?.clients.map(absolute)
        scenario.network.trustRoots = network.trustRoots.map(absolute)
        scenario.network.certificate = network.certificate.map(absolute)
        scenario.network.privateKey = network.privateKey.map(absolute)
        guard server == nil else { return scenario }
        if !FileAddress.hasScheme(media) { scenario.media = absolute(media) }
        scenario.steps = steps.map { step in
            guard case .load(let path) = step.action, !FileAddress.hasScheme(path) else { return step }
            return (try? Step("load " + absolute(path))) ?? step
        }
        return scenario
    }
}

extension String {
    /// A file name without its extension.
    package var withoutExtension: String { lastIndex(of: ".").map { String(self[..<$0]) } ?? self }

    fileprivate func isSameFolder(as other: String) -> Bool {
        func resolved(_ folder: String) -> FilePath? {
            LocalFile.resolved(FilePath(folder.isEmpty ? "." : folder))
        }
        return resolved(self) == resolved(other)
    }
}
