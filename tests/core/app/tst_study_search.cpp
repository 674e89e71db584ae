// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/app/study_search.cpp, core/verdict/study_trials.cpp and core/store/saved_sweep.cpp: which run a study asks
// for next, its trials among the runs of a workspace, how it is kept.
#include "app/study_search.h"
#include "io/file_io.h"
#include "store/saved_sweep.h"
#include "support/made_runs.h"
#include "verdict/study_trials.h"
#include "verdict/sweep_result.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

using namespace gatelab;

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

Study studyOf(const std::vector<std::string>& texts, SearchMethod method = SearchMethod::Tpe,
              const SearchBudget& budget = {20}) {
    ExperimentConfig base;
    base.epochs = 9;
    base.earlyStop = 0;
    std::vector<SweepAxis> axes;
    for (const std::string& text : texts) axes.push_back(*parseSweepAxis(text));
    return {SearchSpace(base, std::move(axes)), method, budget};
}

StudyTrial endOf(TrialState state, double value, std::int64_t epochs = 9) {
    StudyTrial trial;
    trial.state = state;
    trial.value = value;
    trial.epochs = epochs;
    return trial;
}

double lossOf(const ExperimentConfig& config) {
    return std::pow(std::log10(config.learningRate) + 3, 2) +
           std::abs(static_cast<double>(config.hiddenSize) - 40) / 40;
}

RunSummary runOf(const std::string& id, std::int64_t hidden, double best, RunState state = RunState::Finished) {
    RunSummary run = test::endedRun(id, hidden, ExperimentConfig().seed, best);
    run.config.edit().epochs = 9;
    run.config.edit().earlyStop = 0;
    run.epochs = run.epoch = 9;
    run.state = state;
    run.created = std::stod(id);
    return run;
}

}  // namespace

class TestStudySearch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSearchLearns() {
        StudySearch search(studyOf({"learning_rate=1e-5..1e-1:log", "hidden_size=8..128"}, SearchMethod::Tpe, {60}),
                           {});
        std::vector<double> losses;
        std::set<std::string> points;
        while (const auto next = search.next(0)) {
            QVERIFY(next->order.isNew());
            points.insert(formatFieldValue(next->order.config.learningRate) + " " +
                          std::to_string(next->order.config.hiddenSize));
            losses.push_back(lossOf(next->order.config));
            search.ended(next->trial, endOf(TrialState::Complete, losses.back()));
        }
        QCOMPARE(losses.size(), std::size_t{60});
        QCOMPARE(points.size(), std::size_t{60});  // none twice
        const auto meanOf = [&](std::size_t from, std::size_t to) {
            double sum = 0;
            for (std::size_t i = from; i < to; ++i) sum += losses[i];
            return sum / static_cast<double>(to - from);
        };
        QVERIFY2(meanOf(40, 60) < meanOf(0, 10) / 2, qPrintable(QString::number(meanOf(40, 60))));
        QCOMPARE(search.share(0), 1.0);
    }

    void aSmallSpaceIsTrainedOnce() {
        StudySearch search(studyOf({"cell=lstm,gru", "hidden_size=8..10"}), {});
        std::set<std::string> points;
        while (const auto next = search.next(0)) {
            points.insert(next->order.config.cell + std::to_string(next->order.config.hiddenSize));
            search.ended(next->trial, endOf(TrialState::Complete, lossOf(next->order.config)));
        }
        QCOMPARE(points.size(), std::size_t{6});
        QCOMPARE(search.trials().size(), std::size_t{6});
    }

    void budgets() {
        StudySearch epochs(studyOf({"hidden_size=8..128"}, SearchMethod::Tpe, {.epochs = 30}), {});
        int trials = 0;
        while (const auto next = epochs.next(0)) {
            for (std::int64_t epoch = 1; epoch <= 9; ++epoch) QVERIFY(epochs.goesOn(next->trial, epoch, 1));
            epochs.ended(next->trial, endOf(TrialState::Complete, 1));
            ++trials;
        }
        QCOMPARE(trials, 4);  // 9, 18, 27, 36
        StudySearch time(studyOf({"hidden_size=8..128"}, SearchMethod::Tpe, {.seconds = 60}), {});
        QVERIFY(time.next(59));
        QVERIFY(!time.next(60));
        QCOMPARE(time.share(30), 0.5);
        // Failures in a row end it: memory or disk would fail again.
        StudySearch failing(studyOf({"hidden_size=8..128"}, SearchMethod::Tpe, {.seconds = 60}), {});
        trials = 0;
        while (const auto next = failing.next(0))
            failing.ended(next->trial, endOf(TrialState::Failed, kNone)), ++trials;
        QCOMPARE(trials, 5);
    }

    void aGridWithABudget() {
        const Study study = studyOf({"cell=lstm,gru", "hidden_size=4,8,16"}, SearchMethod::Grid, {4});
        StudySearch search(study, {});
        std::vector<std::string> points;
        const auto nameOf = [](const ExperimentConfig& config) {
            return config.cell + std::to_string(config.hiddenSize);
        };
        while (const auto next = search.next(0)) {
            points.push_back(nameOf(next->order.config));
            search.ended(next->trial, endOf(TrialState::Complete, 1));
        }
        QCOMPARE(points, (std::vector<std::string>{"lstm4", "lstm8", "lstm16", "gru4"}));
        // A larger one goes on behind those that are trained, to the grid's end.
        Study more = study;
        more.budget = {.seconds = 60};
        StudySearch rest(more, search.trials());
        points.clear();
        while (const auto next = rest.next(1)) points.push_back(nameOf(next->order.config));
        QCOMPARE(points, (std::vector<std::string>{"gru8", "gru16"}));
    }

    void randomOnesDoNotLearn() {
        const auto drawnBy = [](SearchMethod method, double value) {
            StudySearch search(studyOf({"learning_rate=1e-5..1e-1:log"}, method, {30}), {});
            std::vector<double> rates;
            while (const auto next = search.next(0)) {
                rates.push_back(next->order.config.learningRate);
                search.ended(next->trial, endOf(TrialState::Complete, value * lossOf(next->order.config)));
            }
            return rates;
        };
        QCOMPARE(drawnBy(SearchMethod::Random, 1).size(), std::size_t{30});
        QCOMPARE(drawnBy(SearchMethod::Random, 1), drawnBy(SearchMethod::Random, -1));
        QVERIFY(drawnBy(SearchMethod::Tpe, 1) != drawnBy(SearchMethod::Tpe, -1));
    }

    void whatCannotBeTrainedIsPassedOver() {
        const auto isEven = [](const ExperimentConfig& config) { return config.hiddenSize % 2 == 0; };
        StudySearch search(studyOf({"hidden_size=8..17"}), {}, isEven);
        int trials = 0;
        while (const auto next = search.next(0)) {
            QVERIFY(isEven(next->order.config));
            search.ended(next->trial, endOf(TrialState::Complete, 1)), ++trials;
        }
        QCOMPARE(trials, 5);
        StudySearch none(studyOf({"hidden_size=8..17"}), {}, [](const ExperimentConfig&) { return false; });
        QVERIFY(!none.next(0));
        QVERIFY(none.trials().empty());
    }

    void halvingStopsAndPromotes() {
        StudySearch search(studyOf({"hidden_size=8..128"}, SearchMethod::Asha, {7}), {});
        // Rungs 1 and 3 of 9 epochs.
        const auto begin = [&](const char* run) {
            const auto next = search.next(0);
            search.began(next->trial, run, 0);
            return next->trial;
        };
        const std::size_t first = begin("a");
        QVERIFY(search.goesOn(first, 1, 5.0));
        const std::size_t second = begin("b");
        QVERIFY(!search.goesOn(second, 1, 6.0));
        search.ended(second, search.trials()[second]);
        auto stopped = search.trials()[second];
        stopped.state = TrialState::Stopped;
        search.ended(second, stopped);
        for (const char* run : {"c", "d", "e", "f"}) {
            const std::size_t trial = begin(run);
            (void)search.goesOn(trial, 1, 7.0);
            auto end = search.trials()[trial];
            end.state = TrialState::Stopped;
            search.ended(trial, end);
        }
        // Of six the best two: the second goes on as itself, from its checkpoint.
        const auto promoted = search.next(0);
        QVERIFY(promoted);
        QCOMPARE(promoted->trial, second);
        QCOMPARE(promoted->order.resume, std::string("b"));
        // It trained nothing more: it is not asked for again and again.
        search.ended(second, stopped);
        QCOMPARE(search.trials()[second].state, TrialState::Complete);
        QVERIFY(search.next(0)->order.isNew());
    }

    void whatWasInterruptedGoesOnFirst() {
        const Study study = studyOf({"hidden_size=8..128"});
        std::vector<RunSummary> runs{runOf("1", 8, 0.5), runOf("2", 16, kNone, RunState::Interrupted),
                                     runOf("3", 32, 0.4, RunState::Interrupted)};
        StudySearch search(study, studyTrials(study, runs));
        QCOMPARE(search.next(0)->order.resume, std::string("2"));
        QCOMPARE(search.next(0)->order.resume, std::string("3"));
        const auto next = search.next(0);
        QVERIFY(next->order.isNew());
        QVERIFY(next->order.config.hiddenSize != 8);
    }

    /// What one begins is told to the other by the records that the workspace has.
    void twoProcessesShareAStudy() {
        const Study study = studyOf({"cell=lstm,gru", "hidden_size=8..10"}, SearchMethod::Tpe, {5});
        StudySearch first(study, {}), second(study, {});
        std::set<std::string> points;
        for (int i = 0; i < 5; ++i) {
            StudySearch &one = i % 2 == 0 ? first : second, &other = i % 2 == 0 ? second : first;
            const auto next = one.next(0);
            QVERIFY(next);
            points.insert(next->order.config.cell + std::to_string(next->order.config.hiddenSize));
            StudyTrial told = one.trials()[next->trial];
            told.run = std::to_string(i);
            other.update({told});
            QCOMPARE(other.trials().size(), std::size_t(i + 1));
        }
        QCOMPARE(points.size(), std::size_t{5});
        QVERIFY(!first.next(0) && !second.next(0));
        // One that the other process had to leave goes on here, once.
        StudyTrial left = second.trials()[1];
        left.state = TrialState::Interrupted;
        left.run = "1";
        first.update({left});
        const auto next = first.next(0);
        QVERIFY(next);
        QCOMPARE(next->order.resume, std::string("1"));
        QCOMPARE(next->trial, std::size_t{1});
        left.state = TrialState::Complete;  // an old look at it changes nothing while it trains here
        first.update({left});
        QCOMPARE(first.trials()[1].state, TrialState::Training);
        first.ended(1, endOf(TrialState::Interrupted, kNone, 3));
        first.update({first.trials()[1]});
        QVERIFY(!first.next(0));
    }

    void whatFindsNoRoomIsTakenBack() {
        StudySearch search(studyOf({"hidden_size=8,9"}, SearchMethod::Grid, {2}), {});
        const auto begun = search.next(0), pending = search.next(0);
        search.takeBack(pending->trial);
        QCOMPARE(search.trials().size(), std::size_t{1});
        QCOMPARE(search.next(0)->order.config.hiddenSize, pending->order.config.hiddenSize);
        // One that goes on is as it was.
        std::vector<RunSummary> runs{runOf("2", 16, kNone, RunState::Interrupted)};
        const Study study = studyOf({"hidden_size=8..128"});
        StudySearch other(study, studyTrials(study, runs));
        other.takeBack(other.next(0)->trial);
        QCOMPARE(other.trials()[0].state, TrialState::Interrupted);
        QCOMPARE(other.next(0)->order.resume, std::string("2"));
    }

    void trialsAreRunsOfTheWorkspace() {
        const Study study = studyOf({"hidden_size=8..128"});
        std::vector<RunSummary> runs{runOf("5", 16, 0.2), runOf("1", 8, 0.5)};
        runs.push_back(runOf("2", 12, 0.3));
        runs.back().config.edit().seed += 1;  // another seed
        runs.push_back(runOf("3", 12, 0.3));
        runs.back().branchStep = 4, runs.back().parent = "1";  // a branch
        runs.push_back(runOf("4", 4, 0.3));                    // beyond the range
        runs.push_back(runOf("6", 16, 0.1));                   // again
        runs.push_back(runOf("7", 20, 0.6));
        runs.back().epoch = 3, runs.back().step = 3;
        runs.push_back(runOf("8", 24, kNone, RunState::Failed));
        runs.back().lastValues.edit() = {{"train_loss", kNone}};
        runs.push_back(runOf("9", 28, kNone, RunState::Failed));
        const auto trials = studyTrials(study, runs);
        QCOMPARE(trials.size(), std::size_t{5});
        QCOMPARE(trials[0].run, std::string("1"));
        QCOMPARE(trials[0].value, 0.5);
        QCOMPARE(trials[1].run, std::string("5"));  // the first that came to its end
        QCOMPARE(trials[1].point, SearchPoint{16});
        QCOMPARE(trials[2].state, TrialState::Stopped);
        QCOMPARE(trials[2].epochs, std::int64_t{3});
        QCOMPARE(trials[3].state, TrialState::Diverged);
        QCOMPARE(trials[4].state, TrialState::Failed);
        // A stopped one that a person made longer is the same trial.
        runs[6].config.edit().epochs = 12;
        runs[6].changes = {{{findField("epochs"), std::int64_t{9}, std::int64_t{12}}, 3, 3}};
        QCOMPARE(studyTrials(study, runs).size(), std::size_t{5});
        // Another rate while it went on makes another training of it.
        runs[6].changes = {{{findField("learning_rate"), 0.1, 0.2}, 3, 3}};
        runs[6].config.edit().epochs = 9;
        QCOMPARE(studyTrials(study, runs).size(), std::size_t{4});
        // What Compare tells of it.
        const SweepResult result = sweepResult({{}, 1, study}, groupRuns(runs));
        QCOMPARE(result.runs, std::int64_t{20});
        QCOMPARE(result.before, 0.2);
        QCOMPARE(result.ranked.front().group.config.hiddenSize, std::int64_t{16});
    }

    void aStudyIsKept() {
        QTemporaryDir folder;
        const std::filesystem::path place = folder.path().toStdString();
        Study study = studyOf({"learning_rate=1e-5..0.1:log", "cell=lstm,gru",
                               "recipe=standardise|difference,standardise", "layers=1..3"},
                              SearchMethod::Asha, {40, 300, 7.5});
        study.drawSeed = 9;
        QVERIFY(keepSweep(place, {{}, 1, study}).ok());
        const auto kept = savedSweep(place);
        QVERIFY2(kept.ok(), kept.ok() ? "" : kept.error().message.c_str());
        QVERIFY(kept->isThere() && kept->study && kept->settings.empty());
        QVERIFY(kept->study->isSameSpace(study));
        QCOMPARE(kept->study->method, SearchMethod::Asha);
        QCOMPARE(kept->study->budget.epochs, std::int64_t{300});
        QCOMPARE(kept->study->budget.seconds, 7.5);
        QCOMPARE(kept->study->drawSeed, std::int64_t{9});
        // A grid with a budget too, which an older program does not know.
        QVERIFY(readFileBytes(place / kSweepFile)->find("\"gatelab_sweep\":2") != std::string::npos);
        QVERIFY(keepSweep(place, {{}, 1, studyOf({"cell=lstm,gru"}, SearchMethod::Grid, {.seconds = 60})}).ok());
        QCOMPARE(savedSweep(place)->study->method, SearchMethod::Grid);
        QVERIFY(readFileBytes(place / kSweepFile)->find("\"gatelab_sweep\":3") != std::string::npos);
        QVERIFY(keepSweep(place, {{}, 1, study}).ok());
        // A bit that flips is damage, which the next sweep sets aside.
        auto text = *readFileBytes(place / kSweepFile);
        for (const auto& [from, to] : {std::pair<std::string, std::string>{"300", "301"},
                                       {"asha", "tpe"},
                                       {"draw_seed", "draw_sead"},
                                       {"1e-05", "1e-04"}}) {
            std::string other = text;
            QVERIFY(other.find(from) != std::string::npos);
            other.replace(other.find(from), from.size(), to);
            QVERIFY(writeFileDurably(place / kSweepFile, other).ok());
            const auto damaged = savedSweep(place);
            QVERIFY(!damaged.ok());
            QCOMPARE(damaged.error().code, ErrorCode::Corrupt);
            QVERIFY(damaged.error().message.find("its runs are safe") != std::string::npos);
        }
        QVERIFY(keepSweep(place, {{}, 1, study}).ok());
        QVERIFY(std::filesystem::exists(place / "sweep-damaged.json"));
        QVERIFY(savedSweep(place)->study);
        QVERIFY(keepSweep(place, {}).ok());
        QVERIFY(!savedSweep(place)->isThere());
    }
};

QTEST_APPLESS_MAIN(TestStudySearch)
#include "tst_study_search.moc"
