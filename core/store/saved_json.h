// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What the files of a workspace that are JSON have in common. Nothing that is damaged or misspelt is passed over.
namespace gatelab {

/// Member of a JSON object that keeps jsonChecksum() of the rest of it.
inline constexpr const char* kChecksumKey = "sha256";

/// SHA-256 of what a JSON object says, whatever its layout and the order of its members; its member "sha256" does not
/// count. Empty: this is no JSON object.
std::string jsonChecksum(std::string_view text);

/// Corrupt unless the text is a JSON object with these members and no others, and fits its checksum where it has one:
/// older programs wrote none.
Result<> checkMembers(std::string_view text, const std::vector<std::string_view>& known);
/// What is said of a text in which something was not there, or not of its type.
Error unreadableJson(std::string_view text);
/// Settings of which each is known here; Corrupt names the one that is not.
Result<ExperimentConfig> wholeConfigFrom(std::string_view text);

/// "x-damaged.json" of "x-damaged" and ".json", or with "-2", "-3"... before the ending: the first name under which
/// none of `parts` (what may follow it) is there yet.
std::filesystem::path freeName(const std::filesystem::path& stem, const std::string& ending,
                               std::span<const char* const> parts);

}  // namespace gatelab
