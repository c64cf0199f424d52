/// A subject that is no single command.
package struct Topic: Sendable {
    /// The word after `/help`.
    package let name: String
    /// Its page, a paragraph a line.
    package let page: [String]
}

/// The subjects of `/help TOPIC`.
package enum Topics {
    /// All of them.
    package static let all: [Topic] = [
        typing, references, amounts, splits, rates, sync, gate, members, json, scripts,
    ]

    /// The topic with this name, or the only one that begins so.
    package static func find(_ typed: String) -> Topic? {
        let word = typed.lowercased()
        if let exact = all.first(where: { $0.name == word }) { return exact }
        let matches = all.filter { !word.isEmpty && $0.name.hasPrefix(word) }
        return matches.count == 1 ? matches[0] : nil
    }

    private static let typing = Topic(
        name: "typing",
        page: [
            "A line that starts with / is a command; the beginning of its name is enough.",
            "A line that starts with + is an expense: + 21.60 EUR Guinness by Alice for Alice,Bob",
            "Anything else is a message to the group. \\ in front makes any line a message: \\+1",
            "A pasted block of several lines is one message; fen < FILE runs a file of lines.",
            "Names and words with spaces go in quotation marks: for \"May Lee\",Bob",
            "A description that holds by, for, split, on, in or note goes in quotation marks too.",
        ]
    )

    private static let references = Topic(
        name: "references",
        page: [
            "bob:42     Bob's event number 42, the same on everyone's screen",
            "bob:42'    the second event with that number, where Bob's log is forked",
            "#3f9a      the event whose id begins so (four digits or more)",
            "^          the last one shown; ^3 the third last",
            "Two members with one name are told apart by their key: bob(3f9a):42",
        ]
    )

    private static let amounts = Topic(
        name: "amounts",
        page: [
            "21.60   21,60   1'234.50   1.234,50   €21.60   21.60eur are all read.",
            "More decimals than the currency has are refused, never rounded.",
            "1,234 could be 1.23 or 1234: fen asks for 1.23, 1234 or 1234.00 instead of guessing.",
            "Another currency needs a rate: /rate USD 0.915 for the group, or in the line",
            "rate 0.915 (group currency for one unit), at 25.25 CZK (so many for one unit of the",
            "group's currency), or both amounts of the receipt: at 101 CZK = 4 EUR. /help rates",
            "says more.",
        ]
    )

    private static let splits = Topic(
        name: "splits",
        page: [
            "for Alice,Bob                 equal parts for these two",
            "for all but May               equal parts for everybody else",
            "split Alice 10, Bob 20        exact amounts",
            "split Alice 10, rest equally  the others share what is left",
            "split equally, Alice +5       5 on top for Alice, the rest in equal parts",
            "for Alice,Bob split 60%,40%   percentages in the order of the list",
            "split shares Alice 2, Bob 1   weights",
            "split items Alice 12.50, Bob+May 9.40, all 14 tax 5 tip 10%",
            "    a bill: what each item was for whom (a name, names joined by + or and, or all), an",
            "    item of several in equal parts; a label in quotation marks may stand behind its",
            "    amount. Tax and tip, as amounts or percent of the items, are spread in proportion to",
            "    everybody's items. Items, tax and tip come to the amount.",
            "An odd cent of an equal split goes to whoever paid most; /show REF lists the parts.",
        ]
    )

    private static let rates = Topic(
        name: "rates",
        page: [
            "rate 0.0396            the group's currency for one unit of the other",
            "at 25.25 CZK           so many of the other for one unit of the group's",
            "at 101 CZK = 4 EUR     both amounts of the receipt: 4.00 EUR exactly is what counts",
            "/rate takes the same forms for the whole group (organiser); /rates lists what is in",
            "force; an expense whose line has no rate uses it. Where the group has none, the rate",
            "fetched for the expense's day is used: /rates fetch USD on 2026-08-01. The answer says",
            "which one it was.",
            "A bare number that is surely the other way round is refused, with both readings to",
            "type. A rate changes no expense that is logged already: /reprice REF does.",
            "The words of a rate are kept, and /edit REF gives them back.",
        ]
    )

    private static let sync = Topic(
        name: "sync",
        page: [
            "What you type is saved on this device at once and travels when the store is reached.",
            "unsynced beside a line or a total means: nobody else has this yet. /sync sends and",
            "fetches now; /retry ends a waiting time; /backend shows or binds the store.",
            "/status says in words what is unsynced, since when, and what is missing.",
            "A store that cannot be reached is tried again by itself: after 5 s, 30 s, 2, 10 and 30",
            "minutes, 1 hour, then every 6 hours, or when it says so itself. One that is full, or",
            "does not accept the sign-in, is sent nothing more until you type /retry or /backend.",
            "A server that says its store is gone: nothing is written in the group until /sync finds",
            "it again, or /backend says how to go on; /export FILE events keeps an archive.",
        ]
    )

    private static let gate = Topic(
        name: "gate",
        page: [
            "Every member numbers their events. While a number that is known to exist is missing",
            "here, balances may be wrong, so fen refuses to record a settlement (exit 5).",
            "/gaps says whose events, which numbers, and since when. The ways out: /sync once more",
            "when that member was online; /connect to a device that has them; /acknowledge, for",
            "yourself only; /snapshot by the organiser, for everybody, after a long time.",
            "Two events with one number, as when a home was copied and both copies were used, shut",
            "the gate too (exit 4), and no sync opens it: /acknowledge does, for everybody where",
            "their author or the organiser types it.",
        ]
    )

    private static let members = Topic(
        name: "members",
        page: [
            "One member is the organiser: only they let people in (/invite), remove them (/remove)",
            "and change the group's settings, rates, key and store. /members says who it is.",
            "/deputy MEMBER names who may /take-over if the organiser's device is gone; /hand-over",
            "MEMBER gives the role away. Whoever wants to go types /leave.",
            "When somebody has gone, the organiser's device changes the group's key. Whoever was away",
            "meanwhile gets it with the next sync; where something of it is missing, this device asks",
            "the others, and until then the events are listed as sealed. /status says what is lacking.",
            "A removal takes nothing back that somebody has already, and the key of the store is",
            "another thing: /remove says how to change that. Coming back takes a fresh invite.",
        ]
    )

    private static let json = Topic(
        name: "json",
        page: [
            "--json prints one JSON object a line for each command. \"command\" and \"ok\" come first,",
            "then the keys of that command; a failure has \"error\" {code, message, hint}, \"status\".",
            "Amounts are integers in minor units beside their currency. Unknown is null.",
        ]
    )

    private static let scripts = Topic(
        name: "scripts",
        page: [
            "fen COMMAND runs one command, as fen --group Dublin4Ever paid 21.60 EUR Guinness does.",
            "What it asks is answered with --yes; a link or a secret stands in standard input:",
            "fen join < link.txt. Secrets never stand in arguments.",
            "fen < FILE runs every line of a file, also those behind one that failed; it ends with",
            "the exit status of the first that failed.",
            "The next line answers a question: y behind /delete bob:3, the link behind /join; --yes",
            "spares the question. A question that the next line does not answer fails its command,",
            "and a plain line behind it is not sent as a message.",
            "Where nobody can be asked, a confirmation needs --yes.",
            "Where a command fails that asks for a secret, plain lines behind it are not done.",
        ]
    )
}
