// SPDX-License-Identifier: GPL-3.0-or-later
// Text tables written in many dialects with a known truth, cut files, flipped bits: right, or refused, or reported;
// never silently wrong.
// Holds core/data/csv/layout/dialect_guess.cpp, core/data/csv/text/rows.cpp, core/data/csv/scan/scan.cpp and
// core/data/csv/scan/row_reader.cpp.
#include "base/rng.h"
#include "core/data_support.h"

#include <QTest>

#include <array>

using namespace gatelab;
using namespace datatest;

namespace {

struct Numbers {
    char decimal;
    const char* thousands;
};

/// How a generated table is written.
struct Style {
    const char* delimiter;
    Numbers numbers;
    const char* lineEnd;
    const char* missing;
    int dates;  ///< 0 none, 1 ISO, 2 day first, 3 month first, 4 epoch seconds
    bool quoted, header, preamble, shortRow, blankEnd;
};

/// What the table says.
struct Truth {
    std::vector<std::int64_t> times;
    std::vector<std::vector<double>> columns;
};

std::string write(double value, Numbers numbers, int digits) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, std::abs(value));
    std::string whole = text, fraction;
    if (const auto point = whole.find('.'); point != std::string::npos)
        fraction = whole.substr(point + 1), whole.resize(point);
    if (numbers.thousands[0])
        for (auto at = static_cast<std::ptrdiff_t>(whole.size()) - 3; at > 0; at -= 3)
            whole.insert(static_cast<std::size_t>(at), numbers.thousands);
    return (value < 0 ? "-" : "") + whole + (fraction.empty() ? "" : numbers.decimal + fraction);
}

std::string writeTime(std::int64_t micros, int style) {
    const std::string iso = timeText(micros);
    const std::string year = iso.substr(0, 4), month = iso.substr(5, 2), day = iso.substr(8, 2), clock = iso.substr(11);
    if (style == 2) return day + "." + month + "." + year + " " + clock;
    if (style == 3) return month + "/" + day + "/" + year + " " + clock;
    return style == 4 ? std::to_string(micros / 1'000'000) : iso;
}

Truth makeTruth(Rng& rng, std::size_t rows, std::size_t columns) {
    Truth truth;
    const std::int64_t start = INT64_C(1'700'000'000) + static_cast<std::int64_t>(rng.below(10'000'000));
    for (std::size_t r = 0; r < rows; ++r)
        truth.times.push_back((start + static_cast<std::int64_t>(r) * 7200) * 1'000'000);
    for (std::size_t c = 0; c < columns; ++c) {
        std::vector<double> values;
        for (std::size_t r = 0; r < rows; ++r)
            values.push_back(r + 1 < rows && rng.below(15) == 0
                                 ? std::nan("")
                                 : std::round(rng.normal() * (c % 2 ? 5e5 : 20) * 100) / 100);
        truth.columns.push_back(std::move(values));
    }
    return truth;
}

std::string writeTable(const Truth& truth, const Style& style) {
    std::string text;
    if (style.preamble)
        text += std::string("Export of the station") + style.lineEnd + "made on a Monday" + style.lineEnd;
    const auto cell = [&](const std::string& content) { return style.quoted ? "\"" + content + "\"" : content; };
    const auto join = [&](const std::vector<std::string>& cells) {
        std::string line;
        for (std::size_t i = 0; i < cells.size(); ++i) line += (i ? style.delimiter : "") + cells[i];
        return line + style.lineEnd;
    };
    if (style.header) {
        std::vector<std::string> names;
        if (style.dates) names.push_back(cell("timestamp"));
        for (std::size_t c = 0; c < truth.columns.size(); ++c) names.push_back(cell("sensor" + std::to_string(c)));
        text += join(names);
    }
    for (std::size_t r = 0; r < truth.times.size(); ++r) {
        std::vector<std::string> cells;
        if (style.dates) cells.push_back(cell(writeTime(truth.times[r], style.dates)));
        for (const auto& column : truth.columns)
            cells.push_back(std::isnan(column[r]) ? style.missing : cell(write(column[r], style.numbers, 2)));
        // The row that is cut short lacks its last cell.
        if (style.shortRow && r == truth.times.size() / 2) cells.pop_back();
        text += join(cells);
    }
    if (style.blankEnd) text += std::string(style.lineEnd) + style.lineEnd;
    return text;
}

bool clash(const Style& style) {
    const std::string delimiter = style.delimiter;
    const bool commaInside = style.numbers.decimal == ',' || std::string_view(style.numbers.thousands) == ",";
    if (delimiter == "," && commaInside && !style.quoted) return true;
    if (delimiter == " " && (!style.quoted && (std::string_view(style.numbers.thousands) == " " || style.dates != 4 ||
                                               style.missing[0] == '\0')))
        return true;
    if (delimiter == " " && (style.preamble || style.missing[0] == 0)) return true;
    return false;
}

/// What reading gives: between blanks nothing tells which cell of a short row is missing, and the row is left out.
Truth readable(Truth truth, Style& style) {
    if (!style.shortRow || std::string_view(style.delimiter) != " ") return truth;
    const auto cut = static_cast<std::ptrdiff_t>(truth.times.size() / 2);
    truth.times.erase(truth.times.begin() + cut);
    for (auto& column : truth.columns) column.erase(column.begin() + cut);
    style.shortRow = false;
    return truth;
}

/// Empty when the reading agrees with the truth; else what differs.
std::string difference(const Series& series, const Truth& truth, const Style& style) {
    if (series.rows() != static_cast<std::int64_t>(truth.times.size())) return "rows " + std::to_string(series.rows());
    if (series.channels.size() != truth.columns.size()) return "columns " + std::to_string(series.channels.size());
    if (style.dates && series.time.values != truth.times) return "times";
    if (!style.dates && series.time.known()) return "times out of nothing";
    for (std::size_t c = 0; c < truth.columns.size(); ++c)
        for (std::size_t r = 0; r < truth.times.size(); ++r) {
            const double wanted = truth.columns[c][r], got = series.channels[c].values[r];
            const bool cut = style.shortRow && r == truth.times.size() / 2 && c + 1 == truth.columns.size();
            if (cut ? !std::isnan(got) : !(got == wanted || (std::isnan(got) && std::isnan(wanted))))
                return "column " + std::to_string(c) + " row " + std::to_string(r) + ": " + numberText(got) + " for " +
                       numberText(wanted);
        }
    return {};
}

}  // namespace

class TestCsvGenerated : public QObject {
    Q_OBJECT
    Folder folder_;
private Q_SLOTS:
    void dialects();
    void cutAnywhere();
    void flippedBits();
    void wideTable();
    void longTable();
};

void TestCsvGenerated::dialects() {
    Rng rng(1, RandomPurpose::Test);
    constexpr std::array kDelimiters = {",", ";", "\t", "|", " "};
    constexpr std::array kNumbers = {Numbers{'.', ""},  Numbers{',', ""},  Numbers{'.', ","},     Numbers{',', "."},
                                     Numbers{',', " "}, Numbers{'.', "'"}, Numbers{',', "\u202F"}};
    constexpr std::array kEnds = {"\n", "\r\n", "\r"};
    constexpr std::array kMissing = {"", "NA", "NaN", "-", "null"};
    int files = 0, exact = 0;
    for (const char* delimiter : kDelimiters)
        for (const Numbers numbers : kNumbers)
            for (int dates = 0; dates <= 4; ++dates)
                for (int variant = 0; variant < 6; ++variant) {
                    const Style style{delimiter,
                                      numbers,
                                      kEnds[rng.below(3)],
                                      kMissing[rng.below(5)],
                                      dates,
                                      rng.below(3) == 0,
                                      rng.below(5) != 0,
                                      rng.below(4) == 0,
                                      rng.below(4) == 0,
                                      rng.below(4) == 0};
                    if (clash(style)) continue;
                    const Truth truth = makeTruth(rng, 20 + rng.below(60), 2 + rng.below(4));
                    const std::string text = writeTable(truth, style);
                    const auto data = readFile(folder_.put("table.csv", text), {});
                    ++files;
                    Style read = style;
                    const Truth kept = readable(truth, read);
                    const std::string wrong = data ? difference(*data->series, kept, read) : data.error().message;
                    exact += wrong.empty() ? 1 : 0;
                    QVERIFY2(wrong.empty(), (wrong + "\nin\n" + text.substr(0, 600)).c_str());
                    if (style.shortRow) QVERIFY(!data->series->report.warnings.empty());
                }
    QVERIFY2(files > 500, std::to_string(files).c_str());
    QCOMPARE(exact, files);
}

void TestCsvGenerated::cutAnywhere() {
    Rng rng(2, RandomPurpose::Test);
    const Truth truth = makeTruth(rng, 12, 3);
    const Style style{",", {'.', ""}, "\n", "NA", 1, false, true, false, false, false};
    const std::string text = writeTable(truth, style);
    for (std::size_t size = 0; size <= text.size(); ++size) {
        const auto data = readFile(folder_.put("cut.csv", std::string_view(text).substr(0, size)), {});
        if (!data) {
            QVERIFY(!data.error().message.empty());
            continue;
        }
        // Whole rows before the cut are as they were; the last one may be shorter.
        const Series& series = *data->series;
        for (std::size_t c = 0; c < series.channels.size() && series.rows() >= 4; ++c)
            for (std::size_t r = 0; r + 1 < static_cast<std::size_t>(series.rows()); ++r) {
                const double wanted = truth.columns[c][r], got = series.channels[c].values[r];
                QVERIFY2(got == wanted || (std::isnan(got) && std::isnan(wanted)), std::to_string(size).c_str());
            }
    }
}

void TestCsvGenerated::flippedBits() {
    Rng rng(3, RandomPurpose::Test);
    const Truth truth = makeTruth(rng, 20, 3);
    for (int dates = 0; dates <= 4; ++dates) {
        const std::string text =
            writeTable(truth, {";", {',', "."}, "\r\n", "", dates, dates % 2 == 0, true, true, true, true});
        for (int trial = 0; trial < 300; ++trial) {
            std::string damaged = text;
            for (std::uint64_t flips = 1 + rng.below(5); flips > 0; --flips)
                damaged[rng.below(damaged.size())] ^= static_cast<char>(1u << rng.below(8));
            const auto data = readFile(folder_.put("damaged.csv", damaged), {});
            if (!data)
                QVERIFY(!data.error().message.empty());
            else
                for (const Channel& channel : data->series->channels)
                    QCOMPARE(static_cast<std::int64_t>(channel.values.size()), data->series->rows());
        }
    }
}

void TestCsvGenerated::wideTable() {
    std::string text;
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 3000; ++c)
            text += (r == 0 ? "n" + std::to_string(c) : std::to_string(r * c)) + (c == 2999 ? "\n" : ",");
    const auto data = readFile(folder_.put("wide.csv", text), {});
    QVERIFY(data);
    QCOMPARE(data->series->channels.size(), std::size_t{3000});
    QCOMPARE(data->series->channels[2999].values[2], 3.0 * 2999);
}

void TestCsvGenerated::longTable() {
    // What only the last row shows must still decide the whole column.
    std::string text = "t;v;d\n";
    for (int r = 0; r < 30'000; ++r)
        text += std::to_string(r) + ";1.234;" + (r == 29'999 ? "13/01/2024" : "01/01/2024") + "\n";
    text += "30000;1.234,5;02/01/2024\n";
    const auto data = readFile(folder_.put("long.csv", text), {});
    QVERIFY(data);
    const auto at = data->series->find("v");
    QVERIFY(at);
    QCOMPARE(data->series->channels[*at].values.front(), 1234.0);
    QCOMPARE(data->series->channels[*at].values.back(), 1234.5);
    QCOMPARE(timeText(data->series->time.values.back()), std::string("2024-01-02 00:00:00"));
}

QTEST_APPLESS_MAIN(TestCsvGenerated)
#include "tst_csv_generated.moc"
