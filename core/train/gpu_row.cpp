// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/gpu_row.h"

#include "base/number_text.h"
#include "base/version.h"
#include "config/obstacles/gpu_rows.h"
#include "config/setting_predicates.h"
#include "data/sequences/sequence_sizes.h"
#include "device/host_limit.h"
#include "device/monitor.h"
#include "device/row_choices.h"
#include "device/row_words.h"
#include "kernels/agreement.h"
#include "plan/devices.h"
#include "plan/plan.h"
#include "train/stop_with_error.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <mutex>
#include <new>
#include <optional>
#include <sstream>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

constexpr std::string_view kYardstick = "library";  // is never given up: LibTorch's own, and the way back
constexpr double kMostWait = 60;                    // seconds for another program's measurement

/// "0.94 ms".
Phrase time(double milliseconds) {
    return {GATELAB_TEXT("Duration", "%1 ms"), {numberPhrase(numberText(milliseconds, 2))}};
}

/// "NVIDIA H100|580.65.06|9.19.0|0.1.0".
std::string machineKey(const TrainPlan& plan) {
    const CudaModule* cuda = cudaPart().module;
    const GpuMonitor gpus;
    std::string driver = gpus.gpus().empty() ? std::string() : gpus.gpus().front().driver;
    if (driver.empty() && cuda != nullptr) driver = cuda->driverVersion;
    return plan.deviceName + '|' + driver + '|' + (cuda != nullptr ? cuda->cudnnVersion : "") + '|' + programVersion();
}

Phrase remembered(const RowChoice& choice) {
    if (choice.row == choice.yardstick) return {kYardstickRemembered, {choice.row, time(choice.milliseconds)}};
    return {kRowRemembered,
            {choice.row, time(choice.milliseconds), choice.yardstick, time(choice.yardstickMilliseconds)}};
}

Phrase measured(const RowChoice& choice, const RowFinding& found) {
    if (choice.row == choice.yardstick)
        return {kYardstickMeasured,
                {choice.row, time(choice.milliseconds), found.tried, durationPhrase(found.seconds)}};
    return {kRowMeasured,
            {choice.row, time(choice.milliseconds), choice.yardstick, time(choice.yardstickMilliseconds), found.tried,
             durationPhrase(found.seconds)}};
}

bool goesOn(const RunControl& control) { return !control.stopRequested() && !control.abandonRequested(); }

/// A trial that is marked in the file as long as it lasts: a process that it takes along leaves the mark.
RowTrial markedTrial(const GpuRowQuestion& question, const std::string& key, const std::string& row,
                     const std::function<RowTrial()>& trial) {
    if (row == kYardstick) return trial();
    rowChoices().beginTrial(key, row);
    try {
        RowTrial found = trial();
        if (found.end == RowTrial::End::Hangs) rowChoices().keepHanging(key, row);
        rowChoices().endTrial(key);
        return found;
    } catch (const std::bad_alloc&) {
        rowChoices().endTrial(key);  // no fault of the row
        throw;
    } catch (...) {
        rowChoices().keepHanging(key, row);
        rowChoices().endTrial(key);
        question.reporter.event({RunWarning{
            {GATELAB_TEXT("RunEvent",
                          "the GPU stopped working while %1 was being tried: it is left out of runs of this shape from "
                          "now on"),
             {row}}}});
        throw;
    }
}

RowFinding measure(const GpuRowQuestion& question, const std::string& key, const std::vector<std::string>& rows) {
    const TrainPlan& plan = question.plan;
    const RowTrials trials(plan, question.batcher.batch(0, 0), question.makeGraph,
                           [&] { return goesOn(question.control); });
    // To who watches; kept is what comes of it.
    question.reporter.notify({RunMarker{{kRowsMeasured, {rows.size()}}}});
    RowMeasurement how;
    how.tolerance = passTolerance(plan.compute.value_or(plan.dtype), isTf32(plan.config.precision));
    how.now = [clock = HostClock()] { return clock.seconds(); };
    how.trial = [&](const std::string& row, double hopeless, double limit) {
        return markedTrial(question, key, row, [&] { return trials.run(row, hopeless, limit); });
    };
    return measureRows(rows, how);
}

/// Those that can run the experiment here, but for those that did not end in a trial of this machine and shape.
std::vector<std::string> rowsOf(const TrainPlan& plan, const std::string& key) {
    ExperimentConfig config = plan.config;
    config.device = plan.device.str();
    std::vector<std::string> rows = gpuRows(config, machineOf(plan));
    const auto hanging = rowChoices().hanging(key);
    std::erase_if(rows, [&](const std::string& row) { return row != kYardstick && hanging.contains(row); });
    return rows;
}

/// What is left of a trial with which a process, or the machine, ended.
void lookForUnfinished(const GpuRowQuestion& question, const std::string& key) {
    if (const auto row = rowChoices().takeUnfinished(key))
        question.reporter.event({RunWarning{
            {GATELAB_TEXT("RunEvent",
                          "%1 is left out: when it was tried on this GPU before, the program did not get to the end of "
                          "it. 'Measure again', or --measure again, tries it once more"),
             {*row}}}});
}

/// What another run or program measures meanwhile would be in the figures, and it may be the same. Waits; false: there
/// was no end of it, or this run is to stop.
class Alone {
public:
    Alone(const RunControl& control, double seconds) : mine_(oneAtATime(), std::defer_lock) {
        const HostClock clock;
        const double start = clock.seconds();
        do {
            if (!mine_.owns_lock()) (void)mine_.try_lock_for(kLook);
            if (mine_.owns_lock()) file_ = rowChoices().tryMeasure();
            if (mine_.owns_lock() && !file_) std::this_thread::sleep_for(kLook);
        } while (!file_ && goesOn(control) && clock.seconds() - start < seconds);
    }
    [[nodiscard]] bool is() const { return file_.has_value(); }

private:
    static std::timed_mutex& oneAtATime() {
        static std::timed_mutex one;
        return one;
    }
    static constexpr std::chrono::milliseconds kLook{50};
    std::unique_lock<std::timed_mutex> mine_;
    std::optional<FileLock> file_;
};

}  // namespace

std::string gpuRowShape(const TrainPlan& plan) {
    const ExperimentConfig& c = plan.config;
    std::ostringstream text;
    text << c.cell << ' ' << c.layers << (c.bidirectional ? " both " : " one ") << c.precision << " T"
         << withDataLength(c, plan.data).lookback << " B" << c.batchSize << " I" << seenInputs(c, plan.shape) << " H"
         << c.hiddenSize << (stepsOf(machineOf(plan), c) > 0 ? " equal" : " unequal") << " R" << c.recomputeChunk << ' '
         << c.task << ' ' << c.decoder << ' ' << c.pooling << " horizon" << c.horizon << (c.residual ? " residual" : "")
         << (c.layerNorm ? " norm" : "") << (drawsMasks(c) ? " masks" : "") << (c.deterministic ? " deterministic" : "")
         << (c.cudaGraph ? " graph" : "");
    return text.str();
}

ChosenGpuRow chooseGpuRow(const GpuRowQuestion& question) {
    const TrainPlan& plan = question.plan;
    const std::string key = machineKey(plan) + '|' + gpuRowShape(plan);
    std::vector<std::string> rows = rowsOf(plan, key);
    const auto tell = [&](const std::string& row, Phrase how) -> ChosenGpuRow {
        question.reporter.event({RunMarker{how}});
        return {row, std::move(how)};
    };
    const auto known = [&] {
        const auto found = rowChoices().find(key);
        return found && std::ranges::find(rows, found->row) != rows.end() ? found : std::nullopt;
    };
    if (rows.size() < 2) return {};
    if (const auto before = known()) return tell(before->row, remembered(*before));
    const bool measures = rowChoices().measuring() != RowMeasuring::Off;
    const Alone alone(question.control, measures ? kMostWait : 0);
    if (alone.is()) {
        lookForUnfinished(question, key);
        rows = rowsOf(plan, key);
        if (rows.size() < 2) return {};
        if (const auto meanwhile = known()) return tell(meanwhile->row, remembered(*meanwhile));
    }
    if (!measures) {
        ExperimentConfig config = plan.config;
        config.device = plan.device.str();
        const std::string guess(guessedGpuRow(config, machineOf(plan)));
        const bool isThere = std::ranges::find(rows, guess) != rows.end();
        return tell(isThere ? guess : rows.front(), {kRowGuessed, {isThere ? guess : rows.front()}});
    }
    if (!alone.is()) {
        if (goesOn(question.control))
            question.reporter.event({RunMarker{
                {GATELAB_TEXT("RunEvent", "nothing was measured: another program has been measuring on a GPU for %1"),
                 {durationPhrase(kMostWait)}}}});
        return {};
    }
    const RowFinding found = measure(question, key, rows);
    for (const Phrase& why : found.leftOut) question.reporter.event({RunWarning{why}});
    if (!found.hanging.empty())
        throw StopWithError{
            {ErrorCode::DeviceLost,
             {GATELAB_TEXT("Training",
                           "%1 was tried on this GPU and did not end within %2. It may hold a part of the GPU as long "
                           "as this process lives, so that nothing can go on there: restart Gatelab and start the run "
                           "again, which leaves %1 out from now on; what was saved before is safe"),
              {found.hanging, durationPhrase(found.hangSeconds)}}}};
    if (!found.choice) return {};
    rowChoices().keep(key, *found.choice);
    return tell(found.choice->row, measured(*found.choice, found));
}

}  // namespace gatelab
