// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/archive_file.h"

#include "io/archive_library.h"
#include "io/posix_calls.h"

#include <fcntl.h>
#include <algorithm>
#include <memory>
#include <system_error>

namespace gatelab {
namespace {

constexpr std::int64_t kLeastBlock = INT64_C(1) << 14, kMostBlock = INT64_C(1) << 20;  // bytes
constexpr std::int64_t kFreeBytes = INT64_C(1) << 20;                                  // a ratio says nothing of so few

struct Closed {
    void operator()(archive* open) const { ArchiveLibrary::instance()->readFree(open); }
};

/// One pass over an archive.
class ArchivePass {
public:
    static Result<ArchivePass> open(const std::filesystem::path& path, const Progress& progress,
                                    const ArchiveLimits& limits) {
        if (const auto& library = ArchiveLibrary::instance(); !library) return library.error();
        std::error_code failed;
        const auto packed = static_cast<std::int64_t>(std::filesystem::file_size(path, failed));
        ArchivePass pass(path, progress, limits, failed ? 0 : packed);
        const ArchiveLibrary& api = pass.api_;
        archive* const handle = pass.handle_.get();
        if (handle == nullptr) return Error{ErrorCode::OutOfMemory, GATELAB_TEXT("Files", "not enough memory")};
        for (const auto supports : {api.gzip, api.bzip2, api.xz, api.zstd, api.zip, api.tar, api.raw}) supports(handle);
        if (api.open(handle, path.c_str(), pass.blockSize()) != ARCHIVE_OK) return pass.damaged();
        return pass;
    }

    /// The next file; null at the end.
    Result<archive_entry*> next() {
        for (;;) {
            if (!tell()) return cancelled();
            archive_entry* entry = nullptr;
            const int got = api_.nextHeader(handle_.get(), &entry);
            if (got == ARCHIVE_EOF) return nullptr;
            // Neither packed nor an archive: libarchive would give the file itself.
            if (got < ARCHIVE_WARN || (isLoneStream() && api_.filterCode(handle_.get(), 0) == ARCHIVE_FILTER_NONE))
                return damaged();
            if (++members_ > limits_.members)
                return Error{
                    ErrorCode::Unsupported,
                    {GATELAB_TEXT("Files", "'%1' holds more than %2 files; unpack it, and open the one wanted"),
                     {path_.string(), limits_.members}}};
            if (api_.fileType(entry) == AE_IFREG || isLoneStream()) return entry;
        }
    }

    [[nodiscard]] std::string nameOf(archive_entry* entry) const {
        if (isLoneStream()) return path_.stem().string();
        const char* name = api_.nameUtf8(entry);
        if (name == nullptr) name = api_.name(entry);
        return name == nullptr ? "?" : name;
    }

    [[nodiscard]] ArchiveMember describe(archive_entry* entry) const {
        return {nameOf(entry), api_.hasSize(entry) != 0 ? api_.size(entry) : -1};
    }

    Result<> unpack(archive_entry* entry, const std::function<Result<>(std::string_view)>& take) {
        if (api_.isEncrypted(entry) > 0)
            return Error{
                ErrorCode::Unsupported,
                {GATELAB_TEXT("Files", "'%1' is encrypted; unpack it with its password first"), {path_.string()}}};
        const std::size_t most = blockSize();
        const auto block = std::make_unique_for_overwrite<char[]>(most);
        std::int64_t bytes = 0;
        for (;;) {
            if (!tell()) return cancelled();
            const auto size = api_.data(handle_.get(), block.get(), most);
            if (size < 0) return damaged();
            if (size == 0) return {};
            bytes += size;
            if (bytes > limits_.bytes || (bytes > kFreeBytes && bytes / limits_.ratio > packed_))
                return Error{
                    ErrorCode::Unsupported,
                    {GATELAB_TEXT("Files",
                                  "'%1' unpacks to more than %2 MiB, which is beyond what is unpacked here; if "
                                  "that is right, unpack it and open the file itself"),
                     {path_.string(), bytes >> 20}}};
            if (auto taken = take({block.get(), static_cast<std::size_t>(size)}); !taken) return taken;
        }
    }

private:
    ArchivePass(std::filesystem::path path, Progress progress, const ArchiveLimits& limits, std::int64_t packed)
        : path_(std::move(path)),
          progress_(std::move(progress)),
          limits_(limits),
          packed_(packed),
          handle_(api_.readNew()) {}

    /// How much of it is taken at once: workbooks of some kilobytes are passed over many times.
    [[nodiscard]] std::size_t blockSize() const {
        return static_cast<std::size_t>(std::clamp(packed_, kLeastBlock, kMostBlock));
    }

    /// A gzip stream and the like: one file without a name of its own.
    [[nodiscard]] bool isLoneStream() const { return api_.format(handle_.get()) == ARCHIVE_FORMAT_RAW; }

    bool tell() const {
        if (packed_ <= 0) return report(progress_, -1);
        const auto read = static_cast<double>(api_.filterBytes(handle_.get(), -1));
        return report(progress_, std::min(1.0, read / static_cast<double>(packed_)));
    }
    [[nodiscard]] Error cancelled() const {
        return {ErrorCode::Cancelled, {GATELAB_TEXT("Files", "reading '%1' was cancelled"), {path_.string()}}};
    }
    [[nodiscard]] Error damaged() const {
        const char* why = api_.error(handle_.get());
        return {
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Files", "'%1' cannot be unpacked (%2); it may be cut or damaged: copy or download it again"),
             {path_.string(), why == nullptr ? "?" : why}}};
    }

    const ArchiveLibrary& api_ = *ArchiveLibrary::instance();
    std::filesystem::path path_;
    Progress progress_;
    ArchiveLimits limits_;
    std::int64_t packed_, members_ = 0;
    std::unique_ptr<archive, Closed> handle_;
};

}  // namespace

Result<std::vector<ArchiveMember>> listArchive(const std::filesystem::path& path, const Progress& progress,
                                               const ArchiveLimits& limits) {
    auto pass = ArchivePass::open(path, progress, limits);
    if (!pass) return pass.error();
    std::vector<ArchiveMember> members;
    for (;;) {
        const auto entry = pass->next();
        if (!entry) return entry.error();
        if (*entry == nullptr) return members;
        members.push_back(pass->describe(*entry));
    }
}

Result<> unpackMember(const std::filesystem::path& path, const std::string& member,
                      const std::function<Result<>(std::string_view)>& take, const Progress& progress,
                      const ArchiveLimits& limits) {
    auto pass = ArchivePass::open(path, progress, limits);
    if (!pass) return pass.error();
    for (;;) {
        const auto entry = pass->next();
        if (!entry) return entry.error();
        if (*entry == nullptr)
            return Error{ErrorCode::NotFound,
                         {GATELAB_TEXT("Files", "'%1' holds no file '%2'"), {path.string(), member}}};
        if (pass->nameOf(*entry) == member) return pass->unpack(*entry, take);
    }
}

Result<std::string> readMember(const std::filesystem::path& path, const std::string& member, const Progress& progress,
                               const ArchiveLimits& limits) {
    std::string bytes;
    auto done = unpackMember(
        path, member,
        [&](std::string_view piece) {
            bytes += piece;
            return Result<>();
        },
        progress, limits);
    if (!done) return done.error();
    return bytes;
}

Result<> unpackFile(const std::filesystem::path& path, const std::string& member, const std::filesystem::path& target,
                    const Progress& progress, const ArchiveLimits& limits) {
    auto file = posix::open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, GATELAB_TEXT("FileAction", "write"));
    if (!file) return file.error();
    auto done = unpackMember(
        path, member, [&](std::string_view piece) { return posix::writeAll(*file, piece, target); }, progress, limits);
    return done ? file->close(target) : done;
}

Result<> unpackFiles(const std::filesystem::path& path,
                     const std::function<Result<std::filesystem::path>(const std::string& member)>& target,
                     const Progress& progress, const ArchiveLimits& limits) {
    auto pass = ArchivePass::open(path, progress, limits);
    if (!pass) return pass.error();
    std::int64_t bytes = 0;
    for (;;) {
        const auto entry = pass->next();
        if (!entry) return entry.error();
        if (*entry == nullptr) return {};
        const auto place = target(pass->nameOf(*entry));
        if (!place) return place.error();
        if (place->empty()) continue;
        auto file = posix::open(*place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, GATELAB_TEXT("FileAction", "write"));
        if (!file) return file.error();
        auto done = pass->unpack(*entry, [&](std::string_view piece) -> Result<> {
            bytes += std::ssize(piece);
            if (bytes > limits.bytes)
                return Error{ErrorCode::Unsupported,
                             {GATELAB_TEXT("Files",
                                           "'%1' unpacks to more than %2 MiB in all; unpack it, and open its "
                                           "folder"),
                              {path.string(), limits.bytes >> 20}}};
            return posix::writeAll(*file, piece, *place);
        });
        if (!done) return done;
        if (auto closed = file->close(*place); !closed) return closed;
    }
}

}  // namespace gatelab
