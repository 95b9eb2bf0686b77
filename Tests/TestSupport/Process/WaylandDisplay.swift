import Foundation
import Testing

@testable import TestBasics

/// A Wayland display without a screen (sway), and clients of it.
struct WaylandDisplay {
    let child: Child
    let environment: [String: String]
    private let folder: TemporaryFolder

    /// Starts a display with a number of screens beside each other, `HEADLESS-1` and so on. sway refuses to run as root.
    init(screens: Int = 1) async throws {
        folder = try TemporaryFolder()
        let config = try folder.write(
            """
            xwayland disable
            output * resolution 800x600
            default_border none
            for_window [app_id="playhead"] floating enable
            exec echo "$WAYLAND_DISPLAY" "$SWAYSOCK"
            """, to: "config")
        let place = folder.path + "/runtime"
        let (isRoot, nobody) = (getuid() == 0, 65534)
        var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        if isRoot { (attributes[.ownerAccountID], attributes[.groupOwnerAccountID]) = (nobody, nobody) }
        try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: false, attributes: attributes)
        let drop = isRoot ? ["--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups"] : []
        let settings = [
            "XDG_RUNTIME_DIR": place, "HOME": place, "WLR_RENDERER": "pixman", "WLR_BACKENDS": "headless",
            "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_HEADLESS_OUTPUTS": "\(screens)",
        ]
        child = try await Child.start(
            "/usr/bin/setpriv", drop + ["/usr/bin/sway", "-c", config], environment: settings)
        #expect(await child.output.waits { $0.hasSuffix(".sock\n") }, "\(child.errors.text)")
        let names = child.output.text.split(separator: "\n").last.map { $0.split(separator: " ") } ?? []
        environment = [
            "XDG_RUNTIME_DIR": place, "WAYLAND_DISPLAY": String(try #require(names.first)),
            "SWAYSOCK": String(try #require(names.last)), "DISPLAY": "",
        ]
    }

    @discardableResult
    func run(_ program: String, _ words: String...) async throws -> String {
        let client = try await Child.start(program, words, environment: environment, beside: child)
        let result = await RunResult(client)
        #expect(result.code == 0, "\(result.errors)")
        return result.output
    }

    func end() async {
        child.signal(SIGKILL)
        _ = await child.exitCode()
    }
}
