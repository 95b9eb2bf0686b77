public import Playhead
public import PlayheadTesting
public import Testing

extension Trait where Self == PlaybackTrait {
    /// Gives the test a player of real media, ``Playhead/Player/current``, without window and sound.
    ///
    ///     @Test(.playback(.virtual)) func `the film ends by itself`() async throws {
    ///         let player = try Player.current
    ///         player.load(MediaItem(path: "film.mp4"), autoplay: true)
    ///         #expect(try await player.waitForEnd() == .natural)
    ///     }
    ///
    /// - Parameters:
    ///   - time: the time that it is played in.
    ///   - configure: changes the configuration of the player; called once for each test.
    public static func playback(
        _ time: PlaybackTrait.Time = .virtual,
        configure: @escaping @Sendable (inout PlayerConfiguration) -> Void = { _ in }
    ) -> PlaybackTrait {
        PlaybackTrait { picture in
            PlaybackStage(player: Player(configuration: .forTests(time, picture, configure)))
        }
    }

    /// Gives the test a player that does what a script says: ``Playhead/Player/current``, and ``PlayheadTesting/FakePlayer/current`` with what it
    /// plays. Its time is virtual.
    public static func playback(
        fake script: FakeScript, configure: @escaping @Sendable (inout PlayerConfiguration) -> Void = { _ in }
    ) -> PlaybackTrait {
        PlaybackTrait { picture in
            let fake = FakePlayer(script, configuration: .forTests(.virtual, picture, configure))
            return PlaybackStage(player: fake.player, fake: fake)
        }
    }
}

extension PlayerConfiguration {
    fileprivate static func forTests(
        _ time: PlaybackTrait.Time, _ picture: LastPicture, _ configure: (inout PlayerConfiguration) -> Void
    ) -> PlayerConfiguration {
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        if time == .virtual {
            let clock = VirtualClock()
            clock.hold()
            configuration.clock = .virtual(clock)
        }
        configure(&configuration)
        if let tap = configuration.presentationTap {
            configuration.presentationTap = TapGroup([tap, picture])
        } else {
            configuration.presentationTap = picture
        }
        return configuration
    }
}
