// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/gpu_row.h"

#include "base/number_text.h"
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

#include <algorithm>
#include <mutex>
#include <sstream>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

constexpr double kTrialSeconds = 5;

/// "0.94 ms".
Phrase time(double milliseconds) {
    return {GATELAB_TEXT("Duration", "%1 ms"), {numberPhrase(numberText(milliseconds, 2))}};
}

/// "NVIDIA H100|580.65.06|9.19.0".
std::string machineKey(const TrainPlan& plan) {
    const CudaModule* cuda = cudaPart().module;
    const GpuMonitor gpus;
    std::string driver = gpus.gpus().empty() ? std::string() : gpus.gpus().front().driver;
    if (driver.empty() && cuda != nullptr) driver = cuda->driverVersion;
    return plan.deviceName + '|' + driver + '|' + (cuda != nullptr ? cuda->cudnnVersion : "");
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

RowFinding measure(const GpuRowQuestion& question, const std::vector<std::string>& rows) {
    const TrainPlan& plan = question.plan;
    const auto goOn = [&] { return !question.control.stopRequested() && !question.control.abandonRequested(); };
    const RowTrials trials(plan, question.batcher.batch(0, 0), question.makeGraph, goOn);
    // To who watches; kept is what comes of it.
    question.reporter.notify({RunMarker{{kRowsMeasured, {rows.size()}}}});
    RowMeasurement how;
    how.trialSeconds = kTrialSeconds;
    how.tolerance = passTolerance(plan.compute.value_or(plan.dtype), isTf32(plan.config.precision));
    how.now = [clock = HostClock()] { return clock.seconds(); };
    how.trial = [&](const std::string& row, double hopeless) { return trials.run(row, hopeless, kTrialSeconds); };
    return measureRows(rows, how);
}

/// Those that can run the experiment here, but for those that hung on this machine.
std::vector<std::string> rowsOf(const TrainPlan& plan, const std::string& machine) {
    ExperimentConfig config = plan.config;
    config.device = plan.device.str();
    std::vector<std::string> rows = gpuRows(config, machineOf(plan));
    const auto hanging = rowChoices().hanging(machine);
    std::erase_if(rows, [&](const std::string& row) { return hanging.contains(row); });
    return rows;
}

}  // namespace

std::string gpuRowShape(const TrainPlan& plan) {
    const ExperimentConfig& c = plan.config;
    std::ostringstream text;
    text << c.cell << ' ' << c.layers << (c.bidirectional ? " both " : " one ") << c.precision << " T"
         << withDataLength(c, plan.data).lookback << " B" << c.batchSize << " I"
         << (plan.shape.tokens > 0 ? c.embeddingSize : plan.shape.inputs) << " H" << c.hiddenSize
         << (stepsOf(machineOf(plan), c) > 0 ? " equal" : " unequal") << " R" << c.recomputeChunk << ' ' << c.task
         << ' ' << c.decoder << ' ' << c.pooling << (c.residual ? " residual" : "") << (c.layerNorm ? " norm" : "")
         << (drawsMasks(c) ? " masks" : "") << (c.deterministic ? " deterministic" : "")
         << (c.cudaGraph ? " graph" : "");
    return text.str();
}

ChosenGpuRow chooseGpuRow(const GpuRowQuestion& question) {
    // What another run measures meanwhile would be in the figures, and it may be the same.
    static std::mutex oneAtATime;
    const std::lock_guard alone(oneAtATime);
    const TrainPlan& plan = question.plan;
    const std::string machine = machineKey(plan), key = machine + '|' + gpuRowShape(plan);
    const std::vector<std::string> rows = rowsOf(plan, machine);
    if (rows.size() < 2) return {};
    const auto tell = [&](const std::string& row, Phrase how) -> ChosenGpuRow {
        question.reporter.event({RunMarker{how}});
        return {row, std::move(how)};
    };
    if (const auto known = rowChoices().find(key); known && std::ranges::find(rows, known->row) != rows.end())
        return tell(known->row, remembered(*known));
    if (rowChoices().measuring() == RowMeasuring::Off) {
        ExperimentConfig config = plan.config;
        config.device = plan.device.str();
        const std::string guess(guessedGpuRow(config, machineOf(plan)));
        const bool isThere = std::ranges::find(rows, guess) != rows.end();
        return tell(isThere ? guess : rows.front(), {kRowGuessed, {isThere ? guess : rows.front()}});
    }
    const RowFinding found = measure(question, rows);
    for (const std::string& row : found.hanging) rowChoices().keepHanging(machine, row);
    for (const Phrase& why : found.leftOut) question.reporter.event({RunWarning{why}});
    if (!found.choice) return {};
    rowChoices().keep(key, *found.choice);
    return tell(found.choice->row, measured(*found.choice, found));
}

}  // namespace gatelab
