internal import Foundation
internal import PlayheadServer

extension CheckResult {
    /// Checks one input: a scenario, by its name in the file system, or a medium, by the expectations or else by the standard
    /// examination. The expectations hold for a scenario too, beside its own.
    ///
    /// - Parameters:
    ///   - input: A path or an address; a file whose name ends in `.yaml`, `.yml` or `.json` is a scenario.
    ///   - index: Its place in the list of everything that is checked.
    ///   - expectations: What has to be true.
    ///   - conditions: How it is run.
    public static func checking(
        _ input: String, index: Int = 0, expecting expectations: [Scenario.Expectation] = [],
        _ conditions: CheckConditions = CheckConditions()
    ) async -> CheckResult {
        let watch = Stopwatch()
        var result = CheckResult(
            index: index, input: input, kind: input.isNameOfScenario ? .scenario : .medium,
            began: Date().timeIntervalSince1970.rounded())
        switch result.kind {
        case .scenario:
            do throws(DocumentError) {
                var scenario = try Scenario(contentsOf: input)
                scenario.expectations += expectations
                result.cases = await scenario.run(conditions)
            } catch {
                result.cases = [CheckCase("scenario", .error, error.description)]
                result.isMistaken = true
            }
        case .medium where expectations.isEmpty:
            result.cases = await Examination(of: input).run(conditions)
        case .medium:
            result.cases = await Scenario(media: input, expectations: expectations).run(conditions)
        }
        result.time = watch.time
        return result
    }
}
