/// Lessons that anyone can replay, several members in one terminal.
enum LessonCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "lesson",
            group: .start,
            summary: "plays a lesson on how fen works: several people, their screens, one fault",
            usage: ["", "NAME or NUMBER"],
            page: [
                "Alone it lists the lessons. In a lesson everybody is made up and lives in a folder that",
                "goes away; your own groups are not touched.",
                "At a terminal each line is shown and waits for Enter: think what it will do first. Where",
                "a question is asked, type your prediction. Ctrl-C ends the lesson.",
                "With --json the answer is the script itself, and nothing is played.",
            ],
            examples: ["/lesson", "/lesson two-clocks-one-order", "/lesson 4"],
            access: .reads,
            needsGroup: false,
            arguments: [.words(Lessons.all.map(\.name))],
            mostWords: 1,
            body: { (_, arguments) async throws in try lesson(arguments) }
        )
    ]

    /// The list of lessons, or the one to play; needs no home.
    static func lesson(_ arguments: Arguments) throws(UsageError) -> CommandResult {
        var result = CommandResult()
        guard let typed = arguments.word(0) else {
            var table = TextTable([.right(), .left(), .left()], indent: "  ")
            for (index, lesson) in Lessons.all.enumerated() {
                table.add(
                    "\(own: String(index + 1))", "\(own: lesson.name)", "\(own: lesson.title)")
            }
            result.show(table)
            result.say("/lesson NAME plays one.")
            result.set(
                "lessons",
                .list(Lessons.all) {
                    .fields(["name": .string($0.name), "title": .string($0.title)])
                })
            return result
        }
        guard let lesson = Lessons.find(typed) else {
            throw UsageError(
                "There is no lesson called “\(typed)”.",
                hint: "There are: " + Lessons.all.map(\.name).joined(separator: ", ") + ".")
        }
        result.lesson = lesson
        result.set("lesson", .string(lesson.name))
        result.set("title", .string(lesson.title))
        result.set("script", .string(lesson.script))
        return result
    }
}
