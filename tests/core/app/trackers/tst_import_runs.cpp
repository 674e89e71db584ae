// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of other trackers in a workspace. Holds core/app/trackers/import_runs.cpp, core/store/imported_run.cpp,
// core/store/record/imported_record.cpp, core/app/report/imported_document.cpp and core/run/curves/further_metrics.cpp.
#include "app/board.h"
#include "app/board_verdict.h"
#include "app/report/write_report.h"
#include "app/run_reference.h"
#include "app/trackers/import_runs.h"
#include "app/trackers/run_of_data.h"
#include "config/config_io.h"
#include "io/database.h"
#include "io/file_io.h"
#include "io/hash.h"
#include "run/curves/further_metrics.h"
#include "store/imported_file.h"
#include "store/imported_scopes.h"
#include "store/record/run_folder.h"
#include "support/places.h"
#include "support/quick_folder.h"
#include "verdict/run_groups.h"

#include <QTest>

#include <atomic>
#include <cerrno>
#include <cmath>
#include <map>
#include <set>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

/// Every file below a folder with its SHA-256.
std::map<std::string, std::string> contentsOf(const fs::path& folder) {
    std::map<std::string, std::string> contents;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) contents[entry.path().string()] = *sha256File(entry.path());
    return contents;
}

const RunSummary* named(const std::vector<RunSummary>& runs, const std::string& name, const std::string& tool) {
    for (const RunSummary& run : runs)
        if (run.name == name && importedFrom(run).tool == tool) return &run;
    return nullptr;
}

double valueOf(const CurveValues& values, const std::string& key) {
    const auto found = values.find(key);
    return found == values.end() ? std::nan("") : found->second;
}

}  // namespace

class TestImportRuns : public QObject {
    Q_OBJECT
    /// More runs beside one of MLflow's.
    void copyRuns(int count) {
        const fs::path experiment = files_ / "mlruns" / "882251212480268747";
        const std::string known = "00818758f1724a8b97ab0554dca481ec";
        const std::string meta = *readFileBytes(experiment / known / "meta.yaml");
        for (int i = 0; i < count; ++i) {
            const std::string id = "aa" + std::to_string(100 + i) + known.substr(5);
            fs::copy(experiment / known, experiment / id, fs::copy_options::recursive);
            std::string own = meta;
            for (std::size_t at = own.find(known); at != std::string::npos; at = own.find(known, at + 1))
                own.replace(at, known.size(), id);
            if (!writeFileDurably(experiment / id / "meta.yaml", own).ok()) qFatal("cannot copy a run");
        }
    }
private Q_SLOTS:
    void init() {
        folder_.emplace();
        qputenv("TMPDIR", QByteArray::fromStdString(folder_->path().string()));
        files_ = folder_->path() / "files";
        fs::copy(gatelab::testing::inSource("/tests/core/app/trackers/files").toStdString(), files_,
                 fs::copy_options::recursive);
        auto workspace = Workspace::open(folder_->path() / "workspace");
        QVERIFY(workspace.ok());
        workspace_ = *workspace;
    }

    void everyTrackerIsThere() {
        const auto before = contentsOf(files_);
        const auto opened = importRuns(*workspace_, files_);
        QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().message.c_str());
        QCOMPARE(opened->runs.size(), std::size_t{7});
        QVERIFY(opened->known.empty());
        QVERIFY(contentsOf(files_) == before);
        const auto runs = workspace_->runs();
        QCOMPARE(runs->size(), std::size_t{7});
        for (const RunSummary& run : *runs) {
            QVERIFY2(run.problem.empty(), run.problem.english().c_str());
            QVERIFY(!hasSettings(run) && run.number > 0);
        }
        const RunSummary* good = named(*runs, "good", "MLflow");
        QVERIFY(good);
        QCOMPARE(good->created, 1764000000.0);
        QCOMPARE(good->seconds, 10.0);
        QCOMPARE(good->ended, 1764000010.0);
        QCOMPARE(good->step, std::int64_t{5});
        QVERIFY(good->id.starts_with("20251124-160000-"));
        QCOMPARE(good->dataName, std::string("MLflow: series"));
        QCOMPARE(valueOf(good->lastValues, "train_loss"), 1.0 / 6);
        QCOMPARE(good->bestValidation, 0.8 / 6 + 0.1);
        QVERIFY(good->lastValues->contains("imported:system/gpu_0_power"));
        QCOMPARE(named(*runs, "bad", "MLflow")->state, RunState::Failed);
        const RunSummary* wandb = named(*runs, "calm-sun-1", "W&B");
        QVERIFY(wandb && importedFrom(*wandb).hasEpochs && wandb->epoch == 5);
        QVERIFY(named(*runs, "calm-sea-1", "Trackio") && named(*runs, "tensorboard/run1", "TensorBoard"));
    }

    void curvesAreReadBack() {
        const auto opened = importRuns(*workspace_, files_ / "mlflow.db");
        QVERIFY(opened.ok());
        const auto history = readRunHistory(runFolderIn(workspace_->folder(), opened->runs.front()));
        QVERIFY(history.ok());
        QVERIFY2(history->problems.empty(), inOneLine(history->problems).english().c_str());
        std::map<std::string, int> points;
        for (const MetricSample& sample : history->metrics) {
            ++points[channelKey(sample.channel())];
            if (sample.metric == MetricId::ValidationLoss) {
                QCOMPARE(sample.value, 0.8 / static_cast<double>(1 + sample.step) + 0.1);
                QCOMPARE(sample.seconds, static_cast<double>(sample.step) + 0.5);
                QCOMPARE(sample.epoch, static_cast<double>(sample.step));
            }
        }
        QCOMPARE(points, (std::map<std::string, int>{
                             {"imported:system/gpu_0_power", 1}, {"train_loss", 6}, {"validation_loss", 6}}));
    }

    void twiceIsOnce() {
        QCOMPARE(importRuns(*workspace_, files_ / "mlruns")->runs.size(), std::size_t{2});
        const auto again = importRuns(*workspace_, files_ / "mlruns");
        QVERIFY(again->runs.empty());
        QCOMPARE(again->known.size(), std::size_t{2});
        QCOMPARE(workspace_->runs()->size(), std::size_t{2});
        // One that was thrown away is wanted again.
        QVERIFY(workspace_->deleteRun(again->known.front()).ok());
        QCOMPARE(importRuns(*workspace_, files_ / "mlruns")->runs.size(), std::size_t{1});
    }

    void theFolderIsTheTruth() {
        QVERIFY(importRuns(*workspace_, files_).ok());
        const auto before = workspace_->runs();
        QVERIFY(workspace_->rebuildIndex({}).ok());
        const auto after = workspace_->runs();
        QCOMPARE(after->size(), before->size());
        for (std::size_t i = 0; i < after->size(); ++i) {
            QVERIFY((*after)[i].problem.empty());
            QVERIFY(importedFrom((*after)[i]) == importedFrom((*before)[i]));
            QCOMPARE((*after)[i].state, (*before)[i].state);
            QCOMPARE((*after)[i].name, (*before)[i].name);
        }
    }

    /// Its record says so in a member of its own; no setting stands there that nobody knows.
    void theRecordSaysWhereItComesFrom() {
        const auto opened = importRuns(*workspace_, files_ / "mlflow.db");
        QVERIFY(opened.ok());
        const fs::path folder = runFolderIn(workspace_->folder(), opened->runs.front());
        const std::string config = *readFileBytes(folder / "config.json"),
                          manifest = *readFileBytes(folder / "manifest.json");
        QVERIFY(config.find("\"program\": \"MLflow\"") != std::string::npos);
        QVERIFY(config.find("hidden_size") == std::string::npos && config.find("notes") == std::string::npos);
        QVERIFY(manifest.find("\"imported_from\": \"MLflow\"") != std::string::npos);
        QVERIFY(manifest.find("settings_sha256") == std::string::npos);
        const auto read = importedFromJson(config);
        QVERIFY(read && *read == importedFrom(*workspace_->run(opened->runs.front())));
        QVERIFY(!importedFromJson("{\"gatelab\": 1, \"notes\": \"imported\"}"));
        QVERIFY(!importedFromJson("[\"imported\"]") && !importedFromJson("\"imported\""));
        for (const char* damaged : {"{\"imported\": {}}", "{\"imported\": 1}", "{\"imported\": {\"program\": 1}}"})
            QCOMPARE(importedFromJson(damaged)->tool, std::string("?"));
        // As older programs kept it
        ExperimentConfig old;
        old.notes =
            "gatelab-imported-run: {\"tool\":\"W&B\",\"source\":\"/a/x.wandb\",\"key\":\"1\",\"project\":\"p\","
            "\"parameters\":[[\"lr\",\"0.1\"]],\"tags\":[],\"epochs\":true}";
        old = configFromJson(configToJson(old))->config;
        const ImportedRun known{"W&B", "/a/x.wandb", "1", "p", {{"lr", "0.1"}}, {}, true};
        QVERIFY(!hasSettings(old) && importedFrom(old) == known);
        QVERIFY(importedFrom(importedConfig(known)) == known);
    }

    /// A report tells what is known of them, alone and beside own runs.
    void theyAreReported() {
        const auto opened = importRuns(*workspace_, files_ / "mlflow.db");
        QVERIFY(opened.ok());
        const fs::path file = folder_->path() / "report.html";
        const auto written = writeReport(*workspace_, {opened->runs.front()}, nullptr, {}, file);
        QVERIFY2(written.ok(), written.ok() ? "" : written.error().message.c_str());
        const std::string alone = *readFileBytes(file);
        for (const char* words :
             {"settings are not known (imported from MLflow)", "mlflow.db", "<svg", "system/gpu_0_power", "Values"})
            QVERIFY2(alone.find(words) != std::string::npos, words);
        QVERIFY(alone.find("Made again by") == std::string::npos && alone.find("Hidden units") == std::string::npos);

        ExperimentConfig config;
        config.name = "our own";
        auto record = workspace_->createRun(config, {}, "sine");
        QVERIFY(record.ok() && (*record)->setState(RunState::Finished, 10, 1, 2.0).ok());
        const std::string own = (*record)->id();
        record->reset();
        QVERIFY(writeReport(*workspace_, {opened->runs.front(), own}, nullptr, {}, file).ok());
        const std::string mixed = *readFileBytes(file);
        for (const char* words : {"1 of the runs are imported", "our own", "system/gpu_0_power", "Made again by"})
            QVERIFY2(mixed.find(words) != std::string::npos, words);
        QVERIFY(mixed.find("trained on different data") == std::string::npos);
    }

    /// A tracker that writes has its newest rows in the journal.
    void journalCounts() {
        const fs::path live = files_ / "live.db";
        auto database = Database::open(live, Database::Mode::Create);
        QVERIFY(database.ok());
        QVERIFY(database
                    ->execute("CREATE TABLE metrics(run_name TEXT, step INTEGER, timestamp TEXT, metrics TEXT);"
                              "INSERT INTO metrics VALUES('a', 3, '2026-01-02T03:04:05', '{\"loss\": 0.5}')")
                    .ok());
        QVERIFY(fs::exists(live.string() + "-wal"));
        const auto before = contentsOf(files_);
        const auto opened = importRuns(*workspace_, live);
        QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().message.c_str());
        QVERIFY(contentsOf(files_) == before);
        const auto run = workspace_->run(opened->runs.front());
        QCOMPARE(run->created, 1767323045.0);
        QCOMPARE(valueOf(run->lastValues, "train_loss"), 0.5);
    }

    void settingsAreNotMadeUp() {
        QVERIFY(importRuns(*workspace_, files_ / "mlruns").ok());
        const auto runs = workspace_->runs();
        const std::string id = runs->front().id;
        const auto refused = workspace_->reopenRun(id);
        QVERIFY(!refused.ok());
        QVERIFY(refused.error().message.find("settings are not known (imported from MLflow)") != std::string::npos);
        QVERIFY(fs::exists(runFolderIn(workspace_->folder(), id) / "manifest.json"));
        QVERIFY(!ownRun(*workspace_, id).ok());
        QVERIFY(referredRun(*workspace_, id).ok());
        // Equal settings would be one group of two seeds.
        const Board board = makeBoard(*runs, {});
        QCOMPARE(board.rows.size(), std::size_t{2});
        QVERIFY(board.columns.empty() && board.metric.empty());
        QCOMPARE(boardVerdict(board, board.rows[0], board.rows[1], {}, {}).answer, BoardAnswer::NoSettings);
        QCOMPARE(oneSettingVerdict(board.rows[0], nullptr, {}, {}).answer, BoardAnswer::NoSettings);
        QVERIFY(scopeKey(runs->front().config) != scopeKey(ExperimentConfig{}));
        QVERIFY(!finishedRepeat(ExperimentConfig{}, *runs));
        QCOMPARE(nextSeed(ExperimentConfig{}, *runs), ExperimentConfig{}.seed + 1);
    }

    void oneDamagedFileLeavesTheOthers() {
        QVERIFY(writeFileDurably(files_ / "broken.wandb", std::string(":W&B\xE1\xBE\0", 7)).ok());
        QVERIFY(writeFileDurably(files_ / "notes.txt", "hello").ok());
        const auto opened = importRuns(*workspace_, files_);
        QVERIFY(opened.ok());
        QCOMPARE(opened->runs.size(), std::size_t{7});
        QVERIFY(std::ranges::any_of(opened->notes, [](const Phrase& note) {
            return note.english().find("broken.wandb' holds no run of W&B") != std::string::npos;
        }));
        QVERIFY(!importRuns(*workspace_, files_ / "broken.wandb").ok());
    }

    void importStops() {
        const auto stopped = importRuns(*workspace_, files_, [](double) { return false; });
        QVERIFY(!stopped.ok());
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
        QVERIFY(workspace_->runs()->empty());
    }

    /// Of which data they are, a person says: by a file or series that own runs were trained on.
    void theyMayStandBesideOwnRuns() {
        const fs::path& folder = workspace_->folder();
        QVERIFY(readImportedScopes(folder)->empty());
        QVERIFY(keepImportedScope(folder, "imported\nMLflow\nseries", "sine").ok());
        QVERIFY(keepImportedScope(folder, "imported\nW&B\nx", "etth").ok());
        QCOMPARE(readImportedScopes(folder)->at("imported\nMLflow\nseries"), std::string("sine"));
        QVERIFY(keepImportedScope(folder, "imported\nMLflow\nseries", "").ok());
        QCOMPARE(readImportedScopes(folder)->size(), std::size_t{1});
        QVERIFY(writeFileDurably(folder / "imported.json", "[1]").ok());
        QCOMPARE(readImportedScopes(folder).error().code, ErrorCode::Corrupt);

        ExperimentConfig onFile, onSine;
        onFile.dataPath = (files_ / "data.csv").string(), onSine.builtin = "sine";
        RunSummary imported, older, newest;
        imported.id = "c", imported.config = importedConfig({"MLflow", "/a", "1", "p", {}, {}, false});
        imported.dataName = "sine";
        newest.id = "b", newest.config = onSine, older.id = "a", older.config = onFile;
        const std::vector<RunSummary> runs{imported, newest, older};
        QCOMPARE(newestRunOn(runs, "sine")->id, std::string("b"));
        QCOMPARE(newestRunOn(runs, (files_ / "mlruns" / ".." / "data.csv").string())->id, std::string("a"));
        QVERIFY(newestRunOn(runs, "elsewhere.csv") == nullptr);
    }

    /// Several are written at once; each is whole, and has a number of its own.
    void manyAreImported() {
        constexpr int kCopies = 35;
        copyRuns(kCopies);
        const auto opened = importRuns(*workspace_, files_ / "mlruns");
        QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().message.c_str());
        QCOMPARE(opened->runs.size(), std::size_t{kCopies + 2});
        std::set<std::int64_t> numbers;
        const auto runs = workspace_->runs();
        for (const RunSummary& run : *runs) {
            QVERIFY2(run.problem.empty(), run.problem.english().c_str());
            numbers.insert(run.number);
            QCOMPARE(run.colour, static_cast<int>((run.number - 1) % 20));
        }
        QCOMPARE(numbers.size(), runs->size());
        QCOMPARE(*numbers.rbegin(), std::int64_t{kCopies + 2});
        // In the order in which they were read, whichever was written first
        for (std::size_t i = 0; i < opened->runs.size(); ++i)
            QCOMPARE(workspace_->run(opened->runs[i])->number, static_cast<std::int64_t>(i + 1));
        QVERIFY(importRuns(*workspace_, files_ / "mlruns")->runs.empty());
    }

    /// One of those that are written at once finds no room: the others stay, and the next import brings the rest.
    void aFaultInTheMiddleLosesNone() {
        constexpr int kCopies = 20;
        copyRuns(kCopies);
        std::atomic<int> made{0};
        setFaultPlan([&made](IoCall call, const fs::path& path) {
            const bool isRun = call == IoCall::Mkdir && path.parent_path().filename() == "runs";
            return isRun && ++made == 5 ? ENOSPC : 0;
        });
        const auto failed = importRuns(*workspace_, files_ / "mlruns");
        setFaultPlan({});
        QVERIFY(made >= 16 && !failed.ok());
        const std::size_t before = workspace_->runs()->size();
        QVERIFY(before >= 15 && before < kCopies + 2);
        const auto again = importRuns(*workspace_, files_ / "mlruns");
        QVERIFY2(again.ok(), again.ok() ? "" : again.error().message.c_str());
        QCOMPARE(again->runs.size(), kCopies + 2 - before);
        std::set<std::int64_t> numbers;
        const auto runs = workspace_->runs();
        for (const RunSummary& run : *runs) {
            QVERIFY2(run.problem.empty(), run.problem.english().c_str());
            numbers.insert(run.number);
        }
        QCOMPARE(numbers.size(), std::size_t{kCopies + 2});
    }

    /// Of a head alone there is nothing to show.
    void anEventFileWithoutValuesIsRefused() {
        for (const auto& entry : fs::recursive_directory_iterator(files_ / "tensorboard")) {
            if (!entry.is_regular_file()) continue;
            const std::string bytes = *readFileBytes(entry.path());
            const fs::path cut = files_ / "cut" / "events.out.tfevents.1.x";
            fs::create_directories(cut.parent_path());
            QVERIFY(writeFileDurably(cut, std::string_view(bytes).substr(0, 100)).ok());
            const auto opened = importRuns(*workspace_, cut);
            QVERIFY(!opened.ok());
            QVERIFY2(opened.error().message.find("holds no value") != std::string::npos,
                     opened.error().message.c_str());
            return;
        }
        QFAIL("no event file");
    }

    void namesOfCurvesAreKept() {
        const auto channel = furtherChannel("a\tb\nc");
        QVERIFY(channel && channel->metric == kFurtherMetric);
        QCOMPARE(furtherName(channel->layer), std::string("a b c"));
        QCOMPARE(channelKey(*channel), std::string("imported:a b c"));
        QVERIFY(findChannel("imported:a b c") == channel);
        QVERIFY(!furtherChannel("") && !findChannel("nonsense"));
        ImportedRun run{"MLflow", "/a", "1", "p", {{"lr", "0.1"}}, {{"t", ""}}, true};
        QVERIFY(importedFrom(importedConfig(run)) == run);
        ExperimentConfig damaged = importedConfig(run);
        damaged.notes.resize(damaged.notes.size() - 5);
        QVERIFY(!hasSettings(damaged));
        QCOMPARE(importedFrom(damaged).tool, std::string("?"));
    }

private:
    std::optional<QuickFolder> folder_;
    fs::path files_;
    std::shared_ptr<Workspace> workspace_;
};

QTEST_GUILESS_MAIN(TestImportRuns)
#include "tst_import_runs.moc"
