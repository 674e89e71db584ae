// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's settings allow its own process reaches the worker, at its start and when it goes on; so do the weights
// it starts from.
#include "runs/run_start.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

namespace {

/// An isolated run asks it only whether it can be.
class NoEngine : public Engine {
    EngineInfo info_;
    static Error none() { return {ErrorCode::Unsupported, "there is no engine here"}; }

public:
    const EngineInfo& info() override { return info_; }
    Result<std::shared_ptr<const Dataset>> check(const ExperimentConfig&, const std::shared_ptr<const Dataset>& data,
                                                 const std::filesystem::path&) override {
        return data;
    }
    Result<std::unique_ptr<RunSession>> start(RunRequest) override { return none(); }
    Result<PreparedContinuation> prepare(const Continuation&) override { return none(); }
    Result<ForecastSet> forecast(const ForecastRequest&, const Progress&) override { return none(); }
    Result<std::unique_ptr<SampleForecaster>> openForecaster(const std::filesystem::path&) override { return none(); }
    Result<FinderResult> find(const FinderRequest&, const Progress&) override { return none(); }
    Result<std::unique_ptr<Inspector>> inspect(const InspectRequest&) override { return none(); }
    Result<std::vector<StartWeights>> startWeights(const ExperimentConfig&, const ModelShape&) override {
        return none();
    }
};

}  // namespace

class TestWorkerLimits : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    QByteArray words() const {
        QFile file(folder_.filePath(QStringLiteral("words")));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private Q_SLOTS:
    void init() {
        const QString path = folder_.filePath(QStringLiteral("worker.sh"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\necho \"$@\" > '" + folder_.path().toUtf8() + "/words'\n");
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        qputenv("GATELAB_WORKER", path.toUtf8());
    }
    void cleanup() { qunsetenv("GATELAB_WORKER"); }

    void theyReachTheWorker_data() {
        QTest::addColumn<int>("mebibytes");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("none") << 0 << QByteArray();
        QTest::newRow("two GiB") << 2048 << QByteArray("--memory-limit 2147483648");
    }
    void theyReachTheWorker() {
        QFETCH(int, mebibytes);
        QFETCH(QByteArray, message);
        NoEngine engine;
        auto workspace = Workspace::open(folder_.filePath(QStringLiteral("runs")).toStdString());
        QVERIFY(workspace.ok());
        ExperimentConfig config;
        config.isolated = true;
        config.memoryLimit = mebibytes;
        const RunStart started =
            startRun(engine, **workspace, {.config = config, .startWeights = "/weights.safetensors"});
        QVERIFY(!started.error && started.session);
        started.session->wait();
        QVERIFY2(message.isEmpty() ? !words().contains("--memory-limit") : words().contains(message), words());
        QVERIFY2(words().contains("--weights /weights.safetensors"), words());
        const RunStart again = startRun(engine, **workspace, {.resume = started.view->id.toStdString()});
        QVERIFY(!again.error && again.session);
        again.session->wait();
        QVERIFY2(message.isEmpty() ? !words().contains("--memory-limit") : words().contains(message), words());
        QVERIFY2(!words().contains("--weights"), words());
    }
};

QTEST_GUILESS_MAIN(TestWorkerLimits)
#include "tst_worker_limits.moc"
