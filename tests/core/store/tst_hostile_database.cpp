// SPDX-License-Identifier: GPL-3.0-or-later
// Databases that somebody made to hold or to mislead whoever opens them: every read ends, an index is made anew, and a
// record is refused.
// Holds core/io/database.cpp.
#include "io/database.h"
#include "io/file_io.h"
#include "store/checkpoint.h"
#include "store/film.h"
#include "store/record/run_files.h"
#include "store/run_queue.h"
#include "store/run_weights.h"
#include "store/saved_preparation_file.h"
#include "store/saved_sweep.h"
#include "store/workspace.h"
#include "store/workspace_care.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <QTest>

#include <filesystem>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

/// By a program that refuses nothing.
void harm(const fs::path& database, const char* sql) {
    sqlite3* connection = nullptr;
    char* problem = nullptr;
    if (sqlite3_open(database.c_str(), &connection) != SQLITE_OK ||
        sqlite3_exec(connection, sql, nullptr, nullptr, &problem) != SQLITE_OK)
        qFatal("%s", problem);
    sqlite3_close(connection);
}

std::string finishedRun(Workspace& workspace) {
    auto record = workspace.createRun(ExperimentConfig(), "", "data");
    std::vector<MetricSample> samples(20);
    for (std::size_t i = 0; i < samples.size(); ++i) samples[i].step = static_cast<std::int64_t>(i);
    if (!record || !(*record)->addMetrics(samples) || !(*record)->setState(RunState::Finished, 20, 1, 1))
        qFatal("the run cannot be written");
    return (*record)->id();
}

const char* const kEndless =
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id, x AS key FROM n";

}  // namespace

class TestHostileDatabase : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatDoesNotEndIsEnded() {
        const QuickFolder folder;
        auto database = testing::take(Database::open(folder.path() / "a.sqlite", Database::Mode::Create));
        auto endless = testing::take(database.prepare(std::string("SELECT count(*) FROM (") + kEndless + ")"));
        const auto run = endless.run();
        QVERIFY(!run.ok() && run.error().code == ErrorCode::Corrupt);
        QVERIFY2(run.error().message.find("come to an end") != std::string::npos, run.error().message.c_str());
        QVERIFY(database.execute("CREATE TABLE t(x)"));  // the next one has its own steps
    }

    void theLayoutOfATableDoesNotCount() {
        const QuickFolder folder;
        const fs::path path = folder.path() / "a.sqlite";
        harm(path, "CREATE TABLE t(a INTEGER,\n  b TEXT)");
        auto database = testing::take(Database::open(path, Database::Mode::ReadOnly));
        QVERIFY(database.requireTables("CREATE TABLE t(a INTEGER, b TEXT);\n").ok());
        QVERIFY(!database.requireTables("CREATE TABLE t(a INTEGER, b REAL);\n").ok());
    }

    void aValueHasALargestSize() {
        const QuickFolder folder;
        const fs::path path = folder.path() / "a.sqlite";
        harm(path, "CREATE TABLE t(x); INSERT INTO t VALUES(zeroblob(70000000))");
        auto database = testing::take(Database::open(path, Database::Mode::ReadOnly));
        const auto run = database.prepare("SELECT x FROM t")->query({}, [](const DatabaseRow& row) {
            return row.text(0).empty() ? Result<>() : Result<>();
        });
        QVERIFY(!run.ok() && run.error().code == ErrorCode::Corrupt);
    }

    void whatIsNoFileIsNoDatabase() {
        const QuickFolder folder;
        const fs::path path = folder.path() / "a.sqlite";
        QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
        QCOMPARE(Database::open(path, Database::Mode::ReadOnly).error().code, ErrorCode::Corrupt);
        fs::remove(path);
        fs::create_symlink("/dev/zero", path);
        QCOMPARE(Database::open(path, Database::Mode::ReadWrite).error().code, ErrorCode::Corrupt);
        fs::remove(path);
        harm(path, "CREATE TABLE t(x)");
        QCOMPARE(::mkfifo((path.string() + "-journal").c_str(), 0600), 0);
        QCOMPARE(Database::open(path, Database::Mode::ReadOnly).error().code, ErrorCode::Corrupt);
        fs::remove(path);
        fs::create_directory(path);  // with what is in it
        QVERIFY(Database::open(path, Database::Mode::Create).error().code != ErrorCode::Corrupt);
    }

    void anIndexIsMadeAnew_data() {
        QTest::addColumn<QString>("sql");
        QTest::newRow("an endless view") << QString("DROP TABLE runs; CREATE VIEW runs AS %1").arg(kEndless);
        QTest::newRow("a view of what must differ") << QString("DROP TABLE meta; CREATE VIEW meta AS %1").arg(kEndless);
        QTest::newRow("a trigger that hides runs")
            << "CREATE TRIGGER hide BEFORE INSERT ON runs BEGIN SELECT raise(ignore); END";
        QTest::newRow("a trigger that changes them")
            << "CREATE TRIGGER change AFTER INSERT ON runs BEGIN UPDATE runs SET name = 'other'; END";
        QTest::newRow("a virtual table") << "CREATE VIRTUAL TABLE more USING rtree(id, a, b)";
        QTest::newRow("an index over a condition") << "CREATE INDEX more ON runs(name) WHERE name <> 'x'";
        QTest::newRow("another table") << "CREATE TABLE more(x DEFAULT (randomblob(9)))";
    }
    void anIndexIsMadeAnew() {
        QFETCH(QString, sql);
        const QuickFolder folder;
        const std::string first = finishedRun(**Workspace::open(folder.path()));
        harm(folder.path() / "workspace.sqlite", sql.toUtf8().constData());
        auto workspace = *Workspace::open(folder.path());
        QCOMPARE(workspace->warnings().size(), std::size_t{1});
        const std::string second = finishedRun(*workspace);
        const auto runs = workspace->runs();
        QVERIFY(runs.ok() && runs->size() == 2 && workspace->run(second).ok());
        QCOMPARE((*runs)[1].id, first);
        QVERIFY((*Workspace::open(folder.path()))->warnings().empty());
    }

    void aPipeInThePlaceOfTheIndexIsReplaced() {
        const QuickFolder folder;
        finishedRun(**Workspace::open(folder.path()));
        QVERIFY(removeDatabase(folder.path() / "workspace.sqlite"));
        QCOMPARE(::mkfifo((folder.path() / "workspace.sqlite").c_str(), 0600), 0);
        QCOMPARE((*Workspace::open(folder.path()))->runs()->size(), std::size_t{1});
    }

    void aPipeInThePlaceOfAnyFileIsSeen() {
        const QuickFolder folder;
        const fs::path sound = folder.path() / "sound", trial = folder.path() / "trial";
        {
            auto workspace = *Workspace::open(sound);
            auto record = testing::take(workspace->createRun(ExperimentConfig(), "", "data"));
            CheckpointContents contents;
            contents.tensors.tensors["weights/rnn.weight_ih_l0"] = {"U8", {2, 1}, {'a', 'b'}};
            SavedPreparation kept;
            kept.sequences = SavedSequences();
            QVERIFY(writePreparation(record->folder(), kept) && CheckpointStore(record->folder()).save(contents));
            QVERIFY(FilmStore(record->folder()).add(contents.tensors, {1, 0, 1, 0, 1}, 1 << 20));
            QVERIFY(record->setState(RunState::Finished, 0, 1, 1));
            QVERIFY(RunQueue(sound).add({QueuedRun()}) && keepSweep(sound, {{ExperimentConfig()}, 1}));
        }
        for (const auto& entry : fs::recursive_directory_iterator(sound)) {
            if (!entry.is_regular_file()) continue;
            const fs::path file = fs::relative(entry.path(), sound);
            fs::remove_all(trial);
            fs::copy(sound, trial, fs::copy_options::recursive);
            fs::remove(trial / file);
            QCOMPARE(::mkfifo((trial / file).c_str(), 0600), 0);
            auto workspace = *Workspace::open(trial);
            const auto runs = workspace->runs();
            QVERIFY2(runs.ok() && runs->size() == 1, file.c_str());
            const fs::path run = trial / "runs" / runs->front().id;
            const auto check = checkWorkspace(*workspace);
            const bool isLock = file.filename().string().ends_with("lock");
            QVERIFY2(check.ok() && check->damaged.empty() == isLock, file.c_str());
            QCOMPARE(RunQueue(trial).read().ok(), file != "queue.json");
            QCOMPARE(readWeightSizes(run).ok(), file.filename() != "tensors.safetensors" &&
                                                    file.string().find("ckpt-00000001/manifest") == std::string::npos);
            (void)readRunHistory(run).ok();
            (void)readRunWeights(run).ok();
            (void)backUpWorkspace(trial, folder.path() / "copy").ok();
            fs::remove_all(folder.path() / "copy");
        }
    }

    void aRecordIsRefused_data() {
        QTest::addColumn<QString>("sql");
        for (const char* table : {"meta", "metric_keys", "metrics", "events", "scores"})
            QTest::newRow(table) << QString("DROP TABLE %1; CREATE VIEW %1 AS %2").arg(table, kEndless);
        QTest::newRow("a trigger") << "CREATE TRIGGER t BEFORE INSERT ON metrics BEGIN SELECT raise(ignore); END";
        QTest::newRow("a virtual table") << "CREATE VIRTUAL TABLE more USING rtree(id, a, b)";
        QTest::newRow("other columns") << "ALTER TABLE scores ADD COLUMN other AS (value * 2)";
        QTest::newRow("a pipe") << "";
    }
    void aRecordIsRefused() {
        QFETCH(QString, sql);
        const QuickFolder folder;
        const std::string id = finishedRun(**Workspace::open(folder.path()));
        const fs::path record = folder.path() / "runs" / id / "run.sqlite";
        if (sql.isEmpty()) {
            QVERIFY(removeDatabase(record));
            QCOMPARE(::mkfifo(record.c_str(), 0600), 0);
        } else
            harm(record, sql.toUtf8().constData());
        QCOMPARE(run_files::openDatabase(record.parent_path(), Database::Mode::ReadOnly).error().code,
                 ErrorCode::Corrupt);
        QVERIFY(removeDatabase(folder.path() / "workspace.sqlite"));
        auto workspace = *Workspace::open(folder.path());
        const auto runs = workspace->runs();
        QVERIFY(runs.ok() && runs->size() == 1);
        QVERIFY(!runs->front().problem.empty());
        QVERIFY(readRunHistory(record.parent_path())->metrics.empty());
        const auto check = checkWorkspace(*workspace);
        QVERIFY(check.ok() && !check->damaged.empty());
        QCOMPARE(backUpWorkspace(folder.path(), folder.path().string() + "-copy").ok(), true);
        fs::remove_all(folder.path().string() + "-copy");
    }
};

QTEST_GUILESS_MAIN(TestHostileDatabase)
#include "tst_hostile_database.moc"
