// SPDX-License-Identifier: GPL-3.0-or-later
// A run whose newest checkpoint is damaged is made longer: its plan is counted from where it had been, not from where
// it falls back to.
#include "app/run_order.h"
#include "engine/session_support.h"
#include "store/checkpoint.h"

#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace gatelab;
using namespace gatelab::testing;

class TestLongerAfterDamage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lostEpochsAreTrainedAgain() {
        const auto engine = take(openEngine());
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        ExperimentConfig config = smallConfig();
        config.builtinLength = 300;
        config.epochs = 2;
        config.checkpointSeconds = 0;
        auto record = take(workspace->createRun(config, {}, "sine-mix"));
        const std::string id = record->id();
        (void)runToEnd(*engine, config, std::move(record));
        const auto run = workspace->folder() / "runs" / id;
        // Its checkpoint of epoch 2 is the only one left once it has ended after 4.
        const CheckpointInfo early = take(CheckpointStore(run).newestGood()).info;
        const auto aside = workspace->folder() / "aside";
        std::filesystem::copy(early.folder, aside, std::filesystem::copy_options::recursive);
        auto longer = take(openRun(*engine, workspace.get(), {.resume = id, .moreEpochs = 2}));
        (void)runToEnd(*engine, {}, std::move(longer.request.record), run);
        std::filesystem::remove_all(early.folder);
        std::filesystem::copy(aside, early.folder, std::filesystem::copy_options::recursive);
        for (const CheckpointInfo& info : CheckpointStore(run).list())
            if (info.epoch >= 4) std::ofstream(info.folder / "tensors.safetensors", std::ios::trunc) << "damaged";
        const auto good = CheckpointStore(run).newestGood();
        QVERIFY2(good.ok() && good->info.epoch < 4, good.ok() ? "" : good.error().message.c_str());
        auto extended = take(openRun(*engine, workspace.get(), {.resume = id, .moreEpochs = 1}));
        QCOMPARE(take(workspace->run(id)).epochs, std::int64_t{5});
        const auto reported = [&](const char* words) {
            return std::ranges::any_of(extended.events, [&](const RunEvent& event) {
                const auto* warning = event.as<RunWarning>();
                return warning && warning->text.english().find(words) != std::string::npos;
            });
        };
        QVERIFY(reported("of the 4 epochs that the run had begun, those after it are trained again"));
        QVERIFY(!reported("had not come to its end"));
        (void)runToEnd(*engine, {}, std::move(extended.request.record), run);
        const RunSummary summary = take(workspace->run(id));
        QCOMPARE(summary.epoch, std::int64_t{5});
        QCOMPARE(summary.state, RunState::Finished);
    }
};

QTEST_GUILESS_MAIN(TestLongerAfterDamage)
#include "tst_longer_after_damage.moc"
