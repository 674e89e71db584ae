// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"

#include <cstdint>
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

/// 64-bit checksum of a sequence of words and texts, for damage and not for enemies: each step is a bijection of the
/// words before and of the new one (xor, odd factor, rotation), so that one changed word always changes it; others go
/// unseen with a chance of 2^-64. About 8 bytes a nanosecond.
class Checksum {
public:
    explicit Checksum(std::uint64_t before = 0) : sum_(before) {}
    void add(std::uint64_t word);
    void add(std::string_view bytes);  ///< with their number
    [[nodiscard]] std::uint64_t value() const { return sum_; }

private:
    std::uint64_t sum_;
};
/// Of a whole file, read in parts; any size.
Result<std::string> sha256File(const std::filesystem::path& path, const Progress& progress = {});

}  // namespace gatelab
