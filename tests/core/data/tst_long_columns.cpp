// SPDX-License-Identifier: GPL-3.0-or-later
// Columns so long that they are not copied, sorted or read twice for what is asked of them: the doctor finds what it
// finds in short ones, in the order of the columns, and an array is cut into columns piece by piece. Holds
// core/data/doctor.cpp, core/data/findings/drift.cpp and core/data/arrays/array_columns.cpp.
#include "base/rng.h"
#include "data/doctor.h"
#include "data/findings/drift.h"
#include "data/readers.h"
#include "support/quick_folder.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

using namespace gatelab;

namespace {

constexpr std::size_t kRows = 200'000;

/// A slow season with noise, of long columns; `seed` tells them apart.
Channel wave(const std::string& name, std::uint64_t seed) {
    Rng rng(seed, RandomPurpose::Test);
    std::vector<double> values(kRows);
    for (std::size_t r = 0; r < kRows; ++r)
        values[r] = 50 + 10 * std::sin(0.01 * static_cast<double>(r) + static_cast<double>(seed)) + rng.normal();
    return {name, "", std::move(values)};
}

const DataFinding* find(const std::vector<DataFinding>& findings, const std::string& code, const std::string& column) {
    const auto found = std::ranges::find_if(
        findings, [&](const DataFinding& one) { return one.code == code && one.column == column; });
    return found == findings.end() ? nullptr : &*found;
}

}  // namespace

class TestLongColumns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void soundColumnsHaveNoFinding() {
        Series series;
        for (const char* name : {"a", "b", "c"}) series.channels.push_back(wave(name, name[0]));
        QVERIFY(examine(series).empty());
        QVERIFY(driftFindings(series, {{0, 150'000}, {150'000, 170'000}, {170'000, 200'000}}).empty());
    }

    void eachKindIsFoundInItsColumn() {
        Series series;
        for (const char* name : {"spike", "still", "code", "shift", "unit", "far", "gaps"})
            series.channels.push_back(wave(name, name[1]));
        const auto of = [&](std::size_t column) { return series.channels[column].values.edit(); };
        for (const std::size_t row : {777UL, 123'456UL}) of(0)[row] = 120;
        for (std::size_t row = 1000; row < 1040; ++row) of(1)[row] = 51.5;
        for (std::size_t row = 5; row < kRows; row += 20'000) of(2)[row] = -999;
        for (std::size_t row = 120'000; row < kRows; ++row) of(3)[row] += 200;
        for (std::size_t row = 150'000; row < kRows; ++row) of(4)[row] *= 1000;
        of(5)[99'999] = 1e9;
        for (std::size_t row = 40; row < 60; ++row) of(6)[row] = std::nan("");
        const std::vector<DataFinding> findings = examine(series);

        const DataFinding* spike = find(findings, "spike", "spike");
        QVERIFY(spike != nullptr && spike->rows == 2 && spike->places.size() == 2);
        QVERIFY(spike->places[0].begin == 777 && spike->places[1].begin == 123'456);
        const DataFinding* still = find(findings, "flat", "still");
        QVERIFY(still != nullptr && still->firstRow == 1000 && still->rows == 40);
        const DataFinding* code = find(findings, "sentinel", "code");
        QVERIFY(code != nullptr && code->rows == 10 && code->before == -999);
        const DataFinding* shift = find(findings, "level-shift", "shift");
        QVERIFY(shift != nullptr && std::abs(shift->firstRow - 120'000) < 2000);
        const DataFinding* unit = find(findings, "unit-jump", "unit");
        QVERIFY(unit != nullptr && std::abs(unit->firstRow - 150'000) < 2000);
        const DataFinding* far = find(findings, "outliers", "far");
        QVERIFY(far != nullptr && far->firstRow == 99'999 && far->rows == 1);
        const DataFinding* gaps = find(findings, "missing", "gaps");
        QVERIFY(gaps != nullptr && gaps->firstRow == 40 && gaps->rows == 20);
        // In the order of the columns, whichever thread was the first to be done
        std::vector<std::string> order;
        for (const DataFinding& one : findings)
            if (!one.column.empty() && (order.empty() || order.back() != one.column)) order.push_back(one.column);
        QVERIFY((order == std::vector<std::string>{"spike", "still", "code", "shift", "unit", "far", "gaps"}));
    }

    void driftIsFoundAsInShortOnes() {
        const Split split{{0, 150'000}, {150'000, 170'000}, {170'000, 200'000}};
        Series series;
        series.channels = {wave("same", 1), wave("moved", 2), wave("two values", 3), wave("switched", 4)};
        for (std::size_t row = 170'000; row < kRows; ++row) series.channels[1].values.edit()[row] += 25;
        for (std::size_t row = 0; row < kRows; ++row) {
            series.channels[2].values.edit()[row] = row % 3 == 0 ? 1 : 0;
            series.channels[3].values.edit()[row] = row < 170'000 && row % 5 != 0 ? 0 : 1;
        }
        const std::vector<DataFinding> found = driftFindings(series, split);
        QCOMPARE(found.size(), std::size_t{2});
        QVERIFY(found[0].column == "moved" && found[1].column == "switched");
        std::vector<double> train(series.channels[1].values.begin(), series.channels[1].values.begin() + 150'000);
        std::ranges::sort(train);
        QCOMPARE(found[0].before, train[static_cast<std::size_t>(0.5 * 149'999)]);
        QVERIFY(found[0].after > found[0].before + 20);
    }

    /// A line through every row is one; through all but one row it is said of how many it is none.
    void copiesAreThoseOfEveryRow() {
        Series series;
        series.channels = {wave("y", 7), wave("line", 7), wave("nearly", 7), wave("other", 8)};
        for (std::size_t row = 0; row < kRows; ++row)
            for (const std::size_t c : {1UL, 2UL})
                series.channels[c].values.edit()[row] = 3 - 2.5 * series.channels[0].values[row];
        series.channels[2].values.edit()[100'001] += 10;  // no row that is looked at first
        const std::vector<DataFinding> found = copyFindings(series, {"y"}, {});
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].column, std::string("line"));
        QCOMPARE(found[1].column, std::string("nearly"));
        QVERIFY(found[0].message.english().find("in all " + std::to_string(kRows) + " rows") != std::string::npos);
        QVERIFY(found[1].message.english().find("in all but 1 of") != std::string::npos);
    }

    void anArrayIsCutPieceByPiece() {
        const QuickFolder folder;
        const std::filesystem::path path = folder.path() / "long.npy";
        constexpr std::int64_t kColumns = 3, kLong = 70'001;
        std::vector<float> values;
        for (std::int64_t i = 0; i < kLong * kColumns; ++i) values.push_back(static_cast<float>(i) / 4);
        values[5] = std::nanf("");
        std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (70001, 3), }";
        header.resize(118 - 1, ' '), header += '\n';
        std::ofstream file(path, std::ios::binary);
        file << "\x93NUMPY\x01" << '\0' << static_cast<char>(header.size()) << '\0' << header;
        const auto write = [&](std::size_t count) {
            file.write(reinterpret_cast<const char*>(values.data()),
                       static_cast<std::streamsize>(count * sizeof(float)));
        };
        write(values.size());
        file.close();
        const auto read = readFile(path, {});
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message.c_str());
        const Series& series = *read->series;
        QCOMPARE(series.channels.size(), std::size_t{kColumns});
        QVERIFY(std::isnan(series.channels[2].values[1]));
        QCOMPARE(series.report.valuesMissing, std::int64_t{1});
        for (std::size_t r = 2; r < kLong; ++r)
            for (std::size_t c = 0; c < kColumns; ++c)
                QCOMPARE(series.channels[c].values[r], static_cast<double>(r * kColumns + c) / 4);

        std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
        const auto cut = readFile(path, {});
        QVERIFY(!cut.ok() && cut.error().message.find("cut off") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestLongColumns)
#include "tst_long_columns.moc"
