// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/posix_calls.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace gatelab {
namespace {

FaultPlan& installedPlan() {
    static FaultPlan plan;
    return plan;
}

/// What an errno value means for a person.
struct Trouble {
    int number;
    ErrorCode code;
    const char* what;
    const char* remedy;
};

constexpr std::array kTroubles = {
    Trouble{ENOSPC, ErrorCode::DiskFull, "no space is left on the device", "free some space and try again"},
    Trouble{EDQUOT, ErrorCode::DiskFull, "your disk quota is used up", "delete files of yours or ask for a larger quota, then try again"},
    Trouble{EFBIG, ErrorCode::DiskFull, "the file would be larger than the file system or the process limit allows", "choose another disk"},
    Trouble{EROFS, ErrorCode::ReadOnly, "the file system is read-only", "choose a folder on another disk, or mount this one for writing"},
    Trouble{EACCES, ErrorCode::PermissionDenied, "permission denied", "change the permissions of the file or its folder, or choose another folder"},
    Trouble{EPERM, ErrorCode::PermissionDenied, "the system does not allow it", "check the owner and attributes of the file, or choose another folder"},
    Trouble{ENOENT, ErrorCode::NotFound, "no such file or folder", "check the name"},
    Trouble{ENOTDIR, ErrorCode::InvalidInput, "a part of the path is a file, not a folder", "check the path"},
    Trouble{EISDIR, ErrorCode::InvalidInput, "it is a folder", "choose a file"},
    Trouble{EEXIST, ErrorCode::InvalidInput, "it exists already", "choose another name"},
    Trouble{ENOTEMPTY, ErrorCode::InvalidInput, "it exists already", "choose another name"},
    Trouble{ENAMETOOLONG, ErrorCode::InvalidInput, "the name is too long", "choose a shorter one"},
    Trouble{ELOOP, ErrorCode::InvalidInput, "too many symbolic links", "choose the file itself"},
    Trouble{EXDEV, ErrorCode::InvalidInput, "source and target are on different disks", "choose a target on the same disk"},
    Trouble{EMFILE, ErrorCode::Io, "this program has too many files open", "close some runs and try again"},
    Trouble{ENFILE, ErrorCode::Io, "the system has too many files open", "close other programs and try again"},
    Trouble{ENOMEM, ErrorCode::OutOfMemory, "not enough memory", "close other programs and try again"},
    Trouble{EBUSY, ErrorCode::Busy, "it is in use", "close the program that uses it and try again"},
    Trouble{EINTR, ErrorCode::Io, "the call was interrupted", "try again"},
    Trouble{EIO, ErrorCode::Io, "the device reports an input/output error", "check the disk and its cable, and save to another disk"},
    Trouble{ESTALE, ErrorCode::Io, "the network share has lost the file", "check the connection and try again"},
};

Error troubleError(int errnoValue, std::string_view action, const std::filesystem::path& path, const std::string& safe) {
    const std::string start = "cannot " + std::string(action) + " '" + path.string() + "': ";
    const auto row = std::find_if(kTroubles.begin(), kTroubles.end(), [&](const Trouble& t) { return t.number == errnoValue; });
    if (row == kTroubles.end()) {
        std::array<char, 256> text{};
        const char* what = strerror_r(errnoValue, text.data(), text.size());
        return {ErrorCode::Io, start + what + "; " + safe + "; try again, or choose another disk"};
    }
    return {row->code, start + row->what + "; " + safe + "; " + row->remedy};
}

}  // namespace

void setFaultPlan(FaultPlan plan) { installedPlan() = std::move(plan); }

Error ioError(int errnoValue, std::string_view action, const std::filesystem::path& path) {
    return troubleError(errnoValue, action, path, "nothing was changed");
}

namespace posix {

int plannedFault(IoCall call, const std::filesystem::path& path) {
    const FaultPlan& plan = installedPlan();
    return plan ? plan(call, path) : 0;
}

Descriptor::~Descriptor() {
    if (number_ >= 0) ::close(number_);
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
}

Result<> Descriptor::close(const std::filesystem::path& path) {
    const int number = std::exchange(number_, -1);
    if (number < 0) return {};
    const int fault = plannedFault(IoCall::Close, path);
    const int answer = ::close(number) == 0 ? 0 : errno;
    const int trouble = fault > 0 ? fault : answer;
    // Linux has closed the file even when it answers EINTR.
    if (trouble != 0 && trouble != EINTR) return ioError(trouble, "finish writing", path);
    return {};
}

Result<Descriptor> open(const std::filesystem::path& path, int flags, std::string_view action, const std::filesystem::path& shown) {
    for (;;) {
        int trouble = plannedFault(IoCall::Open, path);
        if (trouble <= 0) {
            const int number = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
            if (number >= 0) return Descriptor(number);
            trouble = errno;
        }
        if (trouble != EINTR) return ioError(trouble, action, shown);
    }
}

Result<> writeAll(const Descriptor& file, std::string_view bytes, const std::filesystem::path& path) {
    constexpr std::size_t kMost = std::size_t{64} << 20;
    while (!bytes.empty()) {
        std::size_t part = std::min(bytes.size(), kMost);
        const int fault = plannedFault(IoCall::Write, path);
        if (fault < 0) part = std::min(part, static_cast<std::size_t>(-fault));
        ssize_t done = -1;
        int trouble = fault;
        if (fault <= 0) {
            done = ::write(file.number(), bytes.data(), part);
            trouble = errno;
        }
        if (done < 0 && trouble == EINTR) continue;
        if (done < 0) return ioError(trouble, "write", path);
        if (done == 0) return ioError(ENOSPC, "write", path);
        bytes.remove_prefix(static_cast<std::size_t>(done));
    }
    return {};
}

Result<std::size_t> read(const Descriptor& file, char* into, std::size_t size, const std::filesystem::path& path) {
    for (;;) {
        const int fault = plannedFault(IoCall::Read, path);
        if (fault < 0) size = std::min(size, static_cast<std::size_t>(-fault));
        int trouble = fault;
        if (fault <= 0) {
            const ssize_t done = ::read(file.number(), into, size);
            if (done >= 0) return static_cast<std::size_t>(done);
            trouble = errno;
        }
        if (trouble != EINTR) return ioError(trouble, "read", path);
    }
}

Result<> sync(const Descriptor& file, const std::filesystem::path& path) {
    const int fault = plannedFault(IoCall::Fsync, path);
    const int trouble = fault > 0 ? fault : ::fsync(file.number()) == 0 ? 0 : errno;
    // Some file systems cannot fsync a folder and say so with EINVAL: then there is nothing to wait for.
    if (trouble == 0 || trouble == EINVAL) return {};
    return ioError(trouble, "bring to the disk", path);
}

Result<> rename(const std::filesystem::path& from, const std::filesystem::path& to, std::string_view action) {
    int trouble = plannedFault(IoCall::Rename, to);
    if (trouble <= 0) trouble = ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
    if (trouble != 0) return ioError(trouble, action, to);
    return {};
}

Result<> makeFolder(const std::filesystem::path& path, const std::filesystem::path& shown) {
    int trouble = plannedFault(IoCall::Mkdir, path);
    if (trouble <= 0) trouble = ::mkdir(path.c_str(), 0777) == 0 ? 0 : errno;
    if (trouble != 0) return ioError(trouble, "make the folder", shown);
    return {};
}

Result<> remove(const std::filesystem::path& path, bool isFolder) {
    int trouble = plannedFault(IoCall::Unlink, path);
    if (trouble <= 0) trouble = (isFolder ? ::rmdir(path.c_str()) : ::unlink(path.c_str())) == 0 ? 0 : errno;
    if (trouble != 0 && trouble != ENOENT) return troubleError(trouble, "remove", path, "a part of it may be gone");
    return {};
}

}  // namespace posix
}  // namespace gatelab
