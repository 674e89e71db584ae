// SPDX-License-Identifier: GPL-3.0-or-later
// Scores of runs of older versions, whose MASE and R² are one figure of all targets: they are not shown as means over
// the targets, from wherever they are read.
#include "run/heldout_scores.h"
#include "run/run_event_json.h"
#include "store/workspace.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

using namespace gatelab;
using gatelab::testing::take;

namespace {

constexpr const char* kScales[] = {"standardised", "original"};

/// Of two targets, as an older version kept them: other figures on the other scale.
std::vector<TestScore> pooledScores(const char* method) {
    std::vector<TestScore> scores;
    for (const char* scale : kScales) {
        const double by = scale == kScales[0] ? 1 : 1.5;
        for (const auto& [metric, value] : {std::pair("mse", 0.25), std::pair("rmse", 0.5), std::pair("mae", 0.4),
                                            std::pair("mase", 0.8), std::pair("r2", 0.6)})
            scores.push_back({method, scale, metric, by * value});
    }
    return scores;
}

const TestScore& scoreOf(const std::vector<TestScore>& scores, const std::string& method, const std::string& scale,
                         const std::string& metric) {
    const auto found = std::ranges::find_if(scores, [&](const TestScore& score) {
        return score.method == method && score.scale == scale && score.metric == metric;
    });
    if (found == scores.end()) qFatal("no %s of %s", metric.c_str(), method.c_str());
    return *found;
}

bool isSaid(const std::vector<TestScore>& scores, const TestScore& score) {
    return whyUnformed(scores, score).english().find("not comparable") != std::string::npos;
}

/// Whether those two of the method have no number and say why, and all others have theirs.
bool isWithoutPooled(const std::vector<TestScore>& scores, const std::string& method) {
    return std::ranges::all_of(kScales, [&](const char* scale) {
        return std::ranges::all_of(std::array{"mse", "rmse", "mae", "mase", "r2"}, [&](std::string_view metric) {
            const TestScore& score = scoreOf(scores, method, scale, std::string(metric));
            return metric == "mase" || metric == "r2" ? std::isnan(score.value) && isSaid(scores, score)
                                                      : std::isfinite(score.value) && !isSaid(scores, score);
        });
    });
}

}  // namespace

class TestHeldoutScores : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneFigureOfAllTargetsIsNoNumber() {
        std::vector<TestScore> scores = pooledScores("model");
        withoutPooled(scores);
        QVERIFY(isWithoutPooled(scores, "model"));
        const std::vector<TestScore> once = scores;
        withoutPooled(scores);  // what was read is kept and read again
        QCOMPARE(scores.size(), once.size());
        QVERIFY(isWithoutPooled(scores, "model"));
    }

    void meansOverTheTargetsStay() {
        const double truth[] = {1, 100, 2, 300, 3, 200, 4, 100}, forecast[] = {1.5, 120, 2, 280, 3, 230, 3.5, 110};
        const double standardisedTruth[] = {-1, 0, 0, 1, 1, 0, 2, -1}, other[] = {-0.5, 0, 0, 1, 1, 0.5, 2, -1};
        std::vector<TestScore> scores;
        addScores("model", "original", scoreForecast(truth, forecast, std::array{1.0, 50.0}), scores);
        addScores("model", "standardised", scoreForecast(standardisedTruth, other, std::array{1.0, 1.0}), scores);
        withoutPooled(scores);  // of whatever size: they say of how many targets they are
        for (const char* scale : kScales)
            for (const char* metric : {"mase", "r2"})
                QVERIFY2(std::isfinite(scoreOf(scores, "model", scale, metric).value), metric);
    }

    // As an older version kept them: means over the targets, but MASE by the season of the first for all.
    void oneSeasonOfAllTargetsIsNoFigure() {
        std::vector<TestScore> scores;
        for (const char* scale : kScales)
            for (const auto& [metric, value] :
                 {std::pair("mae", 0.4), std::pair("mase", 2.1), std::pair("r2", 0.6), std::pair("targets", 2.0)})
                scores.push_back({"model", scale, metric, value});
        withoutPooled(scores);
        const std::vector<TestScore> once = scores;
        withoutPooled(scores);  // what was read is kept and read again
        QCOMPARE(scores.size(), once.size());
        for (const char* scale : kScales) {
            const TestScore& mase = scoreOf(scores, "model", scale, "mase");
            QVERIFY(std::isnan(mase.value));
            QVERIFY(whyUnformed(scores, mase).english().starts_with("not comparable: an older version took the first"));
            QCOMPARE(scoreOf(scores, "model", scale, "r2").value, 0.6);
        }
    }

    void oneTargetHasOneFigureInAnyVersion() {
        std::vector<TestScore> scores = pooledScores("model");
        for (TestScore& score : scores)
            if (score.metric == "mase") score.value = 0.8;
            // But for what rounding leaves of it
            else if (score.metric == "r2")
                score.value = score.scale == kScales[0] ? 0.6 : 0.60001;
        withoutPooled(scores);
        QCOMPARE(scoreOf(scores, "model", "original", "mase").value, 0.8);
        QCOMPARE(scoreOf(scores, "model", "standardised", "r2").value, 0.6);
        QVERIFY(!isSaid(scores, scoreOf(scores, "model", "original", "r2")));
    }

    // The record of a run, the index of the workspace, and what another process tells of its end.
    void fromWhereverAnOlderRunIsRead() {
        const QuickFolder folder;
        const auto workspace = take(Workspace::open(folder.path()));
        std::string id;
        std::vector<TestScore> kept = pooledScores("model");
        for (const TestScore& score : pooledScores("persistence")) kept.push_back(score);
        {
            ExperimentConfig config;
            config.targets = {"a", "b"};
            const auto record = take(workspace->createRun(config, {}, "data"));
            id = record->id();
            QVERIFY(record->setScores(kept).ok() && record->setState(RunState::Finished, 7, 1, 2.5).ok());
        }
        for (const RunSummary& run : {take(workspace->run(id)), take(workspace->runs()).front()})
            QVERIFY(isWithoutPooled(run.scores, "model") && isWithoutPooled(run.scores, "persistence"));
        QVERIFY(workspace->refresh(id).ok());  // the index is made anew from the record
        QVERIFY(isWithoutPooled(take(workspace->run(id)).scores, "model"));
        RunEnd end;
        end.scores = kept;
        const auto told = take(eventFromJson(eventToJson({end})));
        QVERIFY(isWithoutPooled(told.as<RunEnd>()->scores, "model"));
        const auto baselines = take(eventFromJson(eventToJson({ValidationBaselines{pooledScores("persistence")}})));
        QVERIFY(isWithoutPooled(baselines.as<ValidationBaselines>()->scores, "persistence"));
    }
};

QTEST_APPLESS_MAIN(TestHeldoutScores)
#include "tst_heldout_scores.moc"
