// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// What became of every row of a file: rows of the file = rows that were read + rows that were left out. A row is a
/// line of the text (several where a quoted cell holds line ends), a sequence, or a row of a data set; lines that name
/// the columns or describe the file (header, units, directives) are none. Lines that are left out one after the other,
/// or at equal distances, take no memory of their own.
class ReadAccount {
public:
    /// One that is left out: its 1-based line (of the file) and the reason.
    struct LeftOut {
        std::int64_t line = 0;
        Phrase why;
    };

    std::int64_t rowsInFile = 0;  ///< counted apart from the reading
    std::int64_t rowsRead = 0;

    void leave(std::int64_t line, const Phrase& why);
    /// How many were left out.
    [[nodiscard]] std::int64_t left() const { return left_; }
    /// In the order of their lines, at most the first `most`.
    [[nodiscard]] std::vector<LeftOut> leftOut(std::int64_t most = INT64_MAX) const;
    /// All of it, to be kept in a file. Runs: {first line, how many, distance, number of the reason}.
    struct Kept {
        std::int64_t rowsInFile = 0, rowsRead = 0;
        std::vector<Phrase> reasons;
        std::vector<std::array<std::int64_t, 4>> runs;
    };
    [[nodiscard]] Kept kept() const;
    /// Nothing for what kept() has not given.
    static std::optional<ReadAccount> restored(const Kept& kept);
    /// Takes over what another account left out; `label`: said before each reason (a file's name), or empty.
    void append(const ReadAccount& other, const Phrase& label);

private:
    struct Run {
        std::int64_t first = 0;
        std::uint32_t count = 1, step = 1, why = 0;
    };
    std::uint32_t reasonOf(const Phrase& why);

    std::int64_t left_ = 0;
    std::vector<Phrase> reasons_;
    std::vector<Run> runs_;
};

/// What a column of a file is to the rows that were read.
struct ReadColumn {
    enum class Kind { Number, Date, Clock, Text, Empty };
    /// Part: of a time that could not be put together. OtherTime: a time that the rows do not have theirs from.
    enum class Role { Value, Time, OtherTime, Part, Counter, Text, Empty };
    std::string name;
    Kind kind = Kind::Number;
    Role role = Role::Value;
    std::int64_t missing = 0;
};
/// "number", "date"; "value", "other time": for files that programs read.
const char* keyOf(ReadColumn::Kind kind);
const char* keyOf(ReadColumn::Role role);

/// Lines of a text, with the last one where it does not end; CR LF is one end.
std::int64_t countLines(std::string_view text);

}  // namespace gatelab
