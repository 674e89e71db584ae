// SPDX-License-Identifier: GPL-3.0-or-later
// Series that are kept as columns: what comes back is what was read, to the bit; what is damaged, or of a file that has
// changed, is never taken; room is made, and a series that is open stays readable when all are removed.
// Holds core/data/cache/kept_series.cpp and core/data/column_values.cpp.
#include "data/cache/column_cache.h"
#include "data/cache/kept_series.h"
#include "data/readers.h"
#include "support/places.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QtTest>
#include <cmath>
#include <cstring>
#include <fstream>
#include <random>

using namespace gatelab;
using testing::take;
namespace fs = std::filesystem;

namespace {

constexpr ColumnCache::Worth kAll{0, 0};

std::string bytesIn(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
void put(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

bool equalBits(std::span<const double> a, std::span<const double> b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

/// What differs; empty: nothing.
std::string difference(const Series& a, const Series& b) {
    if (a.name != b.name || a.source != b.source || a.sha256 != b.sha256) return "what it is called";
    if (a.time.name != b.time.name || a.time.values != b.time.values || a.time.stepMicros != b.time.stepMicros)
        return "times";
    if (a.channels.size() != b.channels.size()) return "number of columns";
    for (std::size_t c = 0; c < a.channels.size(); ++c)
        if (a.channels[c].name != b.channels[c].name || a.channels[c].unit != b.channels[c].unit ||
            !equalBits(a.channels[c].values, b.channels[c].values))
            return "column " + a.channels[c].name;
    const ReadReport &x = a.report, &y = b.report;
    const auto same = [](const auto& left, const auto& right, auto&& equal) {
        return std::ranges::equal(left, right, equal);
    };
    if (x.format != y.format || x.bytes != y.bytes || x.valuesMissing != y.valuesMissing) return "report";
    if (!same(x.guesses, y.guesses, [&](const ReadGuess& p, const ReadGuess& q) {
            return p.key == q.key && p.value == q.value && p.shown == q.shown && p.certain == q.certain &&
                   p.overridden == q.overridden && p.runnerUp == q.runnerUp &&
                   same(p.candidates, q.candidates, [](const ReadCandidate& a, const ReadCandidate& b) {
                       return a.value == b.value && a.score == b.score && a.reason == b.reason;
                   });
        }))
        return "guesses";
    if (!same(x.warnings, y.warnings,
              [](const ReadWarning& p, const ReadWarning& q) { return p.line == q.line && p.message == q.message; }))
        return "warnings";
    if (x.account.rowsInFile != y.account.rowsInFile || x.account.rowsRead != y.account.rowsRead ||
        x.account.left() != y.account.left() ||
        !same(x.account.leftOut(), y.account.leftOut(),
              [](const auto& p, const auto& q) { return p.line == q.line && p.why == q.why; }))
        return "account";
    if (!same(x.columns, y.columns, [](const ReadColumn& p, const ReadColumn& q) {
            return p.name == q.name && p.kind == q.kind && p.role == q.role && p.missing == q.missing;
        }))
        return "columns";
    if (!same(x.skippedColumns, y.skippedColumns, [](const SkippedColumn& p, const SkippedColumn& q) {
            return p.name == q.name && p.reason == q.reason && p.first == q.first && p.line == q.line &&
                   p.isLast == q.isLast;
        }))
        return "skipped columns";
    return {};
}

/// Rows that are left out, text, a gap, several warnings.
std::string messyTable(int rows, double first) {
    std::string text = "time;load (MW);note;empty\n";
    for (int i = 0; i < rows; ++i)
        text += "2024-01-" + std::to_string(1 + i / 1440 % 28) + " " + std::to_string(i / 60 % 24) + ":" +
                std::to_string(i % 60) + ";" + (i % 7 == 3 ? "-" : std::to_string(first + i * 0.25)) + ";ok;\n";
    return text + "sum;1;;\nbroken line\n";
}

}  // namespace

class TestColumnCache : public QObject {
    Q_OBJECT
    QuickFolder folder_;

    [[nodiscard]] fs::path place(const char* name) const { return folder_.path() / name; }
    Series read(const fs::path& path) const { return *take(readFile(path, {})).series; }

private Q_SLOTS:
    void cleanup() { useColumnCache(nullptr); }

    void seriesComeBackToTheBit() {
        put(place("messy.csv"), messyTable(3000, 1));
        std::vector<Series> all{read(place("messy.csv"))};
        for (const auto& entry :
             fs::directory_iterator(gatelab::testing::kSourceFolder + std::string("/tests/core/data/files")))
            if (auto data = readFile(entry.path(), {}); data.ok() && data->series) all.push_back(*data->series);
        QVERIFY(all.size() > 10);
        Series odd;
        odd.name = "odd";
        const double quiet = std::nan("0x7ff"), infinite = std::numeric_limits<double>::infinity();
        odd.channels = {{"a", "", {quiet, -quiet, -0.0}}, {"\u00e4 \"b\"\n", "m/s", {infinite, -infinite, 5e-324}}};
        odd.report.account.leave(3, "why");
        all.push_back(odd);
        for (const Series& series : all) {
            QVERIFY(keepSeries(place("kept.columns"), series).ok());
            const SeriesPtr again = take(keptSeries(place("kept.columns")));
            const std::string found = difference(series, *again);
            QVERIFY2(found.empty(), (series.name + ": " + found).c_str());
        }
    }

    // Cut at every length, each byte of what stands before the values flipped, and 3,000 others.
    void whatIsDamagedIsRefused() {
        put(place("small.csv"), messyTable(40, 2));
        const Series series = read(place("small.csv"));
        QVERIFY(keepSeries(place("small.columns"), series).ok());
        const std::string whole = bytesIn(place("small.columns"));
        const auto check = [&](const std::string& bytes, std::size_t at) {
            put(place("damaged.columns"), bytes);
            const auto again = keptSeries(place("damaged.columns"));
            // What fills up to the next multiple of 64 is nobody's.
            const bool right = again.ok() ? difference(series, **again).empty() && bytes.size() == whole.size()
                                          : again.error().code == ErrorCode::Corrupt;
            QVERIFY2(right, ("byte " + std::to_string(at)).c_str());
        };
        for (std::size_t length = 0; length < whole.size(); ++length) check(whole.substr(0, length), length);
        std::mt19937_64 random(7);
        for (std::size_t i = 0; i < whole.size() + 3000; ++i) {
            const std::size_t at = i < whole.size() ? i : random() % whole.size();
            std::string bytes = whole;
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << (i < whole.size() ? i % 8 : random() % 8)));
            check(bytes, at);
        }
    }

    void anotherFileOrSettingIsAnotherKey() {
        const ColumnCache cache(place("cache"), kAll);
        put(place("a.csv"), messyTable(50, 1));
        const auto key = cache.keyOf(place("a.csv"), {});
        QVERIFY(key && cache.keyOf(place("a.csv"), {}) == key);
        ExperimentConfig other;
        other.lookback = 7;  // nothing that reading knows of
        QVERIFY(cache.keyOf(place("a.csv"), other) == key);
        other.csvDecimal = "comma";
        QVERIFY(cache.keyOf(place("a.csv"), other) != key);
        // The same size and time: the system still knows that it was written to.
        const auto time = fs::last_write_time(place("a.csv"));
        put(place("a.csv"), messyTable(50, 2));
        fs::last_write_time(place("a.csv"), time);
        QVERIFY(cache.keyOf(place("a.csv"), {}) != key);
        QVERIFY(!cache.keyOf(place("none.csv"), {}));
        QVERIFY(!ColumnCache(place("cache"), {UINT64_C(1) << 20, 0}).keyOf(place("a.csv"), {}));  // small
        QVERIFY(!ColumnCache(place("cache"), {0, 3600}).keyOf(place("a.csv"), {}));               // just written
        // A small file is kept where it took long.
        const auto bytes = std::filesystem::file_size(place("a.csv"));
        const ColumnCache longOnes(place("cache"), {bytes + 1, 0, bytes, 0.25});
        QVERIFY(longOnes.keyOf(place("a.csv"), {}));
        QVERIFY(longOnes.isWorthKeeping(place("a.csv"), 0.25) && !longOnes.isWorthKeeping(place("a.csv"), 0.24));
        const ColumnCache largeOnes(place("cache"), {bytes, 0, 0, 0.25});
        QVERIFY(largeOnes.isWorthKeeping(place("a.csv"), 0) && !largeOnes.isWorthKeeping(place("none.csv"), 9));
        const ColumnCache none(place("cache"), {bytes + 1, 0, bytes + 1, 0});
        QVERIFY(!none.keyOf(place("a.csv"), {}) && !none.isWorthKeeping(place("a.csv"), 9));
        QVERIFY(!fs::exists(place("cache")));
    }

    void readingTakesWhatWasKept() {
        useColumnCache(std::make_unique<ColumnCache>(place("of program"), kAll));
        put(place("b.csv"), messyTable(60000, 1));
        const Series first = read(place("b.csv"));
        useColumnCache(std::make_unique<ColumnCache>(place("of program"), kAll));  // waits for the writing
        QVERIFY(columnCache()->bytes() > 0);
        const Series again = read(place("b.csv"));
        QCOMPARE(difference(first, again), std::string());
        // They lie in the file, which may be removed.
        QVERIFY(columnCache()->clear().ok());
        QCOMPARE(columnCache()->bytes(), std::uint64_t{0});
        QVERIFY(equalBits(first.channels[0].values, again.channels[0].values));
        put(place("b.csv"), messyTable(60000, 2));
        QCOMPARE(read(place("b.csv")).channels[0].values[0], 2.0);
        // One that is damaged is read anew, and gone.
        useColumnCache(std::make_unique<ColumnCache>(place("of program"), kAll));
        for (const auto& entry : fs::directory_iterator(place("of program"))) {
            std::string bytes = bytesIn(entry.path());
            bytes[bytes.size() / 2] ^= 1;
            put(entry.path(), bytes);
        }
        QCOMPARE(read(place("b.csv")).channels[0].values[0], 2.0);
    }

    void roomIsMade() {
        Series series;
        series.channels = {{"a", "", std::vector<double>(1000, 1.5)}};
        const auto one = std::make_shared<const Series>(series);
        series.channels = {{"a", "", std::vector<double>(2000, 1.5)}};
        const auto large = std::make_shared<const Series>(series);  // more than half of the limit below
        // The end of a cache waits for what it writes.
        const auto keep = [&](const std::vector<std::string>& keys, const SeriesPtr& kept) {
            ColumnCache cache(place("room"), kAll);
            for (const std::string& key : keys) cache.keep(key, kept);
        };
        ColumnCache cache(place("room"), kAll);
        QCOMPARE(cache.limit(), ColumnCache::kMostBytes);
        keep({"zero"}, one);
        QVERIFY(cache.find("zero"));
        QVERIFY(cache.setLimit(25000).ok());
        keep({"one", "two", "three", "four"}, one);
        QVERIFY(cache.bytes() <= 25000 && cache.bytes() > 8000);
        QVERIFY(cache.find("four"));
        keep({"large"}, large);
        QVERIFY(!cache.find("large") && cache.find("four"));
        QVERIFY(cache.setLimit(0).ok());
        QCOMPARE(cache.bytes(), std::uint64_t{0});
        keep({"six"}, one);
        QVERIFY(!cache.find("six"));
    }

    void valuesAreShared() {
        ColumnValues values{1, 2, 3}, other = values;
        QVERIFY(values.data() == other.data());
        other.edit()[1] = 7;
        QVERIFY(values == ColumnValues({1, 2, 3}) && other == ColumnValues({1, 7, 3}));
        const double* const own = other.data();
        other.edit()[0] = 5;
        QVERIFY(other.data() == own);  // nobody else has them
        other.append(9);
        QVERIFY(other == ColumnValues({5, 7, 3, 9}));
        const ColumnValues third = other;
        QVERIFY(other.take() == std::vector<double>({5, 7, 3, 9}) && other.empty() && third.size() == 4);
        const auto owner = std::make_shared<std::vector<double>>(3, 4.0);
        ColumnValues theirs(*owner, owner);
        theirs.edit()[0] = 1;
        QVERIFY(owner->front() == 4.0 && theirs.front() == 1.0);
        QVERIFY(ColumnValues().empty() && ColumnValues().edit().empty() && ColumnValues().take().empty());
    }
};

QTEST_APPLESS_MAIN(TestColumnCache)
#include "tst_column_cache.moc"
