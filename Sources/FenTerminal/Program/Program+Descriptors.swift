internal import Glibc

extension Program {
    /// Where a standard descriptor is closed, the next file to be opened would take its number and
    /// get what is printed. Each is given to a file that refuses what it is for.
    static func keepStandardDescriptors() {
        for (descriptor, mode) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] as [(Int32, Int32)]
        where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            _ = open("/dev/null", mode)
        }
    }
}
