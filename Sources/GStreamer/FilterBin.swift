internal import CGStreamer

/// The reason why a description makes no filter.
package enum FilterFault: Error, Equatable {
    /// No installed plug-in has these elements.
    case missing([String])
    /// The description is invalid, with the message of GStreamer.
    case invalid(String)
    /// No element has a free sink pad, or none has a free source pad.
    case noEntry, noExit
    /// The elements do not take the media, or do not give it out.
    case unfit
    /// An element does not start.
    case notStarted
}

extension Element {
    /// Makes a bin with the pads `sink` and `src` of a description, between other elements
    /// (`gst_parse_bin_from_description_full`). It starts GStreamer.
    package static func filter(
        described description: String, name: String, behind before: [Element], before after: [Element]
    ) throws(FilterFault) -> Element {
        if let fault = Runtime.startFault { throw .invalid(fault) }
        let inner = try parsed(description)
        guard inner.pad("sink") != nil else { throw .noEntry }
        guard inner.pad("src") != nil else { throw .noExit }
        guard let made = unsafe gst_bin_new(name) else { throw .unfit }
        let bin = unsafe Element(taking: made)
        let elements = before + [inner] + after
        for element in elements { bin.add(element) }
        for (element, next) in zip(elements, elements.dropFirst()) where !element.link(to: next) {
            throw .unfit
        }
        guard let entry = elements.first?.pad("sink"), let exit = elements.last?.pad("src"),
            unsafe gst_element_add_pad(bin.raw, gst_ghost_pad_new("sink", entry.raw)) != 0,
            unsafe gst_element_add_pad(bin.raw, gst_ghost_pad_new("src", exit.raw)) != 0
        else { throw .unfit }
        return bin
    }

    private static func parsed(_ description: String) throws(FilterFault) -> Element {
        guard let context = unsafe gst_parse_context_new() else { throw .invalid("no memory") }
        defer { unsafe gst_parse_context_free(context) }
        var error: UnsafeMutablePointer<GError>?
        let made = unsafe gst_parse_bin_from_description_full(
            description, 1, context, GST_PARSE_FLAG_FATAL_ERRORS, &error)
        let bin = unsafe made.map { unsafe Element(taking: $0) }
        defer { unsafe g_clear_error(&error) }
        // A bin and an error may come together.
        if let error = unsafe error {
            let missing = unsafe strings(taking: gst_parse_context_get_missing_elements(context))
            // An element without the named property is listed as missing, too (1.22.0).
            let isMissing = unsafe error.pointee.code == gint(GST_PARSE_ERROR_NO_SUCH_ELEMENT.rawValue)
            throw isMissing && !missing.isEmpty
                ? .missing(missing) : .invalid(unsafe String(cString: error.pointee.message))
        }
        guard let bin else { throw .invalid("it has no elements") }
        return bin
    }

    private static func strings(
        taking list: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?
    ) -> [String] {
        guard let list = unsafe list else { return [] }
        defer { unsafe g_strfreev(list) }
        var (found, index) = ([String](), 0)
        while let text = unsafe list[index] {
            unsafe found.append(String(cString: text))
            index += 1
        }
        return found
    }
}
