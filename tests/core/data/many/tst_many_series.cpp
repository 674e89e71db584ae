// SPDX-License-Identifier: GPL-3.0-or-later
// Many series for one network: long tables, columns and files are read as such, each is prepared by itself, no window
// runs from one into the next, and nothing of what is forecast is known before.
// Holds core/data/tables/side_by_side.cpp, core/data/many/many_series.cpp, core/data/many/prepare_many.cpp,
// core/data/csv/shapes/together.cpp and core/data/csv/shapes/table_cells.cpp.
#include "base/rng.h"
#include "baselines/many_baselines.h"
#include "baselines/scores.h"
#include "data/leak_audit.h"
#include "data/many/many_findings.h"
#include "data/many/many_series.h"
#include "data/many/prepare_many.h"
#include "data/prepared_windows.h"
#include "data/readers.h"
#include "data/shapes/shape_choice.h"
#include "support/take.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <fstream>
#include <sstream>

using namespace gatelab;
using testing::take;

namespace {

std::string dayText(int day) {
    char text[40];
    std::snprintf(text, sizeof text, "2024-%02d-%02d", 1 + day / 28, 1 + day % 28);
    return text;
}

double valueOf(int series, int day) { return 100 * (series + 1) + (series + 1) * std::sin(0.7 * day + series); }

/// `lengths`: rows of each series, by their number.
std::string longTable(const std::vector<int>& lengths, bool hasMore = true) {
    std::string text = hasMore ? "unique_id,ds,y,size,promo,kind\n" : "unique_id,ds,y\n";
    for (int s = 0; s < static_cast<int>(lengths.size()); ++s)
        for (int day = 0; day < lengths[static_cast<std::size_t>(s)]; ++day) {
            text += "shop " + std::to_string(s) + "," + dayText(day) + "," + std::to_string(valueOf(s, day));
            if (hasMore)
                text += "," + std::to_string(10 * s) + "," + (day % 5 == 0 ? "yes" : "no") + "," +
                        (s % 2 == 0 ? "town" : "village");
            text += "\n";
        }
    return text;
}

ExperimentConfig configOf() {
    ExperimentConfig config;
    config.csvShape = "together";
    config.lookback = 8;
    config.horizon = 2;
    config.split = "60%/20%/20%";
    config.recipe = {"standardise"};
    return config;
}

}  // namespace

class TestManySeries : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    std::filesystem::path written(const std::string& name, const std::string& text) const {
        const auto path = std::filesystem::path(folder_.path().toStdString()) / name;
        std::ofstream(path) << text;
        return path;
    }
    SeriesPtr read(const std::string& text, const std::string& name = "table.csv") const {
        return take(readFile(written(name, text), configOf())).series;
    }

private Q_SLOTS:
    void aLongTable() {
        const SeriesPtr series = read(longTable({30, 40, 35}));
        const auto members = membersOf(*series);
        QCOMPARE(members.size(), std::size_t{3});
        QCOMPARE(members[1].name, std::string("shop 1"));
        QCOMPARE(members[1].rows(), std::int64_t{40});
        QCOMPARE(describeMembers(*series).english(), std::string("3 series, 30 to 40 rows"));
        std::vector<std::string> names;
        for (const Channel& channel : series->channels) names.push_back(channel.name);
        QCOMPARE(names, (std::vector<std::string>{kSeriesNumber, "y", "promo", "kind=town", "kind=village", "size"}));
        QVERIFY(std::abs(series->channels[1].values[30 + 5] - valueOf(1, 5)) < 1e-5);
        QCOMPARE(series->channels[2].values[5], 1.0);
        QCOMPARE(series->channels[2].values[6], 0.0);
        QCOMPARE(series->channels[4].values[31], 1.0);
        QVERIFY(series->time.known());
        QCOMPARE(series->time.values[30], series->time.values[0]);
    }

    // What mends the rows of one is no step for those of all.
    void aChangeOfOneIsNoStepForAll() {
        std::string text = "unique_id,ds,y\n";
        for (int s = 0; s < 2; ++s)
            for (int day = 0; day < 300; ++day)
                text += "shop " + std::to_string(s) + "," + dayText(day) + "," +
                        std::to_string(day % 96 + (s == 0 && day >= 150 ? 600.5 : 0.5)) + "\n";
        const std::vector<DataFinding> findings = examineMany(*read(text));
        const auto shift = std::ranges::find(findings, "level-shift", &DataFinding::code);
        QVERIFY(shift != findings.end());
        QVERIFY(shift->firstRow == 150 && shift->recipe.empty());
    }

    // Rows that wait for their forecast: the shape that gives each series its length is chosen already.
    void aColumnThatEndsEarlyIsNoQuestionOfShape() {
        std::string text = "unique_id,ds,y,promo\n";
        for (int s = 0; s < 2; ++s)
            for (int day = 0; day < 60; ++day)
                text += "shop " + std::to_string(s) + "," + dayText(day) + "," +
                        (day < 46 ? std::to_string(valueOf(s, day)) : "") + "," + std::to_string(day % 5) + "\n";
        const std::vector<DataFinding> findings = examineMany(*read(text));
        const auto early = std::ranges::find(findings, "short", &DataFinding::code);
        QVERIFY(early != findings.end());
        QVERIFY(early->setting.empty() && early->message.english().find("together") == std::string::npos);
        QVERIFY(early->message.english().find("ends 14 rows before") != std::string::npos);
    }

    // They belong to no part, however the parts are cut.
    void rowsThatWaitBelongToNoPart() {
        std::string text = "unique_id,ds,y,promo\n";
        const std::vector<int> observed = {60, 40, 50, 45, 55};
        for (int s = 0; s < 5; ++s)
            for (int day = 0; day < observed[static_cast<std::size_t>(s)] + 14; ++day)
                text += "shop " + std::to_string(s) + "," + dayText(day) + "," +
                        (day < observed[static_cast<std::size_t>(s)] ? std::to_string(valueOf(s, day)) : "") + "," +
                        std::to_string(day % 5) + "\n";
        const SeriesPtr series = read(text);
        ExperimentConfig config = configOf();
        config.targets = {"y"};
        for (const char* split : {"60%/20%/20%", "60%/20%/20% dates", "40%/40%/20% series"}) {
            config.split = split;
            const auto prepared = take(prepareSeries(series, config));
            for (std::size_t s = 0; s < observed.size(); ++s) {
                const PreparedMember& member = membersOf(*prepared)[s];
                if (!member.prepared) continue;
                const Split& parts = member.prepared->split;
                QVERIFY2(std::max({parts.train.end, parts.validation.end, parts.test.end}) <= observed[s], split);
            }
        }
        config.split = "60%/20%/20%";
        QCOMPARE(membersOf(*take(prepareSeries(series, config)))[0].prepared->split,
                 (Split{{0, 36}, {36, 48}, {48, 60}}));
        // Nobody has chosen a target: the last column, which has all its rows
        config.targets.clear();
        QCOMPARE(membersOf(*take(prepareSeries(series, config)))[0].prepared->split.test.end, std::int64_t{74});
    }

    // Rows in turn and in any order are brought into that of each series.
    void rowsInTurn() {
        std::string text = "ds,who,y\n";
        for (int day = 29; day >= 0; --day)
            for (int s = 0; s < 2; ++s)
                text += dayText(day) + ",s" + std::to_string(s) + "," + std::to_string(valueOf(s, day)) + "\n";
        const SeriesPtr series = read(text);
        QCOMPARE(membersOf(*series).size(), std::size_t{2});
        const Channel& y = series->channels[*series->find("y")];
        QVERIFY(std::abs(y.values[3] - valueOf(0, 3)) < 1e-5);
        QVERIFY(std::abs(y.values[33] - valueOf(1, 3)) < 1e-5);
        // Newest first: of two rows of one time the later one stands first as well
        Series twice;
        twice.channels = {{kSeriesNumber, "", {0, 0, 0, 0}}, {"y", "", {4, 3, 2, 1}}};
        twice.time = {"ds", {30, 20, 20, 10}, 10};
        nameMembers(twice, {"a"});
        QCOMPARE(twice.channels[1].values, (std::vector<double>{1, 2, 3, 4}));
    }

    // Columns of unequal length, and series of a .tsf file, have their own rows.
    void columnsAndTsf() {
        std::string wide = "date,a,b\n",
                    tsf = "@frequency daily\n@attribute series_name string\n@data\nT1:1,2,3,4\nT2:5,6,7\n";
        for (int day = 0; day < 20; ++day)
            wide += dayText(day) + "," + std::to_string(day) + "," + (day < 5 ? "" : std::to_string(2 * day)) + "\n";
        const SeriesPtr columns = read(wide);
        const auto members = membersOf(*columns);
        QCOMPARE(members.size(), std::size_t{2});
        QCOMPARE(members[0].rows(), std::int64_t{20});
        QCOMPARE(members[1].rows(), std::int64_t{15});
        QCOMPARE(columns->channels[1].values[20], 10.0);
        QCOMPARE(columns->time.values[20], columns->time.values[5]);
        const SeriesPtr many = read(tsf, "made.tsf");
        QCOMPARE(describeMembers(*many).english(), std::string("2 series, 3 to 4 rows"));
        QCOMPARE(many->channels[1].values[6], 7.0);
    }

    // A long table is recognised: few stand side by side, more are many series.
    void theShapeIsChosen() {
        ExperimentConfig config;
        config.dataPath = written("few.csv", longTable({30, 30, 30}, false));
        take(loadAsItLooks(config));
        QCOMPARE(config.csvShape, std::string("long"));
        config = {};
        config.dataPath = written("many.csv", longTable({30, 40, 36, 30, 30, 31, 30, 30, 30}, false));
        const Dataset data = take(loadAsItLooks(config));
        QCOMPARE(config.csvShape, std::string("together"));
        QCOMPARE(membersOf(*data.series).size(), std::size_t{9});
        QVERIFY(!data.series->report.warnings.empty());
        config = {};
        config.dataPath = written("one.csv", "date,y\n2024-01-01,1\n2024-01-02,3\n2024-01-03,2\n");
        QVERIFY(!isMany(*take(loadAsItLooks(config)).series));
        QCOMPARE(config.csvShape, std::string("rows"));
    }

    // Bookings stay rows: newest first, several on a day, a purpose of few words, a balance that the sum row lacks.
    void bookingsAreNoLongTable() {
        for (const bool isSparse : {false, true}) {
            Rng rng(11, RandomPurpose::Test);
            std::string text =
                "Kontoauszug;DE12 3456\nZeitraum;01.01.2024\n\nBuchungstag;Wertstellung;Zweck;Betrag;Saldo\n";
            const char* const purposes[] = {"Miete", "Laden", "Gehalt", "Tanken"};
            int bookings = 0;
            for (int day = 335; day >= 0; --day)
                for (int i = static_cast<int>(rng.below(isSparse ? 2 : 4)); i > 0; --i, ++bookings) {
                    char date[40];
                    std::snprintf(date, sizeof date, "%02d.%02d.2024", 1 + day % 28, 1 + day / 28);
                    // On one day no purpose comes twice where they are few.
                    const std::uint64_t purpose =
                        isSparse ? static_cast<std::uint64_t>(i) + 2 * rng.below(2) - 1 : rng.below(4);
                    text += std::string(date) + ";" + date + ";\"" + purposes[purpose] + "\";" +
                            std::to_string(rng.below(90)) + "," + std::to_string(10 + rng.below(89)) + ";1." +
                            std::to_string(100 + bookings % 900) + "," + std::to_string(10 + bookings % 80) + "\n";
                }
            text += ";;Summe;7,00;\n";
            ExperimentConfig config;
            config.dataPath = written("bank.csv", text);
            const Dataset data = take(loadAsItLooks(config));
            QCOMPARE(config.csvShape, std::string("rows"));
            QCOMPARE(data.series->rows(), std::int64_t{bookings});
            // Asked for, a balance is not what tells series apart.
            config.csvShape = "long";
            const auto asked = readFile(config.dataPath, config);
            QVERIFY(!asked.ok() || asked->series->channels.size() < 20);
        }
    }

    // One store has a single row, the rows are in any order: still many series.
    void odditiesOfALongTable() {
        std::vector<int> lengths(12, 60);
        lengths[3] = 5, lengths[4] = 1;
        std::string table = longTable(lengths);
        for (int day = 55; day < 100; ++day)  // of late
            table += "shop late," + dayText(day) + "," + std::to_string(valueOf(2, day)) + ",7,no,town\n";
        ExperimentConfig config;
        config.dataPath = written("stores.csv", table);
        QCOMPARE(membersOf(*take(loadAsItLooks(config)).series).size(), std::size_t{13});
        QCOMPARE(config.csvShape, std::string("together"));
        std::vector<std::string> rows;
        std::istringstream all(longTable(std::vector<int>(12, 60)));
        std::string header, row;
        std::getline(all, header);
        while (std::getline(all, row)) rows.push_back(row);
        Rng rng(5, RandomPurpose::Test);
        for (std::size_t i = rows.size(); i > 1; --i) std::swap(rows[i - 1], rows[rng.below(i)]);
        std::string shuffled = header + "\n";
        for (const std::string& one : rows) shuffled += one + "\n";
        config = {};
        config.dataPath = written("shuffled.csv", shuffled);
        QCOMPARE(membersOf(*take(loadAsItLooks(config)).series).size(), std::size_t{12});
        QCOMPARE(config.csvShape, std::string("together"));
    }

    // So many series of a .tsf file as no table holds are read as many by themselves; chosen ones, and few, are
    // columns.
    void manyOfTsf() {
        for (const int count : {3, 12}) {
            std::string text = "@frequency daily\n@attribute series_name string\n@data\n";
            for (int i = 0; i < count; ++i) {
                text += "T" + std::to_string(i) + ":";
                for (int row = 0; row < 20 + i; ++row) text += (row > 0 ? "," : "") + std::to_string(valueOf(i, row));
                text += "\n";
            }
            ExperimentConfig config;
            config.dataPath = written("some.tsf", text);
            const Dataset data = take(loadAsItLooks(config));
            QCOMPARE(config.csvShape, std::string(count > 8 ? "together" : "rows"));
            QCOMPARE(isMany(*data.series), count > 8);
            if (count < 9) continue;
            QVERIFY(data.series->report.warnings.front().message.english().find("12 series, 20 to 31 rows") !=
                    std::string::npos);
            config.csvShape = "rows";
            config.hdf5Datasets = {"T0", "T1"};
            QVERIFY(!isMany(*take(loadAsItLooks(config)).series));
        }
    }

    void eachOnItsOwnScale() {
        const SeriesPtr series = read(longTable({50, 60, 70}));
        ExperimentConfig config = configOf();
        config.targets = {"y"};
        const auto made = take(prepareWindows(series, config));
        const PreparedSeries& prepared = *made.prepared;
        QCOMPARE(membersOf(prepared).size(), std::size_t{3});
        for (const PreparedMember& member : membersOf(prepared)) {
            const std::int64_t train = member.prepared->split.train.end;
            double mean = 0, squares = 0;
            for (std::int64_t row = 0; row < train; ++row) {
                const double value = prepared.table.columns[prepared.targets[0]]
                                         .values[static_cast<std::size_t>(member.rows.begin + row)];
                mean += value / static_cast<double>(train), squares += value * value / static_cast<double>(train);
            }
            QVERIFY2(std::abs(mean) < 1e-9 && std::abs(squares - 1) < 1e-9, member.name.c_str());
        }
        // What is constant in each series gets one scale over all, yes and no none.
        const auto column = [&](const char* name) {
            return std::ranges::find(prepared.table.columns, std::string(name), &Table::Column::name)->values;
        };
        QVERIFY(column("size")[0] < -1.2 && std::abs(column("size")[50]) < 1e-9 && column("size")[110] > 1.2);
        QCOMPARE(column("promo")[5], 1.0);
        QVERIFY(std::ranges::none_of(prepared.table.columns,
                                     [](const Table::Column& one) { return one.name == kSeriesNumber; }));
        // Back to the original scale by the series of the row
        std::vector<double> values{0.0};
        prepared.invert(0, 55, values);
        const auto& second = *membersOf(prepared)[1].prepared;
        std::vector<double> own{0.0};
        second.invert(0, 5, own);
        QCOMPARE(values[0], own[0]);
        QVERIFY(values[0] > 150);
    }

    void noWindowCrossesABorder() {
        const SeriesPtr series = read(longTable({50, 12, 70}));
        ExperimentConfig config = configOf();
        config.targets = {"y"};
        for (const char* split : {"60%/20%/20%", "60%/20%/20% dates", "40%/30%/30% series"}) {
            config.split = split;
            const auto made = take(prepareWindows(series, config));
            const LeakAudit audit = auditLeaks(*made.prepared, made.windows);
            QVERIFY2(audit.clean, split);
            QVERIFY(audit.windows > 0);
            for (const WindowSet* set : {&made.windows.train, &made.windows.validation, &made.windows.test})
                for (const std::int64_t start : set->starts) {
                    const auto of = [&](std::int64_t row) { return manyOf(*made.prepared)->at(row); };
                    QCOMPARE(of(start), of(start + set->lookback + set->horizon - 1));
                }
        }
    }

    void aShortOneIsNamed() {
        const SeriesPtr series = read(longTable({50, 12, 70}));
        ExperimentConfig config = configOf();
        config.targets = {"y"};
        const auto made = take(prepareWindows(series, config));
        QVERIFY(!membersOf(*made.prepared)[1].prepared);
        const auto notes = notesOfMany(*made.prepared, made.windows);
        QCOMPARE(notes.size(), std::size_t{2});
        QVERIFY2(notes[1].english().find("shop 1") != std::string::npos, notes[1].english().c_str());
        config.lookback = 60;
        const auto none = prepareWindows(series, config);
        QVERIFY(!none.ok());
    }

    // A series that is held out is scaled by its past, and scored behind it.
    void wholeSeriesHeldOut() {
        std::vector<int> lengths(10, 40);
        const SeriesPtr series = read(longTable(lengths));
        ExperimentConfig config = configOf();
        config.targets = {"y"};
        config.split = "60%/20%/20% series";
        const auto made = take(prepareWindows(series, config));
        std::size_t train = 0, validation = 0, test = 0;
        for (const PreparedMember& member : membersOf(*made.prepared)) {
            const Split& split = member.prepared->split;
            train += member.trains ? 1 : 0;
            validation += split.validation.size() > 0 ? 1 : 0, test += split.test.size() > 0 ? 1 : 0;
            if (!member.trains) QCOMPARE(split.train, (RowRange{0, 20}));
        }
        QCOMPARE(train, std::size_t{6});
        QCOMPARE(validation, std::size_t{2});
        QCOMPARE(test, std::size_t{2});
    }

    // Other values behind the borders of one series change nothing before them, in it or in another.
    void nothingLeaks() {
        const SeriesPtr series = read(longTable({50, 60}));
        ExperimentConfig config = configOf();
        config.targets = {"y"};
        for (const char* recipe : {"standardise", "minmax", "known(columns=promo)"}) {
            config.recipe = {"standardise", recipe};
            const PerturbedAudit audit = take(auditByPerturbing(series, config));
            QVERIFY(audit.preparations > 0);
            QVERIFY2(audit.leaks.empty(), audit.leaks.empty() ? "" : audit.leaks.front().what.english().c_str());
        }
    }

    // The network reads at the origin what is known of the whole horizon.
    void whatIsKnownAhead() {
        const SeriesPtr series = read(longTable({50, 60}));
        ExperimentConfig config = configOf();
        config.targets = {"y"};
        config.recipe = {"standardise", "known(columns=promo)"};
        const auto prepared = take(prepareSeries(series, config));
        const auto column = std::ranges::find(prepared->table.columns, std::string("promo +2"), &Table::Column::name);
        const auto promo = std::ranges::find(prepared->table.columns, std::string("promo"), &Table::Column::name);
        QVERIFY(column != prepared->table.columns.end() && promo != prepared->table.columns.end());
        for (std::size_t row = 0; row < 48; ++row) QCOMPARE(column->values[row], promo->values[row + 2]);
        QVERIFY(std::isnan(column->values[49]));
        QVERIFY(!std::isnan(column->values[50]));
        config.recipe = {"known(columns=y)"};
        QVERIFY(!prepareSeries(series, config).ok());
    }

    // Over all series: means of each one's MASE, and all values for the others; baselines are each one's own.
    void scoresOverSeries() {
        const SeriesPtr series = read(longTable({50, 60, 80}));
        ExperimentConfig config = configOf();
        config.targets = {"y"};
        const auto made = take(prepareWindows(series, config));
        const auto all = take(runBaselines(*made.prepared, made.windows.test));
        const auto members = windowsByMember(*made.prepared, made.windows.test);
        QCOMPARE(members.size(), std::size_t{3});
        for (const BaselineForecast& baseline : all) {
            double mase = 0, absolutes = 0, values = 0;
            for (const MemberWindows& one : members) {
                const auto own = take(runBaselines(*one.member->prepared, one.windows));
                const auto same = std::ranges::find(own, baseline.key, &BaselineForecast::key);
                QVERIFY(same != own.end());
                mase += same->original.mase / static_cast<double>(members.size());
                absolutes += same->original.mae * static_cast<double>(same->original.values);
                values += static_cast<double>(same->original.values);
                for (std::size_t i = 0; i < 2; ++i) QCOMPARE(baseline.values[one.places[0] * 2 + i], same->values[i]);
            }
            QVERIFY(std::abs(baseline.original.mase - mase) < 1e-9 * mase);
            QVERIFY(std::abs(baseline.original.mae - absolutes / values) < 1e-9 * baseline.original.mae);
        }
    }

    void aCarriedStateIsRefused() {
        ExperimentConfig config = configOf();
        config.targets = {"y"};
        config.carryState = true;
        const auto made = prepareWindows(read(longTable({50, 60})), config);
        QVERIFY(!made.ok());
        QVERIFY(made.error().message.find("carried state") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestManySeries)
#include "tst_many_series.moc"
