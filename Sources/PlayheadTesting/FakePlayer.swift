public import Playhead

/// A player without GStreamer that does what a script says, for tests of programs that embed a player.
///
///     let fake = FakePlayer(
///         FakeScript {
///             $0.preroll = .after(.seconds(2))
///             $0.stalls = [.init(at: .seconds(5), for: .seconds(1))]
///             $0.cues = [.init("Hello", from: .seconds(1), to: .seconds(2))]
///         })
///     let kiosk = Kiosk(player: fake.player)
///     kiosk.begin()
///     fake.advance(by: .seconds(4))
///     // the film has played for 2 s
///
/// Its time is moved by hand, and everything that follows from that has happened in the player when ``advance(by:)`` returns, unless another
/// thread commands it at that moment, whose work it then is. With a virtual clock in the configuration, time is that clock's: it runs during
/// waits, or as it is told to. The fake keeps the contract of the real player: both go through the same tests. What happens outside of the script, ``media`` is told.
public final class FakePlayer: Sendable {
    /// The player.
    public let player: Player
    /// What it plays, whatever address it is given.
    public let media: FakeMedia

    /// A player of media that follow a script.
    public init(
        _ script: FakeScript = FakeScript(), configuration: PlayerConfiguration = PlayerConfiguration()
    ) {
        media = FakeMedia(script)
        player = media.makePlayer(configuration: configuration)
    }

    /// What the next load follows.
    public var script: FakeScript {
        get { media.script }
        set { media.script = newValue }
    }

    /// Moves the time by hand: media that play advance by as much, and what is due meanwhile happens.
    public func advance(by duration: Duration) { media.advance(by: duration) }
}
