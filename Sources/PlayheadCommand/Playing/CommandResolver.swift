import Playhead
internal import PlayheadSystem
import Synchronization

/// Finds the media behind web addresses with a program, such as yt-dlp (`--resolver`).
final class CommandResolver: Sendable {
    private let command: String
    private let network: NetworkOptions
    /// The media of earlier answers, by address.
    private let known = Mutex<[String: ResolverAnswer.Medium]>([:])
    /// The player whose queue gets the other media of an answer.
    private let player = Mutex(Served())

    private struct Served {
        weak var player: Player?
    }

    /// Makes a resolver.
    ///
    /// - Parameters:
    ///   - command: a command of the shell; it gets the address as another argument.
    ///   - network: the network options, to which an answer adds headers.
    init(_ command: String, network: NetworkOptions) { (self.command, self.network) = (command, network) }

    /// What ``PlayerConfiguration/resolveItem`` gets.
    var resolution: @Sendable (MediaItem) async throws(PlayerError) -> MediaItem {
        { item throws(PlayerError) in try await self.resolve(item, of: item) }
    }

    /// Adds the other media of an answer to the queue of this player, behind the item.
    func serve(_ player: Player) { self.player.withLock { $0.player = player } }

    /// The item to load in place of one with a web address; other items stay as they are.
    ///
    /// - Parameters:
    ///   - original: the item of the queue.
    ///   - pages: the number of pages that may still refer to other pages.
    private func resolve(
        _ item: MediaItem, of original: MediaItem, pages: Int = 3
    ) async throws(PlayerError) -> MediaItem {
        guard ["http:", "https:"].contains(where: item.uri.lowercased().hasPrefix) else { return item }
        let earlier = known.withLock { $0[item.uri] }
        if let earlier, !earlier.isPage { return self.item(earlier, for: item) }
        let text = try await output(for: item.uri)
        let answer: ResolverAnswer
        do throws(ResolverAnswer.Fault) { answer = try ResolverAnswer(text) } catch {
            throw failure(error)
        }
        guard let first = answer.media.first else { return item }
        let others = answer.media.dropFirst()
        known.withLock { known in
            for medium in others { known[medium.uri] = medium }
        }
        if !others.isEmpty { add(others, behind: original) }
        guard first.isPage else { return self.item(first, for: item) }
        guard pages > 0 else { throw error("The resolver names pages instead of media") }
        return try await resolve(item.at(uri: first.uri), of: original, pages: pages - 1)
    }

    private func add(_ media: some Sequence<ResolverAnswer.Medium>, behind item: MediaItem) {
        guard let queue = player.withLock(\.player)?.queue,
            let entry = queue.value.items.first(where: { $0.media == item })
        else { return }
        queue.insert(
            media.map { medium in
                var item = MediaItem(uri: medium.uri)
                item.title = medium.title
                return QueueItem(item)
            }, at: .after(entry.id))
    }

    private func item(_ medium: ResolverAnswer.Medium, for item: MediaItem) -> MediaItem {
        var resolved = item.at(uri: medium.uri)
        resolved.title = item.title ?? medium.title
        if !medium.headers.isEmpty {
            var options = item.network ?? network
            options.headers.merge(medium.headers) { own, _ in own }
            resolved.network = options
        }
        return resolved
    }

    private func failure(_ fault: ResolverAnswer.Fault) -> PlayerError {
        switch fault {
        case .nothing: error("The resolver has found no medium")
        case .separateTracks:
            error(
                "The resolver names separate addresses for video and audio",
                hint: "let it choose one with both, such as yt-dlp -J -f b")
        case .malformed(let text): error("The resolver prints neither an address nor JSON: \(text.printable)")
        }
    }

    private func error(_ message: String, hint: String? = nil) -> PlayerError {
        PlayerError(.resolverFailed, message, hint: hint, isRecoverable: false)
    }

    /// Runs the program and returns its output.
    private func output(for uri: String) async throws(PlayerError) -> String {
        let child: ChildProcess
        do {
            child = try ChildProcess("/bin/sh", arguments: ["-c", command + " \"$1\"", "sh", uri])
        } catch {
            throw self.error("The resolver does not start: \(error.message)")
        }
        async let errors = Self.text(of: child.errors)
        let output = await withTaskCancellationHandler {
            await Self.text(of: child.output)
        } onCancel: {
            child.kill()
        }
        let end = await BlockingWork.run { child.wait() }
        let complaint = await errors.split(whereSeparator: \.isNewline).last.map(String.init)?.printable
        switch end {
        case .exit(status: 0): return output
        case .exit(let status):
            throw error("The resolver failed: \(complaint ?? "exit code \(status)")")
        case .signal(let number): throw error("The resolver was ended by signal \(number)")
        }
    }

    private static func text(of file: InputFile) async -> String {
        await BlockingWork.run {
            var bytes: [UInt8] = []
            while bytes.count < longest {
                let more = file.read(upTo: 65536)
                if more.isEmpty { break }
                bytes += more
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The time that it adds to ``PlayerConfiguration/loadTimeout``.
    static let timeLimit: Duration = .seconds(40)
    /// The most bytes of an answer: the JSON of a long list has some megabytes.
    private static let longest = 64 << 20
}
