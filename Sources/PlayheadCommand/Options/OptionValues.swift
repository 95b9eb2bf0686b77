public import ArgumentParser
public import Playhead

// The library's closed sets of words are the words of the command line.
extension PlayerConfiguration.VideoOutput: ExpressibleByArgument {}
extension PlayerConfiguration.AudioOutput: ExpressibleByArgument {}
extension AspectMode: ExpressibleByArgument {}
extension NetworkRecovery.MissingSegmentPolicy: ExpressibleByArgument {}

extension TrackName: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
