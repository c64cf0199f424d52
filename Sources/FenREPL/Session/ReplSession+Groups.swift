internal import FenEngine
internal import FenMoney
internal import FenProtocol

extension ReplSession {
    /// The current group as it stands, or an error that says how to get one.
    func group() async throws -> GroupView {
        if let typedAhead {
            guard let id = typedAhead.group else { throw typedAhead.refusal }
            self.typedAhead?.isUsed = true
            return try await engine.view(id)
        }
        guard let id = try await currentGroup() else {
            throw FenError(
                "NO_GROUP",
                "No group is chosen.",
                hint:
                    "/join opens an invite, /new NAME CURRENCY makes a group, /groups lists yours, "
                    + "/use GROUP goes into one."
            )
        }
        return try await engine.view(id)
    }

    /// The current group: the one chosen last, or the only one there is.
    func currentGroup() async throws -> GroupID? {
        if let current { return current }
        let groups = try await engine.groups()
        if let kept = try await engine.setting("group"),
            let group = groups.first(where: { $0.id.uuidString == kept })
        {
            current = group.id
        } else if groups.count == 1 {
            current = groups[0].id
        }
        return current
    }

    /// Makes a group the current one, now and at the next start.
    func choose(_ id: GroupID) async throws {
        if current != id { shown.clear() }
        current = id
        if !onlyReads {
            try await engine.setSetting("group", to: id.uuidString)
        }
    }

    /// Makes a group the current one for this process only, as `--group` does.
    package func useForThisProcess(group name: String) async throws {
        current = try await findGroup(name).id
    }

    /// The group a typed name, beginning, number or id prefix means.
    func findGroup(_ typed: String) async throws -> GroupSummary {
        let groups = try await engine.groups()
        let wanted = typed.lowercased()
        let exact = groups.filter { $0.name.lowercased() == wanted }
        if exact.count == 1 { return exact[0] }
        if exact.isEmpty, let number = Int(typed), groups.indices.contains(number - 1) {
            return groups[number - 1]
        }
        var found = exact
        if found.isEmpty {
            found = groups.filter { $0.name.lowercased().hasPrefix(wanted) && !wanted.isEmpty }
        }
        if found.isEmpty, wanted.count >= 4 {
            found = groups.filter { $0.id.uuidString.hasPrefix(wanted) }
        }
        if found.count == 1 { return found[0] }
        if found.count > 1 {
            let list = found.map { "\($0.name) (\($0.id.uuidString.prefix(8)))" }
            throw UsageError(
                "“\(typed)” could be \(list.joined(separator: ", ")).",
                hint: "Type more of the name, or the beginning of the id: /use "
                    + found[0].id.uuidString.prefix(8)
            )
        }
        let words = Nearest.words(to: wanted, among: groups.map { $0.name.lowercased() })
        let nearest = groups.filter { words.contains($0.name.lowercased()) }.map { group in
            // Equal names are told apart by what /use takes for them.
            groups.count { $0.name == group.name } > 1
                ? "\(group.name) (\(group.id.uuidString.prefix(8)))" : group.name
        }
        throw UsageError(
            "You are in no group called “\(typed)”.",
            hint: (nearest.isEmpty ? "" : "Nearest: \(nearest.joined(separator: ", ")). ")
                + "/groups lists yours."
        )
    }

    /// Today, where this person is.
    var today: CalendarDate {
        get throws {
            if let date = environment.localTime(environment.now()).date { return date }
            throw FenError(
                "CLOCK",
                "The clock of this machine is outside the years 1900 to 9999.",
                hint: "Set the clock, or say the day: on 2026-08-01"
            )
        }
    }

    /// A moment as the local clock showed it.
    func time(_ milliseconds: Int64) -> LocalTime {
        environment.localTime(milliseconds)
    }
}
