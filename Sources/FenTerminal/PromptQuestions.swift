/// The questions that stand in place of the prompt, one at a time.
struct PromptQuestions {
    /// A question, and whoever waits for its answer.
    struct Question {
        /// What is asked.
        let text: String
        /// Whether what is typed stays unseen.
        let isSecret: Bool
        /// Takes the answer; nil when there is none.
        let answer: @Sendable (String?) -> Void
    }

    private var current: Question?
    private var waiting: [Question] = []

    /// Puts a question behind those that wait.
    mutating func append(_ question: Question) { waiting.append(question) }

    /// The question to ask now; nil while another one stands, or when none waits.
    mutating func next() -> Question? {
        guard current == nil, !waiting.isEmpty else { return nil }
        current = waiting.removeFirst()
        return current
    }

    /// Answers the question that stands.
    mutating func answer(_ text: String?) {
        current?.answer(text)
        current = nil
    }

    /// Gives up the question that stands and all that wait.
    mutating func drop() {
        answer(nil)
        for question in waiting { question.answer(nil) }
        waiting.removeAll()
    }
}
