// SPDX-License-Identifier: GPL-3.0-or-later
// A state carried from batch to batch: each window goes on with the very next row, so that two windows in turn are one
// of twice the length.
#include "engine/train_support.h"

#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

ExperimentConfig carried() {
    ExperimentConfig config;
    config.builtin = "ramp";  // each value names its row
    config.builtinLength = 1000;
    config.recipe.clear();
    config.lookback = 10;
    config.horizon = 2;
    config.hiddenSize = 4;
    config.batchSize = 6;
    config.carryState = true;
    config.shuffle = false;
    config.precision = "fp64";
    config.device = "cpu";
    config.threads = 1;
    config.epochs = 1;
    return config;
}

}  // namespace

class TestCarriedState : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void windowsFollowEachOtherWithoutOverlap() {
        for (const std::int64_t stride : {1, 3, 25}) {
            ExperimentConfig config = carried();
            config.stride = stride;
            Rig rig(config);
            QVERIFY(rig.batcher->batchesPerEpoch() >= 2);
            for (std::int64_t position = 1; position < rig.batcher->batchesPerEpoch(); ++position) {
                const at::Tensor before = rig.batcher->batch(0, position - 1).input,
                                 now = rig.batcher->batch(0, position).input;
                const at::Tensor ended = before[config.lookback - 1].select(1, 0), begins = now[0].select(1, 0);
                QVERIFY(at::allclose(begins, ended + 1, 0, 1e-9));
            }
            // The others have every window.
            QCOMPARE(rig.plan.windows.test.starts[1] - rig.plan.windows.test.starts[0], std::int64_t{1});
        }
    }

    void twoWindowsAreOneOfTwiceTheLength() {
        Rig rig(carried());
        const Batch first = rig.batcher->batch(0, 0), second = rig.batcher->batch(0, 1);
        const at::NoGradGuard noGrad;
        const ModelState state = rig.objective->run(first, {}).state;
        ForwardOptions options;
        options.state = &state;
        const at::Tensor inTurn = rig.objective->run(second, options).output;
        Batch whole = second;
        whole.input = at::cat({first.input, second.input}, 0);
        QVERIFY(at::allclose(rig.objective->run(whole, {}).output, inTurn, 1e-12, 1e-12));
        QVERIFY(!at::allclose(rig.objective->run(second, {}).output, inTurn, 1e-6, 1e-6));
    }

    /// A resume that has nothing to do but save again leaves the same bytes: in BF16 the state is BF16.
    void itIsSavedAgainAsItWas() {
        for (const char* precision : {"fp32", "bf16"}) {
            ExperimentConfig config = carried();
            config.precision = precision;
            Rig trained(config), resumed(config);
            trained.trainer->run();
            const TrainingState state = trained.trainer->capture();
            QVERIFY(!state.group("carried").empty());
            QVERIFY(resumed.trainer->restore(state).ok());
            const TrainingState again = resumed.trainer->capture();
            for (const auto& [name, tensor] : state.tensors)
                QVERIFY2(again.tensors.at(name).bytes == tensor.bytes, (std::string(precision) + ' ' + name).c_str());
        }
    }

    /// Names of a checkpoint are no numbers to be believed: none asks for memory, and none ends the program.
    void foreignNamesAreRefused() {
        Rig trained(carried()), resumed(carried());
        trained.trainer->run();
        for (const char* name : {"carried/x.h", "carried/.h", "carried/7000000000.h",
                                 "carried/99999999999999999999999.h", "carried/-1.h", "carried/0.x", "carried/0h"}) {
            TrainingState state = trained.trainer->capture();
            state.tensors[name] = state.tensors.at("carried/0.h");
            const auto restored = resumed.trainer->restore(state);
            QVERIFY2(!restored.ok() && restored.error().code == ErrorCode::Corrupt, name);
        }
    }

    void whatCannotBeCarriedIsRefusedWithARemedy() {
        ExperimentConfig config = carried();
        config.batchSize = 64;
        auto few = makeTrainPlan(config, nullptr);
        QVERIFY(!few.ok());
        QVERIFY2(few.error().message.find("batch of at most") != std::string::npos, few.error().message.c_str());
        config = carried();
        Series gap;
        gap.name = "gap";
        gap.channels.push_back({"v", "", {}});
        for (int i = 0; i < 1000; ++i) gap.channels[0].values.append(i == 100 ? NAN : i);
        const auto data = std::make_shared<const Dataset>(Dataset{std::make_shared<const Series>(gap), nullptr});
        const auto broken = makeTrainPlan(config, data);
        QVERIFY(!broken.ok());
        QVERIFY2(broken.error().message.find("fill the gaps") != std::string::npos, broken.error().message.c_str());
        QCOMPARE(broken.error().field, std::string("recipe"));
        config.recipe = {"fill(method=hold)"};
        QVERIFY(makeTrainPlan(config, data).ok());
        config.task = "labelling";
        config.builtin = "copy";
        config.loss = "cross-entropy";
        const auto sequences = makeTrainPlan(config, nullptr);
        QVERIFY(!sequences.ok());
        QVERIFY2(sequences.error().message.find("Carry the state") != std::string::npos,
                 sequences.error().message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestCarriedState)
#include "tst_carried_state.moc"
