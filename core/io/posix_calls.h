// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "io/file_io.h"

#include <cstddef>
#include <filesystem>
#include <string_view>

/// System calls on files, each behind the fault plan, with EINTR and short transfers handled and errno turned into an
/// Error. Only core/io uses them.
namespace gatelab::posix {

/// An open file. The destructor closes without asking; close() reports.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor();
    Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
    Descriptor& operator=(Descriptor&& other) noexcept;
    [[nodiscard]] int number() const { return number_; }
    /// The descriptor is gone afterwards, whatever the answer.
    Result<> close(const std::filesystem::path& path);

private:
    int number_ = -1;
};

/// What the fault plan wants for this call: 0, an errno value, or a negative limit of bytes.
int plannedFault(IoCall call, const std::filesystem::path& path);

/// Errors name `shown`: a person has never heard of the temporary that is written instead.
Result<Descriptor> open(const std::filesystem::path& path, int flags, const Phrase& action,
                        const std::filesystem::path& shown);
inline Result<Descriptor> open(const std::filesystem::path& path, int flags, const Phrase& action) {
    return open(path, flags, action, path);
}
Result<> writeAll(const Descriptor& file, std::string_view bytes, const std::filesystem::path& path);
/// Reads at most `size` bytes; 0 at the end.
Result<std::size_t> read(const Descriptor& file, char* into, std::size_t size, const std::filesystem::path& path);
/// Never repeated, not even after EINTR: Linux may have dropped the dirty pages, and a second fsync would then succeed
/// without them.
Result<> sync(const Descriptor& file, const std::filesystem::path& path);
Result<> rename(const std::filesystem::path& from, const std::filesystem::path& to, const Phrase& action);
Result<> makeFolder(const std::filesystem::path& path, const std::filesystem::path& shown);
/// A file, link or empty folder; missing is fine.
Result<> remove(const std::filesystem::path& path, bool isFolder);

}  // namespace gatelab::posix
