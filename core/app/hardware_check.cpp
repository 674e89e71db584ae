// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/hardware_check.h"

#include "app/lab_machine.h"
#include "base/library_folder.h"
#include "data/model_shape.h"
#include "data/sequences/sequence_sizes.h"

#include <utility>

namespace gatelab {

namespace {

constexpr std::int64_t kWarmUp = 10, kSteps = 50;
constexpr double kLeastMs = 400;

/// How far the formula is off: a step on this processor beside its floor there.
Result<> measureError(EngineLabMachine& machine, ExperimentConfig config, const Progress& progress,
                      HardwareCheck& check) {
    config.device = "cpu";
    const LabTrial trial{config, kWarmUp, kSteps, false, {}, kLeastMs};
    const auto measured = machine.measure(trial, [&progress](const LabTrialProgress& now) {
        return report(progress, static_cast<double>(now.steps) / static_cast<double>(2 * (kWarmUp + kSteps)));
    });
    if (!measured.ok()) return measured.error();
    const auto limits = machine.limits(measured->threads);
    if (!limits.ok()) return limits.error();
    check.measuredMs = measured->msPerStep;
    check.formulaMs = floorMs(machine.work(config), *limits);
    if (check.formulaMs > 0) check.error = check.measuredMs / check.formulaMs;
    return {};
}

}  // namespace

Result<HardwareCheck> checkHardware(const std::shared_ptr<Engine>& engine, const ExperimentConfig& config,
                                    const std::shared_ptr<const Dataset>& data, const Progress& progress) {
    const auto devices = readKnownDevices(sharedPlace("devices.json"));
    if (!devices.ok()) return devices.error();
    EngineLabMachine machine(engine, data, {});
    HardwareCheck check;
    if (engine)
        if (auto measured = measureError(machine, config, progress, check); !measured.ok()) return measured.error();
    const std::int64_t examples = exampleCount(*data);
    const HardwareFormulas formulas{
        [&machine](const ExperimentConfig& one) { return machine.work(one); },
        [&](const ExperimentConfig& one) { return forecastMemory(one, modelShape(one, *data), *data, examples); },
        trainingExamples(config, *data)};
    check.devices = adviseHardware(*devices, config, formulas, check.error);
    check.sentence = hardwareSentence(check.devices, check.error);
    return check;
}

}  // namespace gatelab
