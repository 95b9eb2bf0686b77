import FoundationEssentials
import Playhead
internal import PlayheadSystem
import QualityReport

extension ReportPage {
    /// A page with the version and the date.
    static func made(title: String) -> ReportPage {
        ReportPage(title: title, subtitle: "Playhead \(Player.version), \(Date.now.formatted(.iso8601))")
    }

    /// Writes the page. Prints the error and returns false if that fails.
    func write(to path: String) -> Bool {
        do throws(FileFault) {
            try OutputFile.replace(path, with: Array(html.utf8))
            return true
        } catch {
            Output.complain("\(path) cannot be written: \(error.message)")
            return false
        }
    }
}
