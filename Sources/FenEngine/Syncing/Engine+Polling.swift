import FenProtocol

extension Engine {
    /// Looks into every group's store now and then while the prompt is open, and sooner or later
    /// again where it failed, as its outbox says.
    package func startPolling(every seconds: Int) {
        poller?.cancel()
        poller = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(seconds))
                if Task.isCancelled { return }
                await self.pollOnce()
            }
        }
    }

    /// Looks into every group's store whose time it is.
    func pollOnce() async {
        guard options.access == .readWrite, !isMoved, !isMoving, let ids = try? groupIDs() else {
            return
        }
        for id in ids where mayPoll(id) && !Task.isCancelled {
            // A failure is noted in the outbox and announced by the pass itself.
            try? await poll(id)
        }
    }

    private func mayPoll(_ id: GroupID) -> Bool {
        guard let group = try? group(id) else { return false }
        // A store that the group was moved to is looked for at once, whatever the old one does.
        if case .following(_, nil)? = try? moveView(of: group) { return true }
        guard (try? backend(of: group)) != nil else { return false }
        return (try? isDue(group)) ?? false
    }
}
