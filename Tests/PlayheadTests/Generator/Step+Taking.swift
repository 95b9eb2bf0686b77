import Playhead
import PlayheadTesting

extension Step {
    /// Gives this command to a player, in the calling thread; false when it is none.
    @discardableResult
    func command(_ player: Player, _ ledger: Ledger, items: [MediaItem] = Step.items) -> Bool {
        switch self {
        case .load(let item, let autoplay): player.load(items[item], autoplay: autoplay)
        case .play: player.play()
        case .pause: player.pause()
        case .toggle: player.toggle()
        case .stop: player.stop()
        case .reset: player.reset()
        case .retry: player.retry()
        case .seek(let time): player.seek(to: Step.time(time))
        case .skip(let time): player.skip(by: Step.time(time))
        case .askSeek(let time, let aim):
            ledger.ask("\(self)") { await player.seek(to: Step.time(time), tolerance: Step.aims[aim]) }
        case .askSkip(let time): ledger.ask("\(self)") { await player.skip(by: Step.time(time)) }
        case .frames(let count): player.step(by: count)
        case .askFrames(let count): ledger.ask("\(self)") { await player.step(by: count) }
        case .askRefresh: ledger.ask("\(self)") { _ = await player.refreshed() }
        case .mute(let isMuted): player.isMuted = isMuted
        case .volume(let percent): player.volume = Double(percent) / 100
        case .speed(let percent): player.speed = Double(percent) / 100
        case .aspect(let index): player.aspectMode = AspectMode.allCases[index]
        case .close(let force): player.close(force: force)
        default: return false
        }
        return true
    }

    /// Lets the medium do this; false when it is nothing that a medium does.
    @discardableResult
    func whim(_ media: FakeMedia) -> Bool {
        switch self {
        case .medium(let index): media.script = Step.media[index]
        case .preroll: media.finishPreroll()
        case .finishSeek: media.finishSeek()
        case .failSeek: media.failSeek(PlayerError(.notSeekable, "Not there"))
        case .fail: media.fail(PlayerError(.connectionLost, "Gone"))
        case .buffer(let percent): media.buffer(percent: percent)
        case .bufferedTo(let time): media.buffer(upTo: Step.time(time))
        case .starve(let starves): media.starve(starves)
        case .length(let time): media.changeDuration(time.map(Step.time))
        case .text(let number): media.showSubtitle(number.map { "text \($0)" })
        case .warn: media.warn(PlayerWarning("careful"))
        case .end(let time, let broken):
            media.end(
                presented: time.map(Step.time), fault: broken ? PlayerError(.connectionLost, "Cut") : nil)
        case .advance(let time): media.advance(by: Step.time(time))
        default: return false
        }
        return true
    }
}
