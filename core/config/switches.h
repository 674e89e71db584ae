// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"
#include "config/experiment_config.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace gatelab {

/// What a switch needs to know of the machine that a run computes on; device/switch_machine.h makes it from the
/// engine's answer.
struct SwitchMachine {
    bool cuda = false;          ///< an NVIDIA GPU computes, not the processor
    int computeCapability = 0;  ///< 90 for 9.0; 0 on the processor
    int cores = 1;              ///< that a run may use
    /// Of each of the sequences that are classified, labelled and so on; 0: they differ, or it is not known
    std::int64_t sequenceSteps = 0;
    int processorCores = 0;  ///< of the machine, whatever a run may use of them; 0: not known
};

/// cuDNN refuses longer sequences.
inline constexpr std::int64_t kMaxCudnnSteps = 65'535;

/// Whether training draws masks: dropout, recurrent dropout or zoneout.
bool drawsMasks(const ExperimentConfig& config);

/// Time steps of every example: a forecast's window, else what the data give; 0: examples differ, or it is not known.
std::int64_t stepsOf(const SwitchMachine& machine, const ExperimentConfig& config);

/// How far the weights may be from the baseline's after some fifty steps, as the largest difference in parts of the
/// largest weight; 0: the same bits.
struct SwitchTolerance {
    double fp32 = 0, fp64 = 0;
};

/// One optimisation switch. The baseline is a run with every switch undone: what a plain, correct training loop does.
/// `apply` and `undo` set the fields of the switch and nothing else, and undo leads back to the baseline's values from
/// any value of them. The optimisation lab, `verify switches`, the greyed fields of the form and the equivalence tests
/// are all made from this table.
struct Switch {
    const char* key;    ///< of this row: "implementation-cell"
    const char* field;  ///< the field that it sets; of several the one it is named after
    Text title;
    Text brief;  ///< what it does, in some words, for a line of a table
    Text does;   ///< two sentences: what it does, and what it does not help
    void (*apply)(ExperimentConfig& config, const SwitchMachine& machine);
    void (*undo)(ExperimentConfig& config);
    /// Why it cannot work here, a whole sentence; an empty source: it can. `config` is the experiment that it would be
    /// applied to.
    Text (*unsupported)(const SwitchMachine& machine, const ExperimentConfig& config);
    SwitchTolerance tolerance;
};

/// All switches in the order of the ladder: applied one after the other, each builds on those before it, and a later
/// row of the same field replaces the earlier one. The table lives as long as the program.
std::span<const Switch> switches();
/// Null when there is no such key.
const Switch* findSwitch(std::string_view key);
/// What computes the recurrent layers: the implementation that is named, or what "auto" stands for on the processor.
/// That is a rule of the settings and of nothing else, so the same at each start and on each machine: the whole step
/// where it can compute the experiment, the own kernel else, LibTorch's layer else, and the loop over time where that
/// cannot either. On a GPU "auto" stays "auto".
std::string_view expectedImplementation(const ExperimentConfig& config);
/// Whether the configuration has this switch on: the choice that the row sets, or any number other than the baseline's.
bool isApplied(const Switch& row, const ExperimentConfig& config);
/// The same experiment with every switch undone. A run in FP64, which is there to check numbers, stays one.
ExperimentConfig switchBaseline(ExperimentConfig config);
/// What every switch is tried with where nothing else is asked for: a small forecast, as a baseline.
ExperimentConfig switchTrial();
/// This experiment as a baseline that trains as long as the tolerance of a switch holds for, and no longer.
ExperimentConfig asSwitchTrial(ExperimentConfig config);
/// A baseline with this switch on; where it cannot work by itself, on top of those before it that leave the bits as
/// they are.
ExperimentConfig withSwitch(const Switch& row, const SwitchMachine& machine, const ExperimentConfig& baseline);

}  // namespace gatelab
