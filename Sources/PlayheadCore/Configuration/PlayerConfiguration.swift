package import MediaFormats

/// The settings of a player. They are fixed when the player is made.
public struct PlayerConfiguration: Sendable {
    /// A video output.
    public enum VideoOutput: String, Sendable, Hashable, CaseIterable {
        /// A window if there is a display; otherwise ``none``, with a warning.
        case auto
        /// No window: frames are decoded and timed, and not shown.
        case none
        /// A window; without a display the load fails.
        case window
    }

    /// The removal of the comb effect of interlaced video.
    public enum Deinterlacing: String, Sendable, Hashable, CaseIterable {
        /// Interlaced frames are deinterlaced, progressive frames stay as they are.
        case auto
        /// All frames are deinterlaced, for media that declare interlaced frames as progressive.
        case on
        /// No frame is changed.
        case off
    }

    /// Whether hardware decodes video.
    public enum Decoding: String, Sendable, Hashable, CaseIterable {
        /// Hardware where it is known to work well (VA-API and NVDEC); otherwise software.
        case automatic
        /// Software only.
        case software
        /// Any hardware that decodes the format; otherwise software, with a warning
        /// (``PlayerWarning/Code/noHardwareDecoder``).
        case hardware
    }

    /// An audio output.
    public enum AudioOutput: String, Sendable, Hashable, CaseIterable {
        /// An audio server or device if there is one; otherwise ``none``, with a warning.
        case auto
        /// No device: samples are decoded and timed, and not heard.
        case none
    }

    /// The video output.
    public var video: VideoOutput = .auto
    /// The window at the start. ``Player/window`` changes it later.
    public var window = WindowOptions()
    /// The audio output.
    public var audio: AudioOutput = .auto
    /// The audio device at the start; nil follows the default one of the system. ``Player/audioDevice`` changes it later.
    public var audioDevice: AudioOutputDevice.ID?
    /// What happens when the audio device is lost.
    public var audioDeviceLossPolicy: AudioDeviceLossPolicy = .fallback
    /// The encodings that are handed to the audio device undecoded, if it takes them: digital outputs to a receiver.
    ///
    /// A device that does not, or not any more, is given decoded samples, as is every device while samples have to be
    /// changed: by the volume, the mute, effects, or a speed other than 1. Each such change interrupts the sound.
    /// Sound that is passed through has no ``Player/audioLevels(every:)``, and reaches no tap. An
    /// ``audioFilter`` disables it.
    public var audioPassthrough: Set<AudioOutputFormat.Encoding> = []
    /// Whether a sound card is given samples in the format of the medium, without conversion, where it takes that.
    ///
    /// It takes effect on devices of ALSA (``AudioOutputDevice/Interface/alsa``), which are opened for this player alone.
    /// At a joint of two items with different formats the device is opened anew. Samples are converted
    /// where the device does not take their format, and while volume, mute, effects or speed change them;
    /// ``AudioDeviceStatus/format`` tells which is the case.
    public var isAudioExclusive = false
    /// Whether hardware decodes video. If a hardware decoder fails, at the start or later, software decodes the
    /// rest of the item from the same frame on, with a warning
    /// (``PlayerWarning/Code/hardwareDecoderFailed``). ``Track/decoder`` tells which decoder is used.
    public var decoding: Decoding = .automatic
    /// The decoders that ``decoding`` chooses from.
    package var decoders = DecoderTable.standard
    /// The deinterlacing of video. Each frame is made from its first field, so the number of frames and their
    /// times stay the same.
    public var deinterlacing: Deinterlacing = .auto
    /// A filter for video: GStreamer's description of elements, such as
    /// `videobalance saturation=0 ! videoflip method=rotate-180`. Nil for none.
    ///
    /// Each load has its own instance, behind the deinterlacing and before subtitles are drawn. Raw frames enter
    /// in system memory and are converted if an element needs another format; they are not yet turned for display.
    /// A filter may change pixels, size and format. It must give out each frame once, at once and with its times:
    /// elements that delay, drop, add or retime frames, such as `queue`, `videorate` and the adaptive methods of
    /// `deinterlace`, are not supported; positions, seeks and steps would be wrong with them.
    ///
    /// A load with an invalid filter fails with ``PlayerError/Code/filterFailed``, also if the item has no video.
    public var videoFilter: String?
    /// A filter for audio: GStreamer's description of elements, such as `equalizer-3bands band0=6`. Nil for none.
    ///
    /// Each load has its own instance. Raw samples enter at the sample rate of the medium, behind the element that
    /// keeps the pitch at other speeds. A filter may change samples and their format. Elements that change the
    /// duration or the times of audio, such as `audiorate` and `pitch`, are not supported. Errors are those of
    /// ``videoFilter``.
    public var audioFilter: String?
    /// The clock of playback and timeouts. On a virtual clock, audio is decoded and timed, and not heard.
    public var clock: PlaybackClock = .system
    /// Receives the presented video frames and audio buffers. The player holds it strongly.
    public var presentationTap: (any PresentationTap)?
    /// Keeps the loudness of media for later playbacks. The player holds it strongly. Nil: each playback measures it
    /// anew.
    public var loudnessStorage: (any LoudnessStorage)?
    /// Everyone who receives them from one player.
    package var taps = PresentationTaps()
    /// Called for each load of a network item or a file descriptor. Returns the receiver of its bytes; nil without one.
    package var byteTap: (@Sendable () -> (any ByteTap)?)?
    /// The number of upcoming items to preload, 0 to 3.
    public var preloadedItems = 1
    /// The memory for preloaded items, in bytes; no further item is preloaded above it. It counts fetched
    /// bytes, decoder memory by video size, and 5 MB per item. 0 disables preloading.
    public var preloadBudget = 100_000_000
    /// The maximum time from a load to its first frame; then it fails with ``PlayerError/Code/timedOut``. The
    /// startup time of GStreamer, once per process, does not count, up to one minute.
    public var loadTimeout: Duration = .seconds(20)
    /// The maximum time of a seek or a step; then it ends with ``SeekResult/timedOut``.
    public var seekTimeout: Duration = .seconds(10)
    /// The maximum time of a stall; then playback fails with ``PlayerError/Code/timedOut``.
    public var stallTimeout: Duration = .seconds(30)
    /// The buffer of network media.
    public var buffer = BufferOptions()
    /// The network options of items without their own.
    public var network = NetworkOptions()
    /// The hosts, schemes and sizes that may be fetched.
    public var networkPolicy = NetworkPolicy()
    /// Retries, and the action at a missing segment.
    public var networkRecovery = NetworkRecovery()
    /// Returns a new URI after a server has refused one with status 401, 403 or 410, for example because a
    /// token has expired. Nil if there is none. Called on any thread, once per request.
    public var refreshExpiredURI: (@Sendable (String) async -> String?)?
    /// Returns the item to load in place of another one, for example the stream behind the address of a web page
    /// (``MediaItem/at(uri:)``, with its title and network options), or throws the error of the item. Called on
    /// any thread, once for each load, before anything is requested; the task is cancelled if the load ends
    /// before. It counts for ``loadTimeout``. Events and snapshots name the original item.
    public var resolveItem: (@Sendable (MediaItem) async throws(PlayerError) -> MediaItem)?
    /// The constraints on variants of adaptive streams.
    public var quality = QualityLimits()
    /// The distance to the live edge at the start of a live stream. Nil: the value in the stream, or three
    /// times its longest segment.
    public var liveOffset: Duration?
    /// The maximum speed to catch up with the live offset after a pause or a stall, above 1 and at most 1.5;
    /// nil disables it.
    ///
    /// The target is ``liveOffset``, or the offset of the last seek. The pitch is kept.
    /// ``PlayerSnapshot/effectiveSpeed`` changes, ``PlayerSnapshot/speed`` does not. Catching up ends with
    /// less than one second in the buffer, a pause, a seek, or a change of speed. After a stall the target is
    /// farther from the live edge.
    public var catchUpSpeed: Double?
    /// Whether an item with gaps may end naturally. ``PlayerSnapshot/gaps`` lists them in any case.
    public var allowsGaps = false
    /// The maximum time that `close(kill: true)` waits for a pipeline before it abandons it.
    public var killTimeout: Duration = .seconds(1)
    /// The interval of position events during playback, in media time. Without listeners there are none.
    public var positionInterval: Duration = .milliseconds(100)

    /// Whether sidecar subtitles with the item's name are loaded from its folder
    /// (``SubtitleFile/beside(_:)``).
    public var findsSubtitleFiles = false
    /// Whether subtitles are also drawn into the video of a window.
    public var drawsSubtitles = false

    /// The defaults.
    public init() {}

    /// The maximum clock speed of a live stream; nil if catching up is disabled.
    package var pace: Double? {
        catchUpSpeed.flatMap { $0 > 1 ? min($0, Self.catchUpSpeeds.upperBound) : nil }
    }

    /// The valid range of ``catchUpSpeed``.
    package static let catchUpSpeeds = 1.0...1.5
}
