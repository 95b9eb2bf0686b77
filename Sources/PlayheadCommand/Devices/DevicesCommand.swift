import ArgumentParser
import Dispatch
import Playhead

/// `playhead devices`.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "Lists the audio devices.",
        discussion: """
            For each: its identity, which stays the same, and its name; * marks the default one. Both are values of \
            --audio-device of `playhead play`.

            Examples:
              playhead devices
              playhead play --audio-device pulse/alsa_output.usb-headset film.mkv

            Exit codes: 0 there is a device; 1 there is none.
            """
    )

    @Flag(help: "Print JSON Lines, one object per device.")
    var json = false

    func run() throws {
        Task {
            let devices = await Player().audioDevices
            let width = devices.map(\.id.rawValue.count).max() ?? 0
            for device in devices {
                let mark = device.isDefault ? "*" : " "
                let id = device.id.rawValue
                let gap = String(repeating: " ", count: width - id.count + 2)
                Output(.standardOutput).printOrExit(json ? device.json : "\(mark) \(id)\(gap)\(device.name)")
            }
            if devices.isEmpty, !json {
                Output.complain(
                    "There is no audio device", hint: "start a sound server or connect a sound card")
            }
            flushAndExit(devices.isEmpty ? ExitStatus.nothingPlayed : ExitStatus.played)
        }
        dispatchMain()
    }
}

extension AudioOutputDevice {
    fileprivate var json: String {
        var object = JSONObject()
        object.add("id", id.rawValue)
        object.add("name", name)
        object.add("interface", id.interface.rawValue)
        object.add("isDefault", isDefault)
        return object.closed
    }
}
