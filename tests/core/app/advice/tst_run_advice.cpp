// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/app/advice/facts_of_run.cpp and core/app/advice/rate_rules.cpp.
#include "app/advice/advice_rules.h"
#include "app/advice/run_advice.h"
#include "baselines/signal_check.h"
#include "config/obstacles/xla_obstacle.h"
#include "support/made_runs.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <set>

using namespace gatelab;

namespace {

using Rows = std::vector<EpochLosses>;
using Change = std::function<void(AdviceFacts&)>;

/// A run that says nothing: level from the fifth epoch on, with three seeds.
AdviceFacts quiet() {
    AdviceFacts facts;
    facts.config.learningRate = 1e-3;
    facts.seeds = 3;
    facts.epochsBegun = 8;
    for (int i = 1; i <= 8; ++i) facts.epochs.push_back({i, 0.2 + 0.1 / i, i < 5 ? 0.5 - 0.04 * i : 0.33});
    return facts;
}

Rows rows(std::initializer_list<std::pair<double, double>> losses) {
    Rows all;
    for (const auto& [train, validation] : losses)
        all.push_back({static_cast<std::int64_t>(all.size()) + 1, train, validation});
    return all;
}

struct Case {
    const char* key;
    Change make;       ///< from quiet() to a run to which the rule applies
    Change miss;       ///< from there to one to which it just does not
    const char* text;  ///< with its figures
    const char* button;
    AdviceAction::Kind kind;
    const char* changes;  ///< "dropout=0.2"
};

std::string changesOf(const AdviceAction& action) {
    std::string all;
    for (const auto& change : action.changes)
        all += (all.empty() ? "" : " ") + std::string(change.field->key) + "=" + formatFieldValue(change.value);
    return all;
}

void outOfMemory(AdviceFacts& f) {
    f.state = RunState::Failed;
    f.outOfMemory = true;
    f.forecastBytes = 3.0 * 1024 * 1024 * 1024;
    f.config.batchSize = 512;
}

/// As level as before, up to an epoch.
void goOn(AdviceFacts& f, std::int64_t epochs) {
    while (std::ssize(f.epochs) < epochs) f.epochs.push_back({std::ssize(f.epochs) + 1, 0.21, 0.33});
    f.epochsBegun = epochs;
}

std::vector<Case> cases() {
    using K = AdviceAction::Kind;
    return {
        {"out-of-memory", outOfMemory, [](AdviceFacts& f) { f.config.batchSize = 1; },
         "Batch 512 ran out of memory (estimated 3.0 GiB).", "Train with batch 256, two steps per update", K::NewRun,
         "batch_size=256 accumulate=2"},
        {"diverged",
         [](AdviceFacts& f) {
             f.state = RunState::Failed, f.diverged = true, f.epochs = rows({{0.9, 0.8}, {0.7, NAN}, {NAN, NAN}}),
             f.config.learningRate = 0.5;
         },
         [](AdviceFacts& f) { f.diverged = false; },
         "Diverged after epoch 2 (training loss 0.700), at learning rate 0.5.", "Find the learning rate", K::FindRate,
         ""},
        {"gradients-leap",
         [](AdviceFacts& f) {
             f.config.clipNorm = 0, f.gradients = {0.1, 4};
         },
         [](AdviceFacts& f) { f.config.clipNorm = 5; },
         "Gradient norm up to 4.00, 40 times its median; nothing clips it.", "Clip by norm at 0.3", K::NewRun,
         "clip_norm=0.3"},
        {"rate-too-high",
         [](AdviceFacts& f) {
             f.epochs = rows({{0.5, 0.5}, {0.4, 0.45}, {0.6, 0.44}, {0.4, 0.44}, {0.4, 0.44}}),
             f.config.learningRate = 0.05;
         },
         [](AdviceFacts& f) { f.epochs[2].train = 0.49; },
         "Training loss +50 % in epoch 3: learning rate 0.05 looks too high.", "Find the learning rate", K::FindRate,
         ""},
        {"adds-nothing",
         [](AdviceFacts& f) {
             f.epochs = rows({{0.5, 0.31}, {0.4, NAN}, {0.3, 0.304}, {0.2, 0.35}}), f.startIsKept = true;
             f.config.linearPath = true, f.config.lookback = 48;
         },
         [](AdviceFacts& f) { f.startIsKept = false; },
         "Validation loss 0.304 at epoch 3: no gain over the linear start beyond chance.", "Try a lookback of 96 rows",
         K::NewRun, "lookback=96"},
        {"no-signal",
         [](AdviceFacts& f) {
             f.noSignal = "Nothing can be learned here.";
             f.isTested = true, f.score = 0.41, f.bestBaseline = 0.38, f.bestBaselineKey = "seasonal-naive";
         },
         [](AdviceFacts& f) { f.score = 0.37; },
         "Nothing can be learned here. No better than Seasonal naive without a network: test MSE 0.410 against 0.380.",
         "Start from a linear forecast", K::NewRun, "linear_path=true"},
        {"overfitting",
         [](AdviceFacts& f) {
             f.epochs = rows({{0.1, 0.1}, {0.05, 0.08}, {0.04, 0.1}, {0.03, 0.11}, {0.025, 0.11}, {0.02, 0.12}}),
             f.config.layers = 2;
         },
         [](AdviceFacts& f) { f.epochs.back().validation = 0.085; },
         "Overfits since epoch 2: validation loss +50 %, training loss still falls.", "Keep epoch 2, try dropout 0.2",
         K::NewRun, "dropout=0.2"},
        {"rate-too-low",
         [](AdviceFacts& f) {
             f.epochs = rows({{1.0, 1.0}, {0.98, 0.98}, {0.96, 0.96}, {0.94, 0.94}, {0.92, 0.92}}),
             f.config.learningRate = 1e-5;
         },
         [](AdviceFacts& f) { f.config.learningRate = 1e-3; },
         "Training loss only 1.00 to 0.920 in 5 epochs: learning rate 1e-05 looks too low.", "Find the learning rate",
         K::FindRate, ""},
        {"still-falling",
         [](AdviceFacts& f) {
             f.epochs = rows({{1.0, 1.0}, {0.7, 0.7}, {0.5, 0.5}, {0.4, 0.4}}), f.epochsBegun = 4;
         },
         [](AdviceFacts& f) { f.epochs.back().validation = 0.495; },
         "Validation loss 0.500 at epoch 3, 0.400 at epoch 4 (20 % less): still falling.", "Train 5 more epochs",
         K::MoreEpochs, ""},
        {"no-better-than-baseline",
         [](AdviceFacts& f) {
             f.isTested = true, f.score = 0.41, f.bestBaseline = 0.38, f.bestBaselineKey = "seasonal-naive";
         },
         [](AdviceFacts& f) { f.score = 0.37; },
         "No better than Seasonal naive without a network: test MSE 0.410 against 0.380.",
         "Start from a linear forecast", K::NewRun, "linear_path=true"},
        {"level",
         [](AdviceFacts& f) { f.state = RunState::Running, f.config.epochs = 20, f.config.earlyStop = 0, goOn(f, 10); },
         [](AdviceFacts& f) { f.state = RunState::Finished; },
         "No better validation loss since epoch 5, at learning rate 0.001.", "Learning rate 3e-04 from now on",
         K::ChangeNow, "learning_rate=3e-04"},
        {"stops-early",
         [](AdviceFacts& f) {
             f.state = RunState::Running, f.config.schedule = "one-cycle", f.config.epochs = 40;
             f.config.earlyStop = 8, goOn(f, 9);
         },
         [](AdviceFacts& f) { f.config.earlyStop = 0; },
         "Early stopping ends it after epoch 13, before its rate has fallen.", "Train through to epoch 40",
         K::ChangeNow, "early_stop=0"},
        {"seed-over-setting",
         [](AdviceFacts& f) {
             f.seeds = 4, f.nearestSeeds = 4, f.seedDeviation = 0.012, f.nearestDifference = 0.004,
             f.nearestName = "GRU", f.missingSeeds = {f.config, f.config};
         },
         [](AdviceFacts& f) { f.nearestDifference = 0.02; },
         "Seeds spread by 0.012 (SD of 4), the mean of GRU is 0.0040 away: the seed matters more.",
         "Train 2 more runs of the two", K::MoreSeeds, ""},
        {"data-bound", [](AdviceFacts& f) { f.shareData = 0.37, f.config.deviceData = false; },
         [](AdviceFacts& f) { f.config.deviceData = true; },
         "37 % of each step gathers batches: limited by data loading.", "Train with \"Data on the device\"", K::NewRun,
         "device_data=true"},
        {"memory-bound",
         [](AdviceFacts& f) { f.shareOptimiser = 0.45, f.parameters = 1200000, f.config.batchSize = 16; },
         [](AdviceFacts& f) { f.shareOptimiser = 0.2; },
         "45 % of each step updates 1200000 weights, however small the batch (16): memory-bound.",
         "Train with batch 32", K::NewRun, "batch_size=32"},
        {"settled", [](AdviceFacts& f) { f.seeds = 1, f.nextSeed = 8; }, [](AdviceFacts& f) { f.seeds = 3; },
         "Best validation loss 0.330 at epoch 5, none better in 3 more: converged. One seed says little about a "
         "setting.",
         "Train 2 more seeds", K::MoreSeeds, ""},
    };
}

constexpr int kEpochs = 16;

/// The course of a run of 16 epochs, and all that is said of it after 8 and at its end.
struct Course {
    const char* name;
    std::function<double(int epoch)> train, validation;
    double baseline;  ///< error of the best one
    const char *live, *ended;
};

std::vector<Course> courses() {
    const auto level = [](double value) { return [value](int) { return value; }; };
    const auto creepingUp = [](int i) { return 0.5 * std::pow(1.1, i - 1); };
    const auto doubling = [](int i) { return 0.5 * std::pow(2, i - 1); };
    const auto bump = [](int i) { return i == 11 ? 0.009 : 0.006; };
    const auto hardlyFalling = [](int i) { return 0.006 - 1e-6 * i; };
    const auto jumpsThenRest = [](int i) {
        constexpr double kStart[] = {0.3, 0.1, 0.02, 0.03, 0.01, 0.02};
        return i <= 6 ? kStart[i - 1] : 0.006;
    };
    const auto falling = [](int i) { return 0.8 / i; };
    const auto turning = [](int i) { return 0.4 + (i < 4 ? 0.1 * (4 - i) : 0.03 * (i - 4)); };
    return {
        {"rising", creepingUp, creepingUp, 0.6, "rate-too-high", "rate-too-high"},
        {"noisy", [](int i) { return i % 2 == 1 ? 0.5 : 0.3; }, level(0.5), 0.6, "rate-too-high", "rate-too-high"},
        {"plateau", level(0.4), level(0.45), 0.6, "level", "settled"},
        {"diverged", doubling, doubling, 0.6, "rate-too-high", "diverged"},
        {"99 % below the best baseline", jumpsThenRest, hardlyFalling, 0.6, "", "settled"},
        {"the same with a jump late", bump, hardlyFalling, 0.6, "", "settled"},
        {"a jump late, hardly below it", bump, hardlyFalling, 0.008, "", "rate-too-high"},
        {"still falling at the end", falling, falling, 0.6, "", "still-falling"},
        {"overfitting", falling, turning, 0.6, "overfitting", "overfitting"},
        {"overfitting a little, far below the best baseline", falling, turning, 2, "level", "settled"},
        {"no better than the best baseline", level(0.6), level(0.7), 0.6, "no-better-than-baseline level",
         "no-better-than-baseline settled"},
    };
}

/// The facts of a course after so many epochs.
AdviceFacts factsOf(const Course& course, int epochs) {
    AdviceFacts facts;
    facts.state = epochs < kEpochs ? RunState::Running : RunState::Finished;
    facts.config.learningRate = 0.01;
    facts.config.epochs = kEpochs;
    facts.config.earlyStop = 0;
    facts.seeds = 1;
    facts.epochsBegun = epochs;
    facts.bestBaseline = course.baseline;
    facts.bestBaselineKey = "linear";
    for (int i = 1; i <= epochs; ++i) facts.epochs.push_back({i, course.train(i), course.validation(i)});
    facts.score = std::ranges::min(facts.epochs, {}, &EpochLosses::validation).validation;
    return facts;
}

RunSummary seedRun(std::int64_t hidden, std::int64_t seed, double best) {
    RunSummary run = test::endedRun(std::to_string(hidden) + "-" + std::to_string(seed), hidden, seed, best);
    run.epoch = run.epochs = 5;
    return run;
}

}  // namespace

/// What a run says, with its figures and what does it.
class TestRunAdvice : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aQuietRunSaysNothing() { QVERIFY(!adviseOn(quiet())); }

    void threeEpochsAreNoOverfitting() {
        AdviceFacts facts = quiet();
        facts.epochs = rows({{0.1, 0.1}, {0.05, 0.08}, {0.04, 0.1}, {0.03, 0.11}, {0.02, 0.12}});
        QVERIFY(!adviseOn(facts));
    }

    // Its loss may leap as it likes: no other rate is known to do better.
    void theRateOfTheRunThatLeadsIsNotBlamed() {
        RunSummary run = seedRun(8, 1, 0.1), other = seedRun(16, 1, 0.2);
        run.epoch = run.bestEpoch = 5, other.bestEpoch = 4;
        AdviceCurves curves;
        for (int epoch = 1; epoch <= 5; ++epoch) {
            curves.add(MetricId::TrainLoss, epoch, epoch == 4 ? 0.6 : 0.3);
            curves.add(MetricId::ValidationLoss, epoch, 0.35 - 0.05 * epoch);
        }
        const auto said = [&](const std::vector<RunSummary>& runs) {
            const auto advice = adviseOn(adviceFacts(run, {}, curves, {}, {}, runs));
            return advice ? advice->key : std::string();
        };
        QCOMPARE(said({run}), std::string("rate-too-high"));
        QVERIFY(said({run, other}) != "rate-too-high");
        other.bestValidation = 0.05;
        QCOMPARE(said({run, other}), std::string("rate-too-high"));
        other.bestValidation = 0.2, other.bestEpoch = 1, other.epoch = 1;  // after one epoch this run was worse
        QCOMPARE(said({run, other}), std::string("rate-too-high"));
    }

    void everyRuleIsTried() {
        std::set<std::string> tried, there;
        for (const Case& one : cases()) tried.insert(one.key);
        for (const AdviceRule* rule : adviceRules()) there.insert(rule->key);
        QCOMPARE(tried, there);
    }

    void applies_data() {
        QTest::addColumn<int>("at");
        const auto all = cases();
        for (std::size_t i = 0; i < all.size(); ++i) QTest::newRow(all[i].key) << static_cast<int>(i);
    }
    void applies() {
        QFETCH(int, at);
        const Case one = cases()[static_cast<std::size_t>(at)];
        AdviceFacts facts = quiet();
        one.make(facts);
        const auto advice = adviseOn(facts);
        QVERIFY(advice);
        QCOMPARE(advice->key, one.key);
        QCOMPARE(QString::fromStdString(advice->text.english()), QString::fromUtf8(one.text));
        QCOMPARE(QString::fromStdString(advice->action.button.english()), QString::fromUtf8(one.button));
        QCOMPARE(advice->action.kind, one.kind);
        QCOMPARE(changesOf(advice->action), std::string(one.changes));
        one.miss(facts);
        const auto other = adviseOn(facts);
        QVERIFY(!other || std::string(other->key) != one.key);
    }
    void changesAreValuesOfTheirFields() {
        for (const Case& one : cases()) {
            AdviceFacts facts = quiet();
            one.make(facts);
            const auto advice = adviseOn(facts);
            for (const auto& change : advice->action.changes)
                QVERIFY2(!checkFieldValue(*change.field, change.value), one.key);
            if (!advice->action.changes.empty())
                QVERIFY(withChanges(facts.config, advice->action.changes) != facts.config);
        }
    }
    void oneLayerGetsDropoutOverTime() {
        AdviceFacts facts = quiet();
        facts.epochs =
            rows({{0.1, 0.1}, {0.05, 0.083}, {0.04, 0.1}, {0.03, 0.15}, {0.02, 0.16}, {0.015, 0.17}, {0.01, 0.18}});
        facts.config.layers = 1;
        QCOMPARE(changesOf(adviseOn(facts)->action), std::string("recurrent_dropout=0.2"));
        facts.config.recurrentDropout = 0.3;
        facts.config.hiddenSize = 64;
        QCOMPARE(changesOf(adviseOn(facts)->action), std::string("hidden_size=32"));
    }
    /// A decoder that is weaned from the truth finds its task harder by the epoch.
    void scheduledSamplingIsNoHighRate() {
        AdviceFacts facts = quiet();
        facts.epochs = rows({{0.3, 0.5}, {0.4, 0.45}, {0.6, 0.44}, {0.8, 0.44}, {0.9, 0.44}});
        QCOMPARE(adviseOn(facts)->key, "rate-too-high");
        facts.config.task = "forecast";
        facts.config.horizon = 8;
        facts.config.decoder = "recursive";
        QVERIFY(!adviseOn(facts));
    }
    void whatWasCutOffSaysNothing() {
        for (const RunState state : {RunState::Interrupted, RunState::Preparing, RunState::Queued}) {
            AdviceFacts facts = quiet();
            facts.epochs = rows({{0.5, 0.5}, {0.4, 0.45}, {0.6, 0.44}, {0.4, 0.44}, {0.4, 0.44}});
            facts.state = state;
            QVERIFY(!adviseOn(facts));
        }
    }
    /// Overfitting is seen where the curve ends, whatever ended it; what else the curve says may be due to the cut.
    void overfittingIsSaidOfARunThatWasCutOff() {
        const auto all = courses();
        const auto course =
            std::ranges::find_if(all, [](const Course& one) { return one.name == std::string("overfitting"); });
        for (const RunState state : {RunState::Interrupted, RunState::Stopping, RunState::Failed, RunState::Paused}) {
            AdviceFacts facts = factsOf(*course, kEpochs / 2 + 2);
            facts.state = state;
            facts.epochs.push_back({kEpochs / 2 + 3, 0.05, NAN});  // the epoch that was cut short
            const auto said = allAdvice(facts);
            QVERIFY(!said.empty());
            QCOMPARE(std::string(said.front().key), std::string("overfitting"));
            QCOMPARE(said.front().action.kind, AdviceAction::Kind::NewRun);
            facts.epochs.resize(5);  // one epoch after the best
            QVERIFY(allAdvice(facts).empty() || std::string(allAdvice(facts).front().key) != "overfitting");
        }
        AdviceFacts waiting = factsOf(*course, kEpochs / 2);
        waiting.state = RunState::Queued;
        QVERIFY(allAdvice(waiting).empty());
    }

    void coursesAreRead_data() {
        QTest::addColumn<int>("at");
        const auto all = courses();
        for (std::size_t i = 0; i < all.size(); ++i) QTest::newRow(all[i].name) << static_cast<int>(i);
    }
    void coursesAreRead() {
        QFETCH(int, at);
        const Course course = courses()[static_cast<std::size_t>(at)];
        const auto keysOf = [](const AdviceFacts& facts) {
            std::string all;
            for (const Advice& one : allAdvice(facts)) all += (all.empty() ? "" : " ") + std::string(one.key);
            return all;
        };
        QCOMPARE(keysOf(factsOf(course, kEpochs / 2)), std::string(course.live));
        AdviceFacts ended = factsOf(course, kEpochs);
        if (std::string(course.name) == "diverged") ended.state = RunState::Failed, ended.diverged = true;
        QCOMPARE(keysOf(ended), std::string(course.ended));
    }
    /// What a run says while it goes on can be done at once, and is not said again of the curve before it.
    void whatGoesOnIsChangedAtOnce() {
        AdviceFacts facts = factsOf(courses().front(), kEpochs / 2);
        const auto advice = adviseOn(facts);
        QVERIFY(advice && advice->action.kind == AdviceAction::Kind::ChangeNow);
        QCOMPARE(changesOf(advice->action), std::string("learning_rate=0.003"));
        QCOMPARE(QString::fromStdString(advice->text.english()),
                 QStringLiteral("Training loss +95 % since epoch 1: learning rate 0.01 looks too high."));
        facts.changedEpoch = kEpochs / 2;
        QVERIFY(!adviseOn(facts));
    }
    /// A longer window would take the linear start away: 7 columns of 192 rows are more than it is fitted to.
    void theLinearStartIsNotLost() {
        AdviceFacts facts = quiet();
        facts.startIsKept = facts.config.linearPath = true;
        facts.config.initialisation = "least-squares";
        facts.config.lookback = 96;
        facts.config.hiddenSize = 32;
        facts.config.inputs = {"a", "b", "c", "d", "e", "f", "g"};
        QCOMPARE(changesOf(adviseOn(facts)->action), std::string("hidden_size=64"));
        facts.config.inputs = {"a"};
        QCOMPARE(changesOf(adviseOn(facts)->action), std::string("lookback=192"));
    }

    void curvesAreMeansOfEpochs() {
        AdviceCurves curves;
        for (const auto& [epoch, value] : {std::pair(0.5, 2.0), {1.0, 4.0}, {1.5, 1.0}, {2.0, 3.0}})
            curves.add(MetricId::TrainLoss, epoch, value);
        curves.add(MetricId::ValidationLoss, 1, 0.5);
        curves.add(MetricId::ShareData, 1, 0.2);
        curves.add(MetricId::ShareData, 2, 0.4);
        const auto epochs = curves.epochs();
        QCOMPARE(epochs.size(), std::size_t{2});
        QCOMPARE(epochs[0], (EpochLosses{1, 3.0, 0.5}));
        QCOMPARE(epochs[1].train, 2.0);
        QVERIFY(std::isnan(epochs[1].validation));
        QVERIFY(std::abs(curves.shareData() - 0.3) < 1e-12);
        QVERIFY(std::isnan(curves.shareOptimiser()));
    }
    /// All gradients shrink at first: the early ones are no leaps.
    void gradientsAreThoseOfTheLaterHalf() {
        AdviceCurves curves;
        for (int i = 0; i < 100; ++i) curves.add(MetricId::GradientNorm, 1, 100.0 - i);
        QCOMPARE(curves.gradientNorms().median, 26.0);
        QCOMPARE(curves.gradientNorms().largest, 50.0);
        QVERIFY(std::isnan(AdviceCurves().gradientNorms().median));
    }
    void ofARunThatGoesOnWholeEpochsCount() {
        RunSummary run = test::endedRun("a", 8);
        run.state = RunState::Running;
        run.epoch = 2;
        const Field* rate = findField("learning_rate");
        run.changes = {{{rate, 0.01, 0.002}, 5, 1},
                       {{findField("early_stop"), std::int64_t{0}, std::int64_t{5}}, 9, 2}};
        AdviceCurves curves;
        for (const double epoch : {0.5, 1.0, 1.5, 2.0, 2.1}) curves.add(MetricId::TrainLoss, epoch, 1);
        const auto facts = [&] { return adviceFacts(run, {}, curves, {}, {}, std::span(&run, 1)); };
        QCOMPARE(facts().epochs.size(), std::size_t{1});  // without a validation part: those before the one begun last
        curves.add(MetricId::ValidationLoss, 2, 0.5);
        QCOMPARE(facts().epochs.size(), std::size_t{2});
        QCOMPARE(facts().changedEpoch, std::int64_t{1});
        QCOMPARE(facts().config.learningRate, 0.002);
        QCOMPARE(facts().seeds, 0);
    }

    void factsOfSeedsAndBaselines() {
        std::vector<RunSummary> runs;
        for (const auto& [seed, best] : {std::pair(1, 0.30), {2, 0.34}, {3, 0.32}})
            runs.push_back(seedRun(8, seed, best)), runs.push_back(seedRun(16, seed, best + 0.01)),
                runs.push_back(seedRun(32, seed, best + 0.1));
        runs.front().scores.edit() = {{"model", "standardised", "mse", 0.4},
                                      {"seasonal", "standardised", "mse", 0.39},
                                      {"linear", "standardised", "mse", 0.38},
                                      {"linear", "original", "mse", 0.1},
                                      {"linear", "standardised", "mae", 0.1}};
        const AdviceFacts facts = adviceFacts(runs.front(), {}, {}, {}, {}, runs);
        QCOMPARE(facts.seeds, 3);
        QVERIFY(std::abs(facts.seedDeviation - 0.02) < 1e-12);
        QVERIFY(std::abs(facts.nearestDifference - 0.01) < 1e-12);
        QCOMPARE(facts.nearestName, std::string("h16"));
        QCOMPARE(facts.missingSeeds.size(), std::size_t{6});  // three more pairs for the first look
        QVERIFY(facts.isTested);
        QCOMPARE(facts.score, 0.4);
        QCOMPARE(facts.bestBaseline, 0.38);
        QCOMPARE(facts.bestBaselineKey, std::string("linear"));
        // What to try next is not chosen by the test part where there is a validation part.
        runs.front().config.edit().recipe = {"standardise"};
        const std::vector<TestScore> validation{{"seasonal", "standardised", "mse", 0.31},
                                                {"linear", "standardised", "mse", 0.35}};
        const AdviceFacts validated = adviceFacts(runs.front(), {}, {}, {}, validation, runs);
        QVERIFY(!validated.isTested);
        QCOMPARE(validated.score, runs.front().bestValidation);
        QCOMPARE(validated.bestBaseline, 0.31);
        QCOMPARE(validated.bestBaselineKey, std::string("seasonal"));
        // On another scale than the baselines' nothing is compared.
        runs.front().config.edit().recipe = {"log", "standardise"};
        QVERIFY(std::isnan(adviceFacts(runs.front(), {}, {}, {}, validation, runs).score));
        // That nothing can be learned is not said of a run that has learned it, by what is known of it
        SignalCheck none;
        none.verdict = SignalCheck::Verdict::None;
        const std::vector<RunEvent> said{{RunWarning{noSignalText(none)}}};
        QVERIFY(!adviceFacts(runs.front(), {}, {}, said, validation, runs).noSignal.empty());
        runs.front().scores.edit().front().value = 0.02;
        QVERIFY(adviceFacts(runs.front(), {}, {}, said, validation, runs).noSignal.empty());
        QCOMPARE(facts.nextSeed, std::int64_t{4});
    }
    void nothingIsAdvisedThatAnXlaDeviceCannot() {
        for (const Case& one : cases()) {
            AdviceFacts facts = quiet();
            one.make(facts);
            facts.config.device = "xla:0";
            if (!xlaObstacle(facts.config).isEmpty()) continue;  // no such run is there
            for (const Advice& advice : allAdvice(facts)) {
                QVERIFY2(advice.action.kind != AdviceAction::Kind::FindRate, one.key);
                const Text why = xlaObstacle(withChanges(facts.config, advice.action.changes));
                QVERIFY2(why.isEmpty(), (std::string(one.key) + ", " + advice.key + ": " + why.source).c_str());
            }
        }
    }
    void memoryOfTheLastEnd() {
        const RunEvent failed{RunEnd{RunState::Failed, {}, ErrorCode::OutOfMemory}};
        const RunEvent ended{RunEnd{RunState::Finished}};
        const RunSummary run = seedRun(8, 1, 0.3);
        QVERIFY(adviceFacts(run, {}, {}, std::vector{failed}, {}, {}).outOfMemory);
        QVERIFY(!adviceFacts(run, {}, {}, std::vector{failed, ended}, {}, {}).outOfMemory);  // it went on since
    }
};

QTEST_APPLESS_MAIN(TestRunAdvice)
#include "tst_run_advice.moc"
