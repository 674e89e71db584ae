// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace gatelab {

/// Rows [begin, end).
struct RowRange {
    std::int64_t begin = 0, end = 0;
    [[nodiscard]] std::int64_t size() const { return end > begin ? end - begin : 0; }
    friend bool operator==(const RowRange&, const RowRange&) = default;
};

/// Train, validation, test in time order; between two parts `gap` rows belong to no target (embargo). Rows after test
/// are unused.
struct Split {
    RowRange train, validation, test;
    friend bool operator==(const Split&, const Split&) = default;
};

/// "60%/20%/20%" or "8640/2880/2880" (rows). Shares must add to at most 100 %, rows to at most `rows`; train must not
/// be empty. Two parts leave none for the test; what may stand behind them: WrittenSplit.
Result<Split> splitRows(std::string_view text, std::int64_t rows, std::int64_t gap);
/// The same parts of so many times as many rows: numbers of rows are scaled, shares (and what cannot be read) stay.
std::string scaledSplit(std::string_view text, double scale);
/// The spelling in rows, for borders dragged with the mouse.
std::string formatSplit(const Split& split, std::int64_t gap);

/// The spelling in shares of `rows` rows, to a hundredth of a percent, so that other series are cut alike.
std::string formatShares(const Split& split, std::int64_t rows);

/// A split as written, in its two things: the parts, and the word after them by which each part of labelled sequences
/// has its share of every class ("70%/15%/15% stratified").
struct WrittenSplit {
    std::string_view parts;
    bool isStratified = false;
};
WrittenSplit writtenSplit(std::string_view text);

}  // namespace gatelab
