package import PlayheadCore

/// The content keys of an item for Common Encryption, by key ID.
package struct DecryptionKeys: Sendable, Equatable {
    private var keys: [[UInt8]: [UInt8]] = [:]

    /// Creates an empty set of keys.
    package init() {}

    /// Parses the keys from the program. Throws on an invalid key ID or key.
    package init(_ keys: [String: String]) throws(PlayerError) {
        for (id, key) in keys {
            guard let name = Self.bytes(id) else {
                throw Self.fault("“\(id.prefix(60))” is no key ID: it has to be 32 hexadecimal digits")
            }
            // The message does not contain the key itself.
            guard let value = Self.bytes(key) else {
                throw Self.fault("The key for \(id) has to be 32 hexadecimal digits")
            }
            guard self.keys.updateValue(value, forKey: name) == nil else {
                throw Self.fault("There are two keys for \(id.lowercased())")
            }
        }
    }

    var isEmpty: Bool { keys.isEmpty }

    /// The key of a key ID.
    package subscript(id: [UInt8]) -> [UInt8]? { keys[id] }

    /// Whether content with this key ID may be decrypted. Before the ID is known, any key suffices.
    func mayOpen(_ id: [UInt8]?) -> Bool { id.map { keys[$0] != nil } ?? !isEmpty }

    private static func bytes(_ text: String) -> [UInt8]? {
        text.utf8.count == 32 ? Hexadecimal.bytes("0x" + text, count: 16) : nil
    }

    private static func fault(_ message: String) -> PlayerError {
        PlayerError(.unsupportedEncryption, message, hint: "check the decryption keys of the item")
    }
}

/// The names of content protection systems (https://dashif.org/identifiers/content_protection/).
enum ContentProtection {
    /// The display name of the system of an HLS key format or a DASH scheme.
    static func name(of scheme: String) -> String {
        let lower = scheme.lowercased()
        return systems.first { lower.contains($0.sign) }?.name ?? String(scheme.prefix(60))
    }

    private static let systems = [
        (sign: "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed", name: "Widevine"),
        (sign: "com.widevine", name: "Widevine"),
        (sign: "9a04f079-9840-4286-ab92-e65be0885f95", name: "PlayReady"),
        (sign: "com.microsoft.playready", name: "PlayReady"),
        (sign: "94ce86fb-07ff-4f43-adb8-93d2fa968ca2", name: "FairPlay"),
        (sign: "com.apple.streamingkeydelivery", name: "FairPlay"),
        (sign: "1077efec-c0b2-4d02-ace3-3c1e52e2fb4b", name: "ClearKey"),
        (sign: "e2719d58-a985-b3c9-781a-b030af78d30e", name: "ClearKey"),
        (sign: "org.w3.clearkey", name: "ClearKey"),
    ]
}

extension PlayerError {
    /// The error for encrypted content without a key.
    package static func locked(_ scheme: String, keyID: [UInt8], _ uri: String) -> PlayerError {
        let id = keyID.isEmpty ? "" : ", key ID \(Hexadecimal.text(keyID).dropFirst(2))"
        return PlayerError(
            .unsupportedEncryption, "The stream is encrypted by \(scheme)\(id), and there is no key for it",
            hint: "give the item its decryption keys, or take another source", uri: uri)
    }
}
