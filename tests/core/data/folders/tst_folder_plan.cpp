// SPDX-License-Identifier: GPL-3.0-or-later
// What a folder is by its folders and names: classes of recordings, keys of Hive, months, plain tables; what is left
// out; keys as columns, as names of series, in the order of time.
// Holds core/data/folders/folder_plan.cpp, core/data/folders/file_list.cpp and core/data/folders/partitions.cpp.
#include "app/kept_data.h"
#include "data/folders/folder_plan.h"
#include "data/many/many_series.h"
#include "data/readers.h"
#include "data/recipe/categories.h"
#include "data/shapes/shape_choice.h"
#include "io/file_io.h"
#include "support/quick_folder.h"
#include "support/read_files.h"
#include "support/take.h"

#include <QtTest>
#include <cmath>
#include <numeric>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

namespace fs = std::filesystem;

/// Rows of a day each from the day on, "load" from `from`.
std::string days(const char* month, int first, int count, double from, const char* more = "") {
    std::string text = "time,load" + std::string(*more != 0 ? ",place" : "") + "\n";
    for (int i = 0; i < count; ++i) {
        const int day = first + i;
        text += std::string(month) + (day < 10 ? "-0" : "-") + std::to_string(day) + "," + std::to_string(from + i) +
                (*more != 0 ? "," + std::string(more) : "") + "\n";
    }
    return text;
}

bool isLeft(const FileList& list, LeftFile why, const std::string& name) {
    return std::ranges::find(list.left, std::pair(why, name)) != list.left.end();
}

}  // namespace

class TestFolderPlan : public QObject {
    Q_OBJECT
    QuickFolder folder_;

    void put(const fs::path& path, const std::string& text = "1\n2\n3\n") const {
        QVERIFY(makeFolders((folder_.path() / path).parent_path()));
        QVERIFY(removePath(folder_.path() / path));
        QVERIFY(writeNewFile(folder_.path() / path, text));
    }
    [[nodiscard]] FileList plan(const fs::path& path) const { return take(planFolder(folder_.path() / path)); }
    [[nodiscard]] Dataset read(const fs::path& path, ExperimentConfig options = {}) const {
        options.dataPath = take(dataPathOf((folder_.path() / path).string(), folder_.path() / "workspace"));
        return take(loadDataset(options));
    }
    [[nodiscard]] std::string whyNot(const fs::path& path) const {
        const auto data =
            readFile(take(dataPathOf((folder_.path() / path).string(), folder_.path() / "workspace")), {});
        return data ? std::string() : data.error().message;
    }

private Q_SLOTS:
    void numbersInNames() {
        std::vector<std::string> names = {"part-10", "part-2", "b", "a10c", "a9c", "part-02", "part-1", ""};
        std::ranges::sort(names, comesBefore);
        QCOMPARE(names, (std::vector<std::string>{"", "a9c", "a10c", "b", "part-1", "part-02", "part-2", "part-10"}));
        using Keys = std::vector<std::pair<std::string, std::string>>;
        QCOMPARE(folderKeys("year=2024/month=01/p.csv"), (Keys{{"year", "2024"}, {"month", "01"}}));
        QCOMPARE(folderKeys("place=New%20York%2F1/x/p.csv"), (Keys{{"place", "New York/1"}}));
        QCOMPARE(folderKeys("place=100%/p.csv"), (Keys{{"place", "100%"}}));
        QCOMPARE(folderKeys("a/b/p.csv"), (Keys{{"folder", "a/b"}}));
        QCOMPARE(folderKeys("p.csv"), Keys());
        QVERIFY(isDateName("2024") && isDateName("2024-03") && isDateName("20240301"));
        QVERIFY(!isDateName("42") && !isDateName("2024a") && !isDateName("0001") && !isDateName(""));
    }

    /// As Speech Commands has them
    void classesWithLists() {
        for (const char* name :
             {"yes/001.wav", "yes/002.wav", "no/001.wav", "no/003.wav", "_background_noise_/hum.wav"})
            put(fs::path("speech") / name, "RIFF");
        put("speech/testing_list.txt", "yes/002.wav\nno/003.wav\n");
        put("speech/validation_list.txt", "no/001.wav\n");
        put("speech/README.md");
        put("speech/LICENSE");
        put("speech/.hidden/x.wav");
        put("speech/yes/.DS_Store");
        put("speech/yes/notes.txt");
        put("speech/no/empty.wav", "");
        const FileList list = plan("speech");
        QVERIFY(list.kind == ListKind::Recordings);
        QCOMPARE(list.files.size(), std::size_t{4});
        const auto partOf = [&](const std::string& name) {
            const auto found =
                std::ranges::find(list.files, name, [&](const ListedFile& f) { return listedName(list, f); });
            return found == list.files.end() ? ListedPart::None : found->part;
        };
        QVERIFY(partOf("yes/001.wav") == ListedPart::Train && partOf("yes/002.wav") == ListedPart::Test);
        QVERIFY(partOf("no/001.wav") == ListedPart::Validation && partOf("no/003.wav") == ListedPart::Test);
        QCOMPARE(list.files.front().label, std::string("yes"));
        QVERIFY(isLeft(list, LeftFile::Aside, "_background_noise_") && isLeft(list, LeftFile::Empty, "no/empty.wav"));
        QVERIFY(isLeft(list, LeftFile::Beside, "yes/notes.txt") && isLeft(list, LeftFile::Unknown, "README.md"));
        QCOMPARE(list.leftCount, std::int64_t{5});
        // Back from its text
        FileList kept = list;
        for (ListedFile& file : kept.files) file.sha256 = std::string(64, 'a');
        const FileList again = take(readFileList(fileListText(kept)));
        QVERIFY(again.kind == kept.kind && again.root == kept.root && again.left == kept.left &&
                again.leftCount == kept.leftCount && again.files.size() == kept.files.size());
        for (std::size_t i = 0; i < again.files.size(); ++i) {
            QVERIFY(again.files[i].path == kept.files[i].path && again.files[i].sha256 == kept.files[i].sha256);
            QVERIFY(again.files[i].label == kept.files[i].label && again.files[i].part == kept.files[i].part);
        }
        QVERIFY(!readFileList("# gatelab recordings\n# part nosuch\n" + std::string(64, 'a') + "  /x\n"));
    }

    void partsAsFolders() {
        for (const char* part : {"train", "val", "Testing"})
            for (const char* file : {"a/1.csv", "a/2.csv", "b/1.csv", "b/2.csv"}) put(fs::path("parts") / part / file);
        const FileList list = plan("parts");
        QVERIFY(list.kind == ListKind::Recordings);
        QCOMPARE(list.files.size(), std::size_t{12});
        QVERIFY(list.files[0].part == ListedPart::Train && list.files[0].label == "a");
        QVERIFY(list.files[4].part == ListedPart::Validation && list.files[11].part == ListedPart::Test);
        for (const char* part : {"Set_TRAIN", "Set_TEST"})
            for (const char* file : {"a/1.csv", "a/2.csv", "b/1.csv", "b/2.csv"}) put(fs::path("ucr") / part / file);
        QVERIFY(plan("ucr").files.back().part == ListedPart::Test && plan("ucr").files.back().label == "b");
    }

    void whatIsNoClass() {
        for (const char* file : {"2023/jan.csv", "2023/feb.csv", "2024/jan.csv", "2024/feb.csv"})
            put(fs::path("years") / file);
        QVERIFY(plan("years").kind == ListKind::Partitions);
        for (const char* file : {"north/2024-01.csv", "north/2024-02.csv", "south/2024-01.csv", "south/2024-02.csv"})
            put(fs::path("places") / file);
        QVERIFY(plan("places").kind == ListKind::Partitions);
        for (const char* file : {"a/x.csv", "b/y.csv"}) put(fs::path("two") / file);
        QVERIFY(plan("two").kind == ListKind::Partitions);
        put("plain/x.csv"), put("plain/y.csv"), put("plain/old/z.csv");
        QVERIFY(plan("plain").kind == ListKind::Together && isLeft(plan("plain"), LeftFile::Beside, "old/z.csv"));
        put("inner/data/x.csv"), put("inner/data/y.csv");
        QVERIFY(plan("inner").kind == ListKind::Together && plan("inner").files.size() == 2);
        QVERIFY(!planFolder(folder_.path() / "nosuch"));
        QVERIFY(makeFolders(folder_.path() / "bare"));
        const auto none = planFolder(folder_.path() / "bare");
        QVERIFY(!none && none.error().code == ErrorCode::NotFound);
        QVERIFY(holdsReadable(folder_.path() / "inner") && !holdsReadable(folder_.path() / "bare"));
    }

    void linksAndCancel() {
        put("outside/secret.csv");
        put("linked/a.csv"), put("linked/b.csv");
        std::error_code failed;
        fs::create_symlink(folder_.path() / "outside/secret.csv", folder_.path() / "linked/out.csv", failed);
        fs::create_directory_symlink(folder_.path() / "outside", folder_.path() / "linked/more", failed);
        fs::create_symlink("a.csv", folder_.path() / "linked/within.csv", failed);
        QVERIFY(!failed);
        const FileList list = plan("linked");
        QCOMPARE(list.files.size(), std::size_t{3});
        QVERIFY(isLeft(list, LeftFile::Link, "out.csv") && isLeft(list, LeftFile::Link, "more"));
        const Dataset data = read("linked");
        QVERIFY(isSaid(data, "links that lead out of the folder"));
        for (int i = 0; i < 300; ++i) put("crowd/" + std::to_string(i) + ".csv");
        int calls = 0;
        const auto stopped = planFolder(folder_.path() / "crowd", [&](double) { return ++calls < 1; });
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
        const auto kept = dataPathOf((folder_.path() / "crowd").string(), folder_.path() / "workspace",
                                     [&](double share) { return share < 0.5; });
        QVERIFY(!kept && kept.error().code == ErrorCode::Cancelled);
    }

    /// Months in Hive folders: one series, in the order of time, with its keys as columns
    void monthsOfHive() {
        for (const int month : {1, 2, 10}) {
            const std::string name = (month < 10 ? "0" : "") + std::to_string(month);
            put("hive/year=2023/month=" + std::to_string(month) + "/part-0.csv",
                days(("2023-" + name).c_str(), 1, 14, month * 100));
            put("hive/year=2023/month=" + std::to_string(month) + "/part-1.csv",
                days(("2023-" + name).c_str(), 15, 14, month * 100 + 14));
        }
        put("hive/_SUCCESS", "");
        const Dataset data = read("hive");
        QCOMPARE(data.series->rows(), std::int64_t{84});
        QVERIFY(std::ranges::is_sorted(data.series->time.values));
        const auto load = valuesOf(data, "load");
        QVERIFY(load[0] == 100 && load[27] == 127 && load[28] == 200 && load[56] == 1000 && load[83] == 1027);
        QVERIFY(valuesOf(data, "year").empty() && isSaid(data, "key 'year' is 2023 everywhere"));
        QVERIFY(isSaid(data, "6 files were read one below the other, as each begins"));
        QVERIFY(valuesOf(data, "month").empty() && isSaid(data, "key 'month' only repeats a part of the times"));
        QCOMPARE(data.series->report.account.rowsRead, std::int64_t{84});
        // A run that has it among its inputs is read with its own settings.
        ExperimentConfig options;
        options.inputs = {"load", "month"};
        const Dataset asked = read("hive", options);
        const auto month = valuesOf(asked, "month");
        QVERIFY(month.size() == 84 && month[0] == 1 && month[83] == 10);
        QVERIFY(data.series->report.takenAnew.size() == 1 && asked.series->report.takenAnew.empty());
    }

    /// A month that is none of the rows says something of its own.
    void otherMonthsOfHive() {
        for (const int month : {1, 2, 3})
            put("forecasts/month=" + std::to_string(month) + "/p.csv",
                days(("2023-0" + std::to_string(month + 1)).c_str(), 1, 20, month));
        const Dataset data = read("forecasts");
        const auto month = valuesOf(data, "month");
        QVERIFY(month.size() == 60 && month[0] == 1 && month[59] == 3);
        QVERIFY(isSaid(data, "no file has 'month': the values of these columns are what the names of its folders say"));
    }

    /// Parts of one folder whose rows interleave, as Spark writes them
    void interleavedParts() {
        put("spark/day=1/part-0.csv", "time,load\n2023-01-01 00:00,0\n2023-01-01 02:00,2\n2023-01-01 04:00,4\n");
        put("spark/day=1/part-1.csv", "time,load\n2023-01-01 01:00,1\n2023-01-01 03:00,3\n2023-01-01 05:00,5\n");
        put("spark/day=2/part-0.csv", "time,load\n2023-01-02 00:00,6\n2023-01-02 01:00,7\n2023-01-02 02:00,8\n");
        const Dataset data = read("spark");
        std::vector<double> rising(9);
        std::iota(rising.begin(), rising.end(), 0.0);
        QCOMPARE(valuesOf(data, "load"), rising);
        QVERIFY(isSaid(data, "were sorted by their times"));
        put("spark/day=2/part-1.csv", "time,load\n2023-01-02 01:00,7\n2023-01-02 05:00,9\n2023-01-02 06:00,9\n");
        const std::string why = whyNot("spark");
        QVERIFY2(
            why.find("have times in common") != std::string::npos && why.find("day=2/part-1.csv") != std::string::npos,
            why.c_str());
    }

    /// Stations at the same times are series, whatever they are called
    void stationsOfHive() {
        for (const char* place : {"A", "B%20C"})
            for (const int month : {1, 2})
                put("stations/place=" + std::string(place) + "/month=" + std::to_string(month) + "/p.csv",
                    days(month == 1 ? "2023-01" : "2023-02", 1, 20, *place == 'A' ? 0 : 50));
        const Dataset data = read("stations");
        QCOMPARE(data.series->rows(), std::int64_t{40});
        QVERIFY(isSaid(data, "4 files were read as 2 series by the folders' key 'place'"));
        const auto second = valuesOf(data, "B C: load");
        QVERIFY(second.size() == 40 && second[0] == 50 && valuesOf(data, "A: load")[39] == 19);
        QVERIFY(valuesOf(data, "A: month").empty() && isSaid(data, "key 'month' only repeats a part of the times"));
        ExperimentConfig options;
        options.csvShape = "together";
        const Dataset many = read("stations", options);
        const auto members = membersOf(*many.series);
        QVERIFY(members.size() == 2 && members[1].name == "B C" && members[1].rows() == 40);
    }

    /// A word as a key of one series is a column of words; numbers stay numbers; null is missing.
    void typedKeys() {
        put("typed/site=east/rate=0.5/p.csv", days("2023-01", 1, 10, 1));
        put("typed/site=west/rate=1e3/p.csv", days("2023-02", 1, 10, 2));
        put("typed/site=west/rate=__HIVE_DEFAULT_PARTITION__/p.csv", days("2023-03", 1, 10, 3));
        const Dataset data = read("typed");
        const auto words = categoriesOf(*data.series);
        QVERIFY(words.size() == 1 && words[0].column == "site" && words[0].channels.size() == 2);
        QVERIFY(valuesOf(data, "site=east")[9] == 1 && valuesOf(data, "site=east")[10] == 0);
        const auto rate = valuesOf(data, "rate");
        QVERIFY(rate[0] == 0.5 && rate[10] == 1000 && std::isnan(rate[29]));
    }

    void withoutTimes() {
        put("bare/month=2/p.csv", "v\n3\n4\n"), put("bare/month=10/p.csv", "v\n5\n6\n"),
            put("bare/month=1/p.csv", "v\n1\n2\n");
        const Dataset data = read("bare");
        QCOMPARE(valuesOf(data, "v"), (std::vector<double>{1, 2, 3, 4, 5, 6}));
        QVERIFY(isSaid(data, "in the order of their folders' names"));
        put("units/unit=1/p.csv", "v\n1\n2\n"), put("units/unit=2/p.csv", "v\n3\n4\n5\n");
        const Dataset units = read("units");
        QVERIFY(isSaid(units, "no part of a date") && valuesOf(units, "2: v")[2] == 5);
        QVERIFY(std::isnan(valuesOf(units, "1: v")[2]));
    }

    /// What does not fit is named
    void misfits() {
        put("misfit/year=2023/p.csv", days("2023-01", 1, 9, 1));
        put("misfit/year=2024/p.csv", "time,wind\n2024-01-01,1\n2024-01-02,2\n2024-01-03,4\n");
        QVERIFY(whyNot("misfit").find("column 'load' of year=2023/p.csv is not in year=2024/p.csv") !=
                std::string::npos);
        put("misfit/year=2024/p.csv", days("2024-01", 1, 9, 1));
        put("misfit/year=2025/month=1/p.csv", days("2025-01", 1, 9, 1));
        QVERIFY(whyNot("misfit").find("do not say the same keys") != std::string::npos);
        put("damaged/year=2023/p.csv", days("2023-01", 1, 9, 1));
        put("damaged/year=2024/p.parquet", std::string("PAR1") + std::string(40, '\x01') + "PAR1");
        QVERIFY(whyNot("damaged").find("year=2024/p.parquet") != std::string::npos);
    }

    /// Folders of years without '=' follow each other as well; those of places do not.
    void plainFolders() {
        put("plainyears/2023/a.csv", days("2023-05", 1, 9, 1)), put("plainyears/2023/b.csv", days("2023-06", 1, 9, 1));
        put("plainyears/2024/a.csv", days("2024-05", 1, 9, 1)), put("plainyears/2024/b.csv", days("2024-06", 1, 9, 1));
        QCOMPARE(read("plainyears").series->rows(), std::int64_t{36});
        for (const char* place : {"north", "south"})
            for (const char* month : {"2024-01", "2024-02"})
                put(fs::path("plainplaces") / place / (std::string(month) + ".csv"), days(month, 1, 9, 1));
        const Dataset data = read("plainplaces");
        QVERIFY(data.series->rows() == 18 && valuesOf(data, "south: load").size() == 18);
    }
};

QTEST_GUILESS_MAIN(TestFolderPlan)
#include "tst_folder_plan.moc"
