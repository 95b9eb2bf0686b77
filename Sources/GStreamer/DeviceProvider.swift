internal import CGStreamer

/// A source of devices of one interface (`GstDeviceProvider`), for example of a sound server.
///
/// All functions may block for as long as the server does not answer. A provider does not notice that its server is
/// gone; it has to be stopped and started again (1.22.0).
@safe package final class DeviceProvider: @unchecked Sendable {
    // GStreamer guards the object; the pointer never changes.
    private let raw: UnsafeMutablePointer<GstDeviceProvider>

    /// A device of a provider.
    package struct Device: Sendable, Equatable {
        /// The name for people (`display-name`).
        package var name: String
        /// The property `internal-name`, or `node.name` of PipeWire: the name in the interface.
        package var internalName: String
        package var isDefault: Bool
        /// Whether sound can be played on it (`Audio/Sink`).
        package var isAudioSink: Bool
    }

    /// Nil if no plug-in has the factory.
    package init?(_ factory: String) {
        guard Runtime.startFault == nil, let raw = unsafe gst_device_provider_factory_get_by_name(factory)
        else {
            return nil
        }
        unsafe self.raw = raw
    }

    deinit { unsafe gst_object_unref(raw) }

    /// Begins to follow the devices (`gst_device_provider_start`). Whether that was possible.
    ///
    /// - Parameter onChange: called on a thread of the provider when a device was added, removed or changed.
    package func start(onChange: @escaping @Sendable () -> Void) -> Bool {
        if let bus = unsafe gst_device_provider_get_bus(raw) {
            unsafe gst_bus_set_sync_handler(
                bus,
                { _, message, data in
                    guard let message = unsafe message else { return GST_BUS_DROP }
                    switch unsafe playhead_message_type(message) {
                    case GST_MESSAGE_DEVICE_ADDED, GST_MESSAGE_DEVICE_REMOVED, GST_MESSAGE_DEVICE_CHANGED:
                        if let data = unsafe data { unsafe Box<@Sendable () -> Void>.value(of: data)() }
                    default: break
                    }
                    unsafe gst_message_unref(message)
                    return GST_BUS_DROP
                }, unsafe Box.data(onChange), { unsafe releaseBox($0) })
            unsafe gst_object_unref(bus)
        }
        return unsafe gst_device_provider_start(raw) != 0
    }

    /// Ends what ``start(onChange:)`` began.
    package func stop() { unsafe gst_device_provider_stop(raw) }

    /// The devices now (`gst_device_provider_get_devices`).
    package var devices: [Device] {
        let list = unsafe gst_device_provider_get_devices(raw)
        defer { unsafe g_list_free(list) }
        var result: [Device] = []
        var entry = unsafe list
        while let current = unsafe entry {
            if let device = unsafe current.pointee.data {
                unsafe result.append(Device(lending: device.assumingMemoryBound(to: GstDevice.self)))
                unsafe gst_object_unref(device)
            }
            unsafe entry = current.pointee.next
        }
        return result
    }
}

extension DeviceProvider.Device {
    fileprivate init(lending device: UnsafeMutablePointer<GstDevice>) {
        name = unsafe GStreamer.string(taking: gst_device_get_display_name(device)) ?? ""
        isAudioSink = unsafe gst_device_has_classes(device, "Audio/Sink") != 0
        internalName = unsafe GStreamer.string(taking: playhead_get_text(device, "internal-name")) ?? ""
        isDefault = false
        guard let properties = unsafe gst_device_get_properties(device) else { return }
        defer { unsafe gst_structure_free(properties) }
        var flag: gboolean = 0
        if unsafe gst_structure_get_boolean(properties, "is-default", &flag) != 0 { isDefault = flag != 0 }
        if internalName.isEmpty {
            internalName = unsafe GStreamer.string(gst_structure_get_string(properties, "node.name")) ?? ""
        }
    }
}

extension Element {
    /// Reads a property of text (`g_object_get`); nil if there is none, or without a value. It may ask a server.
    package func text(_ property: String) -> String? {
        unsafe string(taking: playhead_get_text(raw, property))
    }

    /// Calls a handler for each change of a property (`notify`), on the thread that changes it.
    package func onChange(of property: String, _ handler: @escaping @Sendable () -> Void) {
        let callback: @convention(c) (UnsafeMutablePointer<GstElement>?, OpaquePointer?, gpointer?) -> Void =
            {
                _, _, data in
                if let data = unsafe data { unsafe Box<@Sendable () -> Void>.value(of: data)() }
            }
        unsafe connect("notify::" + property, unsafeBitCast(callback, to: GCallback.self), Box.data(handler))
    }
}
