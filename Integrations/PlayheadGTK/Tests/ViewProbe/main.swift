import CGTK
import Glibc
import PlayheadGTK

// What tests and measurements run, because GTK belongs to the main thread:
//
//     ViewProbe show RENDERER MODE WIDTHxHEIGHT FORMAT SECONDS MEDIUM OUTPUT
//     ViewProbe play RENDERER WIDTHxHEIGHT SECONDS MEDIUM
//
// `show` shows one frame of a medium and writes the widget's pixels as RGBA. `play` plays and prints how many frames
// were drawn and lost; by its name, a renderer is one of `PlayerView.Renderer`.
MainThread.attachMainActor()
guard gtk_init_check() != 0 else {
    print("there is no display")
    exit(3)
}
let probe = Probe(arguments: Array(CommandLine.arguments.dropFirst()))
guard let probe else {
    print("wrong arguments")
    exit(2)
}
Task { exit(await probe.run()) }
let loop = unsafe g_main_loop_new(nil, 0)
unsafe g_main_loop_run(loop)
