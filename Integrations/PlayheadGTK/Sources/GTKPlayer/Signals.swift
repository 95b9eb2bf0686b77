import CGTK

/// The same object as another of its classes, as the macros of GTK cast.
func cast<Object, Class>(_ object: UnsafeMutablePointer<Object>?) -> UnsafeMutablePointer<Class>? {
    unsafe UnsafeMutableRawPointer(object)?.assumingMemoryBound(to: Class.self)
}

/// Calls a function at each signal that has no values of its own. GTK keeps it as long as the program runs.
@MainActor func onSignal(
    _ name: String, of object: UnsafeMutablePointer<some Any>?, _ body: @escaping @MainActor () -> Void
) {
    let call: @convention(c) (gpointer, gpointer) -> Void = { _, body in
        MainActor.assumeIsolated {
            unsafe body.assumingMemoryBound(to: (@MainActor () -> Void).self).pointee()
        }
    }
    let kept = UnsafeMutablePointer<@MainActor () -> Void>.allocate(capacity: 1)
    unsafe kept.initialize(to: body)
    unsafe playhead_connect(object, name, unsafeBitCast(call, to: GCallback.self), kept)
}
