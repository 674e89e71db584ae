// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_rungs.h"

#include "config/obstacles/switch_obstacle.h"
#include "config/obstacles/xla_obstacle.h"
#include "config/setting_predicates.h"

#include <algorithm>
#include <string_view>

namespace gatelab {
namespace {

/// Before the key of a switch that is off.
constexpr std::string_view kWithout = "no-";
constexpr const char* kManyModels = "many-models";
constexpr const char* kXla = "xla";
/// Switches that cost time and give something else for it.
constexpr std::string_view kTrades[] = {"accumulate", "recompute", "deterministic"};

LabGroup groupOf(const Switch& row) {
    if (std::ranges::find(kTrades, std::string_view(row.key)) != std::end(kTrades)) return LabGroup::Trade;
    const bool isOther =
        std::string_view(row.field) == "precision" || std::string_view(row.field) == "gradient_exchange";
    return isOther ? LabGroup::OtherNumbers : LabGroup::SameNumbers;
}

LabRung rungOf(const Switch& row, const ExperimentConfig& config, const SwitchMachine& machine, std::size_t against) {
    LabRung rung{row.key, row.title, row.does, groupOf(row), config, switchObstacle(row, machine, config), against};
    rung.brief = row.brief;
    if (rung.supported()) row.apply(rung.config, machine);
    return rung;
}

/// A processor computes FP16 many times slower than what it is told against.
void leaveFp16ToGpus(LabRung& rung, const SwitchMachine& machine) {
    if (machine.cuda || !rung.supported() || !isFp16(rung.config.precision)) return;
    rung.reason = GATELAB_TEXT("SwitchReason", "This needs an NVIDIA GPU, and the run computes on the processor.");
}

LabRung plainRung(const ExperimentConfig& base) {
    LabRung rung{"baseline",
                 GATELAB_TEXT("Lab", "The plain loop"),
                 GATELAB_TEXT("Lab",
                              "Every switch is off: one matrix product per gate, one window after the other, one call "
                              "per weight, as textbooks write it. It is slow and easy to check, "
                              "and the others are measured against it."),
                 LabGroup::SameNumbers,
                 switchBaseline(base),
                 {},
                 0};
    rung.brief = GATELAB_TEXT("SwitchBrief", "one product per gate, as textbooks write it");
    return rung;
}

LabRung manyModels(const ExperimentConfig& config, const SwitchMachine& machine, std::size_t against) {
    LabRung rung{
        kManyModels,
        GATELAB_TEXT("Lab", "Many models"),
        GATELAB_TEXT("Lab",
                     "As many models train at once as there are cores, each with one of them and with the bits "
                     "that it has alone; the time is that of a step of any of them. It does not help a single "
                     "run, nor one whose step already fills all cores."),
        LabGroup::SameNumbers,
        config,
        {},
        against};
    rung.brief = GATELAB_TEXT("SwitchBrief", "one model on each core at once");
    rung.models = std::max<std::int64_t>(2, machine.cores);
    if (isXla(config.device))
        rung.reason = GATELAB_TEXT("Lab", "An XLA device serves one run at a time.");
    else if (machine.cuda)
        rung.reason = GATELAB_TEXT("SwitchReason", "This is about the processor, and the run computes on a GPU.");
    else if (machine.cores < 2)
        rung.reason = GATELAB_TEXT("Lab", "Gatelab may use one core only here, which one model fills.");
    return rung;
}

/// The step by XLA, on the first device of the plugin.
LabRung xlaRung(const ExperimentConfig& config, const LabPlace& machine, std::size_t against) {
    LabRung rung{kXla,
                 GATELAB_TEXT("Lab", "XLA"),
                 GATELAB_TEXT("Lab",
                              "The whole step is one program that XLA compiles, and it runs on the first device of "
                              "the plugin that is installed, in a process of its own. It does not help on the "
                              "processor, where XLA is slower than Gatelab; no TPU has run it yet."),
                 LabGroup::SameNumbers,
                 config,
                 {},
                 against};
    rung.brief = GATELAB_TEXT("SwitchBrief", "one compiled program on an XLA device");
    rung.config.implementation = ExperimentConfig().implementation;
    rung.config.device = "xla:0";
    if (isXla(config.device))
        rung.reason = GATELAB_TEXT("Lab", "The run computes on an XLA device as it is.");
    else if (!machine.xla)
        rung.reason = GATELAB_TEXT("Lab",
                                   "This needs a PJRT plugin: install libtpu for TPUs with pip, or xla-cpu-pjrt to "
                                   "try it on the processor.");
    else
        rung.reason = xlaObstacle(rung.config);
    return rung;
}

/// Every switch that keeps the numbers and is supported, on.
ExperimentConfig withAll(const ExperimentConfig& base, const SwitchMachine& machine) {
    ExperimentConfig config = switchBaseline(base);
    for (const Switch& row : switches())
        if (groupOf(row) == LabGroup::SameNumbers && switchObstacle(row, machine, config).isEmpty())
            row.apply(config, machine);
    return config;
}

}  // namespace

Phrase LabRung::name() const {
    return key.starts_with(kWithout) ? Phrase(GATELAB_TEXT("Lab", "Without: %1"), {title}) : Phrase(title);
}

bool LabRung::isSetOfSwitches() const { return models == 1 && key != kXla; }

bool LabRung::needsOtherMachine() const {
    const std::string_view why = reason.source;
    return why.find("NVIDIA GPU") != why.npos || why.find("one core") != why.npos;
}

std::vector<LabRung> ladderRungs(const ExperimentConfig& base, const LabPlace& machine,
                                 const std::set<std::string>& leftOut) {
    std::vector<LabRung> rungs = {plainRung(base)};
    std::size_t top = 0;
    for (const LabGroup group : {LabGroup::SameNumbers, LabGroup::OtherNumbers, LabGroup::Trade})
        for (const Switch& row : switches()) {
            if (groupOf(row) != group) continue;
            rungs.push_back(rungOf(row, rungs[top].config, machine, top));
            rungs.back().leftOut = leftOut.contains(row.key);
            leaveFp16ToGpus(rungs.back(), machine);
            if (group == LabGroup::SameNumbers && rungs.back().wanted()) top = rungs.size() - 1;
        }
    rungs.push_back(manyModels(rungs[top].config, machine, top));
    rungs.back().leftOut = leftOut.contains(kManyModels);
    rungs.push_back(xlaRung(rungs[top].config, machine, top));
    rungs.back().leftOut = leftOut.contains(kXla);
    return rungs;
}

std::vector<LabRung> oneOffRungs(const ExperimentConfig& base, const LabPlace& machine,
                                 const std::set<std::string>& leftOut) {
    const ExperimentConfig all = withAll(base, machine);
    std::vector<LabRung> rungs = {{"all",
                                   GATELAB_TEXT("Lab", "All switches"),
                                   GATELAB_TEXT("Lab",
                                                "Every switch that keeps the numbers is on. The others are measured "
                                                "against it, each without one of them."),
                                   LabGroup::SameNumbers,
                                   all,
                                   {},
                                   0}};
    rungs.front().brief = GATELAB_TEXT("SwitchBrief", "every switch that keeps the numbers");
    for (const Switch& row : switches()) {
        if (groupOf(row) != LabGroup::SameNumbers) continue;
        LabRung rung{std::string(kWithout) + row.key,   row.title, row.does, LabGroup::SameNumbers, all,
                     switchObstacle(row, machine, all), 0};
        // Of several rows for one field only the last is on; the others are no switches of this experiment.
        if (rung.supported() && !isApplied(row, all)) continue;
        if (rung.supported()) row.undo(rung.config);
        rung.leftOut = leftOut.contains(rung.key);
        rung.brief = row.brief;
        rungs.push_back(std::move(rung));
    }
    return rungs;
}

Result<std::vector<LabRung>> pairRungs(const ExperimentConfig& base, const LabPlace& machine, const std::string& a,
                                       const std::string& b) {
    std::vector<LabRung> rungs;
    for (const std::string& name : {a, b}) {
        const bool without = name.starts_with(kWithout);
        const Switch* row = findSwitch(without ? name.substr(kWithout.size()) : name);
        LabRung rung{name, {}, {}, LabGroup::SameNumbers, base, {}, 0};
        if (name == "baseline") {
            rung = plainRung(base);
        } else if (name == "all") {
            rung = oneOffRungs(base, machine).front();
        } else if (name == "current") {
            rung.title = GATELAB_TEXT("Lab", "The experiment as it is");
            rung.does = GATELAB_TEXT("Lab", "No switch is touched. What the settings say is what is measured.");
        } else if (name == kManyModels) {
            rung = manyModels(base, machine, 0);
        } else if (name == kXla) {
            rung = xlaRung(base, machine, 0);
        } else if (row == nullptr) {
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Lab",
                                       "there is no line '%1'; baseline, all, current and what gatelab-worker lab "
                                       "--list names are known, the latter also with 'no-' in front"),
                          {name}}};
        } else {
            rung = rungOf(*row, base, machine, 0);
            rung.key = name;
            if (without) {
                rung.config = base;
                row->undo(rung.config);
            }
        }
        if (!rung.supported()) return Error{ErrorCode::Unsupported, labelled(name, rung.reason)};
        rungs.push_back(std::move(rung));
    }
    return rungs;
}

}  // namespace gatelab
