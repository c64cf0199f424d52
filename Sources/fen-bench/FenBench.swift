@main struct FenBench { static func main() {} }
