import ArgumentParser

extension [String] {
    /// Validates the arguments that name media, before any file is opened.
    func validateMedia(verb: String) throws {
        if contains("") { throw ValidationError("A path or uri must not be empty") }
        let inputs = count { $0 == "-" }
        if inputs > 1 { throw ValidationError("Standard input (-) can be \(verb) only once") }
        if inputs == 1, !Terminal.isOpen(.standardInput) {
            throw ValidationError("Standard input (-) is closed: pipe a medium into it")
        }
        if inputs == 1, Terminal.isTerminal(.standardInput) {
            throw ValidationError("Standard input (-) is a terminal: pipe a medium into it")
        }
    }
}
