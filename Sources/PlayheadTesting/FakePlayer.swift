public import Playhead

/// A player without GStreamer that follows a script, for tests of programs that embed a player.
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
///     // the item has played for 2 s
///
/// Time advances only through ``advance(by:)``. The player has processed all effects when that function
/// returns. If another thread sends a command to the player at that moment, that thread processes them
/// instead. With a virtual clock in the configuration, time is the time of that clock.
///
/// The fake keeps the contract of the real player: the same tests run on both. The functions of ``media``
/// trigger events that are not in the script.
public final class FakePlayer: Sendable {
    /// The player.
    public let player: Player
    /// The fake media that the player plays for any URI.
    public let media: FakeMedia

    /// Makes a player of media that follow a script.
    public init(
        _ script: FakeScript = FakeScript(), configuration: PlayerConfiguration = PlayerConfiguration()
    ) {
        media = FakeMedia(script)
        player = media.makePlayer(configuration: configuration)
    }

    /// The script of the next load.
    public var script: FakeScript {
        get { media.script }
        set { media.script = newValue }
    }

    /// Advances the time. Playing media advance by the same duration, and everything that becomes due
    /// happens.
    public func advance(by duration: Duration) { media.advance(by: duration) }
}
