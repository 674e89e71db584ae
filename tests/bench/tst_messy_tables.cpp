// SPDX-License-Identifier: GPL-3.0-or-later
// Counts over many messy tables: read exactly, refused, wrong and said so, wrong in silence; and random damage to the
// shipped and the real files.
#include "../core/messy_kinds.h"

#include "data/shapes/shape_choice.h"
#include "support/places.h"

#include <QTest>

#include <array>
#include <fstream>
#include <map>
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

namespace {

using Counts = std::array<int, messy::kOutcomes>;

/// As `data inspect`, the window and a training read a file that nothing is said about.
Result<Dataset> load(const std::filesystem::path& path) {
    ExperimentConfig config;
    config.dataPath = path.string();
    return loadAsItLooks(config);
}

void print(const char* name, const Counts& c) {
    qInfo("%-48s %4d exact, %3d told, %3d refused, %3d said, %3d in silence", name, c[0], c[1], c[2], c[3], c[4]);
}

}  // namespace

/// Of five files four are tables with up to three faults and one is of a kind that people met, each kind as often, in
/// other dress. GATELAB_TRIALS: files; GATELAB_SEED: of which; GATELAB_SHOWN: how many of each set of faults are shown
/// that are not exact; GATELAB_KEPT: a folder that gets all of those as files.
void TestMessyTables::generated() {
    const int asked = qEnvironmentVariableIntValue("GATELAB_TRIALS"), files = asked > 0 ? asked : 5000;
    const int shownOfEach = qEnvironmentVariableIntValue("GATELAB_SHOWN"),
              seed = qEnvironmentVariableIntValue("GATELAB_SEED");
    const std::filesystem::path kept = qEnvironmentVariable("GATELAB_KEPT").toStdString();
    std::vector<messy::Kind> kinds;
    for (const auto* table : {&messy::rowKinds(), &messy::shapeKinds(), &messy::readingKinds(), &messy::exportKinds()})
        kinds.insert(kinds.end(), table->begin(), table->end());
    Rng rng(seed > 0 ? static_cast<std::uint64_t>(seed) : 11, RandomPurpose::Test);
    std::vector<Counts> ofFault(messy::faults().size()), ofKind(kinds.size());
    std::map<std::string, int> shownOf;
    Counts all{}, plain{};
    std::string silent;
    for (int i = 0; i < files; ++i) {
        std::string wrong, label, text;
        messy::Outcome outcome{};
        if (const std::size_t kind = static_cast<std::size_t>(i / 5) % kinds.size(); i % 5 == 4) {
            const messy::KindFile file = kinds[kind].make(rng);
            label = kinds[kind].name, text = messy::dressed(file, rng);
            outcome = messy::judgeKind(file, load(folder_.put(file.name.c_str(), text)), wrong);
            ++ofKind[kind][static_cast<std::size_t>(outcome)];
        } else {
            const messy::File file = messy::make(rng);
            label = file.faults.substr(std::min(file.faults.find("; "), file.faults.size())), text = file.text;
            outcome = messy::judge(file, load(folder_.put("table.csv", text)), wrong);
            if (file.kinds.empty()) ++plain[static_cast<std::size_t>(outcome)];
            for (const std::size_t fault : file.kinds) ++ofFault[fault][static_cast<std::size_t>(outcome)];
        }
        ++all[static_cast<std::size_t>(outcome)];
        if (outcome == messy::Outcome::Exact || outcome == messy::Outcome::Told) continue;
        if (outcome == messy::Outcome::Silent) silent += label + ": " + wrong + "\n" + text.substr(0, 300) + "\n";
        if (!kept.empty()) std::ofstream(kept / (std::to_string(i) + ".csv"), std::ios::binary) << text;
        if (shownOf[label]++ < shownOfEach)
            qInfo("%d %s\n   %s\n%s", i, label.c_str(), wrong.c_str(), text.substr(0, 240).c_str());
    }
    print("no fault", plain);
    for (std::size_t k = 0; k < ofFault.size(); ++k) print(messy::faults()[k].name, ofFault[k]);
    for (std::size_t k = 0; k < kinds.size(); ++k) print(kinds[k].name, ofKind[k]);
    print(qPrintable(QString::number(files) + " files"), all);
    QVERIFY2(all[static_cast<std::size_t>(messy::Outcome::Silent)] == 0, silent.c_str());
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
