import Glibc
import HTTPTransport
import Testing

@Suite struct LeakTests {
    @Test func `A closed client leaves no sockets and no threads`() async {
        await #expect(processExitsWith: .success) {
            // Some are inherited.
            let before = Set(links("/proc/self/fd"))
            let server = TestServer(echo)
            for round in 0..<50 {
                let client = HTTPClient()
                let collectors = (0..<4).map { _ in Collector() }
                for (number, collector) in collectors.enumerated() {
                    let request = HTTPRequest(url: server.url("/\(number)"))
                    let transfer = try? client.start(request, collector.handler())
                    if number == 3 { transfer?.cancel() }
                }
                if round % 2 == 0 { for collector in collectors { _ = await collector.finished() } }
                await client.close()
                #expect(collectors.allSatisfy { $0.answer.ends.count == 1 })
            }
            server.stop()
            // Until the server's threads have seen it, and the system has let go of the last thread.
            usleep(200_000)
            #expect(links("/proc/self/fd").allSatisfy { !$0.hasPrefix("socket:") || before.contains($0) })
            #expect(names(of: "/proc/self/task", file: "comm").allSatisfy { $0 != "playhead-http" })
        }
    }
}

private func entries(_ folder: String) -> [String] {
    guard let directory = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
        let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if !name.hasPrefix(".") { names.append(name) }
    }
    return names
}

private func names(of folder: String, file: String) -> [String] {
    entries(folder).map { entry in
        let descriptor = unsafe open("\(folder)/\(entry)/\(file)", O_RDONLY)
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(descriptor, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)).prefix { $0 != 0x0A }, as: UTF8.self)
    }
}

private func links(_ folder: String) -> [String] {
    entries(folder).map { entry in
        var buffer = [CChar](repeating: 0, count: 256)
        let count = unsafe readlink("\(folder)/\(entry)", &buffer, buffer.count)
        return String(
            decoding: buffer.prefix(max(0, count)).map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
}
