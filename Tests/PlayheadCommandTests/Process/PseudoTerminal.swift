import Glibc
import Synchronization

@testable import TestSupport

/// A terminal without a screen: what a child writes to it is a transcript, what is typed on it are its keys.
final class PseudoTerminal: Sendable {
    struct OpenFailure: Error { var code: Int32 }

    /// What a shell would leave it in, as far as it matters here.
    struct Settings: Equatable {
        var input: tcflag_t
        var output: tcflag_t
        var control: tcflag_t
        var local: tcflag_t
    }

    let path: String
    let screen: Transcript
    private let master: Int32
    // Keeps the terminal open until a child has it.
    private let slave: Mutex<Int32>

    init(columns: Int = 80) throws {
        var master: Int32 = -1
        var slave: Int32 = -1
        var name = [CChar](repeating: 0, count: 128)
        var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        guard unsafe openpty(&master, &slave, &name, nil, &size) == 0 else { throw OpenFailure(code: errno) }
        let reading = dup(master)
        for end in [master, slave, reading] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.master = master
        self.slave = Mutex(slave)
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        screen = Transcript(of: reading)
    }

    deinit {
        release()
        close(master)
    }

    /// Leaves the terminal to the children on it: the transcript ends with the last of them.
    func release() {
        slave.withLock { slave in
            if slave >= 0 { close(slave) }
            slave = -1
        }
    }

    func type(_ keys: String) {
        var keys = keys
        keys.withUTF8 { bytes in _ = unsafe write(master, bytes.baseAddress, bytes.count) }
    }

    func resize(columns: Int) {
        var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    var settings: Settings {
        var settings = termios()
        unsafe tcgetattr(master, &settings)
        return Settings(
            input: settings.c_iflag, output: settings.c_oflag, control: settings.c_cflag,
            local: settings.c_lflag)
    }

    /// Whether keys are handed over one by one and unechoed.
    var isEntered: Bool { settings.local & tcflag_t(ICANON | ECHO) == 0 }
}
