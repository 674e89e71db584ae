// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/train/trainer.cpp.
#include "engine/train_support.h"

#include "support/places.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <stdexcept>

using namespace gatelab;
using namespace gatelab::testing;

/// The census of what a resume needs: every data member of the classes that train is either saved or needs no saving,
/// and everything saved comes back.
class TestTrainingState : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyMemberIsAccountedFor_data();
    void everyMemberIsAccountedFor();
    void everyEntryComesBack();
    void everyTensorMatters();
    void nothingMayBeMissing();
    void theLossScaleComesBack();
    void saysWhetherItIsFinite();
};

namespace {

ExperimentConfig everythingOn() {
    ExperimentConfig config;
    config.builtinLength = 260;
    config.lookback = 8;
    config.horizon = 2;
    config.hiddenSize = 4;
    config.layers = 2;
    config.dropout = 0.2;
    config.recurrentDropout = 0.1;
    config.emaDecay = 0.9;
    config.carryState = true;
    config.shuffle = false;
    config.schedule = "plateau";
    config.earlyStop = 50;
    config.accumulate = 2;
    config.batchSize = 4;  // streams of windows end to end
    config.l2 = 1e-4;
    config.amsgrad = true;
    config.epochs = 4;
    config.checkpointSeconds = 0;
    config.threads = 1;
    config.device = "cpu";
    return config;
}

/// A state in the middle of the third epoch, when a best and a carried state are there.
const TrainingState& middle() {
    static const TrainingState state = [] {
        Rig rig(everythingOn());
        rig.trainer->run();
        for (const TrainingState& saved : rig.saved)
            if (saved.counters.epoch == 2 && saved.counters.position > 0) return saved;
        throw std::runtime_error("no state in the middle of an epoch was saved");
    }();
    return state;
}

TensorFile resumedTo(const TrainingState& from, bool end) {
    Rig rig(everythingOn());
    if (auto restored = rig.trainer->restore(from); !restored.ok()) throw std::runtime_error(restored.error().message);
    if (end) rig.trainer->run();
    return stateToFile(rig.trainer->capture());
}

/// Another value of the same kind.
std::string moved(const std::string& number) {
    if (number == "inf") return "0.25";
    return number.find_first_of(".e") == std::string::npos ? std::to_string(std::stoll(number) + 1)
                                                           : std::to_string(std::stod(number) + 0.5);
}

RawTensor moved(const RawTensor& raw) {
    const at::Tensor tensor = *fromRawTensor(raw);
    return toRawTensor(tensor.is_floating_point() ? tensor + 0.03125 : tensor + 1);
}

}  // namespace

void TestTrainingState::everyMemberIsAccountedFor_data() {
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("saved");  // comes back through TrainingState
    // Collaborators, and what follows from the configuration, the counters or the clock
    QTest::addColumn<QString>("unneeded");
    QTest::newRow("trainer")
        << "core/train/trainer.h"
        << "class Trainer "
        << "config_ optimiser_ scaler_ tap_ clock_ counters_ copies_ checkpoints_ carried_ stopEarly_ putOff_"
        << "parts_ model_ position_ health_ looked_ lookedEpoch_ costs_ recorded_ stopped_ onXla_ readXlaAt_ xlaPeak_ "
           "isUpdating_ "
           "hasMadeRoom_ fusedUpdate_ recordedEvaluation_";
    QTest::newRow("weight copies") << "core/step/weight_copies.h"
                                   << "class WeightCopies "
                                   << "best_ average_"
                                   << "store_";
    QTest::newRow("checkpoints") << "core/train/training_checkpoints.h"
                                 << "class TrainingCheckpoints "
                                 << "bestUnsaved_"
                                 << "save_ position_ clock_ control_ reporter_ diskGivenUp_ unsaved_ lastSave_";
    QTest::newRow("costs") << "core/observe/training_costs.h"
                           << "class TrainingCosts "
                           << ""
                           << "position_ phases_ tap_ reporter_ forecastTensorBytes_ forecastEpochSeconds_ stepPeaks_ "
                              "lastReport_ evaluated_ peakUnjudged_ stepBegan_ epochBegan_ calibration_ epochForecast_";
    QTest::newRow("recorded steps")
        << "core/train/recorded_steps.h"
        << "class RecordedSteps "
        << ""
        << "makeGraph_ compute_ makeRoom_ config_ position_ batcher_ optimiser_ phases_ reporter_ "
           "graphs_ warmedUp_ feed_ rest_";
    QTest::newRow("optimiser") << "core/step/optimizers.h"
                               << "class Optimiser "
                               << "lists_"
                               << "row_ schedule_ fused_";
    QTest::newRow("loss scaler") << "core/step/loss_scaler.h"
                                 << "class LossScaler "
                                 << "scale_ growth_"
                                 << "overflowed_";
    QTest::newRow("metric tap") << "core/observe/metric_tap.h"
                                << "class MetricTap "
                                << "lastRate_"
                                << "reporter_ pending_ looks_ lastRead_ rateSince_ aside_ leftOut_ stepsSince_ "
                                   "samplesSince_ latest_ rated_ firstBad_ ring_ onTheirWay_ noted_ notedSeconds_";
    QTest::newRow("layer health") << "core/observe/layer_health.h"
                                  << "class LayerHealth "
                                  << ""
                                  << "model_ before_";
    QTest::newRow("clock") << "core/observe/metric_tap.h"
                           << "class TrainingClock "
                           << "already_"
                           << "running_ since_";
    QTest::newRow("batcher") << "core/batch/batcher.h"
                             << "class Batcher "
                             << ""
                             << "source_ batchSize_ batches_ seed_ shuffle_ streams_ orderedEpoch_ orderedFirst_ "
                                "orderedEnd_ order_ numbers_ block_ changes_ device_ "
                                "ahead_";
    QTest::newRow("objective") << "core/step/objective.h"
                               << "class Objective "
                               << ""
                               << "model_ loss_ context_ evaluationRows_ pass_";
    // The state is fetched before anything is saved.
    QTest::newRow("XLA step") << "core/step/xla/xla_step.h"
                              << "class XlaStep "
                              << "state_"
                              << "objective_ device_ stepped_ passed_ type_ steps_ forwards_ optimiser_ host_ isAhead_ "
                                 "pending_ shown_ weights_ programs_ seconds_ peak_ seen_";
    QTest::newRow("model")
        << "core/nn/model.h"
        << "class Model "
        << "store_"
        << "tensorOptions_ computeOptions_ lowered_ layers_ layout_ outputSize_ labelling_ gaussian_ holdsLinear_ "
           "stack_ stackedWeights_ stackCache_ dropout_ drawMask_ recomputeChunk_ fedBack_ pooling_ words_ embedding_ "
           "headWeight_ "
           "headBias_ linearWeight_ attentionWeight_ attentionBias_ attentionContext_";
}

void TestTrainingState::everyMemberIsAccountedFor() {
    QFETCH(QString, header);
    QFETCH(QString, type);
    QFETCH(QString, saved);
    QFETCH(QString, unneeded);
    QFile file(inSource("/") + header);
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(header));
    QString text = QString::fromUtf8(file.readAll());
    const auto begin = text.indexOf(type);
    QVERIFY2(begin >= 0, qPrintable(type));
    text = text.mid(begin, text.indexOf("\n};", begin) - begin);
    text = text.mid(text.indexOf("private:")).remove(QRegularExpression("//[^\n]*"));
    QSet<QString> found;
    // A declared member is followed by its end, its start value or the next one.
    for (auto match = QRegularExpression("\\b([a-z]\\w*_)\\s*(?=[;={,])").globalMatch(text); match.hasNext();)
        found.insert(match.next().captured(1));
    const QStringList savedNames = saved.split(' ', Qt::SkipEmptyParts),
                      others = unneeded.split(' ', Qt::SkipEmptyParts);
    const QSet<QString> known = QSet(savedNames.begin(), savedNames.end()) + QSet(others.begin(), others.end());
    for (const QString& name : found - known)
        QFAIL(qPrintable(
            header + ": does a resume need " + name +
            "? Put it into Trainer::capture and restore and into this list, or into the list of what needs no saving"));
    for (const QString& name : known - found) QFAIL(qPrintable(header + " has no " + name + " any more"));
}

void TestTrainingState::everyEntryComesBack() {
    const TensorFile whole = stateToFile(middle());
    for (const char* group : {"weights/", "optimiser/max_square", "optimiser/mean", "optimiser/square",
                              "optimiser/step", "best/", "average/", "carried/"})
        QVERIFY2(whole.tensors.lower_bound(group)->first.starts_with(group), group);
    for (const auto& [name, raw] : whole.tensors) {
        TensorFile changed = whole;
        changed.tensors[name] = moved(raw);
        const TensorFile back = resumedTo(take(stateFromFile(changed)), false);
        QVERIFY2(back.tensors.at(name).bytes == changed.tensors[name].bytes, name.c_str());
    }
    for (const auto& [key, value] : whole.metadata) {
        if (key == "config" || key == "gatelab_state" || key == "implementation") continue;
        TensorFile changed = whole;
        changed.metadata[key] = moved(value);
        const std::string back = resumedTo(take(stateFromFile(changed)), false).metadata.at(key);
        if (key == "seconds")
            QVERIFY(std::stod(back) >= std::stod(changed.metadata[key]) &&
                    std::stod(back) < std::stod(changed.metadata[key]) + 60);
        else
            QVERIFY2(std::stod(back) == std::stod(changed.metadata[key]) + (key == "piece" ? 1 : 0), key.c_str());
    }
    ExperimentConfig live = middle().config;
    live.learningRate = 0.5;
    TrainingState changed = middle();
    changed.config = live;
    QVERIFY(take(stateFromFile(resumedTo(changed, false))).config == live);
}

// A tensor that could change without the run changing would be there for nothing, or not be used after a resume.
void TestTrainingState::everyTensorMatters() {
    const TensorFile whole = stateToFile(middle()), expected = resumedTo(middle(), true);
    QVERIFY(resumedTo(middle(), true).tensors.at("weights/head.bias").bytes ==
            expected.tensors.at("weights/head.bias").bytes);
    for (const auto& [name, raw] : whole.tensors) {
        if (name.starts_with("best/")) continue;  // waits for the end
        TensorFile changed = whole;
        changed.tensors[name] = moved(raw);
        const TensorFile end = resumedTo(take(stateFromFile(changed)), true);
        const bool differs = std::ranges::any_of(end.tensors, [&](const auto& entry) {
            return entry.second.bytes != expected.tensors.at(entry.first).bytes;
        });
        QVERIFY2(differs, name.c_str());
    }
}

void TestTrainingState::nothingMayBeMissing() {
    const TensorFile whole = stateToFile(middle());
    for (const auto& [key, value] : whole.metadata) {
        // States from before there was the second lack it, and go on
        if (key == "implementation" || key == "start_validation") continue;
        TensorFile cut = whole;
        cut.metadata.erase(key);
        QVERIFY2(!stateFromFile(cut).ok(), key.c_str());
    }
    for (const auto& [name, raw] : whole.tensors) {
        TensorFile cut = whole;
        cut.tensors.erase(name);
        Rig rig(everythingOn());
        QVERIFY2(!rig.trainer->restore(take(stateFromFile(cut))).ok(), name.c_str());
    }
}

// The scale is there in FP16 only.
void TestTrainingState::theLossScaleComesBack() {
    ExperimentConfig config = everythingOn();
    config.precision = "fp16";
    config.carryState = false;
    config.epochs = 1;
    Rig run(config);
    run.trainer->run();
    const TensorFile whole = stateToFile(run.trainer->capture());
    for (const char* name : {"scaler/scale", "scaler/growth"}) {
        QVERIFY2(whole.tensors.contains(name), name);
        TensorFile changed = whole, cut = whole;
        changed.tensors[name] = moved(changed.tensors[name]);
        cut.tensors.erase(name);
        Rig resumed(config), refused(config);
        QVERIFY(resumed.trainer->restore(take(stateFromFile(changed))).ok());
        QVERIFY2(stateToFile(resumed.trainer->capture()).tensors.at(name).bytes == changed.tensors[name].bytes, name);
        QVERIFY2(!refused.trainer->restore(take(stateFromFile(cut))).ok(), name);
    }
}

void TestTrainingState::saysWhetherItIsFinite() {
    QVERIFY(middle().finite);
    for (const char* name : {"weights/head.bias", "optimiser/mean.0", "average/head.bias", "carried/0.h"}) {
        TrainingState state = middle();
        at::Tensor tensor = *fromRawTensor(state.tensors.at(name));
        tensor.view(-1)[0] = INFINITY;
        state.tensors[name] = toRawTensor(tensor);
        Rig rig(everythingOn());
        QVERIFY(rig.trainer->restore(state).ok());
        QVERIFY2(!rig.trainer->capture().finite, name);
    }
}

QTEST_GUILESS_MAIN(TestTrainingState)
#include "tst_training_state.moc"
