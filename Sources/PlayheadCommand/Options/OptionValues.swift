public import ArgumentParser
public import Playhead

// These enumerations of the library are also the option values of the command line.
extension PlayerConfiguration.Deinterlacing: ExpressibleByArgument {}
extension PlayerConfiguration.AudioOutput: ExpressibleByArgument {}
extension AspectMode: ExpressibleByArgument {}
extension NetworkRecovery.MissingSegmentPolicy: ExpressibleByArgument {}

extension TrackName: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
