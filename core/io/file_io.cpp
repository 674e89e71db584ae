// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_io.h"

#include "io/posix_calls.h"
#include "io/temporary_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <new>
#include <random>

namespace gatelab {
namespace fs = std::filesystem;
namespace {

fs::path parentOf(const fs::path& path) {
    const fs::path parent = path.parent_path();
    return parent.empty() ? fs::path(".") : parent;
}

/// Of folders: their process holds them.
constexpr std::string_view kHeldPrefix = ".gatelab-tmp-held-";

fs::path temporaryBeside(const fs::path& path, std::string_view prefix = kTemporaryPrefix) {
    std::random_device source;
    std::array<char, 24> digits{};
    std::snprintf(digits.data(), digits.size(), "%08x%08x", source(), source());
    return parentOf(path) / (std::string(prefix) + digits.data());
}

/// The file that a name stands for: links are followed, so that saving through one does not replace it by a file.
Result<fs::path> resolveTarget(const fs::path& path) {
    std::error_code failed;
    fs::path target = path;
    if (fs::is_symlink(fs::symlink_status(path, failed))) {
        target = fs::weakly_canonical(path, failed);
        if (failed) return ioError(failed.value(), GATELAB_TEXT("FileAction", "write"), path);
    }
    const fs::file_status status = fs::status(target, failed);
    if (status.type() == fs::file_type::directory) return ioError(EISDIR, GATELAB_TEXT("FileAction", "write"), target);
    if (fs::exists(status) && status.type() != fs::file_type::regular)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Files", "cannot write '%1': it is a device or pipe; nothing was changed; choose a file"),
             {target.string()}}};
    if (fs::exists(status) && ::access(target.c_str(), W_OK) != 0)
        return ioError(errno, GATELAB_TEXT("FileAction", "write"), target);
    return target;
}

/// Removes what was not published.
class Temporary {
public:
    explicit Temporary(fs::path path) : path_(std::move(path)), passing_(path_) {}
    ~Temporary() {
        if (!published_) static_cast<void>(removePath(path_));
    }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    [[nodiscard]] const fs::path& path() const { return path_; }
    /// Renames and makes the renaming last.
    Result<> publish(const fs::path& target) {
        if (auto renamed = posix::rename(path_, target, GATELAB_TEXT("FileAction", "replace")); !renamed)
            return renamed;
        published_ = true;
        if (auto synced = syncFolder(parentOf(target)); !synced)
            return Error{synced.error().code,
                         "'" + target.string() +
                             "' has its new contents, but they may not survive a power cut: " + synced.error().message};
        return {};
    }

private:
    fs::path path_;
    PassingPath passing_;
    bool published_ = false;
};

/// Collects small pieces, so that a writer of lines does not make a system call for each.
class BufferedSink final : public FileSink {
public:
    BufferedSink(const posix::Descriptor& file, const fs::path& path) : file_(file), path_(path) {
        buffer_.reserve(kSize);
    }
    Result<> write(std::string_view bytes) override {
        if (buffer_.size() + bytes.size() > kSize) {
            if (auto done = flush(); !done) return done;
        }
        if (bytes.size() > kSize) return posix::writeAll(file_, bytes, path_);
        buffer_.append(bytes);
        return {};
    }
    Result<> flush() {
        auto done = posix::writeAll(file_, buffer_, path_);
        buffer_.clear();
        return done;
    }

private:
    static constexpr std::size_t kSize = std::size_t{1} << 20;
    const posix::Descriptor& file_;
    const fs::path& path_;
    std::string buffer_;
};

Result<> syncAndClose(posix::Descriptor& file, const fs::path& path) {
    if (auto synced = posix::sync(file, path); !synced) return synced;
    return file.close(path);
}

fs::path nearestExisting(fs::path path) {
    std::error_code failed;
    while (!fs::exists(path, failed) && path.has_relative_path()) path = parentOf(path);
    return path;
}

void keepPermissions(const posix::Descriptor& file, const fs::path& old) {
    struct stat info {};
    if (::stat(old.c_str(), &info) == 0) static_cast<void>(::fchmod(file.number(), info.st_mode & 07777));
}

}  // namespace

Result<> writeFileDurably(const fs::path& path, std::string_view bytes) {
    return writeFileDurably(path, [bytes](FileSink& sink) { return sink.write(bytes); });
}

Result<> writeFileDurably(const fs::path& path, const std::function<Result<>(FileSink&)>& write) {
    auto target = resolveTarget(path);
    if (!target) return target.error();
    Temporary temporary(temporaryBeside(*target));
    auto file = posix::open(temporary.path(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
                            GATELAB_TEXT("FileAction", "write"), *target);
    if (!file) return file.error();
    keepPermissions(*file, *target);
    BufferedSink sink(*file, *target);
    if (auto written = write(sink); !written) return written;
    if (auto flushed = sink.flush(); !flushed) return flushed;
    if (auto synced = syncAndClose(*file, *target); !synced) return synced;
    return temporary.publish(*target);
}

Result<> publishDurably(const fs::path& path, const std::function<Result<>(const fs::path& temporary)>& write) {
    auto target = resolveTarget(path);
    if (!target) return target.error();
    Temporary temporary(temporaryBeside(*target));
    if (auto written = write(temporary.path()); !written) return written;
    auto file = posix::open(temporary.path(), O_RDWR | O_NOFOLLOW, GATELAB_TEXT("FileAction", "write"), *target);
    if (!file) return file.error();
    keepPermissions(*file, *target);
    if (auto synced = syncAndClose(*file, *target); !synced) return synced;
    return temporary.publish(*target);
}

Result<> writeNewFile(const fs::path& path, std::string_view bytes) {
    auto file = posix::open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, GATELAB_TEXT("FileAction", "write"));
    if (!file) return file.error();
    if (auto written = posix::writeAll(*file, bytes, path); !written) return written;
    return syncAndClose(*file, path);
}

Result<> copyNewFile(const fs::path& from, const fs::path& to, const Progress& progress) {
    auto source = posix::open(from, O_RDONLY | O_NONBLOCK, GATELAB_TEXT("FileAction", "read"));
    if (!source) return source.error();
    auto target = posix::open(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, GATELAB_TEXT("FileAction", "write"));
    if (!target) return target.error();
    std::string part(std::size_t{1} << 20, '\0');
    for (;;) {
        auto size = posix::read(*source, part.data(), part.size(), from);
        if (!size) return size.error();
        if (*size == 0) return syncAndClose(*target, to);
        if (auto written = posix::writeAll(*target, std::string_view(part).substr(0, *size), to); !written)
            return written;
        if (!report(progress, -1))
            return Error{ErrorCode::Cancelled, {GATELAB_TEXT("Files", "copying '%1' was cancelled"), {from.string()}}};
    }
}

Result<> copyLink(const fs::path& from, const fs::path& to) {
    std::error_code failed;
    const fs::path target = fs::read_symlink(from, failed);
    if (failed) return ioError(failed.value(), GATELAB_TEXT("FileAction", "read"), from);
    if (const int fault = posix::plannedFault(IoCall::Link, to); fault > 0)
        return ioError(fault, GATELAB_TEXT("FileAction", "write"), to);
    return ::symlink(target.c_str(), to.c_str()) == 0 ? Result<>()
                                                      : ioError(errno, GATELAB_TEXT("FileAction", "write"), to);
}

namespace {

/// Held while its folder is filled, and let go by the system when the process ends, however it ends.
posix::Descriptor hold(const fs::path& folder) {
    posix::Descriptor held(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (held.number() >= 0 && ::flock(held.number(), LOCK_EX | LOCK_NB) != 0) return posix::Descriptor();
    return held;
}

}  // namespace

void removeAbandoned(const fs::path& folder) {
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
        std::error_code ignored;
        if (!entry->path().filename().string().starts_with(kHeldPrefix) ||
            !fs::is_directory(entry->symlink_status(ignored)))
            continue;
        // Between its making and its holding one is nobody's.
        if (fs::file_time_type::clock::now() - entry->last_write_time(ignored) < std::chrono::seconds(10)) continue;
        if (const posix::Descriptor held = hold(entry->path()); held.number() >= 0)
            static_cast<void>(removePath(entry->path()));
    }
}

Result<> publishFolderDurably(const fs::path& path, const std::function<Result<>(const fs::path& temporary)>& write) {
    std::error_code failed;
    if (fs::exists(fs::symlink_status(path, failed)))
        return ioError(EEXIST, GATELAB_TEXT("FileAction", "make the folder"), path);
    Temporary temporary(temporaryBeside(path, kHeldPrefix));
    if (auto made = posix::makeFolder(temporary.path(), path); !made) return made;
    const posix::Descriptor held = hold(temporary.path());
    if (auto written = write(temporary.path()); !written) return written;
    if (auto synced = syncFolder(temporary.path()); !synced)
        return std::move(synced).withContext("cannot make '" + path.string() + "'");
    return temporary.publish(path);
}

namespace {

struct OpenFile {
    posix::Descriptor file;
    std::uint64_t size = 0;
};

/// For reading; devices, pipes and folders are refused.
Result<OpenFile> openToRead(const fs::path& path) {
    // Without O_NONBLOCK a pipe would wait for a writer.
    auto file = posix::open(path, O_RDONLY | O_NONBLOCK, GATELAB_TEXT("FileAction", "read"));
    if (!file) return file.error();
    struct stat info {};
    if (::fstat(file->number(), &info) != 0) return ioError(errno, GATELAB_TEXT("FileAction", "read"), path);
    if (S_ISDIR(info.st_mode)) return ioError(EISDIR, GATELAB_TEXT("FileAction", "read"), path);
    if (!S_ISREG(info.st_mode))
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Files", "cannot read '%1': it is a device or pipe; choose a file"), {path.string()}}};
    return OpenFile{std::move(*file), static_cast<std::uint64_t>(info.st_size)};
}

}  // namespace

Result<FileStart> readFileStart(const fs::path& path, std::uint64_t count) {
    auto opened = openToRead(path);
    if (!opened) return opened.error();
    FileStart start{{}, opened->size};
    start.bytes.resize(std::min(count, start.fileBytes));
    for (std::size_t done = 0; done < start.bytes.size();) {
        const auto part = posix::read(opened->file, start.bytes.data() + done, start.bytes.size() - done, path);
        if (!part) return part.error();
        if (*part == 0) start.bytes.resize(done);  // it has become shorter meanwhile
        done += *part;
    }
    return start;
}

Result<std::string> readFileBytes(const fs::path& path, std::uint64_t limit, const Progress& progress) {
    const auto opened = openToRead(path);
    if (!opened) return opened.error();
    const std::uint64_t size = opened->size;
    const auto tooLarge = [&](std::uint64_t bytes) {
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Files", "cannot read '%1': it has %2 bytes, and at most %3 are read; choose a smaller file"),
             {path.string(), bytes, limit}}};
    };
    if (size > limit) return tooLarge(size);
    std::string bytes;
    try {
        constexpr std::size_t kPart = std::size_t{4} << 20;
        std::size_t done = 0;
        for (;;) {
            if (done == bytes.size())
                bytes.resize(std::max<std::size_t>(std::min<std::uint64_t>(size, done + kPart),
                                                   done + (done < size ? 1 : 4096)));
            auto part = posix::read(opened->file, bytes.data() + done, bytes.size() - done, path);
            if (!part) return part.error();
            if (*part == 0) break;
            done += *part;
            if (done > limit) return tooLarge(done);
            if (!report(progress,
                        size == 0 ? -1.0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(size))))
                return Error{ErrorCode::Cancelled,
                             {GATELAB_TEXT("Files", "reading '%1' was cancelled"), {path.string()}}};
        }
        bytes.resize(done);
    } catch (const std::bad_alloc&) {
        return ioError(ENOMEM, GATELAB_TEXT("FileAction", "read"), path);
    }
    return bytes;
}

Result<> makeFolders(const fs::path& path) {
    std::error_code failed;
    if (fs::is_directory(path, failed)) return {};
    if (fs::exists(fs::symlink_status(path, failed)))
        return ioError(ENOTDIR, GATELAB_TEXT("FileAction", "make the folder"), path);
    const fs::path parent = path.has_filename() ? parentOf(path) : parentOf(path.parent_path());
    if (parent != path) {
        if (auto made = makeFolders(parent); !made) return made;
    }
    auto made = posix::makeFolder(path, path);
    if (!made && !fs::is_directory(path, failed)) return made;
    return syncFolder(parent);
}

Result<> syncFolder(const fs::path& path) {
    auto folder = posix::open(path, O_RDONLY | O_DIRECTORY, GATELAB_TEXT("FileAction", "open the folder"));
    if (!folder) return folder.error();
    return syncAndClose(*folder, path);
}

Result<> renamePath(const fs::path& from, const fs::path& to) {
    if (auto renamed = posix::rename(from, to, {GATELAB_TEXT("FileAction", "move '%1' to"), {from.string()}}); !renamed)
        return renamed;
    if (auto synced = syncFolder(parentOf(to)); !synced) return synced;
    return parentOf(from) == parentOf(to) ? Result<>() : syncFolder(parentOf(from));
}

Result<> removePath(const fs::path& path) {
    std::error_code failed;
    const fs::file_status status = fs::symlink_status(path, failed);
    if (status.type() == fs::file_type::not_found) return {};
    if (status.type() != fs::file_type::directory) return posix::remove(path, false);
    fs::directory_iterator entries(path, failed);
    if (failed) return ioError(failed.value(), GATELAB_TEXT("FileAction", "remove"), path);
    for (; entries != fs::directory_iterator(); entries.increment(failed)) {
        if (auto removed = removePath(entries->path()); !removed) return removed;
        if (failed) return ioError(failed.value(), GATELAB_TEXT("FileAction", "remove"), path);
    }
    return posix::remove(path, true);
}

bool onSameDisk(const fs::path& a, const fs::path& b) {
    struct stat first {
    }, second{};
    return ::stat(nearestExisting(a).c_str(), &first) == 0 && ::stat(nearestExisting(b).c_str(), &second) == 0 &&
           first.st_dev == second.st_dev;
}

std::optional<std::uint64_t> fileIdentity(const fs::path& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) return std::nullopt;
    return info.st_ino;
}

std::optional<std::string> fileStamp(const fs::path& path, std::int64_t seconds) {
    struct stat info {};
    struct timespec now {};
    if (::stat(path.c_str(), &info) != 0 || clock_gettime(CLOCK_REALTIME, &now) != 0) return std::nullopt;
    if (const std::int64_t age = now.tv_sec - std::max(info.st_mtim.tv_sec, info.st_ctim.tv_sec); age < seconds)
        return std::nullopt;
    std::string stamp;
    for (const auto number :
         {static_cast<std::int64_t>(info.st_dev), static_cast<std::int64_t>(info.st_ino),
          static_cast<std::int64_t>(info.st_size), static_cast<std::int64_t>(info.st_mtim.tv_sec),
          static_cast<std::int64_t>(info.st_mtim.tv_nsec), static_cast<std::int64_t>(info.st_ctim.tv_sec),
          static_cast<std::int64_t>(info.st_ctim.tv_nsec)})
        stamp += std::to_string(number) + ' ';
    return stamp;
}

std::uint64_t bytesOnDisk(const fs::path& path) {
    std::error_code failed;
    if (!fs::is_directory(path, failed)) {
        const std::uintmax_t size = fs::file_size(path, failed);
        return failed ? 0 : size;
    }
    std::uint64_t sum = 0;
    for (fs::recursive_directory_iterator entry(path, fs::directory_options::skip_permission_denied, failed), end;
         !failed && entry != end; entry.increment(failed)) {
        std::error_code ignored;
        if (!entry->is_regular_file(ignored)) continue;
        const std::uintmax_t size = entry->file_size(ignored);
        if (!ignored) sum += size;
    }
    return sum;
}

Result<std::uint64_t> freeSpace(const fs::path& path) {
    const fs::path existing = nearestExisting(path);
    struct statvfs info {};
    if (::statvfs(existing.c_str(), &info) != 0)
        return ioError(errno, GATELAB_TEXT("FileAction", "look at the free space of"), existing);
    return static_cast<std::uint64_t>(info.f_bavail) * info.f_frsize;
}

}  // namespace gatelab
