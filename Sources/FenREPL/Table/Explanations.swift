/// A part of how fen works inside, for whoever wants to know.
package struct Explanation: Sendable {
    /// The word after `/explain`.
    package let name: String
    /// What it is, in one line.
    package let title: String
    /// Its page, a paragraph a line.
    package let page: [String]
}

/// The subjects of `/explain`.
package enum Explanations {
    /// All of them, in an order to read them in.
    package static let all: [Explanation] = [
        event, signature, lamport, frontier, gap, fork, epoch, invite, handshake,
    ]

    /// The subject with this name, or the only one that begins so.
    package static func find(_ typed: String) -> Explanation? {
        let word = typed.lowercased()
        if let exact = all.first(where: { $0.name == word }) { return exact }
        let matches = all.filter { !word.isEmpty && $0.name.hasPrefix(word) }
        return matches.count == 1 ? matches[0] : nil
    }

    private static let event = Explanation(
        name: "event", title: "An event is one thing that one member wrote down, for good.",
        page: [
            "Whatever you type that others should know becomes an event: an expense, a message, an "
                + "edit. It has a number in your own log, a logical time, and the id of your event "
                + "before it. Nothing is ever changed or removed; an edit is another event.",
            "What it says is sealed with the group's key, so the store and the network carry bytes "
                + "that only members read. What stands outside is who, which number, and when.",
            "See one: /inspect ^ takes the last one apart, /raw ^ shows the very line, /log yours.",
        ])
    private static let signature = Explanation(
        name: "signature",
        title: "A signature proves who wrote an event, and that nobody changed it.",
        page: [
            "Your device holds a secret key; its public half is your identity. It signs the header "
                + "of each event, which commits to the sealed content by a hash. Anybody can check "
                + "it, nobody can make it without your key.",
            "Because each event names the one before it, one right signature at the end of a log "
                + "vouches for all before it. A line that was altered in the store has another id, "
                + "so nothing names it and it is held or refused.",
            "See it: /inspect REF computes id and signature again, /audit does so for everything.",
        ])
    private static let lamport = Explanation(
        name: "lamport", title: "Lamport time orders events without trusting any clock.",
        page: [
            "Each event gets a number one larger than the largest its writer had seen. So an answer "
                + "always comes after what it answers, whatever the clocks of the laptops say.",
            "Two events with the same number were written without knowing of each other; then the "
                + "smaller id comes first. That is arbitrary, but the same on every device, and that "
                + "is all it has to be.",
            "See it: /graph draws time downwards, /order REF REF says which comes first and why.",
        ])
    private static let frontier = Explanation(
        name: "frontier", title: "The frontier says how far everybody's log reaches here.",
        page: [
            "Everybody numbers their own events 1, 2, 3. So a device knows for each author up to "
                + "which number it has all, and which larger numbers are proven to exist.",
            "Two devices that compare frontiers see at once what each lacks, and send exactly that.",
            "See it: /frontier, and /frontier vs NAME beside a connected device.",
        ])
    private static let gap = Explanation(
        name: "gap", title: "A gap is a number that is known to exist and not here.",
        page: [
            "If Bob's event 20 is here and names 19 as the one before, then 19 exists. If it is not "
                + "here, every total may be wrong, so totals are marked and no settlement is "
                + "recorded: money does not move on a log that cannot be proven whole.",
            "It heals when the missing event comes, from the store, from any device that has it, or "
                + "in a file. Nobody can invent a gap: only a signed event proves a number.",
            "See it: /gaps, /connect, /gaps export FILE, /heal FILE, /acknowledge, /snapshot.",
        ])
    private static let fork = Explanation(
        name: "fork", title: "A fork is one author's log that goes on in two ways.",
        page: [
            "It happens when a home is copied, or an old backup is used, and both go on writing: two "
                + "different events with one number, both rightly signed. Neither is more true, so "
                + "both are kept and counted, on every device the same.",
            "It is told to everybody, and settlements wait until the author or the organiser "
                + "acknowledges it, for a log with two ends cannot be proven whole by itself.",
            "See it: /graph and /inspect bob:42 beside /inspect bob:42', then /acknowledge.",
        ])
    private static let epoch = Explanation(
        name: "epoch", title: "An epoch is the time of one group key.",
        page: [
            "All members share a key that seals events. When somebody is removed, the organiser's "
                + "device makes a new key and sends it to each remaining member in a box that only "
                + "they open. From then on events are sealed under the new epoch's key.",
            "Who was removed can still read what they could read before, and nothing new. Who joins "
                + "later gets the older keys too, so that they see how balances came about.",
            "See it: the epoch stands in the header of /inspect, the keys in /dump.",
        ])
    private static let invite = Explanation(
        name: "invite", title: "An invite is a sealed note with everything that joining needs.",
        page: [
            "It holds the group's key, where its logs travel, the founder's public key, and a token "
                + "that works once. The link is therefore a secret: whoever has it can read the "
                + "group. It is good for 30 minutes unless you say otherwise.",
            "Who joins writes an event that proves they held the token, and the organiser's device "
                + "admits the first who does. Until then what they log is kept and does not count.",
            "See it: /check explains a link and writes nothing, /invites lists yours, /qr draws one.",
        ])
    private static let handshake = Explanation(
        name: "handshake",
        title: "A handshake lets two laptops recognise each other in the clear air.",
        page: [
            "Who connects proves with one tag that they hold a key of the group, without naming it. "
                + "Then both run Noise XXpsk0: three messages after which each knows the other's "
                + "long-term key, and everything that follows is sealed with fresh keys that no "
                + "recording opens later.",
            "A stranger learns nothing, not even which groups are here. A member who was removed is "
                + "told so. A joiner with an open invite may bring their own first events only.",
            "See it: /wire on, then /listen on one laptop and /connect on another; /peers on both. "
                + "/wire last shows the three messages again, with their sizes.",
        ])
}
