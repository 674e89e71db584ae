// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace gatelab {

/// SHA-256 of bytes that arrive in parts. Owned and used by one thread.
class Sha256 {
public:
    Sha256();
    ~Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;

    void add(std::string_view bytes);
    /// 64 lower-case hexadecimal digits; the object starts over with nothing added.
    [[nodiscard]] std::string finish();

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

std::string sha256(std::string_view bytes);
/// Of a whole file, read in parts; any size.
Result<std::string> sha256File(const std::filesystem::path& path, const Progress& progress = {});

}  // namespace gatelab
