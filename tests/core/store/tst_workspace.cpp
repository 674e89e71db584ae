// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/store/run_index.cpp.
#include "config/config_io.h"
#include "io/database.h"
#include "io/file_io.h"
#include "store/run_index.h"
#include "store/workspace.h"
#include "support/quick_folder.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>
#include <cmath>
#include <ctime>
#include <limits>
#include <set>
#include <utility>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

ExperimentConfig config(const std::string& name = "") {
    ExperimentConfig made;
    made.name = name;
    made.hiddenSize = 48;
    made.targets = {"油温", "a \"b\""};
    return made;
}

MetricSample sample(MetricId metric, std::int64_t step, double value) {
    return {metric,
            0,
            step,
            static_cast<double>(step) / 10,
            static_cast<double>(step) / 100,
            1.7e9 + static_cast<double>(step),
            value};
}

std::shared_ptr<Workspace> open(const fs::path& folder) {
    auto workspace = Workspace::open(folder);
    if (!workspace) qFatal("%s", workspace.error().message.c_str());
    return *workspace;
}

std::string makeRun(Workspace& workspace, const std::string& name, RunState state = RunState::Finished) {
    auto record = workspace.createRun(config(name), "", "ETTh1.csv");
    if (!record) qFatal("%s", record.error().message.c_str());
    const std::vector<MetricSample> samples = {sample(MetricId::TrainLoss, 1, 0.5),
                                               sample(MetricId::TrainLoss, 2, 0.25)};
    if (!(*record)->addMetrics(samples) || !(*record)->setBest(0.125, 2, 1) || !(*record)->setState(state, 2, 1, 3.5))
        qFatal("the run cannot be written");
    return (*record)->id();
}

void scribble(const fs::path& path, qint64 from, const QByteArray& bytes) {
    QFile file(QString::fromStdString(path.string()));
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(from) && file.write(bytes) == bytes.size());
}

}  // namespace

class TestWorkspace : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRunSurvivesARestart() {
        const QuickFolder folder;
        std::string id;
        {
            auto workspace = open(folder.path() / "new" / "Gate lab 'x' 数");
            QVERIFY(workspace->warnings().empty());
            QVERIFY(workspace->runs()->empty());
            auto record = workspace->createRun(config(), "parent", "ETTh1.csv");
            QVERIFY(record);
            id = (*record)->id();
            QCOMPARE(workspace->runs()->front().state, RunState::Preparing);
            const std::vector<TestScore> scores = {
                {"model", "standardised", "mse", 0.031},
                {"persistence", "original", "mase", std::numeric_limits<double>::infinity()}};
            const std::vector<MetricSample> samples = {sample(MetricId::TrainLoss, 1, 0.5),
                                                       sample(MetricId::ValidationLoss, 1, 0.75)};
            QVERIFY((*record)->addMetrics(samples) && (*record)->setBest(0.75, 1, 0) && (*record)->setScores(scores) &&
                    (*record)->setState(RunState::Finished, 7, 1, 2.5));
        }
        auto workspace = open(folder.path() / "new" / "Gate lab 'x' 数");
        QVERIFY(workspace->refresh(id) && readRunHistory(workspace->folder() / "runs" / id));
        const auto run = workspace->run(id);
        QVERIFY(run);
        QCOMPARE(run->name, std::string("LSTM 48"));
        QCOMPARE(run->parent, std::string("parent"));
        QCOMPARE(run->dataName, std::string("ETTh1.csv"));
        QCOMPARE(run->state, RunState::Finished);
        QCOMPARE(run->step, std::int64_t{7});
        QCOMPARE(run->bestValidation, 0.75);
        QCOMPARE(run->bestEpoch, std::int64_t{0});
        QCOMPARE(run->epochs, config().epochs);
        QVERIFY(run->config == config());
        QCOMPARE(run->lastValues->at("validation_loss"), 0.75);
        QCOMPARE(run->scores->size(), std::size_t{2});
        QVERIFY(std::isinf((*run->scores)[1].value));
        QVERIFY(run->bytes > 1000 && run->created > 1.6e9 && run->ended >= run->created && run->problem.empty());
        std::set<std::string> files;
        for (const auto& entry : fs::directory_iterator(workspace->folder() / "runs" / id))
            files.insert(entry.path().filename().string());
        // Reading leaves nothing behind
        QCOMPARE(files, (std::set<std::string>{"config.json", "lock", "manifest.json", "run.sqlite"}));
    }

    void nanAndInfinityComeBack() {
        const QuickFolder folder;
        auto workspace = open(folder.path());
        auto record = workspace->createRun(config(), "", "");
        const double values[] = {std::numeric_limits<double>::quiet_NaN(),
                                 std::numeric_limits<double>::infinity(),
                                 -std::numeric_limits<double>::infinity(),
                                 -0.0,
                                 1e-310,
                                 0.1};
        std::vector<MetricSample> samples;
        for (int i = 0; i < 6; ++i) samples.push_back(sample(MetricId::GradientNorm, i, values[i]));
        QVERIFY((*record)->addMetrics(samples) && (*record)->flush());
        const auto history = readRunHistory((*record)->folder());  // beside the live writer
        QVERIFY(history && history->problems.empty());
        QVERIFY(history->config == config());
        QCOMPARE(history->metrics.size(), std::size_t{6});
        for (int i = 0; i < 6; ++i) {
            const double back = history->metrics[static_cast<std::size_t>(i)].value;
            QVERIFY(std::isnan(values[i]) ? std::isnan(back) : back == values[i]);
            QCOMPARE(history->metrics[static_cast<std::size_t>(i)].wall, 1.7e9 + i);
        }
        QVERIFY(!std::isnan(workspace->run((*record)->id())->lastValues->at("gradient_norm")));
        QVERIFY((*record)->addMetrics(std::span(samples).first(1)) && (*record)->flush());
        QVERIFY(std::isnan(workspace->run((*record)->id())->lastValues->at("gradient_norm")));
        QVERIFY(std::isnan(workspace->run((*record)->id())->bestValidation));
    }

    void eventsAndTruncation() {
        const QuickFolder folder;
        auto workspace = open(folder.path());
        auto record = workspace->createRun(config(), "", "");
        std::vector<MetricSample> samples;
        for (int i = 1; i <= 10; ++i) samples.push_back(sample(MetricId::TrainLoss, i, i));
        const RunMarker marker{"learning rate 3e-4 \"quoted\" 学习率"};
        QVERIFY((*record)->addMetrics(samples) && (*record)->addEvent({marker, 4}) && (*record)->addEvent({marker, 9}));
        QVERIFY((*record)->addMetrics(std::span(samples).last(2)));  // still waiting
        QVERIFY((*record)->truncateAfter(5));
        const auto history = readRunHistory((*record)->folder());
        QCOMPARE(history->metrics.size(), std::size_t{5});
        QCOMPARE(history->events.size(), std::size_t{1});
        QCOMPARE(history->events[0].as<RunMarker>()->text, marker.text);
    }

    void editsReachFolderAndIndex() {
        const QuickFolder folder;
        auto workspace = open(folder.path());
        const std::string id = makeRun(*workspace, "first");
        auto other = open(folder.path());
        auto run = *workspace->run(id);
        run.name = "Robert'); DROP TABLE runs;--";
        run.note = "line one\nline two\t中文";
        run.tags = "slow, gpu";
        run.colour = 7;
        run.starred = run.archived = true;
        QVERIFY(workspace->editRun(run));
        for (auto* seen : {workspace.get(), other.get()}) {
            const auto again = seen->run(id);
            QVERIFY(again->name == run.name && again->note == run.note && again->tags == run.tags &&
                    again->colour == 7 && again->starred && again->archived);
        }
        QVERIFY(removeDatabase(folder.path() / "workspace.sqlite"));
        QCOMPARE(workspace->run(id)->name, run.name);
    }

    void editsOfALiveRunStay() {
        const QuickFolder folder;
        auto workspace = open(folder.path());
        auto record = workspace->createRun(config("before"), "", "");
        auto run = *workspace->run((*record)->id());
        run.name = "after";
        QVERIFY(workspace->editRun(run));
        QVERIFY((*record)->setState(RunState::Running, 5, 0, 1));
        QCOMPARE(workspace->run(run.id)->name, std::string("after"));
        QCOMPARE(workspace->run(run.id)->step, std::int64_t{5});
        QVERIFY((*record)->setState(RunState::Finished, 6, 0, 1));
        record->reset();
        QVERIFY(workspace->refresh(run.id));
        QCOMPARE(workspace->run(run.id)->name, std::string("after"));
    }

    void coloursAreHandedOutInTurn() {
        const QuickFolder folder;
        auto workspace = open(folder.path());
        for (int i = 0; i < 22; ++i) makeRun(*workspace, std::to_string(i));
        std::multiset<int> colours;
        const auto runs = workspace->runs();
        for (const RunSummary& run : *runs) colours.insert(run.colour);
        for (int colour = 0; colour < 22; ++colour) QCOMPARE(colours.count(colour), std::size_t{1});
    }

    void deletedRunsComeBack() {
        const QuickFolder folder;
        auto workspace = open(folder.path()), other = open(folder.path());
        const std::string id = makeRun(*workspace, "a"), second = makeRun(*workspace, "b");
        QCOMPARE(other->runs()->size(), std::size_t{2});
        QVERIFY(workspace->deleteRun(id));
        QCOMPARE(workspace->runs()->size(), std::size_t{1});
        QCOMPARE(other->runs()->size(), std::size_t{1});
        QCOMPARE(workspace->run(id).error().code, ErrorCode::NotFound);
        QVERIFY(workspace->undeleteRun(id));
        QCOMPARE(other->runs()->size(), std::size_t{2});
        QCOMPARE(other->run(id)->name, std::string("a"));
        QVERIFY(workspace->deleteRun(id) && workspace->emptyTrash());
        QCOMPARE(workspace->undeleteRun(id).error().code, ErrorCode::NotFound);
        for (const char* bad : {"", ".", "..", "../runs", "a/b", "/etc", "none"}) QVERIFY(!workspace->deleteRun(bad));
        QCOMPARE(workspace->runs()->front().id, second);
    }

    void aRunningRunIsBusy() {
        const QuickFolder folder;
        auto workspace = open(folder.path()), other = open(folder.path());
        auto record = workspace->createRun(config(), "", "");
        const std::string id = (*record)->id();
        QCOMPARE(other->deleteRun(id).error().code, ErrorCode::Busy);
        QCOMPARE(other->reopenRun(id).error().code, ErrorCode::Busy);
        QVERIFY((*record)->setState(RunState::Running, 3, 0, 1));
        QCOMPARE(other->run(id)->state, RunState::Running);
        record->reset();  // without an end
        QCOMPARE(other->run(id)->state, RunState::Interrupted);
        QCOMPARE(other->runs()->front().state, RunState::Interrupted);
        auto again = other->reopenRun(id);
        QVERIFY(again);
        QCOMPARE(workspace->run(id)->state, RunState::Preparing);
        QCOMPARE(workspace->run(id)->step, std::int64_t{3});
        QVERIFY((*again)->setState(RunState::Finished, 9, 1, 2));
        again->reset();
        QCOMPARE(workspace->run(id)->state, RunState::Finished);
    }

    void theIndexIsRebuilt_data() {
        QTest::addColumn<QString>("how");
        for (const char* how : {"removed", "emptied", "overwritten", "scribbled", "cut", "another schema",
                                "a fact more", "a fact less", "removed while open", "scribbled while open"})
            QTest::newRow(how) << how;
    }
    void theIndexIsRebuilt() {
        QFETCH(QString, how);
        const QuickFolder folder;
        const fs::path index = folder.path() / "workspace.sqlite";
        std::set<std::string> ids;
        auto workspace = open(folder.path());
        for (int i = 0; i < 5; ++i) ids.insert(makeRun(*workspace, std::to_string(i)));
        if (!how.endsWith("while open")) workspace.reset();
        if (how.startsWith("removed")) QVERIFY(removeDatabase(index));
        if (how == "emptied") QVERIFY(QFile::resize(QString::fromStdString(index.string()), 0));
        if (how == "overwritten") scribble(index, 0, QByteArray(8192, 'x'));
        if (how.startsWith("scribbled")) scribble(index, 4096 + 20, QByteArray(3000, '\x7f'));
        if (how == "cut") QVERIFY(QFile::resize(QString::fromStdString(index.string()), 5000));
        if (how == "another schema")
            QVERIFY(Database::open(index, Database::Mode::ReadWrite)->execute("PRAGMA user_version = 999"));
        // As an index of a program whose table of facts is another one.
        if (how == "a fact more")
            QVERIFY(
                Database::open(index, Database::Mode::ReadWrite)->execute("ALTER TABLE runs ADD COLUMN machine TEXT"));
        if (how == "a fact less")
            QVERIFY(Database::open(index, Database::Mode::ReadWrite)->execute("ALTER TABLE runs DROP COLUMN note"));
        if (!workspace) workspace = open(folder.path());
        const auto runs = workspace->runs();
        QVERIFY2(runs.ok(), runs.ok() ? "" : runs.error().message.c_str());
        const bool isOther = how == "emptied" || how == "another schema" || how.startsWith("a fact");
        QCOMPARE(std::ranges::any_of(workspace->warnings(),
                                     [](const Phrase& one) {
                                         return one.english().find("another version of this program") !=
                                                std::string::npos;
                                     }),
                 isOther);
        std::set<std::string> found;
        for (const RunSummary& run : *runs) {
            found.insert(run.id);
            QCOMPARE(run.state, RunState::Finished);
            QCOMPARE(run.bestValidation, 0.125);
            QVERIFY(run.config->hiddenSize == 48);
        }
        QCOMPARE(found, ids);
    }

    /// Who stops it while many runs are read is heeded at once, and the next one reads them all.
    void readingForANewIndexCanBeStopped() {
        const QuickFolder folder;
        for (int i = 0; i < 5; ++i) makeRun(*open(folder.path()), std::to_string(i));
        QVERIFY(removeDatabase(folder.path() / "workspace.sqlite"));
        int told = 0;
        const auto stopped = Workspace::open(folder.path(), [&told](double) { return ++told < 2; });
        QVERIFY(!stopped.ok());
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
        QCOMPARE(told, 2);
        QCOMPARE(open(folder.path())->runs()->size(), std::size_t{5});
    }

    void foldersThatComeAndGoAreNoticed() {
        const QuickFolder folder, elsewhere;
        auto workspace = open(folder.path());
        const std::string id = makeRun(*open(elsewhere.path()), "guest");
        QVERIFY(workspace->runs()->empty());
        fs::copy(elsewhere.path() / "runs" / id, folder.path() / "runs" / id, fs::copy_options::recursive);
        QCOMPARE(workspace->runs()->size(), std::size_t{1});
        QCOMPARE(workspace->runs()->front().name, std::string("guest"));
        fs::remove_all(folder.path() / "runs" / id);
        QVERIFY(workspace->runs()->empty());
    }

    void aDamagedRunHidesNoOther_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<bool>("removed");
        for (const char* file : {"config.json", "run.sqlite", "manifest.json"}) {
            QTest::addRow("%s removed", file) << file << true;
            QTest::addRow("%s scribbled", file) << file << false;
        }
    }
    void aDamagedRunHidesNoOther() {
        QFETCH(QString, file);
        QFETCH(bool, removed);
        const QuickFolder folder;
        auto workspace = open(folder.path());
        const std::string bad = makeRun(*workspace, "bad"), good = makeRun(*workspace, "good");
        const fs::path path = folder.path() / "runs" / bad / file.toStdString();
        if (removed)
            QVERIFY(removePath(path));
        else
            scribble(path, 0, QByteArray(64, 'x'));
        QVERIFY(workspace->refresh(bad));
        QCOMPARE(workspace->runs()->size(), std::size_t{2});
        QCOMPARE(workspace->run(good)->problem.english(), std::string());
        const auto run = workspace->run(bad);
        QVERIFY(run);
        if (file != "manifest.json") {
            QVERIFY2(run->problem.english().find(file.toStdString()) != std::string::npos,
                     run->problem.english().c_str());
            QVERIFY(run->created > 1.6e9);
            const auto history = readRunHistory(folder.path() / "runs" / bad);
            QVERIFY(history && !history->problems.empty());
            QCOMPARE(history->metrics.empty(), file == "run.sqlite");
        }
        QVERIFY(workspace->deleteRun(bad) && workspace->undeleteRun(bad));
    }

    /// What a list and the curves show, as text.
    static std::string shown(Workspace& workspace, const std::string& id) {
        std::string all;
        const auto runs = workspace.runs();
        for (const RunSummary& run : *runs) {
            all += run.id + run.name + run.dataName + std::to_string(static_cast<int>(run.state)) + " " +
                   std::to_string(run.step) + " " + std::to_string(run.epoch) + " " + std::to_string(run.seconds) +
                   " " + std::to_string(run.bestValidation) + " " + std::to_string(run.config->hiddenSize);
            for (const auto& [key, value] : *run.lastValues) all += key + std::to_string(value);
            for (const TestScore& score : *run.scores) all += score.method + score.metric + std::to_string(score.value);
        }
        if (const auto history = readRunHistory(workspace.folder() / "runs" / id))
            for (const MetricSample& one : history->metrics)
                all += std::to_string(one.step) + " " + std::to_string(one.value) + " ";
        return all;
    }

    void flippedBitsOfTheDatabasesAreSaid_data() {
        QTest::addColumn<bool>("index");
        QTest::newRow("index") << true;
        QTest::newRow("record") << false;
    }
    void flippedBitsOfTheDatabasesAreSaid() {
        QFETCH(bool, index);
        const QuickFolder folder;
        const fs::path sound = folder.path() / "sound", trial = folder.path() / "trial";
        std::string id;
        {
            auto workspace = open(sound);
            auto record = workspace->createRun(config("kept"), "", "ETTh1.csv");
            id = (*record)->id();
            std::vector<MetricSample> samples;
            for (int step = 1; step <= 200; ++step) samples.push_back(sample(MetricId::TrainLoss, step, 1.0 / step));
            QVERIFY((*record)->addMetrics(samples) && (*record)->setBest(0.125, 2, 1));
            QVERIFY((*record)->setScores({{"model", "original", "mase", 1.0024}}) &&
                    (*record)->setState(RunState::Finished, 200, 1, 3.5));
        }
        std::string expected;
        {
            fs::copy(sound, trial, fs::copy_options::recursive);
            expected = shown(*open(trial), id);
        }
        const fs::path file = index ? fs::path("workspace.sqlite") : fs::path("runs") / id / "run.sqlite";
        const auto bytes = static_cast<qint64>(fs::file_size(sound / file));
        constexpr int kFlips = 250;
        int message = 0, silent = 0;
        for (qint64 i = 0; i < kFlips; ++i) {
            fs::remove_all(trial);
            fs::copy(sound, trial, fs::copy_options::recursive);
            const qint64 at = i * 7919 % bytes;
            const QByteArray byte(
                1, static_cast<char>((*readFileBytes(sound / file))[static_cast<std::size_t>(at)] ^ (1 << i % 8)));
            scribble(trial / file, at, byte);
            auto workspace = open(trial);
            if (!index) static_cast<void>(workspace->rebuildIndex({}));
            const std::string now = shown(*workspace, id);
            const auto history = readRunHistory(trial / "runs" / id);
            const auto runs = workspace->runs();
            const bool isMentioned = !workspace->warnings().empty() || !history || !history->problems.empty() ||
                                     runs->empty() || !runs->front().problem.empty();
            message += isMentioned ? 1 : 0;
            if (now != expected && !isMentioned) {
                ++silent;
                qWarning("silent: bit %lld of byte %lld", i % 8, at);
            }
        }
        qInfo("%d flips in %s: %d said, %d silent", kFlips, file.filename().c_str(), message, silent);
        QVERIFY(message > 0);
        QCOMPARE(silent, 0);
    }

    void aChangedFigureOfTheIndexIsReadAgain() {
        const QuickFolder folder;
        const std::string id = makeRun(*open(folder.path()), "x");
        QVERIFY(Database::open(folder.path() / "workspace.sqlite", Database::Mode::ReadWrite)
                    ->execute("UPDATE runs SET best = best + 2"));
        auto workspace = open(folder.path());
        QCOMPARE(workspace->runs()->front().bestValidation, 0.125);
        QCOMPARE(workspace->warnings().size(), std::size_t{1});
    }

    void aChangedBestIsNotShown() {
        const QuickFolder folder;
        auto workspace = open(folder.path());
        const std::string id = makeRun(*workspace, "x");
        // Also where an older program kept no checksums: the manifest says it, too.
        for (const char* older : {"", "; DELETE FROM meta WHERE key LIKE 'checksum%' OR key = 'config_sha256'"}) {
            QVERIFY(Database::open(folder.path() / "runs" / id / "run.sqlite", Database::Mode::ReadWrite)
                        ->execute(std::string("UPDATE meta SET value = value + 2 WHERE key = 'best'") + older));
            QVERIFY(workspace->rebuildIndex({}));
            const auto run = workspace->run(id);
            QCOMPARE(run->bestValidation, 0.125);
            QCOMPARE(run->state, RunState::Finished);
            QVERIFY(!run->problem.empty());
        }
    }

    void anUnreadableRecordIsNotInterruptedAtStepZero() {
        const QuickFolder folder;
        auto workspace = open(folder.path());
        const std::string ended = makeRun(*workspace, "ended"), killed = makeRun(*workspace, "killed");
        for (const std::string& id : {ended, killed})
            scribble(folder.path() / "runs" / id / "run.sqlite", 0, QByteArray(5000, 'x'));
        QVERIFY(removePath(folder.path() / "runs" / killed / "manifest.json"));
        QVERIFY(workspace->rebuildIndex({}));
        const auto first = workspace->run(ended), second = workspace->run(killed);
        QVERIFY(!first->problem.empty() && !first->isUnread);
        QCOMPARE(first->state, RunState::Finished);
        QCOMPARE(first->step, std::int64_t{2});
        QVERIFY(!second->problem.empty() && second->isUnread);
    }

    void aRemovedRunIsNotWrittenOn() {
        const QuickFolder folder;
        auto workspace = open(folder.path());
        auto record = workspace->createRun(config(), "", "x");
        fs::remove_all((*record)->folder());
        const auto ended = (*record)->setState(RunState::Finished, 1, 1, 1);
        QVERIFY(!ended);
        QCOMPARE(ended.error().code, ErrorCode::Io);
        QVERIFY(!fs::exists((*record)->folder()));
    }

    void aHalfReadableHistoryKeepsTheRest() {
        const QuickFolder folder;
        auto workspace = open(folder.path());
        const std::string id = makeRun(*workspace, "x");
        const fs::path run = folder.path() / "runs" / id;
        QVERIFY(Database::open(run / "run.sqlite", Database::Mode::ReadWrite)
                    ->execute("DROP TABLE events; INSERT INTO metric_keys(key) VALUES('from_the_future')"));
        const auto history = readRunHistory(run);
        QVERIFY(history);
        QCOMPARE(history->metrics.size(), std::size_t{2});
        // The new curve, the events, and that the record is not as it was written
        QCOMPARE(history->problems.size(), std::size_t{3});
        QVERIFY(!readRunHistory(folder.path() / "none"));
    }

    void aFileInThePlaceOfTheFolderIsNamed() {
        const QuickFolder folder;
        QVERIFY(writeFileDurably(folder.path() / "taken", "x"));
        const auto opened = Workspace::open(folder.path() / "taken");
        QVERIFY(!opened);
        QVERIFY2(opened.error().message.find("taken") != std::string::npos, opened.error().message.c_str());
        QVERIFY(!Workspace::open(folder.path() / "taken" / "inside"));
    }

    void manyRunsListQuickly() {
        const QuickFolder folder;
        const std::string first = makeRun(*open(folder.path()), "template");
        const fs::path runs = folder.path() / "runs";
        for (int i = 0; i < 1000; ++i) {
            const fs::path copy = runs / ("20200101-000000-" + std::to_string(10000 + i));
            fs::create_directory(copy);
            for (const char* file : {"config.json", "run.sqlite"}) fs::copy_file(runs / first / file, copy / file);
        }
        QElapsedTimer timer;
        timer.start();
        auto workspace = open(folder.path());
        QCOMPARE(workspace->runs()->size(), std::size_t{1001});
        qInfo("1,000 unknown folders taken in: %lld ms", timer.restart());
        auto fresh = open(folder.path());
        QCOMPARE(fresh->runs()->size(), std::size_t{1001});
        qInfo("opened and listed from the index: %lld ms", timer.restart());
        QCOMPARE(fresh->runs()->size(), std::size_t{1001});
        qInfo("listed again: %lld ms", timer.restart());
    }

    void tenThousandRunsListQuickly() {
        const QuickFolder folder;
        const auto none = [](const Progress&) { return std::vector<RunSummary>(); };
        std::vector<RunSummary> many(10'000);
        for (std::size_t i = 0; i < many.size(); ++i) {
            RunSummary& run = many[i];
            run.id = "20260101-000000-" + std::to_string(100000 + i);
            run.name = "run " + std::to_string(i);
            run.config = config();
            run.config.edit().seed = static_cast<std::int64_t>(i);
            run.state = RunState::Finished;
            for (const Metric& metric : metrics()) run.lastValues.edit()[metric.key] = 0.1 * static_cast<double>(i);
            for (const char* method : {"model", "persistence", "seasonal_naive", "drift", "linear"})
                for (const char* scale : {"original", "standardised"})
                    for (const char* metric : {"mse", "rmse", "mae", "mase", "r2"})
                        run.scores.edit().push_back({method, scale, metric, 0.3});
        }
        RunIndex writer(folder.path() / "index.sqlite", none);
        QVERIFY(writer.put(many));
        RunIndex reader(folder.path() / "index.sqlite", none);
        // Processor time: other programs may be running beside the tests.
        std::clock_t last = std::clock();
        const auto lap = [&last] {
            return 1000.0 * static_cast<double>(std::clock() - std::exchange(last, std::clock())) / CLOCKS_PER_SEC;
        };
        QVERIFY(reader.open());
        const double opened = lap();
        const auto all = reader.all();
        const double listed = lap();
        QCOMPARE(all->size(), many.size());
        QCOMPARE(all->front().id, many.back().id);
        QVERIFY(all->front().config == many.back().config);
        QCOMPARE(all->front().scores->size(), std::size_t{50});
        QVERIFY(writer.putProgress(many[5]));
        lap();
        QCOMPARE(reader.all()->size(), many.size());
        qInfo(
            "10,000 runs, processor time: opened and checked in %.0f ms, listed in %.0f ms, again after one change in "
            "%.0f ms",
            opened, listed, lap());
    }
};

QTEST_GUILESS_MAIN(TestWorkspace)
#include "tst_workspace.moc"
