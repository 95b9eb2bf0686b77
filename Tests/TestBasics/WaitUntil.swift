/// Waits until a condition holds, and lets other tasks run meanwhile. A test whose time limit passes ends here: without
/// an end the loop would take a thread from all other tests.
package func waitUntil(_ isMet: () async throws -> Bool) async throws {
    while try await !isMet() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
