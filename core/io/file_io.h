// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The one place that writes files. Every system call passes through the fault plan, so that tests can make
/// the k-th one fail.
namespace gatelab {

/// Which system calls a fault plan can hit.
enum class IoCall { Open, Write, Fsync, Rename, Close, Mkdir, Unlink, Link, Read };

/// Makes calls fail on purpose. The plan is asked before every call of this process: 0 lets it happen, an errno value
/// makes it fail with that (EINTR once: it is repeated), and -n makes a write or read handle at most n bytes. Install
/// with setFaultPlan (tests only; not thread-safe against running I/O); {} removes it.
using FaultPlan = std::function<int(IoCall call, const std::filesystem::path& path)>;
void setFaultPlan(FaultPlan plan);

/// The Error for an errno value, with the remedy: "cannot write /x/y: no space left on the device; nothing was changed;
/// free some space and try again".
Error ioError(int errnoValue, const Phrase& action, const std::filesystem::path& path);

/// Writes the whole file durably: temporary in the same folder, every return checked, fsync, rename, fsync of the
/// folder. The old file stays untouched on any failure. A failed fsync is never retried on the same file.
Result<> writeFileDurably(const std::filesystem::path& path, std::string_view bytes);

/// The same for large contents: `write` is given a sink and may call it many times.
class FileSink {
public:
    virtual ~FileSink() = default;
    virtual Result<> write(std::string_view bytes) = 0;
};
Result<> writeFileDurably(const std::filesystem::path& path, const std::function<Result<>(FileSink&)>& write);

/// For writers that insist on a path of their own (HDF5): gives them a temporary beside `path`, then fsyncs, renames,
/// fsyncs the folder.
Result<> publishDurably(const std::filesystem::path& path,
                        const std::function<Result<>(const std::filesystem::path& temporary)>& write);

/// Writes and fsyncs a file that must not exist yet, without the renaming: for files inside a folder that
/// publishFolderDurably renames later.
Result<> writeNewFile(const std::filesystem::path& path, std::string_view bytes);

/// Copies a file to a path that must not exist yet, in parts, and fsyncs it.
Result<> copyNewFile(const std::filesystem::path& from, const std::filesystem::path& to, const Progress& progress = {});

/// Makes a link that points where another one does, wherever that is.
Result<> copyLink(const std::filesystem::path& from, const std::filesystem::path& to);

/// A whole folder appears at once or not at all: `write` fills a temporary folder beside `path` (files through
/// writeNewFile), which is then fsynced and renamed, and the parent fsynced. Fails when `path` exists. The temporary is
/// removed on failure; one whose process was killed is abandoned.
Result<> publishFolderDurably(const std::filesystem::path& path,
                              const std::function<Result<>(const std::filesystem::path& temporary)>& write);

/// Names of temporaries start with this; those of a killed process may be removed when nobody writes in their folder.
inline constexpr std::string_view kTemporaryPrefix = ".gatelab-tmp-";

/// Removes the temporary folders of publishFolderDurably in `folder` whose process is gone; best effort.
void removeAbandoned(const std::filesystem::path& folder);

/// Whole file; fails with the size when it is larger than `limit` bytes.
Result<std::string> readFileBytes(const std::filesystem::path& path, std::uint64_t limit = UINT64_C(4) << 30,
                                  const Progress& progress = {});
struct FileStart {
    std::string bytes;
    std::uint64_t fileBytes = 0;  ///< of the whole file
};
/// Its first `count` bytes, or all of a shorter file.
Result<FileStart> readFileStart(const std::filesystem::path& path, std::uint64_t count);
Result<> makeFolders(const std::filesystem::path& path);
Result<> syncFolder(const std::filesystem::path& path);
Result<> renamePath(const std::filesystem::path& from, const std::filesystem::path& to);
/// Removes a file or a folder with everything in it; missing is fine.
Result<> removePath(const std::filesystem::path& path);
/// Whether a file could be renamed from one place to the other; the target need not exist.
bool onSameDisk(const std::filesystem::path& a, const std::filesystem::path& b);
/// A number that differs between files that follow each other under one name; nothing when there is no such file.
std::optional<std::uint64_t> fileIdentity(const std::filesystem::path& path);
/// What the system tells of a file that changes whenever its contents do: where it lies, its size, the times of its
/// last changes, to the nanosecond (the one that no program sets among them). Nothing where there is no file, or where
/// it was changed within the last `seconds`: another change could go unseen, with a clock of two seconds as FAT's.
std::optional<std::string> fileStamp(const std::filesystem::path& path, std::int64_t seconds = 3);
/// Bytes of a file, or of all files in a folder; what cannot be read counts as 0.
std::uint64_t bytesOnDisk(const std::filesystem::path& path);
/// Bytes free for this user on the file system of `path`.
Result<std::uint64_t> freeSpace(const std::filesystem::path& path);

}  // namespace gatelab
