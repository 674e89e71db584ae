// SPDX-License-Identifier: GPL-3.0-or-later
// Counts over many messy tables: read exactly, refused, wrong and said so, wrong in silence; and random damage to the
// shipped and the real files.
#include "../core/messy_kinds.h"

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
    void kindsOfThePublic();
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

/// 1,000 files over all kinds, each as often.
void TestMessyTables::kindsOfThePublic() {
    constexpr int kFiles = 1000;
    std::vector<messy::Kind> kinds;
    for (const auto* table : {&messy::rowKinds(), &messy::shapeKinds(), &messy::readingKinds()})
        kinds.insert(kinds.end(), table->begin(), table->end());
    std::vector<std::array<int, 4>> counts(kinds.size());
    std::array<int, 4> all{};
    std::string shown;
    Rng rng(13, RandomPurpose::Test);
    for (std::size_t i = 0; i < kFiles; ++i) {
        const std::size_t kind = i % kinds.size();
        const messy::KindFile file = kinds[kind].make(rng);
        std::string wrong;
        const auto outcome = static_cast<std::size_t>(
            messy::judgeKind(file, readFile(folder_.put(file.name.c_str(), file.text), {}), wrong));
        ++counts[kind][outcome], ++all[outcome];
        if (outcome == static_cast<std::size_t>(messy::Outcome::Silent) && counts[kind][outcome] == 1)
            shown += std::string(kinds[kind].name) + ": " + wrong + "\n" + file.text.substr(0, 200) + "\n";
    }
    for (std::size_t k = 0; k < kinds.size(); ++k)
        qInfo("%-48s %3d exact, %3d refused, %3d said, %3d in silence", kinds[k].name, counts[k][0], counts[k][1],
              counts[k][2], counts[k][3]);
    qInfo("%d files: %d exact, %d refused, %d said, %d in silence", kFiles, all[0], all[1], all[2], all[3]);
    QVERIFY2(all[3] == 0, shown.c_str());
}

void TestMessyTables::mutations() {
    constexpr int kTrials = 1000;
    constexpr std::size_t kMaxBytes = 60'000;  // the beginning of long files
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
        if (text.size() > kMaxBytes) text.resize(text.rfind('\n', kMaxBytes) + 1);
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
