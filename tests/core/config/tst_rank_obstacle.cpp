// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_check.h"
#include "config/rank_obstacle.h"
#include "config/switches.h"

#include <QtTest>

#include <algorithm>
#include <functional>
#include <string>

using namespace gatelab;

namespace {

ExperimentConfig pipelined() {
    ExperimentConfig config;
    config.layers = 4;
    config.ranks = 2;
    config.pipelineChunks = 3;
    return config;
}

}  // namespace

class TestRankObstacle : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPipelineOfManyLayersCanBe() {
        auto config = pipelined();
        QVERIFY(rankObstacle(config, false).isEmpty());
        QVERIFY(isPipelined(config));
        QVERIFY(expectedImplementation(config) == "native");  // the whole step sees a window at once
        config.device = "cuda:1";
        QVERIFY(rankObstacle(config, true).isEmpty());  // by NCCL
        config.device = "cpu";
        config.layers = config.ranks = 1;
        QVERIFY(rankObstacle(config, false).isEmpty());
        config.pipelineChunks = 0;
        QVERIFY(!isPipelined(config));
    }

    void whatItCannotDoIsNamed_data() {
        using Change = std::function<void(ExperimentConfig&)>;
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* words, const Change& change) {
            QTest::newRow(words) << change << QString(words);
        };
        row("at least one layer", [](auto& c) { c.layers = 1; });
        row("choose the task forecast", [](auto& c) { c.task = "classification"; });
        row("the reverse direction begins at its end", [](auto& c) { c.bidirectional = true; });
        row("draws no masks", [](auto& c) { c.dropout = 0.1; });
        row("draws no masks: set dropout, recurrent", [](auto& c) { c.zoneout = 0.1; });
        row("no recursive decoder", [](auto& c) { c.decoder = "recursive"; });
        row("carries no state", [](auto& c) { c.carryState = true; });
        row("keeps its activations", [](auto& c) { c.recomputeChunk = 8; });
        row("FP32 and FP64 only", [](auto& c) { c.precision = "bf16"; });
        row("sends whole gradients", [](auto& c) { c.gradientExchange = "top-k"; });
        row("on an XLA device", [](auto& c) { c.device = "xla:0"; });
        row("the first of them by its name", [](auto& c) { c.device = "cuda"; });
    }
    void whatItCannotDoIsNamed() {
        QFETCH(std::function<void(ExperimentConfig&)>, change);
        QFETCH(QString, words);
        auto config = pipelined();
        change(config);
        const Text why = rankObstacle(config, config.device.starts_with("cuda"));
        QVERIFY2(QString(why.source).contains(words), why.source);
        const auto findings = checkConfig(config, {});
        QVERIFY(std::ranges::any_of(findings, [&](const ConfigFinding& finding) {
            return finding.key == "pipeline_chunks" && finding.severity == Severity::Error &&
                   QString::fromStdString(finding.message.english()).contains(words);
        }));
    }
};

QTEST_APPLESS_MAIN(TestRankObstacle)
#include "tst_rank_obstacle.moc"
