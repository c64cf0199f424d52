import FenCrypto
import FenProtocol

extension RandomPayloads {
    /// A payload of a kind.
    func payload(_ kind: EventKind) -> Payload {
        switch kind {
        case .expenseLogged, .expenseUpdated, .expenseDeleted, .expenseRestored,
            .settlementRecorded, .settlementVoided, .rateSet, .attachmentUploaded, .messagePosted:
            money(kind)
        case .groupCreated, .groupSettingsChanged, .inviteIssued, .inviteRevoked, .memberJoined,
            .memberAdmitted, .guestAdded, .guestClaimed, .memberRenamed:
            people(kind)
        default:
            rights(kind)
        }
    }

    private func money(_ kind: EventKind) -> Payload {
        switch kind {
        case .expenseLogged:
            .expenseLogged(
                ExpenseLogged(
                    money: money(),
                    description: text(1...140),
                    date: date(),
                    category: maybe(text(0...40)),
                    note: maybe(text(0...1_000)),
                    blob: maybe(value()),
                    imported: maybe(text(1...200)),
                    onBehalfOf: maybe(value())
                ))
        case .expenseUpdated:
            .expenseUpdated(
                ExpenseUpdated(
                    expense: value(),
                    money: maybe(money()),
                    description: maybe(text(1...140)),
                    date: maybe(date()),
                    category: maybe(text(0...40)),
                    note: maybe(text(0...1_000)),
                    blob: maybe(coin() ? .clear : .set(value()))
                ))
        case .expenseDeleted: .expenseDeleted(ExpenseDeleted(expense: value()))
        case .expenseRestored: .expenseRestored(ExpenseRestored(expense: value()))
        case .settlementRecorded:
            .settlementRecorded(
                SettlementRecorded(
                    from: value(),
                    to: value(),
                    amount: Int64(number(1...1_000_000_000_000_000)),
                    currency: currency(),
                    settlementAmount: Int64(number(1...1_000_000_000_000_000)),
                    rate: maybe(rate()),
                    note: maybe(text(0...1_000)),
                    onBehalfOf: maybe(value())
                ))
        case .settlementVoided: .settlementVoided(SettlementVoided(settlement: value()))
        case .rateSet:
            .rateSet(
                RateSet(currency: currency(), rate: rate(), source: text(0...40), date: date()))
        case .attachmentUploaded:
            .attachmentUploaded(AttachmentUploaded(expense: value(), blob: value()))
        default:
            .messagePosted(MessagePosted(text: text(1...4_000), replyTo: maybe(value())))
        }
    }

    private func people(_ kind: EventKind) -> Payload {
        let name = text(1...80)
        return switch kind {
        case .groupCreated:
            .groupCreated(
                GroupCreated(
                    name: name,
                    currency: currency(),
                    organiserName: text(1...80),
                    edit: coin() ? .creator : .anyMember,
                    check: value(),
                    lab: coin()
                ))
        case .groupSettingsChanged:
            .groupSettingsChanged(
                GroupSettingsChanged(name: maybe(name), edit: maybe(.anyMember)))
        case .inviteIssued:
            .inviteIssued(
                InviteIssued(
                    inviteID: value(), name: name, expiresAt: counter(), digest: value()))
        case .inviteRevoked: .inviteRevoked(InviteRevoked(inviteID: value()))
        case .memberJoined:
            .memberJoined(MemberJoined(inviteID: value(), name: name, proof: value()))
        case .memberAdmitted:
            .memberAdmitted(
                MemberAdmitted(
                    member: value(), inviteID: maybe(value()), from: maybe(counter())))
        case .guestAdded: .guestAdded(GuestAdded(name: name))
        case .guestClaimed: .guestClaimed(GuestClaimed(guest: value(), member: value()))
        default: .memberRenamed(MemberRenamed(name: name))
        }
    }

    private func rights(_ kind: EventKind) -> Payload {
        switch kind {
        case .memberRemoved:
            .memberRemoved(MemberRemoved(member: value(), heads: maybe(heads())))
        case .memberRekeyed:
            .memberRekeyed(MemberRekeyed(member: value(), successor: value(), heads: heads()))
        case .memberVouched:
            .memberVouched(MemberVouched(member: value(), successor: value()))
        case .deputyNamed: .deputyNamed(DeputyNamed(member: maybe(value())))
        case .organiserChanged:
            .organiserChanged(OrganiserChanged(member: value(), heads: heads()))
        case .forkAcknowledged:
            .forkAcknowledged(ForkAcknowledged(author: value(), heads: heads(2...8)))
        case .keyEpochUpdate:
            .keyEpochUpdate(
                KeyEpochUpdate(
                    epoch: max(1, epoch()),
                    check: value(),
                    wrapped: parties(1...9).map {
                        WrappedKey(member: $0.member, box: bytes(80...80))
                    }
                ))
        case .keyHistory:
            .keyHistory(
                KeyHistory(epoch: epoch(), key: SecretBytes(copying: bytes(32...32))))
        case .keyRewrapRequest: .keyRewrapRequest(KeyRewrapRequest(epoch: epoch()))
        case .keyRewrapped:
            .keyRewrapped(
                KeyRewrapped(
                    epoch: epoch(),
                    member: value(),
                    box: bytes(80...80),
                    request: maybe(value())
                ))
        case .storageKeyRotated:
            .storageKeyRotated(StorageKeyRotated(descriptor: bytes(1...1_024)))
        case .groupInviteRelayed:
            .groupInviteRelayed(GroupInviteRelayed(to: value(), box: bytes(49...1_072)))
        case .settlementSnapshot:
            .settlementSnapshot(
                SettlementSnapshot(
                    cut: cut(),
                    overridden: parties(1...3).map {
                        Override(member: $0.member, through: counter())
                    },
                    balances: parties(1...9).map {
                        SnapshotBalance(member: $0, amount: Int128(number(-99_999...99_999)))
                    }
                ))
        case .groupClosed: .groupClosed(GroupClosed(cut: cut()))
        case .groupReopened: .groupReopened(GroupReopened())
        default:
            .unknown(kind: "Later", bytes: [UInt8]("{\"kind\":\"Later\"}".utf8))
        }
    }
}
