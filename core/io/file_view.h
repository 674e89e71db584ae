// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "io/posix_calls.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace gatelab {

/// The bytes of a file to be read once. A large one is mapped, so that it takes no memory of this process, but only
/// where the system promises that nobody writes to it meanwhile (a lease: whoever wants to waits until this is gone);
/// else it is read into memory. Any thread.
class FileView {
public:
    FileView() = default;
    FileView(FileView&& other) noexcept;
    FileView& operator=(FileView&& other) noexcept;
    ~FileView();

    /// Fails with the size when it is larger than `limit` bytes.
    static Result<FileView> open(const std::filesystem::path& path, std::uint64_t limit, const Progress& progress = {});
    [[nodiscard]] std::string_view bytes() const {
        return mapped_ != nullptr ? std::string_view(static_cast<const char*>(mapped_), size_) : held_;
    }
    [[nodiscard]] bool isMapped() const { return mapped_ != nullptr; }

private:
    bool map(const std::filesystem::path& path, std::uint64_t limit);

    posix::Descriptor file_;
    void* mapped_ = nullptr;
    std::size_t size_ = 0;
    std::string held_;
};

}  // namespace gatelab
