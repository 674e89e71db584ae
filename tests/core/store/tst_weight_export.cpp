// SPDX-License-Identifier: GPL-3.0-or-later
// What an exported file of weights says of the data and the network, and why a run has none.
// Holds core/store/weight_facts.cpp.
#include "config/config_io.h"
#include "data/data_identity.h"
#include "data/readers.h"
#include "io/file_io.h"
#include "store/checkpoint.h"
#include "store/run_weights.h"
#include "store/weight_facts.h"
#include "store/workspace.h"
#include "support/take.h"
#include "support/worker_process.h"

#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;
using namespace gatelab::testing;
namespace fs = std::filesystem;

class TestWeightExport : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    ExperimentConfig config_;
    fs::path workspace() const { return fs::path(folder_.path().toStdString()) / "workspace"; }

    /// The data of the run, each value times `factor`.
    void writeData(double factor) {
        std::string text = "x,y\n";
        for (int i = 0; i < 200; ++i) text += std::to_string(factor * (i % 17)) + "," + std::to_string(i % 5) + "\n";
        QVERIFY(writeFileDurably(config_.dataPath, text).ok());
    }
    std::unique_ptr<RunRecord> begunRun() {
        auto record = take(take(Workspace::open(workspace()))->createRun(config_, {}, "two"));
        RunPlanInfo plan;
        plan.identity.data = dataIdentity(take(loadDataset(config_)), config_);
        if (!record->addEvent({plan}).ok()) qFatal("no event");
        return record;
    }
    fs::path trainedRun() {
        const auto record = begunRun();
        CheckpointContents contents;
        contents.tensors.tensors["weights/head.bias"] = {"F32", {1}, std::vector<char>(4)};
        contents.state = configToJson(config_);
        contents.step = 3;
        take(CheckpointStore(record->folder()).save(contents));
        return record->folder();
    }
    RunWeights written(const fs::path& run) {
        return take(exportRunWeights(run, folder_.filePath("w.safetensors").toStdString()));
    }

private Q_SLOTS:
    void initTestCase() {
        config_.dataPath = folder_.filePath("two.csv").toStdString();
        config_.lookback = 8;
        config_.horizon = 2;
    }
    void init() { writeData(1); }

    void theScalingIsThatOfTheTraining() {
        const fs::path run = trainedRun();
        const RunWeights same = written(run);
        QVERIFY2(same.problem.empty(), same.problem.english().c_str());
        QVERIFY(same.file.metadata.at("scaling").find("offset") != std::string::npos &&
                same.file.metadata.contains("inputs") && same.file.metadata.contains("targets"));
        writeData(1000);
        const RunWeights other = written(run);
        QVERIFY2(other.problem.english().find("lacks the scaling") != std::string::npos &&
                     other.problem.english().find("not those that it was trained on") != std::string::npos,
                 other.problem.english().c_str());
        for (const char* absent : {"scaling", "inputs", "targets"}) {
            QVERIFY2(!other.file.metadata.contains(absent), absent);
            QVERIFY2(other.file.metadata.at("rebuild").find("'" + std::string(absent) + "'") == std::string::npos,
                     absent);
        }
        QVERIFY(other.file.metadata.at("data").find("problem") != std::string::npos &&
                other.file.metadata.contains("rebuild"));
        QVERIFY(removePath(config_.dataPath).ok());
        const RunWeights gone = written(run);
        QVERIFY(!gone.problem.empty() && !gone.file.metadata.contains("scaling"));
    }

    void theCommandLineSaysWhatTheFileLacks() {
        const fs::path run = trainedRun();
        writeData(1000);
        const Answer answer = askWorker({"export-weights", QString::fromStdString(run.filename().string()),
                                         folder_.filePath("w.safetensors"), "--json", "--workspace",
                                         QString::fromStdString(workspace().string())});
        QCOMPARE(answer.code, 0);
        QVERIFY2(answer.err.contains("warning: the file lacks the scaling"), answer.err);
        QVERIFY2(lastLine(answer.out)["warning"].toString().contains("SHA-256") &&
                     lastLine(answer.out)["tensors"].toInt() == 1,
                 answer.out);
    }

    void zoneoutIsTold() {
        const auto rebuild = [this] { return weightFacts(config_, {}, false).texts.at("rebuild"); };
        config_.cell = "gru";
        QVERIFY(rebuild().find("Zoneout") == std::string::npos);
        config_.zoneout = 0.1;
        QVERIFY2(rebuild().find("Zoneout, z = 0.1: at every step h(t) = z * h(t-1)") != std::string::npos &&
                     rebuild().find("c(t)") == std::string::npos,
                 rebuild().c_str());
        config_.cell = "lstm";
        QVERIFY2(rebuild().find("c(t) = z * c(t-1)") != std::string::npos, rebuild().c_str());
        config_.zoneout = 0;
    }

    void windowsScaledByThemselvesAreTold() {
        ExperimentConfig config = config_;
        config.task = "forecast";
        const auto rebuild = [&config] { return weightFacts(config, {}, false).texts.at("rebuild"); };
        QVERIFY(rebuild().find("RevIN") == std::string::npos);
        config.anchor = "revin";
        QVERIFY2(rebuild().find("becomes (x - a) / s in every step") != std::string::npos &&
                     rebuild().find("The output becomes output * s + a.") != std::string::npos,
                 rebuild().c_str());
        config.loss = "gaussian-nll";
        QVERIFY2(rebuild().find("the variance is multiplied by s * s") != std::string::npos, rebuild().c_str());
    }

    void aRunThatGoesOnHasNoneYet() {
        const auto record = begunRun();
        const fs::path out = folder_.filePath("none.safetensors").toStdString();
        auto none = exportRunWeights(record->folder(), out);
        QVERIFY2(
            !none.ok() && none.error().message.find("still going on and has no checkpoint yet") != std::string::npos,
            none.ok() ? "" : none.error().message.c_str());
        QVERIFY(!fs::exists(out));
    }

    void aRunThatEndedWithoutIsToldSo() {
        const fs::path run = begunRun()->folder();
        const auto none = exportRunWeights(run, folder_.filePath("none.safetensors").toStdString());
        QVERIFY2(!none.ok() && none.error().message.find("train the run from the start") != std::string::npos,
                 none.ok() ? "" : none.error().message.c_str());
    }

    void damagedCheckpointsAreNoWrongInput() {
        const fs::path run = trainedRun();
        for (const CheckpointInfo& info : CheckpointStore(run).list())
            QVERIFY(writeFileDurably(info.folder / "tensors.safetensors", "damaged").ok());
        const Answer answer =
            askWorker({"export-weights", QString::fromStdString(run.filename().string()),
                       folder_.filePath("w.safetensors"), "--workspace", QString::fromStdString(workspace().string())});
        QVERIFY2(answer.code == 1 && answer.err.contains("can be used"), answer.err);
        // The folder is named once, and each of them has a line.
        QCOMPARE(answer.err.count((run / "checkpoints").c_str()), 1);
        QCOMPARE(answer.err.trimmed().count('\n'), static_cast<qsizetype>(CheckpointStore(run).list().size()));
    }
};

QTEST_GUILESS_MAIN(TestWeightExport)
#include "tst_weight_export.moc"
