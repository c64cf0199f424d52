package import FenCrypto
package import FenMoney

/// Who may change an expense (§5): its creator, or any member.
package enum EditRule: String, Sendable {
    /// Only who logged it.
    case creator
    /// Every active member.
    case anyMember = "any_member"
}

/// `GroupCreated`: the founder's first event, which pins currency and key (§5).
package struct GroupCreated: PayloadFields {
    package static let kind = EventKind.groupCreated

    /// The group's name.
    package var name: String
    /// The group's currency, fixed for good.
    package var currency: Currency
    /// The founder's own name.
    package var organiserName: String
    /// Who may change an expense.
    package var edit: EditRule
    /// What commits to the key of epoch 0 (§2).
    package var check: Hash32
    /// Whether `/lab` works in this group.
    package var lab: Bool

    /// Makes the payload.
    package init(
        name: String,
        currency: Currency,
        organiserName: String,
        edit: EditRule,
        check: Hash32,
        lab: Bool = false
    ) {
        self.name = name
        self.currency = currency
        self.organiserName = organiserName
        self.edit = edit
        self.check = check
        self.lab = lab
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        check = try fields.required("check")
        currency = try fields.required("currency")
        edit = try fields.required("edit")
        lab = try fields.flag("lab")
        name = try fields.text("name", ProtocolLimits.name)
        organiserName = try fields.text("organiser_name", ProtocolLimits.name)
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("check", check)
        fields.write("currency", currency)
        fields.write("edit", edit)
        fields.kind(Self.kind)
        fields.flag("lab", lab)
        fields.write("name", name)
        fields.write("organiser_name", organiserName)
    }
}

/// `GroupSettingsChanged`: any of name and edit rule (§5). One that names neither changes nothing
/// and is valid, since a later version may add a setting.
package struct GroupSettingsChanged: PayloadFields {
    package static let kind = EventKind.groupSettingsChanged

    /// The new name.
    package var name: String?
    /// The new edit rule.
    package var edit: EditRule?

    /// Makes the payload.
    package init(name: String? = nil, edit: EditRule? = nil) {
        self.name = name
        self.edit = edit
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        edit = try fields.optional("edit")
        name = try fields.optionalText("name", ProtocolLimits.name)
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("edit", edit)
        fields.kind(Self.kind)
        fields.write("name", name)
    }
}

/// `GroupClosed`: money outside the cut no longer counts (§5).
package struct GroupClosed: PayloadFields {
    package static let kind = EventKind.groupClosed

    /// The heads of every key ever admitted.
    package var cut: [LogCut]

    /// Makes the payload.
    package init(cut: [LogCut]) {
        self.cut = cut
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        cut = try fields.members("cut")
    }

    package func write(to fields: inout FieldWriter) {
        fields.list("cut", cut)
        fields.kind(Self.kind)
    }
}

/// `GroupReopened`: the closing is no longer in force (§5).
package struct GroupReopened: PayloadFields {
    package static let kind = EventKind.groupReopened

    /// Makes the payload.
    package init() {}

    package init(from fields: inout FieldReader) throws(PayloadError) {}

    package func write(to fields: inout FieldWriter) {
        fields.kind(Self.kind)
    }
}
