// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/archive_writer.h"

#include "io/archive_library.h"
#include "io/file_io.h"

#include <algorithm>
#include <memory>
#include <string>
#include <system_error>

namespace gatelab {

namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20;
constexpr int kPermissions = 0644;

struct Closed {
    void operator()(archive* open) const { ArchiveLibrary::instance()->writeFree(open); }
    void operator()(archive_entry* entry) const { ArchiveLibrary::instance()->entryFree(entry); }
};

class ZipWriter {
public:
    ZipWriter(std::filesystem::path path, const Progress& progress, double bytes)
        : path_(std::move(path)), progress_(progress), total_(std::max(1.0, bytes)), handle_(api_.writeNew()) {}

    Result<> open() {
        if (!handle_) return Error{ErrorCode::OutOfMemory, GATELAB_TEXT("Files", "not enough memory")};
        const bool isOpen =
            api_.writeZip(handle_.get()) == ARCHIVE_OK && api_.writeOpen(handle_.get(), path_.c_str()) == ARCHIVE_OK;
        return isOpen ? Result<>() : failed();
    }
    /// Read whole: one that is changed meanwhile would leave a wrong archive.
    Result<> add(const ArchiveSource& source) {
        const auto bytes = readFileBytes(source.file);
        if (!bytes.ok()) return bytes.error();
        const std::unique_ptr<archive_entry, Closed> entry(api_.entryNew());
        if (!entry) return Error{ErrorCode::OutOfMemory, GATELAB_TEXT("Files", "not enough memory")};
        api_.setName(entry.get(), source.name.c_str());
        api_.setSize(entry.get(), static_cast<la_int64_t>(bytes->size()));
        api_.setFileType(entry.get(), AE_IFREG);
        api_.setPermissions(entry.get(), kPermissions);
        if (api_.writeHeader(handle_.get(), entry.get()) < ARCHIVE_WARN) return failed();
        for (std::size_t at = 0; at < bytes->size(); at += kBlock) {
            const std::size_t size = std::min(kBlock, bytes->size() - at);
            if (api_.writeData(handle_.get(), bytes->data() + at, size) != static_cast<la_ssize_t>(size))
                return failed();
            done_ += static_cast<double>(size);
            if (progress_ && !progress_(std::min(1.0, done_ / total_)))
                return Error{ErrorCode::Cancelled, GATELAB_TEXT("Files", "writing was stopped; nothing was written")};
        }
        return {};
    }
    Result<> close() { return api_.writeClose(handle_.get()) == ARCHIVE_OK ? Result<>() : failed(); }

private:
    [[nodiscard]] Result<> failed() const {
        const char* why = api_.error(handle_.get());
        return Error{
            ErrorCode::Io,
            {GATELAB_TEXT("Files", "'%1' could not be written: %2"), {path_.string(), why != nullptr ? why : "?"}}};
    }

    const ArchiveLibrary& api_ = *ArchiveLibrary::instance();
    std::filesystem::path path_;
    const Progress& progress_;
    double total_, done_ = 0;
    std::unique_ptr<archive, Closed> handle_;
};

}  // namespace

Result<> writeZip(const std::filesystem::path& target, std::span<const ArchiveSource> sources,
                  const Progress& progress) {
    if (const auto& library = ArchiveLibrary::instance(); !library) return library.error();
    double bytes = 0;
    std::error_code ignored;
    for (const ArchiveSource& source : sources)
        if (const auto size = std::filesystem::file_size(source.file, ignored); !ignored)
            bytes += static_cast<double>(size);
    return publishDurably(target, [&](const std::filesystem::path& temporary) -> Result<> {
        ZipWriter writer(temporary, progress, bytes);
        if (auto opened = writer.open(); !opened.ok()) return opened;
        for (const ArchiveSource& source : sources)
            if (auto added = writer.add(source); !added.ok()) return added;
        return writer.close();
    });
}

}  // namespace gatelab
