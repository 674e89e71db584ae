// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/layout/dialect_wish.h"

#include "config/setting_predicates.h"
#include "data/csv/text/mark_keys.h"

namespace gatelab {
namespace {

using namespace mark_keys;

char letterOf(std::string_view mark) { return mark.empty() ? '\0' : mark[0]; }

/// The lines that the dialect is guessed from: the beginning without what the user skips, cut at a line end.
std::string_view sampleOf(std::string_view text, std::int64_t skipLines) {
    for (; skipLines > 0 && !text.empty(); --skipLines) {
        const std::size_t end = text.find_first_of("\r\n");
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + (text.substr(end, 2) == "\r\n" ? 2 : 1));
    }
    if (text.size() <= kDialectBytes) return text;
    const std::size_t end = text.find_last_of("\r\n", kDialectBytes);
    return text.substr(0, end == std::string_view::npos ? kDialectBytes : end);
}

/// What the csv_* settings say of the dialect.
DialectWish wishOf(const ExperimentConfig& options) {
    DialectWish wish;
    wish.delimiter = letterOf(markOf(kDelimiters, options.csvDelimiter));
    wish.quoteGiven = !isGuessed(options.csvQuote);
    wish.quote = letterOf(markOf(kQuotes, options.csvQuote));
    wish.commentGiven = !isGuessed(options.csvComment);
    wish.comment = markOf(kComments, options.csvComment);
    wish.pointGiven = letterOf(markOf(kDecimals, options.csvDecimal)) == '.';
    return wish;
}

}  // namespace

DialectGuess guessDialect(std::string_view text, const ExperimentConfig& options) {
    return guessDialect(sampleOf(text, options.csvSkipLines), wishOf(options));
}

}  // namespace gatelab
