// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "data/series.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace gatelab::testing {

/// What reads bytes from elsewhere: a row for each kind of reader. `read` takes them as a file (and in memory, where
/// the reader does) and returns whether the reader looked inside of them: what it does not want is no food for a
/// corpus. It must come back with a value that faultOf() finds sound, or with an error in words, whatever the bytes
/// are; else it ends the program.
struct FuzzTarget {
    std::string key;   ///< of a reader of readers(), else a name of its own; folders of corpus and found are called so
    std::string name;  ///< of the file that it is given
    bool (*read)(const FuzzTarget& target, std::string_view bytes, const std::filesystem::path& file);
};
std::span<const FuzzTarget> fuzzTargets();
/// Null: there is none of that name.
const FuzzTarget* fuzzTarget(std::string_view key);

/// Writes the bytes as a file of the target's name into the folder and reads it.
bool readAsTarget(const FuzzTarget& target, std::string_view bytes, const std::filesystem::path& folder);

/// Ends the program: what a reader gave contradicts itself.
[[noreturn]] void endWith(const std::string& why);

/// True; a result without words, which would leave a person without a remedy, ends the program.
template <class T>
bool isRead(const Result<T>& result) {
    if (!result.ok() && result.error().message.empty()) endWith("an error without words");
    return true;
}

/// What contradicts itself in a reading, whatever it was read from; empty: nothing does.
std::string faultOf(const Dataset& data);

}  // namespace gatelab::testing
