import Foundation
import TestSupport

@testable import TestBasics

extension Repository {
    /// The scenarios, by their paths in the folder of that name.
    static let scenarios: [String] = {
        let names =
            FileManager.default.enumerator(atPath: path("scenarios"))?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".yaml") }.sorted()
    }()
}
