internal import Playhead

/// Carries out commands of mpv on a player of this process.
package struct MPVInterpreter: Sendable {
    private let control: RemoteControl

    /// Makes the interpreter of a control.
    package init(_ control: RemoteControl) { self.control = control }

    /// Carries out a command, and returns its data; nil without any.
    package func perform(_ words: [RemoteValue]) async throws(CommandRefusal) -> RemoteValue? {
        var session = MPVSession(name: "file")
        let source = MPVProperty.Source(control: control, state: control.state, socket: "")
        var reply: RemoteValue
        switch session.run(words, source, request: .int(0)) {
        case .reply(let answer): reply = answer
        case .playlist(let name, let flags, let request):
            reply = await MPVSession.loadPlaylist(name, flags, request: request, control)
        // There is no other client that it could reach.
        case .message: reply = MPVSession.reply(.int(0), fault: .command)
        case .nothing: return nil
        }
        return try reply.answer()
    }
}

/// Why a player did not carry out a command, in mpv's words.
package struct CommandRefusal: Error, Equatable {
    package let message: String
}

extension RemoteValue {
    /// The data of a reply; nil without any.
    func answer() throws(CommandRefusal) -> RemoteValue? {
        guard case .string(let error)? = self["error"], error != "success" else { return self["data"] }
        throw CommandRefusal(message: error)
    }
}
