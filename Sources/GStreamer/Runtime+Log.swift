internal import CGStreamer
internal import PlayheadSystem

extension Runtime {
    /// Redirects log messages that would be printed (`g_log_set_default_handler`,
    /// `gst_debug_add_log_function`). Handlers that the program sets later replace these. With `GST_DEBUG` in
    /// the environment, the log of GStreamer stays.
    static func bridgeLog() {
        unsafe earlierHandler.value = g_log_set_default_handler(
            { domain, level, message, data in
                let isOurs = unsafe (string(domain) ?? "").hasPrefix(anyOf: ["GStreamer", "GLib"])
                guard isOurs, level.rawValue & G_LOG_LEVEL_ERROR.rawValue == 0 else {
                    return unsafe earlierHandler.value?(domain, level, message, data) ?? ()
                }
                let grave = G_LOG_LEVEL_ERROR.rawValue | G_LOG_LEVEL_CRITICAL.rawValue
                let isWarning = level.rawValue & G_LOG_LEVEL_WARNING.rawValue != 0
                unsafe LibraryLog.write(
                    level.rawValue & grave != 0 ? .error : isWarning ? .warning : .info, string(domain) ?? "",
                    string(message) ?? "")
            }, nil)
        guard LocalFile.environment("GST_DEBUG") == nil else { return }
        unsafe gst_debug_remove_log_function(gst_debug_log_default)
        LibraryLog.onChange { isUsed in
            gst_debug_set_default_threshold(isUsed ? GST_LEVEL_WARNING : GST_LEVEL_NONE)
        }
        unsafe gst_debug_add_log_function(
            { category, level, _, _, _, _, message, _ in
                let text = unsafe message.flatMap { unsafe string(gst_debug_message_get($0)) }
                let name = unsafe category.flatMap { unsafe string(gst_debug_category_get_name($0)) }
                LibraryLog.write(
                    level == GST_LEVEL_ERROR ? .error : level == GST_LEVEL_WARNING ? .warning : .info,
                    name ?? "",
                    text ?? "")
            }, nil, nil)
    }
}

extension String {
    fileprivate func hasPrefix(anyOf prefixes: [String]) -> Bool { prefixes.contains { hasPrefix($0) } }
}

/// The previous log handler of GLib. It still receives fatal messages and those of other libraries.
@safe private final class EarlierHandler: @unchecked Sendable {
    // Set once, before any message is logged.
    var value: GLogFunc?
}

private let earlierHandler = EarlierHandler()
