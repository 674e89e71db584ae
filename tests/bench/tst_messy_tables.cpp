// SPDX-License-Identifier: GPL-3.0-or-later
// Counts over many messy tables: read exactly, refused, wrong and said so, wrong in silence; and random damage to the
// shipped and the real files.
#include "../core/messy_tables.h"

#include "support/places.h"

#include <QTest>

#include <array>
#include <fstream>
#include <sstream>

using namespace gatelab;
using namespace datatest;

class TestMessyTables : public QObject {
    Q_OBJECT
    Folder folder_;
private Q_SLOTS:
    void generated();
    void mutations();
};

void TestMessyTables::generated() {
    constexpr int kFiles = 2000;
    Rng rng(11, RandomPurpose::Test);
    std::array<int, 4> counts{};
    std::string shown;
    for (int i = 0; i < kFiles; ++i) {
        const messy::File file = messy::make(rng);
        std::string wrong;
        const messy::Outcome outcome = messy::judge(file, readFile(folder_.put("table.csv", file.text), {}), wrong);
        ++counts[static_cast<std::size_t>(outcome)];
        if (outcome == messy::Outcome::Silent && counts[3] <= 10)
            shown += file.faults + ": " + wrong + "\n" + file.text.substr(0, 300) + "\n";
    }
    qInfo("%d files: %d exact, %d refused, %d wrong and said, %d wrong in silence", kFiles, counts[0], counts[1],
          counts[2], counts[3]);
    QVERIFY2(counts[3] == 0, shown.c_str());
}

void TestMessyTables::mutations() {
    constexpr int kTrials = 1000;
    constexpr std::size_t kMostBytes = 60'000;  // the beginning of long files
    std::vector<std::filesystem::path> files{std::filesystem::path(gatelab::testing::kSourceFolder) / "datasets" /
                                             "station7.csv"};
    if (hasRealFile("ETTh1.csv")) {
        files.push_back(realFile("ETTh1.csv"));
        for (const auto& entry : std::filesystem::directory_iterator(realFile("panel"))) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    Rng rng(12, RandomPurpose::Test);
    int silent = 0, trials = 0;
    std::string reasons;
    for (const auto& path : files) {
        std::ifstream in(path, std::ios::binary);
        std::ostringstream all;
        all << in.rdbuf();
        std::string text = all.str();
        if (text.size() > kMostBytes) text.resize(text.rfind('\n', kMostBytes) + 1);
        const auto good = readFile(folder_.put("good.csv", text), {});
        QVERIFY2(good, path.c_str());
        const int count = kTrials / static_cast<int>(files.size()) + 1;
        trials += count;
        const std::string before = reasons;
        silent += messy::countSilentMutations(folder_, text, *good->series, rng, count, reasons);
        if (reasons != before) reasons += "(" + path.filename().string() + ")\n";
    }
    qInfo("%d damaged files of %zu: %d read wrong in silence", trials, files.size(), silent);
    QVERIFY2(silent == 0, reasons.c_str());
}

QTEST_APPLESS_MAIN(TestMessyTables)
#include "tst_messy_tables.moc"
