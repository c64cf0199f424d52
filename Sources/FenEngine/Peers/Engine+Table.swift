import FenCrypto
import FenEncoding
import FenMoney
import FenPeer
package import FenProtocol
import FenStore

/// A table that is open at this device.
struct OpenedTable {
    /// What is served to guests.
    let table: OpenTable
    /// Says on the local network that it is open, and hears what happens at it.
    let watching: [Task<Void, Never>]
    /// Guests with the right words who wait for a yes, in the order they came.
    var guests: [(place: String, answer: CheckedContinuation<String?, Never>)] = []
}

extension Engine {
    /// How long an invite for a guest at a table lives, in seconds.
    private static let guestTTL = 600

    /// Opens a table: whoever says the three words gets an invite, once this person says yes.
    package func openTable(in id: GroupID) throws(FenError) -> TableView {
        try answering {
            let group = try group(id)
            try requireOrganiser(group, to: "let people in")
            // No invite could be made for whoever says the words.
            try requireOwnTip(in: group)
            if listening.isEmpty { _ = try listen(on: nil) }
            _ = try hub(of: id)
            closeTable()
            let table = OpenTable { [weak self] address in
                await self?.ask(about: "\(address)", in: id)
            }
            let name = try requirePerson().name
            let isAnnounced = listening.contains { !$0.isLoopback }
            let port =
                peers?.listeners.first { !$0.address.isLoopback }?.address.port
                ?? PeerAddress.usualPort
            let saying = Task {
                guard isAnnounced, let announcement = TableAnnouncement(port: port, name: name)
                else { return }
                while !Task.isCancelled {
                    TableRadio.say(announcement)
                    try? await Task.sleep(for: .milliseconds(TableAnnouncement.interval))
                }
            }
            let hearing = Task { [weak self] in
                for await notice in table.notices { await self?.take(notice, in: id) }
            }
            peers?.node.setTable(table)
            peers?.table = OpenedTable(table: table, watching: [saying, hearing])
            return TableView(
                name: name, places: listening.map(\.address), words: table.words.text,
                isAnnounced: isAnnounced)
        }
    }

    /// Closes the table: its words are worth nothing any more.
    /// Says whether one was open.
    @discardableResult
    package func closeTable() -> Bool {
        guard let open = peers?.table else { return false }
        peers?.node.setTable(nil)
        for task in open.watching { task.cancel() }
        for guest in open.guests { guest.answer.resume(returning: nil) }
        peers?.table = nil
        return true
    }

    /// Answers the guest who has waited longest; nil when nobody waits.
    package func answerGuest(
        _ isWelcome: Bool, name: String?, in id: GroupID
    ) async throws(FenError) -> String? {
        guard let guest = peers?.table?.guests.first else { return nil }
        var link: String?
        if isWelcome {
            let invite = try await issueInvite(
                name: name ?? Self.unnamedGuest, ttl: Self.guestTTL, in: id)
            guard peers?.table?.guests.first?.place == guest.place else {
                // They left while it was made: nobody has it.
                _ = try await revokeInvite(invite.id.hex, in: id)
                return nil
            }
            link = invite.link
        }
        peers?.table?.guests.removeFirst()
        guest.answer.resume(returning: link)
        return guest.place
    }

    /// What a guest is called until they say it themselves.
    private static let unnamedGuest = "somebody at the table"

    /// How long open tables are listened for: a round and a half of announcements, in seconds.
    package static let listeningSeconds = Int(TableAnnouncement.interval) * 3 / 2_000

    /// The tables that are heard on the local network within a round and a half of announcements.
    package nonisolated func tablesNearby() async throws(FenError) -> [NearbyTable] {
        let heard: [TableRadio.Heard]
        do throws(SocketError) {
            heard = try await TableRadio().hear(for: Int64(Self.listeningSeconds) * 1_000)
        } catch {
            throw FenError(
                "NOT_LISTENING", "Open tables cannot be heard: \(error.message).",
                hint: "Type the address the organiser's /open shows: /join ADDR:PORT",
                status: .network)
        }
        return heard.map { NearbyTable(name: $0.name, address: "\($0.address)") }
    }

    /// Whether something typed is an address, or a name with a port, and no link. A word alone may
    /// be a part of a link, which no name server is to see.
    package static func isAddress(_ typed: String) -> Bool {
        PeerAddress(typed) != nil || HostName(typed)?.hasPort == true
    }

    /// Says the three words at a table elsewhere and gets its invite's link.
    package nonisolated func inviteFromTable(
        at typed: String, words: String
    ) async throws(FenError) -> String {
        guard let words = TableWords(typed: words) else {
            throw FenError(
                "BAD_WORDS", "These are not three words of the list that tables take theirs from.",
                hint: "Listen again: orbit lemon sock is one such. No try was used up.",
                status: .usage)
        }
        let destination = try await PeerDestination(typed)
        do throws(TableJoinError) {
            return try await destination.tryEach { address throws(TableJoinError) in
                try await OpenTable.join(address, words: words)
            } goesOn: {
                $0.isOfAddress
            }
        } catch {
            if error == .stopped {
                throw FenError(
                    "STOPPED", "You stopped waiting; no invite was given.",
                    hint: "/join \(destination.name) and the words ask again.")
            }
            throw FenError(
                "NO_INVITE", "No invite came from \(destination.name): \(error.message).",
                hint: error.wayOut,
                status: error == .refused(.wrongWords) ? .trust : .network)
        }
    }

    private func ask(about place: String, in id: GroupID) async -> String? {
        guard peers?.table != nil else { return nil }
        announcer.yield(.guestAtTable(id, place))
        return await withCheckedContinuation { continuation in
            peers?.table?.guests.append((place, continuation))
        }
    }

    private func take(_ notice: OpenTable.Notice, in id: GroupID) {
        switch notice {
        case .left(let address):
            announcer.yield(.tableTold(id, "\(address) has left again"))
            let place = "\(address)"
            guard let index = peers?.table?.guests.firstIndex(where: { $0.place == place }),
                let guest = peers?.table?.guests.remove(at: index)
            else { return }
            guest.answer.resume(returning: nil)
        case .joined(let address): announcer.yield(.tableTold(id, "\(address) has the invite"))
        case .wrongWords(let address):
            announcer.yield(.tableTold(id, "\(address) said wrong words"))
        case .burnt:
            announcer.yield(
                .tableTold(id, "three wrong tries: these words are burnt, /open makes new ones"))
        }
    }
}
