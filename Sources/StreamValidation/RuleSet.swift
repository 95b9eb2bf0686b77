/// The rules of a validation.
public struct RuleSet: Sendable {
    /// All rules, sorted by format.
    public static let all: [ValidationRule] =
        TextRules.all + MediaRules.all + MultivariantRules.all + DeliveryRules.all + StreamRules.all
        + DeclarationRules.all + LadderRules.all + UpdateRules.all + ManifestRules.all + FileRules.all

    /// The applied rules.
    public private(set) var rules: [ValidationRule]

    /// The rules of the formats and of these profiles.
    public init(profiles: Set<ValidationProfile> = [.playhead]) {
        rules = Self.all.filter { $0.profiles.isEmpty || !$0.profiles.isDisjoint(with: profiles) }
    }

    /// The rule with an ID; nil for an unknown one.
    public static func rule(_ id: String) -> ValidationRule? { all.first { $0.id == id } }

    /// Adds the rules whose IDs match a name, or begin with a name that ends in `*`. Returns false for an
    /// unknown name.
    public mutating func enable(_ name: String) -> Bool {
        let found = Self.all.filter { $0.matches(name) }
        rules += found.filter { rule in !rules.contains { $0.id == rule.id } }
        return !found.isEmpty
    }

    /// Removes the rules whose IDs match a name, or begin with a name that ends in `*`. Returns false for an
    /// unknown name.
    public mutating func disable(_ name: String) -> Bool {
        rules.removeAll { $0.matches(name) }
        return Self.all.contains { $0.matches(name) }
    }
}

extension ValidationRule {
    fileprivate func matches(_ name: String) -> Bool {
        name.hasSuffix("*") ? id.hasPrefix(name.dropLast()) : id == name
    }
}
