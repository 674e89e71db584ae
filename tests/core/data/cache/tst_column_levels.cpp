// SPDX-License-Identifier: GPL-3.0-or-later
// What is worked out of a kept series and kept beside its columns: the levels by which a column is drawn, and what the
// doctor found. The same as worked out anew, to the bit; what is damaged, or of other data, is never taken.
#include "data/cache/column_cache.h"
#include "data/cache/column_levels.h"
#include "data/cache/kept_findings.h"
#include "support/quick_folder.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <vector>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

std::vector<double> noise(std::size_t rows, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<double> values(rows);
    for (double& value : values) {
        value = std::round(static_cast<double>(random() % 2000)) - 1000;
        if (random() % 50 == 0) value = std::nan("");
        if (random() % 90 == 0) value = std::numeric_limits<double>::infinity();
    }
    return values;
}

MinMax scan(const std::vector<double>& values, std::size_t begin, std::size_t end) {
    MinMax all;
    for (std::size_t i = begin; i < std::min(end, values.size()); ++i) all.add(values[i]);
    return all;
}

bool same(const MinMax& a, const MinMax& b) {
    return a.min == b.min && a.max == b.max && a.sum == b.sum && a.count == b.count;
}

SeriesPtr seriesOf(std::size_t rows, unsigned seed) {
    auto series = std::make_shared<Series>();
    series->channels = {{"a", "", noise(rows, seed)}, {"b", "", noise(rows, seed + 1)}};
    return series;
}

std::vector<fs::path> filesBeside(const fs::path& folder) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".beside") found.push_back(entry.path());
    return found;
}

std::string bytesIn(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
void put(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

}  // namespace

class TestColumnLevels : public QObject {
    Q_OBJECT
    QuickFolder folder_;

    /// A cache of this program that keeps the series.
    ColumnCache& keeping(const SeriesPtr& series, const char* name) const {
        useColumnCache(std::make_unique<ColumnCache>(folder_.path() / name, ColumnCache::Worth{0, 0}));
        columnCache()->keep("series", series);
        return *columnCache();
    }

private Q_SLOTS:
    void cleanup() { useColumnCache(nullptr); }

    void aRangeIsWhatAScanSays() {
        constexpr std::size_t kLeaf = ColumnLevels::kLeaf;
        std::mt19937 random(3);
        for (const std::size_t rows : {std::size_t{0}, std::size_t{1}, kLeaf - 1, kLeaf, 2 * kLeaf, 37 * kLeaf + 11}) {
            const std::vector<double> values = noise(rows, 5);
            const ColumnLevels levels{ColumnValues(values)};
            QCOMPARE(levels.size(), rows);
            for (int i = 0; i < 300; ++i) {
                const std::size_t begin = random() % (rows + 1), end = begin + random() % (rows + 2 - begin);
                // Whole numbers: their sum is exact in every order.
                QVERIFY(same(levels.over(begin, end), scan(values, begin, end)));
            }
        }
        const ColumnLevels two{ColumnValues({1.0, std::nan(""), 3.0})};
        QCOMPARE(two.deviation(), 1.0);
        QVERIFY(std::isnan(ColumnLevels{ColumnValues({std::nan("")})}.deviation()));
    }

    void theyComeBackAsTheyWere() {
        const ColumnValues values(noise(20 * ColumnLevels::kLeaf + 7, 9));
        const ColumnLevels levels(values);
        const std::string kept = levels.kept();
        const auto again = ColumnLevels::restored(values, kept);
        QVERIFY(again && again->kept() == kept && again->deviation() == levels.deviation());
        for (std::size_t begin = 0; begin < values.size(); begin += 777)
            QVERIFY(same(again->over(begin, begin + 9000), levels.over(begin, begin + 9000)));
        for (std::size_t length = 0; length < kept.size(); ++length)
            QVERIFY(!ColumnLevels::restored(values, std::string_view(kept).substr(0, length)));
        QVERIFY(!ColumnLevels::restored(ColumnValues(noise(20 * ColumnLevels::kLeaf + 8, 9)), kept));
    }

    void levelsLieBesideTheColumns() {
        const SeriesPtr series = seriesOf(9 * ColumnLevels::kLeaf, 1);
        const ColumnCache& cache = keeping(series, "levels");
        const auto first = levelsOf(*series, 0);
        QCOMPARE(filesBeside(cache.folder()).size(), std::size_t(1));
        QCOMPARE(levelsOf(*series, 1)->kept(), ColumnLevels(series->channels[1].values).kept());
        QCOMPARE(levelsOf(*series, 0)->kept(), first->kept());
        // They are not worked out again: what lies there is taken.
        std::string other = first->kept();
        constexpr double kMark = 4711;
        std::memcpy(other.data() + sizeof(std::uint64_t), &kMark, sizeof kMark);
        cache.keepBeside(*series, "levels-0", other);
        QCOMPARE(levelsOf(*series, 0)->deviation(), kMark);
        // Another object, of which nobody knows that it holds the same
        const Series copy = *series;
        QCOMPARE(levelsOf(copy, 0)->kept(), first->kept());
        QVERIFY(columnCache()->clear().ok());
        QVERIFY(filesBeside(cache.folder()).empty());
        QCOMPARE(levelsOf(*series, 0)->kept(), first->kept());
    }

    // Cut at every length and each byte flipped.
    void whatIsDamagedIsWorkedOutAnew() {
        const SeriesPtr series = seriesOf(3 * ColumnLevels::kLeaf, 2);
        const ColumnCache& cache = keeping(series, "damaged");
        const std::string right = levelsOf(*series, 0)->kept();
        const fs::path file = filesBeside(cache.folder()).front();
        const std::string whole = bytesIn(file);
        for (std::size_t at = 0; at < 2 * whole.size(); ++at) {
            std::string bytes = whole;
            if (at < whole.size())
                bytes.resize(at);
            else
                bytes[at - whole.size()] ^= static_cast<char>(1 << at % 8);
            put(file, bytes);
            QVERIFY(!cache.beside(*series, "levels-0"));
        }
        QCOMPARE(levelsOf(*series, 0)->kept(), right);
        QCOMPARE(bytesIn(file), whole);
    }

    void findingsAreKept() {
        auto made = std::make_shared<Series>(*seriesOf(3000, 4));
        made->channels.push_back({"flat", "", std::vector<double>(3000, 2.5)});
        const SeriesPtr series = made;
        const std::vector<DataFinding> right = examine(*series);
        QVERIFY(right.size() >= 3);
        const ColumnCache& cache = keeping(series, "findings");
        for (int look = 0; look < 2; ++look) {
            const std::vector<DataFinding> found = examineOnce(*series);
            QCOMPARE(found.size(), right.size());
            for (std::size_t i = 0; i < found.size(); ++i) {
                const DataFinding &a = found[i], &b = right[i];
                QVERIFY(a.severity == b.severity && a.code == b.code && a.column == b.column && a.message == b.message);
                QVERIFY(a.firstRow == b.firstRow && a.lastRow == b.lastRow && a.rows == b.rows && a.recipe == b.recipe);
                QVERIFY(a.setting == b.setting && a.value == b.value && a.places == b.places);
                QVERIFY((a.before == b.before || std::isnan(b.before)) && std::isnan(a.before) == std::isnan(b.before));
            }
        }
        QCOMPARE(filesBeside(cache.folder()).size(), std::size_t(1));
        cache.keepBeside(*series, "findings", R"({"findings":[]})");
        QVERIFY(examineOnce(*series).empty());  // taken as they lie there
        cache.keepBeside(*series, "findings", R"({"findings":7})");
        QCOMPARE(examineOnce(*series).size(), right.size());
    }
};

QTEST_APPLESS_MAIN(TestColumnLevels)
#include "tst_column_levels.moc"
