// SPDX-License-Identifier: GPL-3.0-or-later
// Tables with up to three faults each and a known truth, and random damage to good ones: read exactly, refused, or
// told; never silently wrong.
#include "core/messy_kinds.h"
#include "data/shapes/shape_choice.h"

#include <QTest>

using namespace gatelab;
using namespace datatest;

class TestCsvMessy : public QObject {
    Q_OBJECT
    Folder folder_;
private Q_SLOTS:
    void generated();
    void kinds();
    void mutations();
};

namespace {

/// As `data inspect`, the window and a training read a file that nothing is said about.
Result<Dataset> load(const std::filesystem::path& path) {
    ExperimentConfig config;
    config.dataPath = path.string();
    return loadAsItLooks(config);
}

}  // namespace

void TestCsvMessy::generated() {
    Rng rng(7, RandomPurpose::Test);
    int silent = 0;
    std::string shown;
    for (int i = 0; i < 150; ++i) {
        const messy::File file = messy::make(rng);
        std::string wrong;
        if (messy::judge(file, load(folder_.put("table.csv", file.text)), wrong) != messy::Outcome::Silent) continue;
        if (++silent <= 5) shown += file.faults + ": " + wrong + "\n" + file.text.substr(0, 300) + "\n";
    }
    QVERIFY2(silent == 0, shown.c_str());
}

/// Rows that must stay, and shapes that are named: a few files of each kind. The count over all kinds is in
/// tests/bench.
void TestCsvMessy::kinds() {
    constexpr int kFilesPerKind = 8;
    Rng rng(9, RandomPurpose::Test);
    for (const auto* table : {&messy::rowKinds(), &messy::shapeKinds(), &messy::exportKinds()})
        for (const messy::Kind& kind : *table)
            for (int i = 0; i < kFilesPerKind; ++i) {
                const messy::KindFile file = kind.make(rng);
                std::string wrong;
                const auto outcome =
                    messy::judgeKind(file, load(folder_.put(file.name.c_str(), messy::dressed(file, rng))), wrong);
                QVERIFY2(outcome != messy::Outcome::Silent,
                         (std::string(kind.name) + ": " + wrong + "\n" + file.text.substr(0, 300)).c_str());
            }
}

/// A few bytes of one line of a good table are changed: the other rows are read as before, or a warning is there.
void TestCsvMessy::mutations() {
    Rng rng(8, RandomPurpose::Test);
    std::string text = "time,a,b,c\n";
    for (int i = 0; i < 120; ++i)
        text += timeText(INT64_C(1'700'000'000'000'000) + i * INT64_C(3'600'000'000)) + "," +
                numberText(i * i % 17 * 0.25) + "," + numberText(i % 13) + "," + numberText(100 + i * i % 7) + "\n";
    const auto good = readFile(folder_.put("good.csv", text), {});
    QVERIFY(good && good->series->report.warnings.empty());
    std::string reasons;
    const int silent = messy::countSilentMutations(folder_, text, *good->series, rng, 200, reasons);
    QVERIFY2(silent == 0, reasons.c_str());
}

QTEST_APPLESS_MAIN(TestCsvMessy)
#include "tst_csv_messy.moc"
