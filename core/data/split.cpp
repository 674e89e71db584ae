// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/split.h"

#include "base/words/trimmed.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <vector>

namespace gatelab {
namespace {

constexpr std::string_view kStratified = "stratified";
/// How many series are cut (data/many/prepare_many.h); of one series they change nothing.
constexpr std::string_view kOfMany[] = {"series", "dates"}, kEach = " each ";

/// A part as written: a share of the rows (0 to 1), or a number of rows.
struct Amount {
    double value = 0;
    bool isShare = false;
};

Error badSplit(std::string_view text, const Phrase& why) {
    return {
        ErrorCode::InvalidInput,
        {GATELAB_TEXT("Preparing",
                      "split '%1': %2; write train/validation/test as shares (60%/20%/20%) or rows (8640/2880/2880)"),
         {std::string(text), why}}};
}

/// Two parts leave none for the test.
Result<std::array<Amount, 3>> parseAmounts(std::string_view text) {
    const std::string_view written = writtenSplit(text).parts;
    std::array<Amount, 3> amounts;
    std::size_t part = 0, from = 0;
    for (;;) {
        const std::size_t slash = written.find('/', from);
        std::string_view piece = trimmed(written.substr(from, slash == std::string_view::npos ? slash : slash - from));
        if (part == 3) return badSplit(text, GATELAB_TEXT("Preparing", "more than three parts"));
        Amount& amount = amounts[part++];
        if (!piece.empty() && piece.back() == '%') {
            amount.isShare = true;
            piece = trimmed(piece.substr(0, piece.size() - 1));
        }
        const auto [end, code] = std::from_chars(piece.data(), piece.data() + piece.size(), amount.value);
        if (code != std::errc{} || end != piece.data() + piece.size() || !std::isfinite(amount.value) ||
            amount.value < 0)
            return badSplit(
                text, {GATELAB_TEXT("Preparing", "'%1' is not a share or a number of rows"), {std::string(piece)}});
        if (amount.isShare)
            amount.value /= 100;
        else if (amount.value != std::floor(amount.value))
            return badSplit(text, GATELAB_TEXT("Preparing", "a number of rows must be whole"));
        if (slash == std::string_view::npos) break;
        from = slash + 1;
    }
    if (part < 2) return badSplit(text, GATELAB_TEXT("Preparing", "two or three parts are needed"));
    if (part == 2) amounts[2].isShare = amounts[1].isShare;
    if (amounts[0].isShare != amounts[1].isShare || amounts[0].isShare != amounts[2].isShare)
        return badSplit(text, GATELAB_TEXT("Preparing", "shares and rows are mixed"));
    return amounts;
}

}  // namespace

WrittenSplit writtenSplit(std::string_view text) {
    std::string_view parts = trimmed(text);
    parts = trimmed(parts.substr(0, parts.find(kEach)));
    for (const std::string_view word : kOfMany)
        if (parts.ends_with(word)) return {trimmed(parts.substr(0, parts.size() - word.size())), false};
    if (!parts.ends_with(kStratified)) return {parts, false};
    return {trimmed(parts.substr(0, parts.size() - kStratified.size())), true};
}

Result<Split> splitRows(std::string_view text, std::int64_t rows, std::int64_t gap) {
    if (gap < 0) return badSplit(text, GATELAB_TEXT("Preparing", "the gap must not be negative"));
    const auto parsed = parseAmounts(text);
    if (!parsed) return parsed.error();
    const auto& amounts = *parsed;
    std::int64_t gaps = 0;
    for (std::size_t i = 1; i < 3; ++i) gaps += amounts[i].value > 0 ? gap : 0;
    std::array<std::int64_t, 3> sizes{};
    if (amounts[0].isShare) {
        const double total = amounts[0].value + amounts[1].value + amounts[2].value;
        if (total > 1 + 1e-9) return badSplit(text, GATELAB_TEXT("Preparing", "the shares add to more than 100 %"));
        // Borders, not sizes, are rounded: shares that add to 100 % then use every row.
        const auto usable = static_cast<double>(rows > gaps ? rows - gaps : 0);
        double share = 0;
        std::int64_t before = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            share += amounts[i].value;
            const auto border = static_cast<std::int64_t>(std::floor(usable * std::min(share, 1.0) + 1e-6));
            sizes[i] = border - before;
            before = border;
        }
    } else {
        const double total = amounts[0].value + amounts[1].value + amounts[2].value + static_cast<double>(gaps);
        if (total > static_cast<double>(rows))
            return badSplit(text, {GATELAB_TEXT("Preparing", "it needs %1 rows with its gaps and the series has %2"),
                                   {static_cast<long long>(std::min(total, 9e18)), rows}});
        for (std::size_t i = 0; i < 3; ++i) sizes[i] = static_cast<std::int64_t>(amounts[i].value);
    }
    if (sizes[0] <= 0)
        return badSplit(text,
                        {GATELAB_TEXT("Preparing", "the training part is empty (the series has %1 rows)"), {rows}});
    Split split;
    split.train = {0, sizes[0]};
    std::int64_t at = sizes[0];
    if (sizes[1] > 0) at += gap;
    split.validation = {at, at + sizes[1]};
    at += sizes[1];
    if (sizes[2] > 0) at += gap;
    split.test = {at, at + sizes[2]};
    return split;
}

std::string scaledSplit(std::string_view text, double scale) {
    const auto parsed = parseAmounts(text);
    if (!parsed || (*parsed)[0].isShare || scale == 1) return std::string(text);
    std::string scaled;
    // Rounded down: the parts together stay within the rows.
    constexpr double kMostRows = 9e18;  // what is written may be any number
    for (const Amount& amount : *parsed)
        scaled += (scaled.empty() ? "" : "/") +
                  std::to_string(static_cast<std::int64_t>(std::min(kMostRows, std::floor(amount.value * scale))));
    const std::string_view parts = writtenSplit(text).parts, whole = trimmed(text);
    return scaled + std::string(trimmed(text).substr(static_cast<std::size_t>(parts.end() - whole.begin())));
}

std::string formatShares(const Split& split, std::int64_t rows) {
    constexpr double kParts = 10000;  // of the whole
    std::string text;
    std::int64_t border = 0, before = 0;
    for (const RowRange part : {split.train, split.validation, split.test}) {
        border += part.size();
        // Borders, not sizes, are rounded, and up: splitRows() rounds them down.
        const auto at = static_cast<std::int64_t>(
            std::ceil(kParts * static_cast<double>(border) / static_cast<double>(std::max<std::int64_t>(1, rows))));
        char share[32];
        std::snprintf(share, sizeof share, "%.10g%%", static_cast<double>(at - before) / 100);
        text += (text.empty() ? "" : "/") + std::string(share);
        before = at;
    }
    return text;
}

std::string formatSplit(const Split& split, std::int64_t) {
    return std::to_string(split.train.size()) + "/" + std::to_string(split.validation.size()) + "/" +
           std::to_string(split.test.size());
}

}  // namespace gatelab
