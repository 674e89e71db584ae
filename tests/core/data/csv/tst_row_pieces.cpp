// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that are read in pieces on several threads: the same values, times, evidence, warnings and account of rows as
// row by row, for any number of threads, on tables with every kind of row that is none of the ordinary ones. Numbers
// and dates that are read in the quick way: the bits of the slow one.
// Holds core/data/csv/scan/row_pieces.cpp, core/data/csv/scan/row_batch.cpp, core/data/csv/scan/cell_reader.cpp,
// core/data/csv/scan/quick_cells.h, core/data/csv/scan/quick_cells.cpp and core/data/csv/text/line_index.cpp.
#include "base/rng.h"
#include "core/data_support.h"
#include "data/csv/layout/dialect_guess.h"
#include "data/csv/roles/decide.h"
#include "data/csv/scan/cell_reader.h"
#include "data/csv/scan/quick_cells.h"
#include "data/csv/scan/row_pieces.h"
#include "data/csv/scan/scan.h"
#include "data/csv/text/byte_marks.h"
#include "data/csv/text/line_index.h"

#include <QTest>

#include <bit>
#include <cstring>

using namespace gatelab;
using namespace datatest;

namespace {

std::string fixed(double value, int digits) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

/// How a generated table is written.
struct Style {
    const char* name;
    char delimiter;
    const char* lineEnd;
    int time;      ///< 0 none, 1 ISO, 2 day first, 3 date alone, 4 clock, 5 seconds since 1970
    int digits;    ///< behind the point; 0: whole numbers; -1: whole numbers and some with an exponent
    double messy;  ///< share of the rows that are none of the ordinary ones
    bool comma = false, percent = false, endsWithDelimiter = false, quotes = false;
    double gaps = 0;  ///< share of empty cells
};
constexpr Style kStyles[] = {{"plain", ',', "\n", 1, 3, 0},
                             {"no time", ',', "\n", 0, 2, 0.01},
                             {"whole numbers", ';', "\r\n", 1, 0, 0.02},
                             {"day first", '\t', "\n", 2, 4, 0.01},
                             {"dates alone", ',', "\n", 3, 1, 0.1},
                             {"clock", '|', "\n", 4, 3, 0.03},
                             {"seconds", ',', "\r\n", 5, 6, 0.02},
                             {"decimal comma", ';', "\n", 1, 3, 0.02, true},
                             {"percent", ',', "\n", 1, 2, 0.02, false, true},
                             {"delimiter at the end", ',', "\n", 1, 2, 0.02, false, false, true},
                             {"gaps", ',', "\r\n", 1, 2, 0, false, false, false, false, 0.1},
                             {"all digits of a double", ',', "\n", 1, 15, 0.01},
                             {"exponents", ';', "\n", 1, -1, 0.01},
                             {"quotes", ',', "\n", 1, 3, 0.05, false, false, false, true},
                             {"mostly messy", ',', "\n", 1, 3, 0.7, false, false, false, true}};

std::string timeOf(const Style& style, std::int64_t row) {
    const std::string iso = timeText(INT64_C(1'600'000'000'000'000) + row * 60'000'000);
    switch (style.time) {
        case 1:
            return iso;
        case 2:
            return iso.substr(8, 2) + "." + iso.substr(5, 2) + "." + iso.substr(0, 4) + " " + iso.substr(11);
        case 3:
            return timeText(INT64_C(86'400'000'000) * row).substr(0, 10);
        case 4:
            return iso.substr(11);
        case 5:
            return std::to_string(1'600'000'000 + row * 60);
        default:
            return {};
    }
}

std::string cellOf(const Style& style, Rng& rng) {
    if (style.gaps > 0 && rng.uniform() < style.gaps) return {};
    const double value = (rng.uniform() - 0.3) * (rng.below(20) == 0 ? 100'000 : 300);
    std::string cell = fixed(value, std::max(0, style.digits));
    // Among numbers of a few digits, as programs write them that write as many as they need
    if (style.digits == 15 && rng.below(4) == 0) cell = fixed(value, static_cast<int>(1 + rng.below(4)));
    if (style.digits < 0 && rng.below(3) == 0) cell = (rng.below(2) == 0 ? " " : "") + fixed(value, 3) + "e-2";
    if (style.comma) std::ranges::replace(cell, '.', ',');
    return cell + (style.percent ? "%" : "");
}

/// A row that is none of the ordinary ones.
std::string oddRow(const Style& style, Rng& rng, std::string row, std::size_t columns) {
    const std::string d(1, style.delimiter);
    const auto exchange = [&](const std::string& cell) {
        const std::size_t from = row.find(style.delimiter), to = row.find(style.delimiter, from + 1);
        return row.substr(0, from + 1) + cell + (to == std::string::npos ? "" : row.substr(to));
    };
    switch (rng.below(style.quotes ? 18 : 14)) {
        case 0:
            return {};
        case 1:
            return "# a note";
        case 2:
            return (style.time != 0 ? "t" + d : "") + "a" + d + "b" + d + "c";
        case 3:
            return row.substr(0, row.rfind(style.delimiter));
        case 4:
            return row + d + "7";
        case 5:
            return std::string(columns, style.delimiter);
        case 6:
            return exchange("NA");
        case 7:
            return exchange("");
        case 8:
            return exchange("oops" + std::to_string(rng.below(4)));
        case 9:
            return exchange("1.5e-3");
        case 10:
            return exchange(" 12 ");
        case 11:
            return exchange(
                "\xC2\xA0"
                "3");
        case 12:
            return "Total" + row.substr(row.find(style.delimiter));
        case 13:
            return exchange("w" + std::to_string(rng.below(80)) + "-");
        case 14:
            return exchange("\"4\"");
        case 15:
            return exchange("\"5\n\"");
        case 16:
            return exchange("\"6" + d + "7\"");
        default:
            return exchange("\"8");
    }
}

std::string makeTable(const Style& style, std::uint64_t seed, std::int64_t rows) {
    Rng rng(seed, RandomPurpose::Test);
    const std::string d(1, style.delimiter);
    std::string text =
        (style.time != 0 ? "t" + d : "") + "a" + d + "b" + d + "c" + (style.endsWithDelimiter ? d : "") + style.lineEnd;
    for (std::int64_t r = 0; r < rows; ++r) {
        std::string row = style.time != 0 ? timeOf(style, r) + d : "";
        row += cellOf(style, rng) + d + cellOf(style, rng) + d + cellOf(style, rng);
        if (rng.uniform() < style.messy) row = oddRow(style, rng, row, style.time != 0 ? 3 : 2);
        text += row + (style.endsWithDelimiter ? d : "") + style.lineEnd;
    }
    if (rng.below(2) == 0) text.erase(text.rfind(style.lineEnd));
    return text;
}

template <typename Value>
bool equalBits(const std::vector<Value>& a, const std::vector<Value>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Value)) == 0);
}

std::string stepsText(const TimeSteps& s) {
    return std::to_string(s.steady) + " " + std::to_string(s.rises) + " " + std::to_string(s.falls) + " " +
           numberText(s.path) + " " + std::to_string(s.first) + " " + std::to_string(s.firstStep) + " " +
           std::to_string(s.last) + " " + std::to_string(s.step) + "; ";
}

/// All that is known of a column.
std::string evidenceText(const ColumnEvidence& e) {
    std::string text;
    for (const std::int64_t count : {e.empty,
                                     e.words,
                                     e.numbers,
                                     e.percents,
                                     e.dates,
                                     e.clocks,
                                     e.odd,
                                     e.unread,
                                     e.hundreds,
                                     e.thousands,
                                     e.bareYears,
                                     e.zeroLed,
                                     e.signedNumbers,
                                     e.pluses,
                                     e.minuses,
                                     e.parentheses,
                                     e.behind,
                                     e.oddLedger,
                                     e.intervals,
                                     e.finer,
                                     e.dottedClocks,
                                     e.ordersOfFirsts,
                                     e.wordChanges,
                                     e.rises,
                                     e.falls,
                                     e.up,
                                     e.down,
                                     e.compactDates,
                                     std::int64_t{e.whole}})
        text += std::to_string(count) + " ";
    for (const auto& [word, count] : e.wordCounts) text += word + "=" + std::to_string(count) + " ";
    for (const std::int64_t count : e.orderCounts) text += std::to_string(count) + " ";
    for (const TimeSteps& steps : e.orderSteps) text += stepsText(steps);
    text += stepsText(e.clockSteps);
    e.masks.each(
        [&](NumberMask mask, std::int64_t count) { text += std::to_string(mask) + ":" + std::to_string(count) + " "; });
    for (const auto& odd : e.odds) text += std::to_string(odd.line) + odd.text + " ";
    for (const std::string& word : e.someWords) text += word + " ";
    return text + e.marked + " " + e.sample + " " + numberText(e.low) + " " + numberText(e.high) + " " +
           numberText(e.first) + " " + numberText(e.last);
}

std::string accountText(const ReadAccount& account) {
    std::string text = std::to_string(account.rowsInFile) + " " + std::to_string(account.rowsRead) + ":";
    for (const auto& row : account.leftOut()) text += " " + std::to_string(row.line) + " " + row.why.english() + ";";
    return text;
}

std::string warningsText(const std::vector<ReadWarning>& warnings) {
    std::string text;
    for (const ReadWarning& warning : warnings)
        text += std::to_string(warning.line) + " " + warning.message.english() + "\n";
    return text;
}

/// All of a scan but its values.
std::string scanText(const TableScan& scan) {
    std::string text;
    for (const ColumnEvidence& e : scan.evidence) text += evidenceText(e) + "\n";
    for (const std::int64_t count :
         {scan.rows, scan.excluded, scan.strayQuotes, scan.strayLine, scan.shortRows, scan.longRows, scan.innerLines,
          scan.textRows, scan.sumWords, scan.commentRows, scan.commentLine, scan.firstWords.line})
        text += std::to_string(count) + " ";
    text += accountText(scan.account) + "\n" + warningsText(scan.warnings);
    for (const auto& [row, line] : scan.lineJumps) text += std::to_string(row) + "-" + std::to_string(line) + " ";
    for (const OddLabel& label : scan.oddLabels) text += std::to_string(label.row) + label.text + " ";
    return text;
}

/// Everything that a person gets to see of a file, but for the time it took.
std::string readText(const Dataset& data) {
    const Series& series = *data.series;
    std::string text = series.sha256 + " " + series.time.name + " " + std::to_string(series.time.stepMicros) + "\n" +
                       accountText(series.report.account) + "\n" + warningsText(series.report.warnings) +
                       std::to_string(series.report.valuesMissing);
    for (const ReadGuess& guess : series.report.guesses)
        text += "\n" + guess.key + "=" + guess.value + (guess.certain ? "!" : "?") + guess.runnerUp;
    for (const ReadColumn& column : series.report.columns)
        text += "\n" + column.name + keyOf(column.kind) + keyOf(column.role) + std::to_string(column.missing);
    return text;
}

}  // namespace

class TestRowPieces : public QObject {
    Q_OBJECT
    Folder folder_;
private Q_SLOTS:
    void asRowByRow_data();
    void asRowByRow();
    void anyNumberOfThreads_data() { asRowByRow_data(); }
    void anyNumberOfThreads();
    void aWideRowStaysInItsPiece();
    void quickNumbersAreTheSlowOnes();
    void blocksAreTheCellsOneByOne();
    void blocksOfEveryLength();
    void clocksAreThoseOneByOne();
    void timeStepsAreThoseOneByOne();
    void stepsAreThoseOfValuesOneByOne();
    void quickDatesAreTheSlowOnes();
    void linesAreCounted();
    void marksAreFound();
};

void TestRowPieces::asRowByRow_data() {
    QTest::addColumn<int>("style");
    for (std::size_t i = 0; i < std::size(kStyles); ++i) QTest::newRow(kStyles[i].name) << static_cast<int>(i);
}

void TestRowPieces::asRowByRow() {
    QFETCH(const int, style);
    const ExperimentConfig options;
    std::int64_t ahead = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const std::string text = makeTable(kStyles[style], seed, 12'000);
        const CsvDialect dialect = guessDialect(std::string_view(text).substr(0, 50'000), {}).dialect;
        const auto layout = findLayout(text, dialect, options);
        QVERIFY(layout.ok());
        TablePlan plan;
        plan.columns.assign(layout->width, {});
        const auto sample = scanTable(text, dialect, *layout, plan, options, 500, {}, {});
        QVERIFY(sample.ok());
        const auto decided = decideTable(*layout, *sample, dialect, options);
        QVERIFY(decided.ok());
        const LineIndex lines(text, 1);
        const auto one = scanTable(text, dialect, *layout, *decided, options, INT64_MAX, {}, {}),
                   pieces = scanTable(text, dialect, *layout, *decided, options, INT64_MAX, {&lines, 3}, {});
        QCOMPARE(pieces.ok(), one.ok());
        if (!one.ok()) {
            QCOMPARE(pieces.error().message, one.error().message);
            continue;
        }
        QCOMPARE(scanText(*pieces), scanText(*one));
        for (std::size_t c = 0; c < layout->width; ++c) QVERIFY(equalBits(pieces->values[c], one->values[c]));
        QVERIFY(equalBits(pieces->times, one->times));
        QVERIFY(pieces->wordOf == one->wordOf);
        ahead += RowPieces::canRead({text, dialect, *layout, *decided, options, lines}) ? 1 : 0;
    }
    QVERIFY(ahead > 0 || kStyles[style].messy > 0.5);
}

void TestRowPieces::anyNumberOfThreads() {
    QFETCH(const int, style);
    const auto path = folder_.put("table.csv", makeTable(kStyles[style], 4, 40'000));
    std::string first;
    std::shared_ptr<const Series> series;
    for (const int threads : {1, 2, 3, 7}) {
        ExperimentConfig options;
        options.threads = threads;
        const auto data = readFile(path, options);
        if (!data) {
            if (first.empty()) first = data.error().message;
            QCOMPARE(data.error().message, first);
            continue;
        }
        std::int64_t missing = 0;
        for (const Channel& channel : data->series->channels)
            missing += std::ranges::count_if(channel.values, [](double value) { return std::isnan(value); });
        QCOMPARE(data->series->report.valuesMissing, missing);
        if (!series) series = data->series, first = readText(*data);
        QCOMPARE(readText(*data), first);
        QVERIFY(equalBits(data->series->time.values, series->time.values));
        QCOMPARE(data->series->channels.size(), series->channels.size());
        for (std::size_t c = 0; c < series->channels.size(); ++c)
            QVERIFY(equalBits(data->series->channels[c].values.vector(), series->channels[c].values.vector()));
    }
    QVERIFY(!first.empty());
}

/// Rows of many cells look like many rows of few: values of those belong to the piece behind, which another thread
/// reads at the same time.
void TestRowPieces::aWideRowStaysInItsPiece() {
    std::string text = "a,b\n", wide = "1.5";
    for (int c = 1; c < 400; ++c) wide += ",1.5";
    for (int r = 0; r < 150'000; ++r)
        text += r > 50'000 && r % 100 == 0 ? wide + "\n" : std::to_string(r % 977) + ".25," + fixed(r % 89, 3) + "\n";
    const auto path = folder_.put("wide.csv", text);
    ExperimentConfig options;
    options.threads = 1;
    const auto one = readFile(path, options);
    QVERIFY2(one.ok(), one.ok() ? "" : one.error().message.c_str());
    QCOMPARE(one->series->channels.size(), std::size_t{2});
    options.threads = 4;
    for (int i = 0; i < 5; ++i) {
        const auto many = readFile(path, options);
        QVERIFY(many.ok());
        for (std::size_t c = 0; c < 2; ++c)
            QVERIFY(equalBits(many->series->channels[c].values.vector(), one->series->channels[c].values.vector()));
    }
}

void TestRowPieces::quickNumbersAreTheSlowOnes() {
    Rng rng(5, RandomPurpose::Test);
    std::int64_t taken = 0;
    std::string buffer(64, ' ');
    for (int i = 0; i < 1'000'000; ++i) {
        // Mostly numbers; now and then anything
        std::string cell = rng.below(3) == 0 ? "-" : "";
        const auto size = 1 + rng.below(17);
        const auto point = rng.below(size + 4);
        for (std::uint64_t k = 0; k < size; ++k) {
            if (k == point) cell += '.';
            cell += rng.below(200) == 0 ? ".,-e 9:/"[rng.below(8)] : static_cast<char>('0' + rng.below(10));
        }
        buffer.replace(0, cell.size(), cell);
        const std::string_view view = std::string_view(buffer).substr(0, cell.size());
        quick::Number number;
        if (!quick::readNumber(view, number)) continue;
        ++taken;
        const NumberSniff look = sniffNumber(view);
        double value = 0;
        QVERIFY2(look.plain && !look.percent && look.mask == number.mask, cell.c_str());
        QVERIFY2(parseNumber(view, look, 0, value), cell.c_str());
        QVERIFY2(std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(number.value), cell.c_str());
        QVERIFY2(number.negative == isSigned(view), cell.c_str());
    }
    QVERIFY(taken > 500'000);
}

namespace {

/// Mostly numbers of a few characters; now and then nothing, or what no quick number is.
std::string blockCell(Rng& rng, std::uint64_t longest) {
    if (rng.below(30) == 0) return {};
    std::string cell = rng.below(3) == 0 ? "-" : "";
    const auto size = 1 + rng.below(longest);
    const auto point = rng.below(1'000) == 0 ? 0 : 1 + rng.below(2 * size);
    for (std::uint64_t k = 0; k < size; ++k) {
        if (k == point) cell += '.';
        cell += rng.below(4'000) == 0 ? ".,-e 9:/"[rng.below(8)] : static_cast<char>('0' + rng.below(10));
    }
    return cell;
}

/// The cells as one block, which a text of theirs stands behind.
quick::CellBlock blockOf(const std::vector<std::string>& cells, std::string& text) {
    quick::CellBlock block;
    text.assign(16, '#');
    for (std::size_t i = 0; i < cells.size(); ++i) {
        text += cells[i];
        block.size[i] = cells[i].size();
        std::memcpy(&block.last[i], text.data() + text.size() - 8, 8);
        block.hasLong = block.hasLong || block.size[i] > 8;
        text += ',';
    }
    std::size_t end = 16;
    for (std::size_t i = 0; block.hasLong && i < cells.size(); ++i, ++end) {
        end += cells[i].size();
        std::memcpy(&block.before[i], text.data() + end - 16, 8);
        block.isNegative[i] = cells[i].starts_with('-') ? 1 : 0;
    }
    block.count = cells.size();
    return block;
}

/// The cells one by one, up to the first one that is no quick number.
std::size_t readOneByOne(const std::vector<std::string>& cells, std::vector<double>& values, ColumnEvidence& e) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        values.push_back(std::numeric_limits<double>::quiet_NaN());
        if (cells[i].empty()) {
            ++e.empty;
            continue;
        }
        quick::Number number;
        const std::string padded = cells[i] + std::string(16, ' ');
        if (!quick::readNumber(std::string_view(padded).substr(0, cells[i].size()), number)) return i;
        countNumber(e, cells[i], {static_cast<NumberMask>(number.mask), false, true}, number.negative);
        values.back() = number.value;
    }
    return cells.size();
}

}  // namespace

void TestRowPieces::blocksAreTheCellsOneByOne() {
    Rng rng(9, RandomPurpose::Test);
    std::size_t whole = 0;
    for (int i = 0; i < 4'000; ++i) {
        std::vector<std::string> cells(1 + rng.below(quick::CellBlock::kMost));
        const std::uint64_t longest = 1 + rng.below(i % 3 == 0 ? 15 : 7);
        for (std::string& cell : cells) cell = blockCell(rng, longest);
        std::string text;
        const quick::CellBlock block = blockOf(cells, text);
        std::vector<double> values(cells.size(), -1), wanted;
        quick::NumberCounts counts;
        ColumnEvidence e;
        const std::size_t read = quick::kernels().readNumbers(block, 0, values.data(), counts);
        const std::size_t bare = readOneByOne(cells, wanted, e);
        QCOMPARE(read, bare);
        QVERIFY(std::memcmp(values.data(), wanted.data(), read * sizeof(double)) == 0);
        whole += read == cells.size() ? 1 : 0;
        std::map<NumberMask, std::int64_t> masks;
        e.masks.each([&](NumberMask mask, std::int64_t count) { masks[mask] = count; });
        QCOMPARE(counts.plain, masks[kAllFormats]);
        QCOMPARE(counts.points - counts.grouped, masks[kPointFormats]);
        QCOMPARE(counts.grouped, masks[kPointFormats | 1u << 5]);
        QCOMPARE(counts.empty, e.empty);
        QCOMPARE(counts.negative, e.signedNumbers);
        QCOMPARE(counts.hundreds, e.hundreds);
        QCOMPARE(counts.thousands, e.thousands);
        QCOMPARE(counts.bareYears, e.bareYears);
        QCOMPARE(counts.zeroLed, e.zeroLed);
        QCOMPARE(counts.firstGrouped < read ? cells[counts.firstGrouped] : "", e.marked);
    }
    QVERIFY(whole > 1'000);
}

/// Every length, place of the point and sign, with digits at their borders: the bits of the slow way. The longest
/// numbers that are taken have 15 digits, which a double keeps exactly, as it does powers of ten up to 10^22.
void TestRowPieces::blocksOfEveryLength() {
    constexpr std::string_view kPatterns[] = {
        "0", "9", "1", "5", "90", "09", "123456789", "4503599627370497", "9007199254740993"};
    std::vector<std::string> cells;
    for (std::size_t digits = 1; digits <= 17; ++digits)
        for (std::size_t point = 0; point <= digits + 1; ++point)
            for (const bool isNegative : {false, true})
                for (const std::string_view pattern : kPatterns) {
                    std::string cell = isNegative ? "-" : "";
                    for (std::size_t k = 0; k < digits; ++k) {
                        if (k == point) cell += '.';
                        cell += pattern[k % pattern.size()];
                    }
                    if (point == digits) cell += '.';
                    cells.push_back(std::move(cell));
                }
    std::int64_t taken = 0;
    for (const std::string& cell : cells) {
        // Alone, and below a cell that makes the block a long one
        for (const bool below : {false, true}) {
            std::string text;
            const std::vector<std::string> block =
                below ? std::vector<std::string>{"123456.789", cell} : std::vector<std::string>{cell};
            double values[2] = {-1, -1};
            quick::NumberCounts counts;
            const std::size_t read = quick::kernels().readNumbers(blockOf(block, text), 0, values, counts);
            quick::Number number;
            const std::string padded = cell + std::string(16, ' ');
            QCOMPARE(read == block.size(), quick::readNumber(std::string_view(padded).substr(0, cell.size()), number));
            if (read < block.size()) continue;
            ++taken;
            double wanted = 0;
            QVERIFY2(parseNumber(cell, sniffNumber(cell), 0, wanted), cell.c_str());
            QVERIFY2(std::bit_cast<std::uint64_t>(values[below ? 1 : 0]) == std::bit_cast<std::uint64_t>(wanted),
                     cell.c_str());
        }
    }
    QVERIFY(taken > 4'000);
}

void TestRowPieces::clocksAreThoseOneByOne() {
    Rng rng(12, RandomPurpose::Test);
    std::int64_t taken = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::vector<std::uint64_t> clocks(1 + rng.below(40));
        std::vector<std::int64_t> micros(clocks.size()), before;
        for (std::size_t k = 0; k < clocks.size(); ++k) {
            std::string clock =
                fixed(100.0 + static_cast<double>(rng.below(rng.below(60) == 0 ? 100 : 24)), 0).substr(1);
            for (int part = 0; part < 2; ++part)
                clock +=
                    ":" + fixed(100.0 + static_cast<double>(rng.below(rng.below(60) == 0 ? 100 : 60)), 0).substr(1);
            if (rng.below(40) == 0) clock[rng.below(8)] = static_cast<char>(rng.below(256));
            std::memcpy(&clocks[k], clock.data(), 8);
            micros[k] = static_cast<std::int64_t>(rng.below(1'000'000)) * 86'400'000'000;
        }
        before = micros;
        const std::size_t read = quick::kernels().addClocks(clocks.data(), clocks.size(), micros.data());
        for (std::size_t k = 0; k < clocks.size(); ++k) {
            const std::string_view text(reinterpret_cast<const char*>(&clocks[k]), 8);
            std::int64_t one = before[k];
            const bool isClock = quick::addClock(clocks[k], one);
            const auto look = sniffTime(text);
            QVERIFY2(!isClock || (look && one == before[k] + look->ofDayMicros), std::string(text).c_str());
            if (k < read) QVERIFY(isClock && one == micros[k]);
            if (k == read) QVERIFY(!isClock);
            if (k >= read) break;
            ++taken;
        }
    }
    QVERIFY(taken > 100'000);
}

/// Times that go on by one step are counted together: also where their sum is longer than a double keeps.
void TestRowPieces::timeStepsAreThoseOneByOne() {
    Rng rng(13, RandomPurpose::Test);
    for (int i = 0; i < 3'000; ++i) {
        std::vector<std::int64_t> times(1 + rng.below(300));
        std::int64_t at = static_cast<std::int64_t>(rng.below(1'000)), step = 60'000'000;
        for (std::int64_t& time : times) {
            if (rng.below(30) == 0)
                step = static_cast<std::int64_t>(rng.below(5)) * (i % 4 == 0 ? 1'234'567'890'123'457 : 7);
            time = at += rng.below(50) == 0 ? -step : step;
        }
        TimeSteps one, together;
        for (const std::int64_t time : times) one.add(time);
        const std::size_t cut = rng.below(times.size() + 1);
        together.add(std::span<const std::int64_t>(times).first(cut));
        together.add(std::span<const std::int64_t>(times).subspan(cut));
        QCOMPARE(stepsText(together), stepsText(one));
        QVERIFY(std::bit_cast<std::uint64_t>(together.path) == std::bit_cast<std::uint64_t>(one.path));
    }
}

void TestRowPieces::stepsAreThoseOfValuesOneByOne() {
    Rng rng(10, RandomPurpose::Test);
    for (int i = 0; i < 2'000; ++i) {
        std::vector<double> values(1 + rng.below(60));
        const bool whole = rng.below(2) == 0;
        for (double& value : values)
            value = whole ? static_cast<double>(rng.below(5)) : static_cast<double>(rng.below(5)) / 2;
        ColumnEvidence e;
        if (rng.below(2) == 0) e.last = 2;
        const quick::ValueSteps steps = quick::kernels().steps(values.data(), values.size(), e.last);
        for (const double value : values) e.addValue(value);
        QCOMPARE(steps.low, e.low);
        QCOMPARE(steps.high, e.high);
        QCOMPARE(steps.whole, e.whole);
        QCOMPARE(steps.rises, e.rises);
        QCOMPARE(steps.falls, e.falls);
        QCOMPARE(steps.up, e.up);
        QCOMPARE(steps.down, e.down);
    }
}

void TestRowPieces::quickDatesAreTheSlowOnes() {
    Rng rng(6, RandomPurpose::Test);
    std::int64_t taken = 0;
    quick::DateReader reader;
    for (int i = 0; i < 200'000; ++i) {
        std::string cell =
            timeText((static_cast<std::int64_t>(rng.below(200'000)) - 60'000) * 43'260'000'000).substr(0, 19);
        if (rng.below(4) == 0) cell.resize(16);
        if (rng.below(4) == 0) cell.resize(10);
        if (rng.below(3) == 0) cell[4] = cell[7] = '/';
        if (rng.below(3) == 0 && cell.size() > 10) cell[10] = 'T';
        if (rng.below(4) == 0) cell[rng.below(cell.size())] = "0123456789-: /T"[rng.below(15)];
        std::int64_t micros = 0;
        if (!reader.read(cell, micros)) continue;
        ++taken;
        const auto look = sniffTime(cell);
        QVERIFY2(look && look->hasDate && look->orders == static_cast<DateMask>(DateOrder::YearFirst), cell.c_str());
        QVERIFY2(timeMicros(*look, DateOrder::YearFirst) == micros, cell.c_str());
        QVERIFY2(!look->isInterval && !sniffDottedClock(cell), cell.c_str());
    }
    QVERIFY(taken > 100'000);
}

void TestRowPieces::linesAreCounted() {
    Rng rng(7, RandomPurpose::Test);
    for (int i = 0; i < 300; ++i) {
        std::string text(rng.below(3) == 0 ? rng.below(200) : 262'000 + rng.below(300), 'x');
        const bool returns = rng.below(3) == 0, high = rng.below(3) == 0, zeros = rng.below(3) == 0;
        for (int k = 0; k < 40 && !text.empty(); ++k) text[rng.below(text.size())] = '\n';
        if (rng.below(2) == 0)
            for (std::size_t k = 0; k + 1 < text.size(); ++k)
                if (text[k + 1] == '\n' && rng.below(2) == 0) text[k] = '\r';
        if (!text.empty() && high) text[rng.below(text.size())] = '\xC3';
        if (!text.empty() && zeros) text[rng.below(text.size())] = '\0';
        if (!text.empty() && returns) text[rng.below(text.size())] = '\r';
        bool lone = false;
        for (std::size_t k = 0; k < text.size(); ++k)
            lone = lone || (text[k] == '\r' && (k + 1 == text.size() || text[k + 1] != '\n'));
        for (const int threads : {1, 3}) {
            const LineIndex index(text, threads);
            QCOMPARE(index.lineEnds(), std::int64_t{std::ranges::count(text, '\n')});
            QCOMPARE(index.lines(text), countLines(text));
            QCOMPARE(index.hasLoneReturns(), lone);
            QCOMPARE(index.hasZeros(), text.find('\0') != std::string::npos);
            QCOMPARE(index.isAscii(), text.find('\xC3') == std::string::npos);
            for (std::size_t b = 0; b * LineIndex::kBlock < text.size(); ++b)
                QCOMPARE(index.endsBefore(b), std::int64_t{std::ranges::count(
                                                  std::string_view(text).substr(0, b * LineIndex::kBlock), '\n')});
        }
    }
}

void TestRowPieces::marksAreFound() {
    Rng rng(8, RandomPurpose::Test);
    for (int i = 0; i < 300; ++i) {
        std::string text(rng.below(300), 'x');
        for (char& c : text) c = ",;\"\n\r01\xC3"[rng.below(8)];
        std::vector<std::uint32_t> places(text.size() + 64), expected;
        places.resize(byte_marks::kernels().find(text, ',', '"', places.data()));
        for (std::size_t k = 0; k < text.size(); ++k)
            if (text[k] == ',' || text[k] == '"' || text[k] == '\n' || text[k] == '\r')
                expected.push_back(static_cast<std::uint32_t>(k));
        QVERIFY(places == expected);
    }
}

QTEST_GUILESS_MAIN(TestRowPieces)
#include "tst_row_pieces.moc"
