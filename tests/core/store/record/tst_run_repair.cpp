// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_io.h"
#include "store/workspace.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QFile>
#include <QTest>

#include <vector>

using namespace gatelab;
using namespace gatelab::testing;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kSteps = 5000;

std::string makeRun(Workspace& workspace) {
    ExperimentConfig config;
    config.name = "mine";
    auto record = take(workspace.createRun(config, {}, "data"));
    std::vector<MetricSample> samples;
    for (std::int64_t step = 1; step <= kSteps; ++step)
        samples.push_back({MetricId::TrainLoss, 0, step, 0.1, 0.2, 1.7e9, 1.0 / static_cast<double>(step)});
    if (!record->addMetrics(samples).ok() || !record->setState(RunState::Interrupted, kSteps, 1, 1).ok())
        qFatal("the run cannot be written");
    return record->id();
}

}  // namespace

/// A record that is damaged or missing stops no run: it is set aside, and a new one is made.
class TestRunRepair : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSoundRecordIsLeftAlone() {
        const QuickFolder folder;
        const auto workspace = take(Workspace::open(folder.path()));
        const std::string id = makeRun(*workspace);
        QVERIFY(take(workspace->reopenRun(id))->repaired().empty());
        QVERIFY(!fs::exists(folder.path() / "runs" / id / "run.sqlite.damaged"));
    }

    void aCutRecordIsSetAside() {
        const QuickFolder folder;
        const auto workspace = take(Workspace::open(folder.path()));
        const std::string id = makeRun(*workspace);
        const fs::path record = folder.path() / "runs" / id / "run.sqlite";
        for (const char* aside : {".damaged", ".damaged-2"}) {
            fs::resize_file(record, 3000);
            QVERIFY(workspace->refresh(id).ok());
            const std::string message = take(workspace->reopenRun(id))->repaired().english();
            QVERIFY2(message.find("'" + record.string() + aside + "'") != std::string::npos &&
                         message.find("are gone") != std::string::npos,
                     message.c_str());
            QCOMPARE(fs::file_size(record.string() + aside), std::uintmax_t{3000});
        }
        const RunSummary run = take(workspace->run(id));
        QVERIFY2(run.problem.empty(), run.problem.english().c_str());
        QCOMPARE(run.name, std::string("mine"));
        QCOMPARE(run.state, RunState::Interrupted);
        const RunHistory history = take(readRunHistory(record.parent_path()));
        QVERIFY(history.problems.empty() && history.metrics.empty());
        // The first warning went with the record that was damaged next
        QCOMPARE(history.events.size(), std::size_t{1});
    }

    void aMissingRecordIsMadeAnew() {
        const QuickFolder folder;
        const auto workspace = take(Workspace::open(folder.path()));
        const std::string id = makeRun(*workspace);
        const fs::path record = folder.path() / "runs" / id / "run.sqlite";
        QVERIFY(removePath(record).ok());
        const std::string message = take(workspace->reopenRun(id))->repaired().english();
        QVERIFY2(message.find("was missing") != std::string::npos, message.c_str());
        QVERIFY(take(readRunHistory(record.parent_path())).problems.empty());
    }

    void whatCanBeReadIsSaved() {
        const QuickFolder folder;
        const auto workspace = take(Workspace::open(folder.path()));
        const std::string id = makeRun(*workspace);
        const fs::path record = folder.path() / "runs" / id / "run.sqlite";
        QFile file(QString::fromStdString(record.string()));
        QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(file.size() - 3 * 4096) &&
                file.write(QByteArray(3 * 4096, 'x')) == 3 * 4096);
        file.close();
        const auto opened = take(workspace->reopenRun(id));
        QVERIFY(opened->repaired().english().find("was saved") != std::string::npos);
        const RunHistory history = take(readRunHistory(record.parent_path()));
        QVERIFY(history.problems.empty());
        QVERIFY(history.metrics.size() > 1000 && history.metrics.size() < static_cast<std::size_t>(kSteps));
        QCOMPARE(history.metrics.back().step, static_cast<std::int64_t>(history.metrics.size()));
    }
};

QTEST_GUILESS_MAIN(TestRunRepair)
#include "tst_run_repair.moc"
