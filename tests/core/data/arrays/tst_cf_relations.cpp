// SPDX-License-Identifier: GPL-3.0-or-later
// Edges of cells are no values, and stations give their names to columns: classic netCDF and netCDF-4 as their own
// libraries write them. Holds core/data/arrays/cf_relations.cpp.
#include "data/arrays/cf_relations.h"

#include "data/arrays/netcdf_classic.h"
#include "data/readers.h"
#include "io/file_io.h"
#include "support/read_files.h"
#include "support/take.h"

#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;

class TestCfRelations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void edgesAndStations_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"related.nc", "related_strings.nc.gz", "related_letters.nc.gz"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void edgesAndStations() {
        QFETCH(QString, name);
        const Dataset data = take(readFile(file(name.toStdString()), {}));
        QCOMPARE(data.series->rows(), std::int64_t{60});
        QCOMPARE(data.series->time.values[59], kStart + 59 * kHour);
        QCOMPARE(data.series->channels.size(), std::size_t{6});
        const char* const stations[] = {"north", "south", "Größe"};
        for (std::size_t s = 0; s < 3; ++s) {
            QCOMPARE(valuesOf(data, std::string("q_") + stations[s])[59], 100.0 * static_cast<double>(s) + 59);
            QCOMPARE(valuesOf(data, std::string("level_") + stations[s])[59], 1000.0 * static_cast<double>(s) + 59);
        }
        QVERIFY(isSaid(data, "time_bnds' was left out: it holds the edges of the cells of"));
        QVERIFY(isSaid(data, "span' was left out: it holds the edges of the cells of"));
        QVERIFY(isSaid(data, "a row for each of 3 places"));
    }

    /// They can still be asked for by name.
    void askedEdges() {
        const Dataset data = take(readFile(file("related.nc"), partsWanted({"time_bnds", "time"})));
        QCOMPARE(data.series->channels.size(), std::size_t{2});
    }

    void doubtfulNames() {
        ArrayFile arrays;
        arrays.arrays = {{.path = "q", .shape = {60, 3}, .type = "float64", .usable = true}};
        const auto named = [&](std::map<std::string, std::vector<std::string>> lists) {
            ArrayFile copy = arrays;
            nameStations(lists, copy);
            return copy.arrays.front().names;
        };
        QCOMPARE(named({{"s", {"a", "b", "c"}}}), (std::vector<std::string>{"q_a", "q_b", "q_c"}));
        QVERIFY(named({}).empty());
        QVERIFY(named({{"s", {"a", "b"}}}).empty());
        QVERIFY(named({{"s", {"a", "b", "b"}}}).empty());
        QVERIFY(named({{"s", {"a", "b", ""}}}).empty());
        QVERIFY(named({{"s", {"a", "b", "c"}}, {"t", {"d", "e", "f"}}}).empty());  // which of them?
    }

    /// Letters beyond the end of a cut file are not read.
    void cutLetters() {
        const auto bytes = readFileBytes(file("related.nc"));
        QVERIFY(bytes);
        const auto variables = readNetcdfHeader(*bytes);
        QVERIFY(variables);
        const auto names =
            std::ranges::find_if(*variables, [](const auto& v) { return v.facts.path == "station_name"; });
        QVERIFY(names != variables->end());
        QCOMPARE(readNetcdfTexts(*bytes, *names).size(), std::size_t{3});
        for (std::size_t size = 0; size < names->begin + 24; ++size)
            QVERIFY(readNetcdfTexts(std::string_view(*bytes).substr(0, size), *names).empty());
        NetcdfVariable wrong = *names;
        wrong.facts.shape = {INT64_C(1) << 62, INT64_C(1) << 62};
        QVERIFY(readNetcdfTexts(*bytes, wrong).empty());
        wrong.facts.shape = {0, 8};
        QVERIFY(readNetcdfTexts(*bytes, wrong).empty());
    }
};

QTEST_GUILESS_MAIN(TestCfRelations)
#include "tst_cf_relations.moc"
