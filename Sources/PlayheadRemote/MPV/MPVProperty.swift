internal import Playhead
internal import PlayheadCore

/// A property of mpv, as a view of the state and as a command that changes it.
struct MPVProperty: Sendable {
    /// What a property is read from.
    struct Source: Sendable {
        let control: RemoteControl
        let state: RemoteState
        /// The path of the socket.
        let socket: String

        var snapshot: PlayerSnapshot { state.snapshot }
        /// The snapshot while an item is open; nil otherwise.
        var open: PlayerSnapshot? { state.isIdle || snapshot.status == .opening ? nil : snapshot }
    }

    /// The values that can be set, for `add` and `cycle`.
    enum Kind: Sendable {
        case flag
        case number(ClosedRange<Double>)
        case other
    }

    var kind = Kind.other
    /// Whether the value changes while media plays.
    var followsTime = false
    let read: @Sendable (Source) -> RemoteValue?
    /// The command for a new value; nil if the property is read-only.
    var write: (@Sendable (RemoteValue, Source) throws(MPVFault) -> RemoteCommand)?

    /// A property that can only be read.
    static func reading(_ read: @escaping @Sendable (Source) -> RemoteValue?) -> MPVProperty {
        MPVProperty(read: read)
    }

    /// A property that can only be read, and that changes while media plays.
    static func timed(_ read: @escaping @Sendable (Source) -> RemoteValue?) -> MPVProperty {
        MPVProperty(followsTime: true, read: read)
    }

    static func flag(
        _ read: @escaping @Sendable (Source) -> Bool, _ command: @escaping @Sendable (Bool) -> RemoteCommand
    ) -> MPVProperty {
        MPVProperty(
            kind: .flag, read: { .bool(read($0)) },
            write: { value, _ throws(MPVFault) in command(try value.flag()) })
    }

    static func number(
        in range: ClosedRange<Double>, followsTime: Bool = false,
        _ read: @escaping @Sendable (Source) -> Double?,
        _ command: @escaping @Sendable (Double, Source) throws(MPVFault) -> RemoteCommand
    ) -> MPVProperty {
        MPVProperty(
            kind: .number(range), followsTime: followsTime, read: { read($0).map(RemoteValue.number) },
            write: { value, source throws(MPVFault) in
                guard let number = value.double, range.contains(number) else { throw .format }
                return try command(number, source)
            })
    }
}

extension MPVProperty {
    /// The value of a property, or of a part of one, such as `playlist/0/filename`; nil while unavailable.
    static func value(of name: String, in source: Source) throws(MPVFault) -> RemoteValue? {
        if let property = all[name] { return property.read(source) }
        let path = name.split(separator: "/", omittingEmptySubsequences: false)
        if path.count == 2, path[0] == "options", let property = all[String(path[1])] {
            return property.read(source)
        }
        guard path.count > 1, let property = all[String(path[0])] else { throw .notFound }
        return property.read(source)?.value(at: path.dropFirst())
    }

    /// The property of a name for a change.
    static func settable(_ name: String) throws(MPVFault) -> MPVProperty {
        let name = name.hasPrefix("options/") ? String(name.dropFirst(8)) : name
        guard let property = all[name] else { throw .notFound }
        return property
    }

    /// Sets the property.
    func set(_ value: RemoteValue, in source: Source) throws(MPVFault) {
        guard let write else { throw .access }
        let command = try write(value, source)
        do throws(RemoteFault) { try source.control.perform(command) } catch {
            throw error == .noContent ? .unavailable : .access
        }
    }

    /// Whether a property, or the one that it is a part of, changes while media plays.
    static func followsTime(_ name: String) -> Bool {
        all[String(name.prefix { $0 != "/" })]?.followsTime ?? false
    }
}
