// SPDX-License-Identifier: GPL-3.0-or-later
// What heads say besides their centre, from the network to the scores of a run and the exported file; weights of
// classes; the plateau rule.
#include "baselines/scores.h"
#include "data/recipe/shared_preparation.h"
#include "engine/session_support.h"
#include "engine/train_support.h"
#include "forecast/forecasts.h"
#include "run/heldout_scores.h"
#include "train/baseline_job.h"

#include <QFile>
#include <QtTest>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

ExperimentConfig headConfig(const char* loss) {
    ExperimentConfig config = smallConfig();
    config.loss = loss;
    config.precision = "fp64";
    config.quantiles = {"0.05", "0.5", "0.95"};
    config.maxSteps = 20;
    return config;
}

Evaluation evaluated(Rig& rig) { return evaluate(*rig.objective, *rig.validation, true, {}, rig.team.get()); }

}  // namespace

class TestHeadScores : public QObject {
    Q_OBJECT
    std::shared_ptr<Engine> engine_;

private Q_SLOTS:
    void initTestCase() { engine_ = take(openEngine()); }

    // For a normal distribution the 0.05 and 0.95 quantiles lie 1.6448536269514722 deviations (SciPy's norm.ppf) from
    // the mean.
    void quantilesOfANormalDistribution() {
        Rig rig(headConfig("gaussian-nll"));
        const Evaluation all = evaluated(rig);
        QCOMPARE(all.spread.levels, (std::vector<double>{0.05, 0.5, 0.95}));
        QCOMPARE(all.spread.mean, all.forecasts);
        QVERIFY(!all.forecasts.empty());
        for (std::size_t i = 0; i < all.forecasts.size(); ++i) {
            const double half = 1.6448536269514722 * all.spread.deviation[i];
            QVERIFY(all.spread.deviation[i] > 0);
            QVERIFY(std::abs(all.spread.quantiles[0][i] - (all.forecasts[i] - half)) < 1e-12);
            QVERIFY(std::abs(all.spread.quantiles[1][i] - all.forecasts[i]) < 1e-12);
            QVERIFY(std::abs(all.spread.quantiles[2][i] - (all.forecasts[i] + half)) < 1e-12);
        }
    }

    void quantilesOfTheHeadAreItsOutputsInOrder() {
        Rig rig(headConfig("pinball"));
        const Evaluation all = evaluated(rig);
        QVERIFY(all.spread.deviation.empty());
        QCOMPARE(all.spread.quantiles[1], all.forecasts);  // the middle one is the centre
        // The loss is the mean pinball loss of all of them as they came; in order they are not worse.
        const SpreadScores scores =
            scoreSpread(windowTruth(*rig.plan.prepared, rig.plan.windows.validation), all.spread);
        QVERIFY(scores.pinball <= all.loss + 1e-12 && scores.pinball > 0.5 * all.loss);
        Rig plain(headConfig("mse"));
        QVERIFY(evaluated(plain).spread.empty());
    }

    void noBatchSizeIsSeen() {
        for (const char* loss : {"pinball", "gaussian-nll"}) {
            ExperimentConfig config = headConfig(loss);
            Rig one(config);
            config.batchSize = 7;
            Rig other(config);
            config.threads = 3;
            Rig split(config);
            QVERIFY(split.team != nullptr);
            for (Rig* rig : {&other, &split}) {
                const auto a = evaluated(one).spread.quantiles, b = evaluated(*rig).spread.quantiles;
                QCOMPARE(a.size(), b.size());
                for (std::size_t level = 0; level < a.size(); ++level) {
                    QCOMPARE(a[level].size(), b[level].size());
                    for (std::size_t i = 0; i < a[level].size(); ++i)
                        QVERIFY(std::abs(a[level][i] - b[level][i]) < 1e-12);
                }
            }
        }
    }

    // Standardising is a line: the deviation grows by its scale. A logarithm bends the distribution, which is then none
    // any more.
    void backToTheOriginalScale() {
        ExperimentConfig config = headConfig("gaussian-nll");
        Rig rig(config);
        const PreparedSeries& prepared = *rig.plan.prepared;
        const WindowSet& windows = rig.plan.windows.validation;
        const ForecastSpread before = evaluated(rig).spread, after = toOriginalScale(prepared, windows, before);
        QCOMPARE(after.deviation.size(), before.deviation.size());
        const double scale = after.deviation[0] / before.deviation[0];
        QVERIFY(scale > 0 && std::abs(scale - 1) > 1e-3);
        for (std::size_t i = 0; i < before.deviation.size(); ++i) {
            QVERIFY(std::abs(after.deviation[i] / before.deviation[i] - scale) < 1e-9 * scale);
            QVERIFY(std::abs(after.quantiles[2][i] - after.mean[i] - 1.6448536269514722 * after.deviation[i]) <
                    1e-9 * scale);
        }
        config.recipe = {"log", "standardise"};
        config.builtin = "mackey-glass";
        Rig bent(config);
        const ForecastSpread curved =
            toOriginalScale(*bent.plan.prepared, bent.plan.windows.validation, evaluated(bent).spread);
        QVERIFY(curved.deviation.empty() && curved.mean.empty());
        QCOMPARE(curved.quantiles.size(), std::size_t{3});
    }

    void aRunKeepsThemAndTheExportHasTheColumns() {
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        for (const char* loss : {"pinball", "gaussian-nll"}) {
            auto record = take(workspace->createRun(headConfig(loss), {}, "test"));
            const auto run = record->folder();
            const Received received = runToEnd(*engine_, headConfig(loss), std::move(record));
            const std::vector<TestScore>& scores = received.last<RunEnd>()->scores;
            for (const char* scale : {"original", "standardised"}) {
                QVERIFY(std::abs(score(scores, "model", "coverage_nominal", scale) - 0.9) < 1e-12);
                QVERIFY(score(scores, "model", "coverage", scale) >= 0 &&
                        score(scores, "model", "coverage", scale) <= 1);
                QCOMPARE(quantileScores(scores, "model", scale).size(), std::size_t{3});
                QCOMPARE(std::isfinite(score(scores, "model", "crps", scale)), std::string(loss) == "gaussian-nll");
                QCOMPARE(std::isfinite(score(scores, "model", "nll", scale)), std::string(loss) == "gaussian-nll");
            }
            QCOMPARE(score(scores, "model", "coverage", "original"),
                     score(scores, "model", "coverage", "standardised"));
            ForecastRequest request;
            request.runFolder = run;
            const ForecastSet set = take(engine_->forecast(request, {}));
            const SpreadScores again = scoreSpread(set.truth, set.spread);
            QVERIFY(std::abs(again.pinball - score(set.scores, "model", "pinball", "original")) < 1e-9);
            QVERIFY(std::abs(score(set.scores, "model", "pinball", "original") -
                             score(scores, "model", "pinball", "original")) < 1e-9);
            const QString path = folder.filePath(QString("%1.csv").arg(loss));
            QVERIFY(exportForecastCsv(set, path.toStdString()).ok());
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QList<QByteArray> header = file.readLine().trimmed().split(','),
                                    first = file.readLine().trimmed().split(',');
            QCOMPARE(header.contains("deviation"), std::string(loss) == "gaussian-nll");
            const auto at = header.indexOf("quantile_0.95");
            QVERIFY(at > 0);
            QCOMPARE(first.size(), header.size());
            QCOMPARE(first[at].toDouble(), set.spread.quantiles[2][0]);
            QVERIFY(exportForecastHdf5(set, folder.filePath(QString("%1.h5").arg(loss)).toStdString()).ok());
        }
    }

    void aRunKeepsItsConfusionMatrix_data() {
        QTest::addColumn<QString>("task");
        QTest::addColumn<QString>("builtin");
        QTest::newRow("classification") << "classification"
                                        << "grammar";
        QTest::newRow("labelling") << "labelling"
                                   << "copy";
    }
    void aRunKeepsItsConfusionMatrix() {
        QFETCH(QString, task);
        QFETCH(QString, builtin);
        ExperimentConfig config = smallConfig();
        config.task = task.toStdString();
        config.builtin = builtin.toStdString();
        config.builtinLength = 100;
        config.loss = "cross-entropy";
        config.recipe.clear();
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        auto record = take(workspace->createRun(config, {}, "test"));
        const auto run = record->folder();
        const Received received = runToEnd(*engine_, config, std::move(record));
        // The matrix is kept with the run, and its diagonal is the accuracy.
        const auto history = take(readRunHistory(run));
        ConfusionMatrix kept;
        for (const RunEvent& event : history.events)
            if (const auto* test = event.as<TestConfusion>()) kept = test->matrix;
        QVERIFY(!kept.empty());
        const std::vector<TestScore>& scores = received.last<RunEnd>()->scores;
        const ClassSummary summary = summariseClasses(classScores(kept));
        QCOMPARE(summary.accuracy, score(scores, "model", "accuracy", "original"));
        QCOMPARE(summary.f1, score(scores, "model", "f1", "original"));
    }

    // Beside the training: what its validation accuracy is held against.
    void baselinesOfSequencesAreThereWhileItLearns() {
        ExperimentConfig config = smallConfig();
        config.task = "classification";
        config.builtin = "grammar";
        config.builtinLength = 100;
        config.loss = "cross-entropy";
        config.recipe.clear();
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        const auto record = take(workspace->createRun(config, {}, "test"));
        const TrainPlan plan = take(makeTrainPlan(config, nullptr));
        MetricChannel channel;
        RunProgress progress;
        Guarded<PreviewBaseline> best;
        const BaselineJob job(plan, channel, record.get(), progress, best);
        std::vector<RunEvent> received;
        const auto listen = [&] {
            for (RunEvent& event : channel.takeEvents()) received.push_back(std::move(event));
            return !received.empty();
        };
        QTRY_VERIFY(listen());
        const auto* baselines = received.front().as<ValidationBaselines>();
        QVERIFY(baselines);
        for (const char* method : {"majority", "1nn-euclid", "1nn-dtw"}) {
            const double accuracy = score(baselines->scores, method, "accuracy", "original");
            QVERIFY2(accuracy > 0 && accuracy <= 1, method);
        }
    }

    // A run that ends before they are scored waits for them: its record says what its forecasts are held against.
    void baselinesOfAShortRunAreKept() {
        ExperimentConfig config = smallConfig();
        config.maxSteps = 1;
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        for (int i = 0; i < 5; ++i) {
            auto record = take(workspace->createRun(config, {}, "test"));
            const auto run = record->folder();
            QVERIFY(runToEnd(*engine_, config, std::move(record)).last<RunEnd>()->scores.size() > 0);
            const auto history = take(readRunHistory(run));
            QVERIFY(std::ranges::any_of(history.events,
                                        [](const RunEvent& event) { return event.is<ValidationBaselines>(); }));
        }
    }

    /// Whoever waits for them hears a word to stop, also while another run computes them.
    void whoWaitsForBaselinesCanStop() {
        const ExperimentConfig config = smallConfig();
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        const auto record = take(workspace->createRun(config, {}, "test"));
        TrainPlan plan = take(makeTrainPlan(config, nullptr));
        plan.shared = std::make_shared<SharedValues>();
        std::atomic<bool> isHeld{false}, isDone{false};
        std::jthread other([&] {
            const auto never = [&]() -> Result<int> {
                for (isHeld = true; !isDone;) std::this_thread::sleep_for(std::chrono::milliseconds(5));
                return Error{ErrorCode::Cancelled, {}};
            };
            (void)plan.shared->get<int>("baselines:validation " + windowsKey(plan.prepared, plan.config), never).ok();
        });
        while (!isHeld) std::this_thread::yield();
        MetricChannel channel;
        RunProgress progress;
        Guarded<PreviewBaseline> best;
        for (const bool isAbandoned : {false, true}) {
            RunControl control;
            BaselineJob job(plan, channel, record.get(), progress, best);
            isAbandoned ? control.abandon() : control.stop();
            job.wait(control);
        }
        isDone = true;
        QVERIFY(channel.takeEvents().empty());
    }

    // Cross-entropy with weights by the inverse frequency of the labels of all training steps, their mean 1, as
    // torch.nn.CrossEntropyLoss(weight=...) has it.
    void labelsAreBalancedByTheirSteps() {
        ExperimentConfig config = smallConfig();
        config.task = "labelling";
        config.builtin = "copy";
        config.builtinLength = 60;
        config.loss = "cross-entropy";
        config.recipe.clear();
        config.precision = "fp64";
        Rig plain(config);
        config.classWeights = true;
        Rig balanced(config);
        std::vector<double> counts(static_cast<std::size_t>(balanced.plan.shape.classes), 0.0);
        for (const std::int64_t item : balanced.plan.parts.train)
            for (const float label : balanced.plan.data.sequences->items[static_cast<std::size_t>(item)].targets)
                counts[static_cast<std::size_t>(label)] += 1;
        at::Tensor weights = at::tensor(counts, at::kDouble).clamp_min(1).reciprocal();
        weights = weights / weights.mean();
        const at::NoGradGuard noGrad;
        const Batch batch = balanced.batcher->batch(0, 0);
        const ObjectiveResult result = balanced.objective->run(batch, {});
        const at::Tensor logits = result.output.reshape({-1, result.output.size(-1)}).log_softmax(1),
                         target = batch.target.reshape(-1);
        const at::Tensor picked = weights.index_select(0, target),
                         loss = -(picked * logits.gather(1, target.unsqueeze(1)).squeeze(1)).sum() / picked.sum();
        QVERIFY(std::abs(result.loss.item<double>() - loss.item<double>()) < 1e-12);
        QVERIFY(std::abs(result.loss.item<double>() - plain.objective->run(batch, {}).loss.item<double>()) > 1e-6);
        QVERIFY(std::abs(balanced.objective->weight(batch) - picked.sum().item<double>()) < 1e-9);
    }

    // PyTorch 2.11: ReduceLROnPlateau(factor=0.5, patience, threshold) stepped with these losses; how often it has cut
    // after each.
    void plateauFollowsPyTorch() {
        const double losses[] = {1.0,   0.9,   0.895,  0.89,   0.894,  0.893, 0.5,
                                 0.499, 0.498, 0.4979, 0.4978, 0.4977, 0.6,   0.7};
        struct Case {
            std::int64_t patience;
            double threshold;
            std::array<std::int64_t, 14> cuts;
        };
        const Case cases[] = {{10, 1e-4, {}},
                              {1, 0.01, {0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4}},
                              {0, 0.05, {0, 0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9, 10, 11}},
                              {2, 0, {}}};
        for (const Case& row : cases) {
            ExperimentConfig config;
            config.plateauPatience = row.patience;
            config.plateauThreshold = row.threshold;
            TrainingCounters counters;
            for (std::size_t i = 0; i < std::size(losses); ++i) {
                notePlateau(config, counters, losses[i]);
                QCOMPARE(counters.plateauCuts, row.cuts[i]);
            }
        }
        const ExperimentConfig usual;  // what it was before it could be chosen
        QCOMPARE(usual.plateauPatience, std::int64_t{5});
        QCOMPARE(usual.plateauThreshold, 1e-4);
    }
};

QTEST_GUILESS_MAIN(TestHeadScores)
#include "tst_head_scores.moc"
