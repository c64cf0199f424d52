/// `fen-bench`: what fen costs, beside what the bare C libraries cost for the same bytes.
@main
enum FenBench {
    static func main() async {
        await Bench.run(Array(CommandLine.arguments.dropFirst()))
    }
}
