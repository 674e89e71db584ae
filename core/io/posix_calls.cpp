// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/posix_calls.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

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
    Text what, remedy;
};

constexpr std::array kTroubles = {
    Trouble{ENOSPC, ErrorCode::DiskFull, GATELAB_TEXT("Files", "no space is left on the device"),
            GATELAB_TEXT("Files", "free some space and try again")},
    Trouble{EDQUOT, ErrorCode::DiskFull, GATELAB_TEXT("Files", "your disk quota is used up"),
            GATELAB_TEXT("Files", "delete files of yours or ask for a larger quota, then try again")},
    Trouble{EFBIG, ErrorCode::DiskFull,
            GATELAB_TEXT("Files", "the file would be larger than the file system or the process limit allows"),
            GATELAB_TEXT("Files", "choose another disk")},
    Trouble{EROFS, ErrorCode::ReadOnly, GATELAB_TEXT("Files", "the file system is read-only"),
            GATELAB_TEXT("Files", "choose a folder on another disk, or mount this one for writing")},
    Trouble{EACCES, ErrorCode::PermissionDenied, GATELAB_TEXT("Files", "permission denied"),
            GATELAB_TEXT("Files", "change the permissions of the file or its folder, or choose another folder")},
    Trouble{EPERM, ErrorCode::PermissionDenied, GATELAB_TEXT("Files", "the system does not allow it"),
            GATELAB_TEXT("Files", "check the owner and attributes of the file, or choose another folder")},
    Trouble{ENOENT, ErrorCode::NotFound, GATELAB_TEXT("Files", "no such file or folder"),
            GATELAB_TEXT("Files", "check the name")},
    Trouble{ENOTDIR, ErrorCode::InvalidInput, GATELAB_TEXT("Files", "a part of the path is a file, not a folder"),
            GATELAB_TEXT("Files", "check the path")},
    Trouble{EISDIR, ErrorCode::InvalidInput, GATELAB_TEXT("Files", "it is a folder"),
            GATELAB_TEXT("Files", "choose a file")},
    Trouble{EEXIST, ErrorCode::InvalidInput, GATELAB_TEXT("Files", "it exists already"),
            GATELAB_TEXT("Files", "choose another name")},
    Trouble{ENOTEMPTY, ErrorCode::InvalidInput, GATELAB_TEXT("Files", "it exists already"),
            GATELAB_TEXT("Files", "choose another name")},
    Trouble{ENAMETOOLONG, ErrorCode::InvalidInput, GATELAB_TEXT("Files", "the name is too long"),
            GATELAB_TEXT("Files", "choose a shorter one")},
    Trouble{ELOOP, ErrorCode::InvalidInput, GATELAB_TEXT("Files", "too many symbolic links"),
            GATELAB_TEXT("Files", "choose the file itself")},
    Trouble{EXDEV, ErrorCode::InvalidInput, GATELAB_TEXT("Files", "source and target are on different disks"),
            GATELAB_TEXT("Files", "choose a target on the same disk")},
    Trouble{EMFILE, ErrorCode::Io, GATELAB_TEXT("Files", "this program has too many files open"),
            GATELAB_TEXT("Files", "close some runs and try again")},
    Trouble{ENFILE, ErrorCode::Io, GATELAB_TEXT("Files", "the system has too many files open"),
            GATELAB_TEXT("Files", "close other programs and try again")},
    Trouble{ENOMEM, ErrorCode::OutOfMemory, GATELAB_TEXT("Files", "not enough memory"),
            GATELAB_TEXT("Files", "close other programs and try again")},
    Trouble{EBUSY, ErrorCode::Busy, GATELAB_TEXT("Files", "it is in use"),
            GATELAB_TEXT("Files", "close the program that uses it and try again")},
    Trouble{EINTR, ErrorCode::Io, GATELAB_TEXT("Files", "the call was interrupted"),
            GATELAB_TEXT("Files", "try again")},
    Trouble{EIO, ErrorCode::Io, GATELAB_TEXT("Files", "the device reports an input/output error"),
            GATELAB_TEXT("Files", "check the disk and its cable, and save to another disk")},
    Trouble{ESTALE, ErrorCode::Io, GATELAB_TEXT("Files", "the network share has lost the file"),
            GATELAB_TEXT("Files", "check the connection and try again")},
};

Error troubleError(int errnoValue, const Phrase& action, const std::filesystem::path& path, const Phrase& safe) {
    const Text pattern = GATELAB_TEXT("Files", "cannot %1 '%2': %3; %4; %5");
    const auto row =
        std::find_if(kTroubles.begin(), kTroubles.end(), [&](const Trouble& t) { return t.number == errnoValue; });
    if (row != kTroubles.end()) return {row->code, {pattern, {action, path.string(), row->what, safe, row->remedy}}};
    std::array<char, 256> text{};
    const char* what = strerror_r(errnoValue, text.data(), text.size());
    return {ErrorCode::Io,
            {pattern, {action, path.string(), what, safe, GATELAB_TEXT("Files", "try again, or choose another disk")}}};
}

}  // namespace

void setFaultPlan(FaultPlan plan) { installedPlan() = std::move(plan); }

Error ioError(int errnoValue, const Phrase& action, const std::filesystem::path& path) {
    return troubleError(errnoValue, action, path, GATELAB_TEXT("Files", "nothing was changed"));
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
    if (trouble != 0 && trouble != EINTR) return ioError(trouble, GATELAB_TEXT("FileAction", "finish writing"), path);
    return {};
}

Result<Descriptor> open(const std::filesystem::path& path, int flags, const Phrase& action,
                        const std::filesystem::path& shown) {
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
    constexpr std::size_t kMax = std::size_t{64} << 20;
    while (!bytes.empty()) {
        std::size_t part = std::min(bytes.size(), kMax);
        const int fault = plannedFault(IoCall::Write, path);
        if (fault < 0) part = std::min(part, static_cast<std::size_t>(-fault));
        ssize_t done = -1;
        int trouble = fault;
        if (fault <= 0) {
            done = ::write(file.number(), bytes.data(), part);
            trouble = errno;
        }
        if (done < 0 && trouble == EINTR) continue;
        if (done < 0) return ioError(trouble, GATELAB_TEXT("FileAction", "write"), path);
        if (done == 0) return ioError(ENOSPC, GATELAB_TEXT("FileAction", "write"), path);
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
        if (trouble != EINTR) return ioError(trouble, GATELAB_TEXT("FileAction", "read"), path);
    }
}

Result<> sync(const Descriptor& file, const std::filesystem::path& path) {
    const int fault = plannedFault(IoCall::Fsync, path);
    const int trouble = fault > 0 ? fault : ::fsync(file.number()) == 0 ? 0 : errno;
    // Some file systems cannot fsync a folder and say so with EINVAL: then there is nothing to wait for.
    if (trouble == 0 || trouble == EINVAL) return {};
    return ioError(trouble, GATELAB_TEXT("FileAction", "bring to the disk"), path);
}

Result<> rename(const std::filesystem::path& from, const std::filesystem::path& to, const Phrase& action) {
    int trouble = plannedFault(IoCall::Rename, to);
    if (trouble <= 0) trouble = ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
    if (trouble != 0) return ioError(trouble, action, to);
    return {};
}

Result<> makeFolder(const std::filesystem::path& path, const std::filesystem::path& shown) {
    int trouble = plannedFault(IoCall::Mkdir, path);
    if (trouble <= 0) trouble = ::mkdir(path.c_str(), 0777) == 0 ? 0 : errno;
    // Its parent is there: a file system of the kernel (/proc) says so that it takes no folders.
    std::error_code failed;
    if (trouble == ENOENT && std::filesystem::is_directory(path.parent_path(), failed)) trouble = EPERM;
    if (trouble != 0) return ioError(trouble, GATELAB_TEXT("FileAction", "make the folder"), shown);
    return {};
}

Result<> remove(const std::filesystem::path& path, bool isFolder) {
    int trouble = plannedFault(IoCall::Unlink, path);
    if (trouble <= 0) trouble = (isFolder ? ::rmdir(path.c_str()) : ::unlink(path.c_str())) == 0 ? 0 : errno;
    if (trouble != 0 && trouble != ENOENT)
        return troubleError(trouble, GATELAB_TEXT("FileAction", "remove"), path,
                            GATELAB_TEXT("Files", "a part of it may be gone"));
    return {};
}

}  // namespace posix
}  // namespace gatelab
