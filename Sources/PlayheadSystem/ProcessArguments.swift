internal import Glibc

/// The arguments of this process as bytes, in any encoding. `CommandLine.arguments` replaces bytes that are
/// not UTF-8.
package enum ProcessArguments {
    /// All arguments without the program name.
    package static var all: [[UInt8]] {
        // The arguments do not change after the start of the process.
        (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
            unsafe CommandLine.unsafeArgv[index].map { word in
                unsafe UnsafeBufferPointer(start: word, count: strlen(word)).map {
                    UInt8(truncatingIfNeeded: $0)
                }
            }
        }
    }
}
