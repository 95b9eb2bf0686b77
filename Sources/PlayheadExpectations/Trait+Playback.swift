public import Playhead
public import PlayheadTesting
public import Testing

extension Trait where Self == PlaybackTrait {
    /// Gives the test a player of real media without a window and audio output: ``Playhead/Player/current``.
    ///
    ///     @Test(.playback(.virtual)) func `a video plays to its natural end`() async throws {
    ///         let player = try Player.current
    ///         player.load(MediaItem(path: "video.mp4"), autoplay: true)
    ///         #expect(try await player.waitForEnd() == .natural)
    ///     }
    ///
    /// - Parameters:
    ///   - time: The clock of the test.
    ///   - configure: Changes the configuration of the player. It is called once for each test.
    public static func playback(
        _ time: PlaybackTrait.Time = .virtual,
        configure: @escaping @Sendable (inout PlayerConfiguration) -> Void = { _ in }
    ) -> PlaybackTrait {
        PlaybackTrait { picture in
            PlaybackStage(player: Player(configuration: .forTests(time, picture, configure)))
        }
    }

    /// Gives the test a player that follows a script: ``Playhead/Player/current`` and
    /// ``PlayheadTesting/FakePlayer/current``. It runs on a virtual clock.
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
