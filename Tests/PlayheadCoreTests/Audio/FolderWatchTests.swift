import Dispatch
import Foundation
import PlayheadSystem
import Testing

@testable import TestBasics

@Suite(.timeLimit(.minutes(1))) struct FolderWatchTests {
    @Test func `a file that comes in a folder that comes is told, other names are not`() async throws {
        let folder = try TemporaryFolder()
        let inner = folder.path + "/pulse"
        let (changes, continuation) = AsyncStream<Void>.makeStream()
        let watch = FolderWatch(
            [folder.path, inner], names: ["pulse", "native"], on: DispatchQueue(label: "test")
        ) { continuation.yield() }
        var told = changes.makeAsyncIterator()
        try folder.write("", to: "other")
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
        #expect(await told.next() != nil)
        try folder.write("", to: "pulse/native")
        #expect(await told.next() != nil)
        withExtendedLifetime(watch) {}
    }
}
