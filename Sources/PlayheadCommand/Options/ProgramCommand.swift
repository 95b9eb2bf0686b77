import ArgumentParser

/// A subcommand that is another program beside this one.
protocol ProgramCommand: ParsableCommand {
    /// The name of its file.
    static var program: String { get }
    /// What this process ends with when the file is not there.
    static var codeWithoutProgram: Int32 { get }
    /// What it is given.
    var words: [String] { get }
}

extension ProgramCommand {
    /// Becomes that program.
    func run() throws {
        let tried = Process.become(Self.program, words, inFolders: [".", "../libexec/playhead"])
        Output.complain("There is no \(Self.program) beside playhead", hint: "it belongs at \(tried[0])")
        Process.exit(Self.codeWithoutProgram)
    }
}
