import CGTK
import Glibc
import PlayheadGTK

// A player in a window: GTKPlayer [FILE|ADDRESS]
MainThread.attachMainActor()
guard let application = unsafe gtk_application_new(nil, G_APPLICATION_NON_UNIQUE) else { exit(1) }
var window: PlayerWindow?  // held as long as the application runs
unsafe onSignal("activate", of: application) {
    window = unsafe PlayerWindow(application)
    if CommandLine.arguments.count > 1 { window?.open(CommandLine.arguments[1]) }
}
exit(unsafe g_application_run(cast(application), 0, nil))
