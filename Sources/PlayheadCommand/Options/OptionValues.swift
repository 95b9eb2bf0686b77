public import ArgumentParser
public import Playhead

// These enumerations of the library are also the option values of the command line.
extension PlayerConfiguration.Deinterlacing: ExpressibleByArgument {}
extension PlayerConfiguration.Decoding: ExpressibleByArgument {}
extension PlayerConfiguration.AudioOutput: ExpressibleByArgument {}
extension AudioDeviceLossPolicy: ExpressibleByArgument {}
extension AspectMode: ExpressibleByArgument {}
extension AudioChannels: ExpressibleByArgument {}
extension AudioEffects.VolumeCurve: ExpressibleByArgument {}
extension ReplayGain.Mode: ExpressibleByArgument {}
extension WindowOptions.LossPolicy: ExpressibleByArgument {}
extension WindowOptions.Renderer: ExpressibleByArgument {}
extension WindowOptions.Visualizer: ExpressibleByArgument {}
extension NetworkRecovery.MissingSegmentPolicy: ExpressibleByArgument {}

extension TrackName: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}

extension WindowGeometry: ExpressibleByArgument {
    /// Parses `[W[xH]][±X±Y]`.
    public init?(argument: String) { self.init(argument) }
}
