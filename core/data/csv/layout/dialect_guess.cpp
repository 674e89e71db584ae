// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/layout/dialect_guess.h"

#include "data/csv/layout/cut_decimals.h"
#include "data/csv/numbers.h"
#include "data/csv/time/times.h"

#include <algorithm>
#include <map>
#include <optional>

namespace gatelab {
namespace {

constexpr std::size_t kSampleRows = 300;
constexpr double kWellTyped = 0.7;

/// How typical of a table of numbers a cell is: 1 number, time or nothing; 0 text.
double typedness(std::string_view cell) {
    if (isMissingWord(cell, {})) return 1;
    if (const NumberSniff look = sniffNumber(cell); look.mask) {
        // "05" is more often the second half of "1,05" than a number of its own.
        const bool half = cell.size() > 1 && cell[0] == '0' && look.mask == kAllFormats &&
                          cell.find_first_not_of("0123456789") == std::string_view::npos;
        // Blanks inside numbers exist, but two columns side by side look the same.
        const std::size_t digits = cell.find_first_not_of("+- ");
        const bool blankInside = cell.find(' ', digits) != std::string_view::npos && !look.percent;
        return half ? 0.7 : blankInside ? 0.5 : 1;
    }
    return sniffTime(cell) ? 1 : 0;
}

/// Blanks and colons stand inside texts, dates and times more often than between cells.
double prior(char delimiter) {
    if (delimiter == ' ') return 0.6;
    return delimiter == ':' ? 0.5 : 1;
}

/// Semicolons, tabs and pipes; commas stand in many texts.
bool holdsDelimiter(std::string_view text, char besides) {
    return std::ranges::any_of(text, [&](char c) { return c != besides && (c == ';' || c == '\t' || c == '|'); });
}

struct Score {
    CsvDialect dialect;
    double value = 0;
    std::size_t width = 1;
    double typed = 0;       ///< share of the cells
    double steady = 0;      ///< share of the rows that have the width
    double texts = 0;       ///< cells of the table that are neither
    double rows = 0;        ///< of the table
    std::size_t wider = 0;  ///< rows of numbers and times with more cells than the width
};

/// Steady width and typed cells: the table's own rows, from the first one of the usual width on.
Score scoreOf(std::string_view sample, const CsvDialect& dialect) {
    struct Row {
        std::size_t width;
        double typed, cells, texts;
        bool uncut = false;  // a text that holds another delimiter
    };
    const bool isPlain = prior(dialect.delimiter) == 1;
    std::vector<Row> rows;
    bool namesInOne = false;  // the header is one cell that looks like several
    CsvRows scan(sample, dialect);
    while (rows.size() < kSampleRows && scan.next()) {
        if (scan.isComment() || scan.isBlank()) continue;
        if (rows.empty() && scan.cells().size() == 1)
            namesInOne =
                typedness(scan.cells()[0]) == 0 && scan.cells()[0].find_first_of(",;\t|") != std::string_view::npos;
        Row row{scan.cells().size(), 0, 0, 0};
        for (std::size_t i = 0; i < std::min<std::size_t>(row.width, 200); ++i) {
            const double here = typedness(scan.cells()[i]);
            row.typed += here, row.cells += 1, row.texts += here == 0 ? 1 : 0;
            row.uncut = row.uncut || (isPlain && here == 0 && holdsDelimiter(scan.cells()[i], dialect.delimiter));
        }
        rows.push_back(row);
    }
    Score score{dialect, 0, 1};
    if (rows.empty()) return score;
    std::map<std::size_t, std::size_t> counts;
    for (const Row& row : rows) ++counts[row.width];
    std::size_t best = 0;
    for (const auto& [width, count] : counts)
        if (count >= best) best = count, score.width = width;
    const auto first = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.width == score.width; });
    double steady = 0, typed = 0, cells = 0, all = 0, uncut = 0;
    for (auto row = first; row != rows.end(); ++row) {
        all += 1;
        score.wider += row->width > score.width && row->typed == row->cells ? 1 : 0;
        if (row->width != score.width) continue;
        steady += 1, uncut += row->uncut ? 1 : 0;
        if (row == first && rows.end() - first > 2) continue;  // perhaps the header
        typed += row->typed, cells += row->cells, score.texts += row->texts;
    }
    const double share = cells > 0 ? typed / cells : 0;
    const double headerFits =
        rows.size() < 2 || rows[0].width == score.width ||
                ((score.width > 2 || dialect.delimiter == '\t') && rows[0].width + 1 == score.width)
            ? 1
            : 0.93;
    // A list of names over one column of "decimal commas" is a table whose rows are not all of one length.
    const double oneColumn = namesInOne ? 0.5 : 0.95;
    // A delimiter that cuts the names as it cuts the rows explains more lines.
    const double explained = 0.9 + 0.1 * static_cast<double>(rows.end() - first) / static_cast<double>(rows.size());
    // "7;hall A" in every row: the other one cuts better.
    const double isUncut = uncut > 0.9 * steady ? 0.9 : 1;
    score.typed = share, score.steady = steady / all, score.rows = all;
    score.value = (steady / all) * (steady / all) * (0.05 + share * share) * headerFits * explained * isUncut *
                  (score.width > 1 ? prior(dialect.delimiter) : oneColumn);
    return score;
}

/// A mark at the start of a line before any data, or '#' anywhere.
std::string guessComment(std::string_view sample, char delimiter) {
    const char lineEnd = sample.find('\n') == std::string_view::npos ? '\r' : '\n';
    for (const std::string_view mark : {"#", "%", "//", ";"}) {
        if (mark[0] == delimiter) continue;
        bool first = true;
        for (std::size_t at = 0; at < sample.size();) {
            const std::size_t end = std::min(sample.find(lineEnd, at), sample.size());
            const std::string_view line = trimCell(sample.substr(at, end - at));
            if (line.starts_with(mark) && (first || mark == "#") &&
                !isMissingWord(line.substr(0, line.find(delimiter)), {}))
                return std::string(mark);
            if (!line.empty()) first = false;
            if (!first && mark != "#") break;
            at = end + 1;
        }
    }
    return {};
}

bool hasQuotedCells(std::string_view sample, char quote, char delimiter) {
    for (std::size_t at = sample.find(quote); at != std::string_view::npos; at = sample.find(quote, at + 1)) {
        std::size_t before = at;
        while (before > 0 && sample[before - 1] == ' ') --before;
        if (before == 0 || sample[before - 1] == '\n' || sample[before - 1] == '\r' || sample[before - 1] == delimiter)
            return true;
    }
    return false;
}

/// Signs with blanks on both sides, as loggers write them: "+ 0.081  - 1.2".
bool hasLoneSigns(std::string_view sample) {
    constexpr std::string_view kBlanks = " \t";
    for (std::size_t at = sample.find_first_of("+-"); at != std::string_view::npos && at + 1 < sample.size();
         at = sample.find_first_of("+-", at + 1))
        if (kBlanks.find(sample[at + 1]) != std::string_view::npos &&
            (at == 0 || kBlanks.find(sample[at - 1]) != std::string_view::npos || sample[at - 1] == '\n'))
            return true;
    return false;
}

/// The runs of characters in which any row has one.
std::vector<CellPlace> runsOf(const std::vector<std::vector<CellPlace>>& rows) {
    std::vector<CellPlace> all, runs;
    for (const auto& row : rows) all.insert(all.end(), row.begin(), row.end());
    std::ranges::sort(all, {}, &CellPlace::begin);
    for (const CellPlace& place : all)
        if (runs.empty() || place.begin >= runs.back().end)
            runs.push_back(place);
        else
            runs.back().end = std::max(runs.back().end, place.end);
    return runs;
}

/// Of a table whose columns are aligned by blanks: in no row two cells stand in what is one column in another, and
/// blanks pad them. Lines that are mostly words are titles and names.
std::vector<CellPlace> placesOf(std::string_view sample, const CsvDialect& dialect) {
    constexpr std::size_t kFewRows = 4, kMostCells = 1000;
    std::vector<std::vector<CellPlace>> rows;
    std::size_t widest = 0;
    bool isPadded = false;
    for (CsvRows scan(sample, dialect); rows.size() < kSampleRows && scan.next();) {
        const auto cells = scan.cells();
        const auto typed = std::ranges::count_if(cells, [](std::string_view cell) { return typedness(cell) > 0; });
        if (scan.isComment() || scan.isBlank() || typed * 2 < std::ssize(cells)) continue;
        if (cells.size() > kMostCells || scan.raw().find('\t') != std::string_view::npos) return {};
        std::vector<CellPlace>& row = rows.emplace_back();
        for (const std::string_view cell : cells) {
            if (cell.empty() || cell.data() < scan.raw().data() || cell.data() >= scan.raw().data() + scan.raw().size())
                return {};
            row.push_back(placeOf(scan.raw(), cell));
            isPadded = isPadded || row.back().begin > (row.size() > 1 ? row[row.size() - 2].end + 1 : 0);
        }
        widest = std::max(widest, row.size());
    }
    std::vector<CellPlace> runs = runsOf(rows);
    if (rows.size() < kFewRows || !isPadded || widest < 2 || runs.size() != widest) return {};
    for (const auto& row : rows)
        for (std::size_t i = 1, run = 0; i < row.size(); ++i) {
            while (runs[run].end <= row[i - 1].begin) ++run;
            if (row[i].begin < runs[run].end) return {};
        }
    return runs;
}

/// Each delimiter once.
std::vector<WeighedDelimiter> weighedOf(const std::vector<Score>& scores) {
    std::vector<WeighedDelimiter> all;
    double sum = 0;
    for (const Score& one : scores) {
        const char delimiter = one.dialect.delimiter;
        if (one.width < 2 || one.value <= 0 || std::ranges::count(all, delimiter, &WeighedDelimiter::delimiter) > 0)
            continue;
        all.push_back({delimiter, one.value, one.width, one.steady, one.typed});
        sum += one.value;
    }
    for (WeighedDelimiter& one : all) one.score /= sum;
    return all;
}

}  // namespace

DialectGuess guessDialect(std::string_view sample, const DialectWish& wish) {
    std::vector<char> delimiters = {',', ';', '\t', '|', ' ', ':'};
    if (wish.delimiter) delimiters = {wish.delimiter};
    std::vector<Score> scores;
    // Where several stand nowhere each sees the same lines.
    std::optional<Score> uncut;
    const auto scoreOnce = [&](const CsvDialect& dialect) {
        const bool isAbsent = prior(dialect.delimiter) == 1 && sample.find(dialect.delimiter) == std::string_view::npos;
        if (!isAbsent) return scoreOf(sample, dialect);
        if (uncut) uncut->dialect.delimiter = dialect.delimiter;
        if (!uncut || uncut->dialect != dialect) uncut = scoreOf(sample, dialect);
        return *uncut;
    };
    for (const char delimiter : delimiters) {
        CsvDialect dialect;
        dialect.delimiter = delimiter;
        dialect.comment = wish.commentGiven ? wish.comment : guessComment(sample, delimiter);
        const bool doubleQuotes = hasQuotedCells(sample, '"', delimiter),
                   singleQuotes = hasQuotedCells(sample, '\'', delimiter);
        dialect.quote = wish.quoteGiven ? wish.quote : singleQuotes && !doubleQuotes ? '\'' : '"';
        if (dialect.quote) {
            const std::string doubled(2, dialect.quote), escaped{'\\', dialect.quote};
            dialect.backslash =
                sample.find(escaped) != std::string_view::npos && sample.find(doubled) == std::string_view::npos;
        }
        scores.push_back(scoreOnce(dialect));
        if ((delimiter != ' ' && delimiter != '\t') || !hasLoneSigns(sample)) continue;
        dialect.signsApart = true;
        scores.push_back(scoreOnce(dialect));
    }
    const auto better = [](const Score& a, const Score& b) { return a.value > b.value; };
    std::stable_sort(scores.begin(), scores.end(), better);
    // Tabs and blanks in one row: the texts that tabs leave are cells with blanks between them, in most rows.
    if (scores.front().dialect.delimiter == '\t' && scores.front().texts * 2 >= scores.front().rows)
        for (Score& score : scores)
            if (score.dialect.delimiter == ' ' && score.steady == 1 && score.width > scores.front().width &&
                score.texts * 2 < scores.front().texts) {
                std::swap(score, scores.front());
                break;
            }
    // Without any delimiter every candidate sees the same single column; what one row has too much behind a delimiter
    // shows it, else the comma is as good as any.
    if (scores.front().width == 1 && !wish.delimiter) {
        // Commas in many rows stand before decimals.
        const auto isCutter = [](const Score& score) {
            return score.dialect.delimiter != ',' || static_cast<double>(score.wider) * 10 <= score.rows;
        };
        const auto shown = std::ranges::find_if(scores, [&](const Score& score) {
            return score.width == 1 && score.wider > 0 && prior(score.dialect.delimiter) == 1 && isCutter(score);
        });
        const auto comma = std::ranges::find_if(scores, [&](const Score& score) {
            const bool cuts = std::ranges::all_of(scores, isCutter);
            return score.width == 1 && score.dialect.delimiter == (cuts ? ',' : ';');
        });
        if (const auto best = shown != scores.end() ? shown : comma; best != scores.end())
            std::swap(*best, scores.front());
    }
    DialectGuess guess{scores.front().dialect, true, 0, weighedOf(scores)};
    for (std::size_t i = 1; i < scores.size(); ++i) {
        if (scores[i].width < 2 || scores[i].value <= 0 || scores[i].dialect.delimiter == guess.dialect.delimiter)
            continue;
        guess.runnerUp = scores[i].dialect.delimiter;
        // Where texts remain, another delimiter may stand inside them; blanks and colons do in most texts.
        const bool isDoubtful = scores.front().typed < kWellTyped && prior(scores[i].dialect.delimiter) == 1;
        guess.certain = scores.front().value > (isDoubtful ? 2 : 1.1) * scores[i].value;
        break;
    }
    if (guess.dialect.delimiter == ',' && !wish.pointGiven) findCutDecimals(sample, guess.dialect);
    if (guess.dialect.delimiter == ' ') guess.dialect.places = placesOf(sample, guess.dialect);
    return guess;
}

}  // namespace gatelab
