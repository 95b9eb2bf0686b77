import Foundation
import Glibc
import PlayheadServer
import Testing

/// A server in a process whose tests keep every thread of Swift's.
@Suite(.timeLimit(.minutes(1))) struct BusyTests {
    @Test func `a media server answers while every thread of the tests is blocked`() async throws {
        let server = try await MediaServer(plan: FaultPlan(documents: ["a": "here"]))
        let count = ProcessInfo.processInfo.activeProcessorCount
        let answers = try await withThrowingTaskGroup { group in
            for _ in 0..<count { group.addTask { try BlockingClient.get("/a", at: server.port) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == count && answers.allSatisfy { $0.hasSuffix("here") })
        await server.close()
    }
}

/// A client that keeps its thread until it has been answered, for ten seconds at most.
enum BlockingClient {
    struct Failure: Error { var code: Int32 }

    static func get(_ path: String, at port: Int) throws -> String {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Failure(code: errno) }
        defer { close(socket) }
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        _ = unsafe setsockopt(
            socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket, $0, size) == 0
            }
        }
        let request = "GET \(path) HTTP/1.0\r\n\r\n"
        guard isConnected, unsafe send(socket, request, request.utf8.count, Int32(MSG_NOSIGNAL)) > 0
        else { throw Failure(code: errno) }
        var reply: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe recv(socket, &buffer, buffer.count, 0)
            if count < 0 { throw Failure(code: errno) }
            if count == 0 { return String(decoding: reply, as: UTF8.self) }
            reply += buffer.prefix(count)
        }
    }
}
