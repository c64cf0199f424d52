import FenCrypto
import FenLedger
package import FenMoney
import FenPeer
package import FenProtocol
import FenStore

/// Handing the shared groups over, once the code was right.
extension Engine {
    /// Hands the groups that are shared with a member over to their new key. Where this person is
    /// the organiser, it takes the place of the old one at once; elsewhere the others are told that
    /// this person vouches for it.
    package func handOver(
        to party: PartyID, for id: BackID, progress: ProgressHandler? = nil
    ) async throws(FenError) -> HandoverReport {
        let (helped, candidate) = try answering {
            try requireWriting()
            let helped = try requireHelped(id)
            guard helped.state == .confirmed else {
                throw helped.state == .done ? Self.handedOver : Self.noCode
            }
            let all = try candidates(for: helped.request.name)
            guard let candidate = all.first(where: { $0.party == party }) else {
                throw FenError(
                    "NO_SHARED_GROUP", "You share no group with that member any more.",
                    status: .usage)
            }
            return (helped, candidate)
        }
        guard let reveal = helped.reveal else { throw Self.noCode }
        var reports: [HandoverReport.Group] = []
        var groups: [BackGroup] = []
        for shared in candidate.groups {
            do throws(FenError) {
                let (deed, publication) = try await vouch(
                    for: party.member, by: reveal.key, in: shared, progress: progress)
                groups.append(try answering { try handed(shared.id, of: party.member) })
                reports.append(report(shared, deed, publication))
            } catch {
                reports.append(report(shared, .failed, failure: error))
            }
        }
        guard !groups.isEmpty else {
            throw reports.first?.failure ?? Self.noCode
        }
        let handover = try answering {
            let handover = try seal(groups, for: helped, reveal)
            var done = helped
            (done.state, done.handover) = (.done, handover)
            try keep(done)
            return handover
        }
        let call = backCalls.removeValue(forKey: id)
        let isDelivered = (try? await call?.ask(handover.bytes)) != nil
        return HandoverReport(
            member: party, successorTag: reveal.key.tag, groups: reports,
            link: BackText.link(handover.bytes), isDelivered: isDelivered)
    }

    private static let noCode = FenError(
        "NO_CODE", "The code of this request was not typed yet.",
        hint: "Ask for the six digits that the new device shows: /vouch code DIGITS",
        status: .trust)

    private static let handedOver = FenError(
        "BACK_DONE", "The groups of this request were handed over already.",
        hint: "Typing /vouch and the request shows the message with them again.")

    private func vouch(
        for member: MemberID, by successor: MemberID, in shared: SharedGroup,
        progress: ProgressHandler?
    ) async throws(FenError) -> (HandoverReport.Deed, Publication?) {
        if shared.isOrganiser {
            let isDone = try answering {
                try group(shared.id).context.successors[member] == successor
            }
            if isDone { return (.rekeyed, nil) }
            let (_, rotation) = try await rekey(
                member, to: successor, in: shared.id, progress: progress)
            return (.rekeyed, rotation.publication)
        }
        let me = try answering { try requirePerson().publicKey }
        let isSaid = try answering {
            try group(shared.id).vouchers(of: member, by: successor).contains(me)
        }
        if !isSaid {
            _ = try await write(
                .memberVouched(MemberVouched(member: member, successor: successor)),
                in: shared.id)
        }
        return (.vouched, nil)
    }

    private func handed(_ id: GroupID, of member: MemberID) throws -> BackGroup {
        let group = try group(id)
        return BackGroup(
            invite: try makeInvite(to: group, expiry: nil), member: member,
            rotation: group.context.storeRotation?.order.id)
    }

    private func seal(
        _ groups: [BackGroup], for helped: HelpedBack, _ reveal: BackReveal
    ) throws -> BackHandover {
        let transcript = try reveal.transcript(of: helped.request, helped.answer)
        return try BackHandover(
            groups, of: requirePerson().name, to: reveal, transcript, signer: requireSigner(),
            entropy: entropy)
    }

    private func report(
        _ shared: SharedGroup, _ deed: HandoverReport.Deed, _ publication: Publication? = nil,
        failure: FenError? = nil
    ) -> HandoverReport.Group {
        HandoverReport.Group(
            id: shared.id, name: shared.name, deed: deed, publication: publication,
            failure: failure, organiserName: shared.organiserName)
    }
}
