// SPDX-License-Identifier: GPL-3.0-or-later
// Several sheets, tables of a database and files of an archive that are one table or several series, as pandas,
// openpyxl and zipfile write them (tests/core/data/files/make_files.py).
// Holds core/data/tables/parts_together.cpp and core/data/packed/members_together.cpp.
#include "data/folders/recordings.h"
#include "data/folders/sound_bands.h"
#include "data/many/many_series.h"
#include "data/readers.h"
#include "data/shapes/shape_choice.h"
#include "io/archive_library.h"
#include "io/arrow_file.h"
#include "io/file_io.h"
#include "support/quick_folder.h"
#include "support/read_files.h"
#include "support/take.h"

#include <QtTest>
#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

class TestPartsTogether : public QObject {
    Q_OBJECT
    QuickFolder folder_;

    static std::size_t taken(const std::string& name, const ExperimentConfig& options = {}) {
        const auto parts = take(listParts(file(name), options));
        return static_cast<std::size_t>(std::ranges::count_if(parts, &FilePart::taken));
    }

private Q_SLOTS:
    void initTestCase() {
        if (!ArchiveLibrary::instance()) QSKIP("libarchive is not on this machine");
    }

    /// A sheet for each year, behind a cover
    void sheetsOfYears() {
        const Dataset data = take(readFile(file("years.xlsx"), {}));
        QCOMPARE(data.series->rows(), std::int64_t{40});
        const auto flow = valuesOf(data, "flow");
        QVERIFY(flow[0] == 0 && flow[19] == 9.5 && flow[20] == 100 && flow[39] == 109.5);
        QVERIFY(std::ranges::is_sorted(data.series->time.values));
        QVERIFY(isSaid(data, "2 sheets or tables were read one below the other") &&
                isSaid(data, "'Info' was left out"));
        QCOMPARE(data.series->name, std::string("years.xlsx"));
        QCOMPARE(data.series->sha256.size(), std::size_t{64});
        QCOMPARE(taken("years.xlsx"), std::size_t{2});
        // One of them is one name away
        QVERIFY(isSaid(data, "name it as the part of the file: '2022', '2021'"));
        const Dataset one = take(readFile(file("years.xlsx"), partsWanted({"2021"})));
        QVERIFY(one.series->rows() == 20 && valuesOf(one, "flow")[19] == 9.5);
        QCOMPARE(taken("years.xlsx", partsWanted({"2021"})), std::size_t{1});
        const auto none = readFile(file("years.xlsx"), partsWanted({"2021", "Info"}));
        QVERIFY(!none);
    }

    /// A sheet, or a table, for each place
    void placesAsSeries_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("north");
        QTest::newRow("sheets") << "gauges.xlsx"
                                << "North";
        QTest::newRow("tables") << "gauges.db"
                                << "north";
    }
    void placesAsSeries() {
        QFETCH(QString, name);
        QFETCH(QString, north);
        const auto path = file(name.toStdString());
        const Dataset data = take(readFile(path, {}));
        QCOMPARE(data.series->rows(), std::int64_t{25});
        const auto flow = valuesOf(data, north.toStdString() + ": flow");
        QVERIFY(flow.size() == 25 && flow[19] == 109.5 && std::isnan(flow[20]));
        QVERIFY(isSaid(data, "read side by side"));
        QCOMPARE(taken(name.toStdString()), std::size_t{2});
        ExperimentConfig options;
        options.csvShape = "together";
        const Dataset many = take(readFile(path, options));
        const auto members = membersOf(*many.series);
        QVERIFY(members.size() == 2 && members[0].rows() == 20 && members[1].rows() == 25);
        QVERIFY(members[0].name == north.toStdString() && many.series->channels.size() == 3);
        int calls = 0, most = 0;
        QVERIFY(readFile(path, {}, [&](double) { return ++most > 0; }));
        for (int stop = 1; stop <= most; stop += std::max(1, most / 20)) {
            calls = 0;
            const auto stopped = readFile(path, {}, [&](double) { return ++calls < stop; });
            QVERIFY2(!stopped && stopped.error().code == ErrorCode::Cancelled, qPrintable(QString::number(stop)));
        }
    }

    void monthsInAnArchive() {
        const Dataset data = take(readFile(file("months.zip"), {}));
        QCOMPARE(data.series->rows(), std::int64_t{59});
        QCOMPARE(valuesOf(data, "flow")[58], 31 + 27 / 2.0);
        QCOMPARE(taken("months.zip"), std::size_t{2});
        QVERIFY(data.series->source == file("months.zip").string() && data.series->name == "months.zip");
        const Dataset one = take(readFile(file("months.zip"), partsWanted({"flow/2022-02.csv"})));
        QCOMPARE(one.series->rows(), std::int64_t{28});
        const Dataset both = take(readFile(file("months.zip"), partsWanted({"flow/2022-02.csv", "flow/2022-01.csv"})));
        QCOMPARE(both.series->rows(), std::int64_t{59});
        QVERIFY(isSaid(data, "name it as the part of the file: 'flow/2022-01.csv', 'flow/2022-02.csv'"));
        // What is no table of the same layout is told.
        QVERIFY(isSaid(take(readFile(file("hours.zip"), {})), "were not read together: column"));
        const Dataset outside = take(readFile(file("outside.zip"), {}));
        QVERIFY(isSaid(outside, "'../b.csv' in it leads out of the archive") && outside.series->rows() == 28);
        QVERIFY(!readFile(file("outside.zip"), partsWanted({"a.csv", "../b.csv"})));
    }

    /// Every byte that could be missing at the end, and every tenth one turned: an Error, or what is there, never more.
    void damagedArchives() {
        const std::string bytes = take(readFileBytes(file("months.zip")));
        for (std::size_t size = 0; size < bytes.size(); size += 7) {
            const auto cut = folder_.path() / "cut.zip";
            QVERIFY(removePath(cut));
            QVERIFY(writeNewFile(cut, bytes.substr(0, size)));
            static_cast<void>(readFile(cut, {}));
            std::string turned = bytes;
            turned[size] = static_cast<char>(~turned[size]);
            QVERIFY(removePath(cut));
            QVERIFY(writeNewFile(cut, turned));
            const auto data = readFile(cut, {});
            QVERIFY(!data || !data->series || data->series->rows() <= 70);
        }
    }

    void recordingsInAnArchive() {
        const Dataset data = take(readFile(file("words.tar.gz"), {}));
        QVERIFY(data.sequences);
        QCOMPARE(data.sequences->items.size(), std::size_t{6});
        QCOMPARE(data.sequences->classNames, (std::vector<std::string>{"no", "yes"}));
        QCOMPARE(data.sequences->channelNames.size(), SoundBands::kBands);
        QCOMPARE(data.sequences->source, file("words.tar.gz").string());
        for (const ReadWarning& warning : data.sequences->report.warnings)
            QVERIFY2(warning.message.english().find("gatelab-packed") == std::string::npos,
                     warning.message.english().c_str());
        const Dataset samples = take(readFile(file("words.tar.gz"), partsWanted({kSoundSamples})));
        QCOMPARE(samples.sequences->items[0].steps, std::int64_t{2101});
    }

    void partitionsInAnArchive() {
        if (const auto found = findArrow(); !found) QSKIP(found.error().message.c_str());
        const Dataset data = take(readFile(file("hive.zip"), {}));
        QCOMPARE(data.series->rows(), std::int64_t{14});
        QVERIFY(isSaid(data, "4 files were read as 2 series by the folders' key 'place'"));
        QVERIFY(valuesOf(data, "south: flow")[13] == 56.5 && valuesOf(data, "north: month").empty());
        QVERIFY(isSaid(data, "key 'month' only repeats a part of the times"));
    }
};

QTEST_GUILESS_MAIN(TestPartsTogether)
#include "tst_parts_together.moc"
