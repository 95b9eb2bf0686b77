internal import CGIO
internal import Glibc
internal import PlayheadSystem
internal import Synchronization

/// An object that other programs use over a bus. Its functions are called on the thread of the connection.
protocol BusObject: AnyObject, Sendable {
    /// Carries out a method, and returns its results.
    func call(_ interface: String, _ method: String, _ arguments: [BusValue]) throws(BusFault) -> [BusValue]
    func property(_ interface: String, _ name: String) -> BusValue?
    func set(_ interface: String, _ name: String, to value: BusValue) throws(BusFault)
}

/// Why a call has no effect, in one sentence.
struct BusFault: Error {
    let message: String
}

/// What is offered on a bus: an object at a path, with a name.
struct BusOffer: Sendable {
    let address: String
    let name: String
    /// Appended to the name if another program has it.
    let suffix: String
    let path: String
    /// The interfaces, in the XML of D-Bus introspection.
    let interfaces: String
}

/// A connection to a bus with a GLib main context and a thread of its own. A bus that is gone is no error.
final class BusConnection: @unchecked Sendable {
    // The lock guards the pointers of the thread; GDBus itself may be used on any thread.
    private struct Running {
        var pointers: Pointers?
        var isClosed = false
    }

    /// Objects of GLib.
    @safe private struct Pointers: @unchecked Sendable {
        // GLib guards them; the thread of the connection keeps them.
        let connection: OpaquePointer
        let loop: OpaquePointer?
        let context: OpaquePointer?
    }

    private let offer: BusOffer
    private weak let object: (any BusObject)?
    private let running = Mutex(Running())

    init(_ offer: BusOffer, _ object: any BusObject) { (self.offer, self.object) = (offer, object) }

    /// Starts the thread, which connects.
    func begin() {
        if let thread = SystemThread.start({ [self] in run() }) { pthread_detach(thread) }
    }

    /// Ends the thread and the connection, without waiting.
    func close() {
        running.withLock { running in
            running.isClosed = true
            if let pointers = running.pointers {
                unsafe playhead_end_loop(pointers.loop, pointers.context)
            }
        }
    }

    /// Sends a signal of the object.
    func emit(_ interface: String, _ signal: String, _ arguments: [BusValue]) {
        running.withLock { running in
            guard let pointers = running.pointers else { return }
            unsafe g_dbus_connection_emit_signal(
                pointers.connection, nil, offer.path, interface, signal, BusValue.tuple(arguments), nil)
        }
    }

    private func run() {
        let context = unsafe g_main_context_new()
        unsafe g_main_context_push_thread_default(context)
        defer {
            unsafe g_main_context_pop_thread_default(context)
            unsafe g_main_context_unref(context)
        }
        let flags = GDBusConnectionFlags(
            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        guard
            let connection = unsafe g_dbus_connection_new_for_address_sync(
                offer.address, flags, nil, nil, nil)
        else { return }
        let plain = unsafe UnsafeMutableRawPointer(connection)
        defer { unsafe playhead_unref_object(plain) }
        // The end of the bus must not end the process.
        unsafe g_dbus_connection_set_exit_on_close(connection, 0)
        let loop = unsafe g_main_loop_new(context, 0)
        defer { unsafe g_main_loop_unref(loop) }
        unsafe register(on: connection)
        guard unsafe takeName(on: connection) else { return }
        let pointers = unsafe Pointers(connection: connection, loop: loop, context: context)
        let isClosed = running.withLock { running in
            running.pointers = pointers
            return running.isClosed
        }
        if !isClosed { unsafe g_main_loop_run(loop) }
        running.withLock { $0.pointers = nil }
        unsafe g_dbus_connection_close_sync(connection, nil, nil)
    }

    /// Takes the name, or the one with the suffix; whether it has one.
    private func takeName(on connection: OpaquePointer) -> Bool {
        [offer.name, offer.name + offer.suffix].contains { name in
            let arguments = unsafe [
                BusValue.string(name).variant,
                // Without a place in the queue of the name.
                g_variant_new_uint32(4),
            ]
            guard
                let reply = unsafe g_dbus_connection_call_sync(
                    connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                    "RequestName", g_variant_new_tuple(arguments, 2), nil, G_DBUS_CALL_FLAGS_NONE, -1, nil,
                    nil)
            else { return false }
            defer { unsafe g_variant_unref(reply) }
            let code = unsafe g_variant_get_child_value(reply, 0)
            defer { unsafe g_variant_unref(code) }
            return unsafe g_variant_get_uint32(code) == 1
        }
    }

    private func register(on connection: OpaquePointer) {
        guard let node = unsafe g_dbus_node_info_new_for_xml(offer.interfaces, nil) else { return }
        defer { unsafe g_dbus_node_info_unref(node) }
        var table = GDBusInterfaceVTable()
        unsafe table.method_call = { _, _, _, interface, method, arguments, call, this in
            unsafe BusConnection.answer(interface, method, arguments, call, this)
        }
        unsafe table.get_property = { _, _, _, interface, name, error, this in
            let value = unsafe BusConnection.from(this)?.object?.property(
                text(interface), text(name))
            if value == nil { unsafe playhead_set_failed(error, "There is no such value now.") }
            return unsafe value?.variant
        }
        unsafe table.set_property = { _, _, _, interface, name, value, error, this in
            do throws(BusFault) {
                guard let value = unsafe value.flatMap({ unsafe BusValue($0) }) else {
                    throw BusFault(message: "Wrong type.")
                }
                try unsafe BusConnection.from(this)?.object?.set(
                    text(interface), text(name), to: value)
                return 1
            } catch let fault {
                unsafe playhead_set_failed(error, fault.message)
                return 0
            }
        }
        var next = unsafe node.pointee.interfaces
        while let interface = unsafe next?.pointee {
            // The objects end before the thread, which keeps this.
            unsafe g_dbus_connection_register_object(
                connection, offer.path, interface, &table, Unmanaged.passUnretained(self).toOpaque(), nil, nil
            )
            unsafe next = next?.advanced(by: 1)
        }
    }

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> BusConnection? {
        unsafe pointer.map { unsafe Unmanaged<BusConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func answer(
        _ interface: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?, _ arguments: OpaquePointer?,
        _ call: OpaquePointer?, _ this: UnsafeMutableRawPointer?
    ) {
        do throws(BusFault) {
            let results = try unsafe from(this)?.object?.call(
                text(interface), text(method), arguments.map { unsafe BusValue.members(of: $0) } ?? [])
            unsafe g_dbus_method_invocation_return_value(call, BusValue.tuple(results ?? []))
        } catch {
            unsafe playhead_answer_failed(call, error.message)
        }
    }
}

/// The text at a pointer; empty without one.
private func text(_ pointer: UnsafePointer<CChar>?) -> String {
    unsafe pointer.map { unsafe String(cString: $0) } ?? ""
}
