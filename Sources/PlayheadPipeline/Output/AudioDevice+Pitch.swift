internal import Dispatch
internal import GStreamer
internal import Glibc

extension AudioDevice {
    /// The elements that shift the pitch. They give as many samples as they take, and hold up to 100 ms of them.
    struct PitchShifter {
        fileprivate let pitch: Element
        /// The device may not take what `pitch` makes.
        fileprivate let convert: Element

        /// Nil if `pitch` is not installed.
        fileprivate init?() {
            guard let pitch = Element.make("pitch"), let convert = Element.make("audioconvert") else {
                return nil
            }
            (self.pitch, self.convert) = (pitch, convert)
        }
    }

    /// Raises the pitch of what is heard from now on. The first change interrupts the output, as a change of the device
    /// does.
    func setPitch(_ new: Double) {
        queue.async { [self] in
            guard new != semitones, !isClosed, !isBroken else { return }
            semitones = new
            if let shifter { return shifter.pitch.set("pitch", Self.ratio(new)) }
            if run != nil { restart() }
        }
    }

    /// Links the elements, or removes them, before the output starts: they are empty then, and without a shift each
    /// sample is that of the medium.
    func linkShifter() {
        if let old = shifter {
            for element in [old.pitch, old.convert] { pipeline.remove(element) }
            resample.link(to: format)
        }
        shifter = semitones == 0 ? nil : PitchShifter()
        guard let shifter, let entry = format.pad("sink") else { return }
        shifter.pitch.set("pitch", Self.ratio(semitones))
        resample.pad("src")?.unlink(from: entry)
        for element in [shifter.pitch, shifter.convert] { pipeline.add(element) }
        for (element, next) in [
            (resample, shifter.pitch), (shifter.pitch, shifter.convert), (shifter.convert, format),
        ] { element.link(to: next) }
        for element in [shifter.convert, shifter.pitch] { element.syncStateWithParent() }
    }

    /// Pushes silence into the shifter before the first sound, so that none of it is lost and all is heard at its time.
    func pushShifterLead() {
        shifterLead = shifter == nil ? .zero : max(Self.shifterAdvance(semitones), .zero)
        guard let first = kept.first, let silence = first.sound.silence(shifterLead) else { return }
        source.push(mixed(silence, of: first.feed), at: .zero)
    }

    /// The time by which the shifter gives sound out later than it is due.
    var shifterDelay: Duration {
        shifter == nil ? .zero : shifterLead - Self.shifterAdvance(semitones)
    }

    /// The time by which the shifter gives sound out too early, as measured with SoundTouch 2.3.2 (`EffectDelayTests`): its
    /// first samples are lost when it raises the pitch.
    private static func shifterAdvance(_ semitones: Double) -> Duration {
        if semitones < 0 { return .milliseconds(-8) }
        return semitones == 0 ? .zero : .milliseconds(1) + .milliseconds(34) * (ratio(semitones) - 1)
    }

    /// Whether the last samples, which end at a time, are still in the shifter, with none to come that push them out. A
    /// server continues when it has none, and its position then counts them as heard.
    func needsEmptying(at end: Duration) -> Bool {
        (shifter != nil || kept.last?.sound.encoding != nil) && run != nil && end == taken && emptied != taken
            && (feeds.isEmpty || isHeldForFormat)
    }

    /// How long before the end the shifter is emptied: more than it holds and a server buffers, less than ``lead``.
    static let emptyingLead: Duration = .milliseconds(250)

    /// The ratio of frequencies of so many semitones, in equal temperament.
    private static func ratio(_ semitones: Double) -> Double { pow(2, semitones / 12) }
}
