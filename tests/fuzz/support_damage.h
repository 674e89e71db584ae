// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab::testing {

/// What a file is made of it, for each `read` once, the same each time.
using ReadDamaged = std::function<void(std::string_view damaged)>;
/// Cut before every `step`-th byte (1 or more), and each of its first 256 bytes with one bit the other way.
void eachCut(std::string_view whole, std::size_t step, const ReadDamaged& read);
/// `trials` times (0 or more) one to three bytes at random places of other values.
void eachFlip(std::string_view whole, int trials, const ReadDamaged& read);

/// The files of a folder and below it that are no scripts, in the order of their paths.
std::vector<std::filesystem::path> filesBelow(const std::filesystem::path& folder);

/// Reads the bytes as whoever opens a file of that name: whole, and its parts. What contradicts itself; empty: nothing.
std::string readAsFile(const std::string& name, std::string_view bytes, const std::filesystem::path& folder);

}  // namespace gatelab::testing
