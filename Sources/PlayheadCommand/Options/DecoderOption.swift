import ArgumentParser
import Playhead

/// The option for the decoder of video, for all commands that decode it.
struct DecoderOption: ParsableArguments {
    @Option(help: "Decoder of video; automatic uses hardware that is known to work, else software.")
    var decoder: PlayerConfiguration.Decoding = .automatic
}
