internal import CGIO

/// A value on a D-Bus, as far as they are used here.
enum BusValue: Sendable, Equatable {
    case bool(Bool)
    case int32(Int32)
    case int64(Int64)
    case double(Double)
    case string(String)
    case path(String)
    case strings([String])
    case paths([String])
    case map([String: BusValue])
    case maps([[String: BusValue]])

    /// Reads a value of another program; nil for a type that is not used here.
    init?(_ variant: OpaquePointer) {
        switch unsafe String(cString: g_variant_get_type_string(variant)) {
        case "b": self = .bool(unsafe g_variant_get_boolean(variant) != 0)
        case "i": self = .int32(unsafe g_variant_get_int32(variant))
        case "x": self = .int64(Int64(unsafe g_variant_get_int64(variant)))
        case "d": self = .double(unsafe g_variant_get_double(variant))
        case "s": self = .string(unsafe String(cString: g_variant_get_string(variant, nil)))
        case "o": self = .path(unsafe String(cString: g_variant_get_string(variant, nil)))
        case "ao":
            self = .paths(
                unsafe Self.members(of: variant).compactMap {
                    if case .path(let path) = $0 { path } else { nil }
                })
        default: return nil
        }
    }

    /// Reads the members of a tuple or an array; those of another type are left out.
    static func members(of tuple: OpaquePointer) -> [BusValue] {
        (0..<(unsafe g_variant_n_children(tuple))).compactMap { index in
            guard let child = unsafe g_variant_get_child_value(tuple, index) else { return nil }
            defer { unsafe g_variant_unref(child) }
            return unsafe BusValue(child)
        }
    }

    /// A new floating value of GLib.
    var variant: OpaquePointer? {
        switch self {
        case .bool(let value): unsafe g_variant_new_boolean(value ? 1 : 0)
        case .int32(let value): unsafe g_variant_new_int32(value)
        case .int64(let value): unsafe g_variant_new_int64(gint64(value))
        case .double(let value): unsafe g_variant_new_double(value)
        case .string(let value): unsafe g_variant_new_string(value.withoutNulls)
        case .path(let value): unsafe g_variant_new_object_path(value)
        case .strings(let values):
            unsafe Self.array(of: "s", values.map { unsafe BusValue.string($0).variant })
        case .paths(let values):
            unsafe Self.array(of: "o", values.map { unsafe BusValue.path($0).variant })
        case .maps(let values):
            unsafe Self.array(of: "a{sv}", values.map { unsafe BusValue.map($0).variant })
        case .map(let fields):
            unsafe Self.array(
                of: "{sv}",
                fields.sorted { $0.key < $1.key }.map { key, value in
                    unsafe g_variant_new_dict_entry(
                        BusValue.string(key).variant, g_variant_new_variant(value.variant))
                })
        }
    }

    private static func array(of type: String, _ members: [OpaquePointer?]) -> OpaquePointer? {
        let type = unsafe g_variant_type_new(type)
        defer { unsafe g_variant_type_free(type) }
        return unsafe g_variant_new_array(type, members, gsize(members.count))
    }

    /// A floating tuple.
    static func tuple(_ members: [BusValue]) -> OpaquePointer? {
        let variants = unsafe members.map(\.variant)
        return unsafe g_variant_new_tuple(variants, gsize(variants.count))
    }
}

extension String {
    /// The text up to the first character with the code 0, which a text on the bus cannot have.
    fileprivate var withoutNulls: String { String(prefix { $0 != "\0" }) }
}
