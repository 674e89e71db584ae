// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequences/prose.h"

#include "data/csv/text/encoding.h"
#include "data/sequences/sequence_file.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace gatelab {
namespace {

constexpr std::size_t kSample = 64 * 1024, kFewestBytes = 64, kFewestLines = 4;

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool isBlank(char c) { return c == ' ' || c == '\t'; }

/// 0 at `low`, 1 at `high`, straight between.
double between(double value, double low, double high) { return std::clamp((value - low) / (high - low), 0.0, 1.0); }

/// "12", "-3.5e4", "12:30", "2024-01-31", "$5": what a table holds.
bool isNumberLike(std::string_view word) {
    const auto digits = std::ranges::count_if(word, isDigit);
    return digits > 0 && digits * 2 >= std::ssize(word);
}

/// Chinese, Japanese or Korean signs, which no blanks part into words.
std::size_t wideSigns(std::string_view word) {
    constexpr unsigned char kFirst = 0xE3, kLast = 0xED;  // of three bytes each
    return static_cast<std::size_t>(std::ranges::count_if(word, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= kFirst && byte <= kLast;
    }));
}

struct Signs {
    double letters = 0, digits = 0, all = 0;  ///< all: but blanks
    double words = 0, numbers = 0;
};

void countSigns(std::string_view line, Signs& signs) {
    for (const char c : line) {
        if (isBlank(c)) continue;
        signs.all += 1;
        signs.digits += isDigit(c) ? 1 : 0;
        signs.letters += std::isalpha(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
    }
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t end = std::min(line.find_first_of(" \t,;|", at), line.size());
        if (end > at) {
            constexpr std::size_t kSignsOfWord = 2;
            const std::string_view word = line.substr(at, end - at);
            signs.words += static_cast<double>(std::max<std::size_t>(1, wideSigns(word) / kSignsOfWord));
            signs.numbers += isNumberLike(word) ? 1 : 0;
        }
        at = end + 1;
    }
}

/// How often a mark stands in a line, inside of quotes or not.
std::size_t countOf(std::string_view line, char mark, bool outsideQuotes) {
    bool isInside = false;
    std::size_t count = 0;
    for (const char c : line) {
        if (c == '"' && outsideQuotes) isInside = !isInside;
        count += c == mark && !isInside ? 1 : 0;
    }
    return count;
}

std::size_t blankCells(std::string_view line) {
    std::size_t cells = 0;
    for (std::size_t i = 0; i < line.size(); ++i)
        cells += !isBlank(line[i]) && (i == 0 || isBlank(line[i - 1])) ? 1 : 0;
    return cells;
}

/// The share of lines with the most frequent number of delimiters, where that is not 0: of the delimiter that has most.
double evenness(const std::vector<std::string_view>& lines) {
    double best = 0;
    const auto judge = [&](auto&& countIn, std::size_t fewest) {
        std::map<std::size_t, std::size_t> counts;
        for (const std::string_view line : lines) ++counts[countIn(line)];
        for (const auto& [count, often] : counts)
            if (count >= fewest) best = std::max(best, static_cast<double>(often) / static_cast<double>(lines.size()));
    };
    for (const char mark : {',', ';', '\t', '|'})
        for (const bool outside : {false, true})
            judge([&](std::string_view line) { return countOf(line, mark, outside); }, 1);
    judge(blankCells, 2);
    return best;
}

}  // namespace

double looksLikeProse(std::string_view head) {
    if (head.size() < kFewestBytes) return 0;
    const std::string text = decodeLeniently(head.substr(0, kSample));
    std::vector<std::string_view> lines;
    Signs signs;
    std::size_t at = 0;
    for (std::string_view line; nextLine(text, at, line);) {
        if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
        lines.push_back(line);
        countSigns(line, signs);
    }
    if (signs.all == 0 || signs.words == 0) return 0;
    double prose = std::min({between(signs.letters / signs.all, 0.45, 0.6), between(signs.digits / signs.all, 0.2, 0.1),
                             between(signs.numbers / signs.words, 0.3, 0.15)});
    if (lines.size() < kFewestLines) return prose;
    prose = std::min(prose, between(evenness(lines), 0.9, 0.7));
    // The same few words again and again are a column of them; whole sentences are none.
    constexpr double kFewWords = 4;
    if (signs.words >= kFewWords * static_cast<double>(lines.size())) return prose;
    const std::set<std::string_view> different(lines.begin(), lines.end());
    return std::min(prose,
                    between(static_cast<double>(different.size()) / static_cast<double>(lines.size()), 0.3, 0.5));
}

}  // namespace gatelab
