// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab::testing {

/// What a file is made of it: cut before every `step`-th byte (1 or more), each of its first 256 bytes with one bit the
/// other way, and `trials` times one to three bytes at random places of other values; the same each time.
void eachDamage(std::string_view whole, std::size_t step, int trials,
                const std::function<void(std::string_view damaged)>& read);

/// The files of a folder and below it that are no scripts, in the order of their paths.
std::vector<std::filesystem::path> filesBelow(const std::filesystem::path& folder);

/// Reads the bytes as whoever opens a file of that name: whole, and its parts. What contradicts itself; empty: nothing.
std::string readAsFile(const std::string& name, std::string_view bytes, const std::filesystem::path& folder);

}  // namespace gatelab::testing
