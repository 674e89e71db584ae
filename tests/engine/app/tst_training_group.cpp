// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/app/queue_worker.cpp too: the queue is trained by such a group.
#include "app/training_group.h"

#include "app/queue_worker.h"
#include "base/core_share.h"
#include "engine/session_support.h"
#include "store/checkpoint.h"
#include "store/record/run_ending.h"
#include "store/run_queue.h"
#include "support/quick_folder.h"

#include <QTest>

#include <map>
#include <mutex>
#include <optional>
#include <set>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

/// The tensors of the newest checkpoint of a run, by name.
std::map<std::string, std::string> tensorsOf(const Workspace& workspace, const std::string& run) {
    const auto loaded = take(CheckpointStore(workspace.folder() / "runs" / run).newestGood());
    std::map<std::string, std::string> bytes;
    for (const auto& [name, tensor] : loaded.contents.tensors.tensors)
        bytes[name] = std::string(tensor.bytes.begin(), tensor.bytes.end());
    return bytes;
}

struct Ended {
    std::map<std::size_t, RunState> states;
    std::map<std::size_t, std::vector<TestScore>> scores;
    std::map<std::size_t, ErrorCode> codes;
    std::vector<std::string> ids;  ///< by member
    std::size_t most = 0;          ///< that trained at once
};

/// All of them, as many at once as the group has room for; `each`: called again and again.
Ended trainAll(Engine& engine, Workspace& workspace, const std::vector<ExperimentConfig>& configs, TrainingGroup& group,
               const std::function<void(TrainingGroup&)>& each = {}) {
    Ended end;
    const TrainingGroup::Watch watch{{},
                                     [&](std::size_t member, const RunEvent& event) {
                                         if (const auto* reported = event.as<RunEnd>())
                                             end.scores[member] = reported->scores, end.codes[member] = reported->code;
                                     },
                                     [&](std::size_t member, RunState state) { end.states[member] = state; }};
    std::size_t next = 0;
    do {
        while (next < configs.size()) {
            const RunNeeds needs = take(engine.needs(configs[next], nullptr, {}, group.shared()));
            if (!group.hasRoomFor(needs)) break;
            auto record = take(workspace.createRun(configs[next], {}, "data"));
            end.ids.push_back(record->id());
            (void)take(group.start({configs[next], nullptr, std::move(record), {}}, needs));
            ++next;
        }
        end.most = std::max(end.most, group.going());
        if (each) each(group);
        group.turn(std::chrono::milliseconds(1), watch);
    } while (group.going() > 0 || next < configs.size());
    return end;
}

}  // namespace

/// Runs that train at the same time in one process.
class TestTrainingGroup : public QObject {
    Q_OBJECT
    std::shared_ptr<Engine> engine_;
    QuickFolder quick_;
    int count_ = 0;

    std::shared_ptr<Workspace> workspace() { return take(Workspace::open(quick_.path() / std::to_string(++count_))); }

    static std::vector<ExperimentConfig> several() {
        std::vector<ExperimentConfig> configs;
        for (const char* cell : {"lstm", "gru"})
            for (const std::int64_t seed : {1, 2, 3}) {
                ExperimentConfig config = smallConfig();
                config.threads = 0;
                config.cell = cell;
                config.layers = 2;
                config.dropout = 0.2;
                config.recurrentDropout = 0.1;
                config.seed = seed;
                config.learningRate = 0.002 * static_cast<double>(seed);
                configs.push_back(config);
            }
        configs[1].lookback = 24;  // another shape
        configs[4].hiddenSize = 12;
        configs[2].splitBatch = false;
        configs[5].threads = 2;  // blocks of two threads, computed by one
        return configs;
    }

private Q_SLOTS:
    void initTestCase() { engine_ = take(openEngine()); }

    void eachHasTheBitsThatItHasAlone() {
        const auto together = workspace(), alone = workspace();
        const auto configs = several();
        TrainingGroup group(*engine_, {3});
        const Ended end = trainAll(*engine_, *together, configs, group);
        QCOMPARE(end.most, std::size_t{3});
        for (std::size_t i = 0; i < configs.size(); ++i) {
            auto record = take(alone->createRun(configs[i], {}, "data"));
            const std::string id = record->id();
            const Received received = runToEnd(*engine_, configs[i], std::move(record));
            const RunEnd* last = received.last<RunEnd>();
            QVERIFY(last != nullptr);
            QCOMPARE(end.states.at(i), RunState::Finished);
            const auto expected = tensorsOf(*alone, id), found = tensorsOf(*together, end.ids[i]);
            QVERIFY(!expected.empty());
            for (const auto& [name, bytes] : expected)
                QVERIFY2(found.at(name) == bytes, (std::to_string(i) + ": " + name).c_str());
            QCOMPARE(found.size(), expected.size());
            const RunSummary a = take(together->run(end.ids[i])), b = take(alone->run(id));
            QCOMPARE(a.bestValidation, b.bestValidation);
            QCOMPARE(a.bestEpoch, b.bestEpoch);
            QVERIFY(last->scores.size() > 8);  // of the model and of the baselines, which the group computed once
            QCOMPARE(end.scores.at(i).size(), last->scores.size());
            for (std::size_t k = 0; k < last->scores.size(); ++k) {
                QCOMPARE(end.scores.at(i)[k].method, last->scores[k].method);
                QCOMPARE(end.scores.at(i)[k].value, last->scores[k].value);
            }
        }
    }

    /// The bits are those of the slot above: several of its runs end while others go on.
    void coresOfThoseThatEndedGoToTheOthers() {
        const auto place = workspace();
        TrainingGroup group(*engine_, {6});
        std::vector<ExperimentConfig> configs(3, smallConfig());
        for (std::size_t i = 0; i < configs.size(); ++i) {
            configs[i].threads = 4;
            configs[i].epochs = 1 + 20 * static_cast<std::int64_t>(i);
        }
        std::set<std::int64_t> seen;
        const auto look = [&seen](TrainingGroup& all) {
            const auto share = take(all.shared()->get<CoreShare>(CoreShare::kKey, []() -> Result<CoreShare> {
                return Error{ErrorCode::Internal, "nobody shares"};
            }));
            seen.insert(*share->each);
        };
        const Ended end = trainAll(*engine_, *place, configs, group, look);
        for (const auto& [member, state] : end.states) QCOMPARE(state, RunState::Finished);
        QVERIFY(seen.contains(2) && seen.contains(3) && seen.contains(6));  // of three, two, one
        const auto alone = workspace();
        auto record = take(alone->createRun(configs[2], {}, "data"));
        const std::string id = record->id();
        (void)runToEnd(*engine_, configs[2], std::move(record));
        QVERIFY(tensorsOf(*alone, id) == tensorsOf(*place, end.ids[2]));
    }

    void seriesAndBaselinesAreMadeOnce() {
        const auto place = workspace();
        std::vector<ExperimentConfig> configs;
        for (std::int64_t seed = 0; seed < 6; ++seed) {
            configs.push_back(smallConfig());
            configs.back().seed = seed;
            configs.back().learningRate = 0.001 * static_cast<double>(1 + seed);
            configs.back().hiddenSize = 4 + seed;
        }
        TrainingGroup group(*engine_, {2});
        const Ended end = trainAll(*engine_, *place, configs, group);
        for (const auto& [member, state] : end.states) QCOMPARE(state, RunState::Finished);
        const SharedValues& shared = *group.shared();
        QCOMPARE(shared.made("data"), 1);
        QCOMPARE(shared.made("prepared"), 1);
        QCOMPARE(shared.made("windows"), 1);
        QCOMPARE(shared.made("placed"), 1);
        // Of the validation and the test part
        QVERIFY2(shared.made("baselines") <= 2, qPrintable(QString::number(shared.made("baselines"))));
    }

    void oneThatFailsFailsAlone() {
        const auto place = workspace();
        std::vector<ExperimentConfig> configs(3, smallConfig());
        configs[1].optimiser = "sgd";
        configs[1].learningRate = 100;
        configs[1].momentum = 0.9;
        configs[1].clipNorm = 0;
        configs[1].linearPath = false;
        configs[1].epochs = 40;
        configs[2].seed = 2;
        TrainingGroup group(*engine_, {3});
        const Ended end = trainAll(*engine_, *place, configs, group);
        QCOMPARE(end.states.at(0), RunState::Finished);
        QCOMPARE(end.states.at(1), RunState::Failed);
        QCOMPARE(end.codes.at(1), ErrorCode::NonFinite);
        QCOMPARE(end.states.at(2), RunState::Finished);
        QVERIFY(!end.scores.at(2).empty());
        QCOMPARE(take(place->run(end.ids[1])).state, RunState::Failed);
        const auto alone = workspace();
        auto record = take(alone->createRun(configs[2], {}, "data"));
        const std::string id = record->id();
        runToEnd(*engine_, configs[2], std::move(record));
        QVERIFY(tensorsOf(*place, end.ids[2]) == tensorsOf(*alone, id));
    }

    void oneThatIsStoppedOrPausedLeavesTheOthers() {
        const auto place = workspace();
        std::vector<ExperimentConfig> configs(4, smallConfig());
        for (std::size_t i = 0; i < configs.size(); ++i) configs[i].seed = static_cast<std::int64_t>(i);
        configs[0].epochs = configs[1].epochs = 100000;
        configs[0].earlyStop = configs[1].earlyStop = 0;
        TrainingGroup group(*engine_, {2});
        bool stopped = false, paused = false;
        int turns = 0;
        const Ended end = trainAll(*engine_, *place, configs, group, [&](TrainingGroup& now) {
            // Number 1 pauses: its place is free, and the last two train. When they are done it is stopped, and number
            // 0 is left as interrupted.
            if (RunControl* control = now.control(1); control != nullptr && !paused)
                control->pause(true), paused = true;
            if (now.going() == 2 && ++turns > 20 && now.control(2) == nullptr && now.control(3) == nullptr &&
                now.control(1) != nullptr && !stopped) {
                stopped = true;
                now.control(1)->stop();
                now.control(0)->abandon();
            }
        });
        QCOMPARE(end.states.at(0), RunState::Interrupted);
        QCOMPARE(end.states.at(1), RunState::Finished);
        QCOMPARE(end.states.at(2), RunState::Finished);
        QCOMPARE(end.states.at(3), RunState::Finished);
        // It goes on alone from where it was left, with the same bits as one that was never disturbed.
        QVERIFY(!CheckpointStore(place->folder() / "runs" / end.ids[0]).list().empty());
    }

    void whatIsInterruptedGoesOnWithTheSameBits() {
        const auto place = workspace(), whole = workspace();
        std::vector<ExperimentConfig> configs(3, smallConfig());
        for (std::size_t i = 0; i < configs.size(); ++i) {
            configs[i].seed = static_cast<std::int64_t>(i);
            configs[i].epochs = 30;
            configs[i].earlyStop = 0;
            configs[i].dropout = 0.1;
            configs[i].layers = 2;
            configs[i].threads = 0;
        }
        TrainingGroup group(*engine_, {3});
        int turns = 0;
        const Ended end = trainAll(*engine_, *place, configs, group, [&](TrainingGroup& now) {
            if (++turns == 120) now.abandonAll();
        });
        int interrupted = 0;
        for (std::size_t i = 0; i < configs.size(); ++i) {
            if (end.states.at(i) == RunState::Interrupted) {
                ++interrupted;
                auto record = take(place->reopenRun(end.ids[i]));
                const auto folder = record->folder();
                runToEnd(*engine_, configs[i], std::move(record), folder);
            }
            auto record = take(whole->createRun(configs[i], {}, "data"));
            const std::string id = record->id();
            runToEnd(*engine_, configs[i], std::move(record));
            QVERIFY(tensorsOf(*place, end.ids[i]) == tensorsOf(*whole, id));
        }
        if (interrupted == 0) QSKIP("all runs had ended before they were interrupted");
    }

    void fewerTrainAtOnceWhereMemoryIsShort() {
        const auto place = workspace();
        ExperimentConfig config = smallConfig();
        config.hiddenSize = 64;
        config.lookback = 64;
        config.batchSize = 256;
        config.maxSteps = 2;
        std::vector<ExperimentConfig> configs(4, config);
        for (std::size_t i = 0; i < configs.size(); ++i) configs[i].seed = static_cast<std::int64_t>(i);
        const RunNeeds needs = take(engine_->needs(config, nullptr, {}, {}));
        QVERIFY(needs.ownBytes() > 1e6);
        const auto limits = [&](double runs) {
            return TrainingGroup::Limits{4, needs.sharedBytes() + runs * needs.ownBytes()};
        };
        for (const auto& [room, most] :
             {std::pair(2.5, std::size_t{2}), std::pair(0.5, std::size_t{1}), std::pair(8.0, std::size_t{4})}) {
            TrainingGroup group(*engine_, limits(room));
            QCOMPARE(group.maxAtOnce(needs), static_cast<std::int64_t>(most));
            const Ended end = trainAll(*engine_, *place, configs, group);
            QCOMPARE(end.most, most);
            QCOMPARE(end.states.size(), configs.size());
            for (const auto& [member, state] : end.states) QCOMPARE(state, RunState::Finished);
        }
    }

    void settingsOfTheWholeProcessAreNotMixed() {
        ExperimentConfig one = smallConfig(), other = smallConfig();
        other.deterministic = !one.deterministic;
        TrainingGroup group(*engine_, {4});
        const RunNeeds needs = take(engine_->needs(one, nullptr, {}, group.shared())),
                       others = take(engine_->needs(other, nullptr, {}, group.shared()));
        one.epochs = 100000;
        (void)take(group.start({one, nullptr, nullptr, {}}, needs));
        QVERIFY(group.hasRoomFor(needs));
        QVERIFY(!group.hasRoomFor(others));
        RunNeeds gpu = needs;
        gpu.gpu = true;
        QVERIFY(!group.hasRoomFor(gpu));
        RunNeeds wide = needs;
        wide.threads = 4;  // its bits depend on them, so it takes all four places
        QVERIFY(!group.hasRoomFor(wide));
    }

    /// What trains saves, waits behind the one that is more urgent, and goes on to the bits that it has alone.
    void aHigherPriorityTakesThePlace() {
        const auto place = workspace(), alone = workspace();
        ExperimentConfig config = smallConfig();
        config.epochs = 400;
        config.earlyStop = 0;
        config.dropout = 0.2;
        auto twin = take(alone->createRun(config, {}, "data"));
        const std::string twinId = twin->id();
        (void)runToEnd(*engine_, config, std::move(twin));
        RunQueue queue(place->folder());
        const auto waits = [](const ExperimentConfig& its, const char* name, int priority) {
            QueuedRun run;
            run.config = its;
            run.name = name;
            run.priority = priority;
            run.together = true;
            return run;
        };
        (void)take(queue.add({waits(config, "usual", 0)}));
        const auto runOf = [&](const std::string& name) -> std::optional<RunSummary> {
            for (const RunSummary& run : take(place->runs()))
                if (run.name == name) return run;
            return std::nullopt;
        };
        bool isAdded = false;
        ExperimentConfig other = smallConfig();
        other.seed = 7;
        const auto word = [&] {
            if (!isAdded && runOf("usual")) {
                isAdded = true;
                (void)take(queue.add({waits(other, "as urgent", 0), waits(other, "urgent", 1)}));
            }
            return QueueCommand::GoOn;
        };
        const auto trained = trainQueue(*engine_, *place, {1}, word);
        QVERIFY2(trained.ok(), trained.ok() ? "" : trained.error().message.c_str());
        QVERIFY(isAdded && take(queue.read()).runs.empty());
        std::map<std::string, double> ends;
        for (const RunSummary& run : take(place->runs())) {
            QCOMPARE(run.state, RunState::Finished);
            ends[run.name] = endOf(run);
        }
        QCOMPARE(ends.size(), std::size_t{3});  // the one that waited is the same run
        // One at a time, and it had begun before the urgent one was there.
        QVERIFY(ends["urgent"] < ends["usual"]);
        QVERIFY(ends["usual"] < ends["as urgent"]);
        QCOMPARE(tensorsOf(*place, runOf("usual")->id), tensorsOf(*alone, twinId));
    }

    void theQueueIsTrainedTogether() {
        const auto place = workspace();
        RunQueue queue(place->folder());
        std::vector<QueuedRun> waiting(4);
        for (std::size_t i = 0; i < waiting.size(); ++i) {
            waiting[i].config = smallConfig();
            waiting[i].config.seed = static_cast<std::int64_t>(i);
            waiting[i].name = "run " + std::to_string(i);
            waiting[i].together = i < 3;
        }
        (void)take(queue.add(waiting));
        const auto go = [] { return QueueCommand::GoOn; };
        const auto trained = trainQueue(*engine_, *place, {2}, go);
        QVERIFY2(trained.ok(), trained.ok() ? "" : trained.error().message.c_str());
        QCOMPARE(take(queue.read()).runs.size(), std::size_t{1});  // the last one is none of these
        std::set<std::string> names;
        for (const RunSummary& run : take(place->runs())) {
            QCOMPARE(run.state, RunState::Finished);
            names.insert(run.name);
        }
        QCOMPARE(names, (std::set<std::string>{"run 0", "run 1", "run 2"}));
        // The whole queue, by its own word; one that is refused stays, and the queue pauses.
        (void)take(queue.setTogether(true));
        QueuedRun refused;
        refused.config = smallConfig();
        refused.config.targets = {"nothing"};
        (void)take(queue.add({refused}));
        QVERIFY(!trainQueue(*engine_, *place, {2}, go).ok());
        QCOMPARE(take(place->runs()).size(), std::size_t{4});
        QCOMPARE(take(queue.read()).runs.size(), std::size_t{1});
        QVERIFY(take(queue.read()).paused);
        QVERIFY(!queueWorkerRuns(place->folder()));
    }
};

QTEST_GUILESS_MAIN(TestTrainingGroup)
#include "tst_training_group.moc"
