// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/result.h"
#include "base/text.h"
#include "config/switches.h"

#include <set>
#include <string>
#include <vector>

namespace gatelab {

/// The machine, as the lab's lines need to know it.
struct LabPlace : SwitchMachine {
    LabPlace(const SwitchMachine& machine = {}) : SwitchMachine(machine) {}
    bool xla = false;  ///< a plugin for XLA devices is installed
};

enum class LabMode { Ladder, OneOff, Pair };
/// What a rung may change: nothing but the rounding, the precision of the numbers, or time for something else (memory,
/// repeatability).
enum class LabGroup { SameNumbers, OtherNumbers, Trade };

/// One line of the optimisation lab: an experiment that differs from another rung by one switch.
struct LabRung {
    std::string key;   ///< of its switch; "baseline", "all", "current", "many-models", "xla" for the others
    Text title, does;  ///< `does`: two sentences, what it does and what it does not help
    LabGroup group = LabGroup::SameNumbers;
    ExperimentConfig config;  ///< of the run that measures it
    Text reason;              ///< why it cannot be measured here; an empty source: it can
    std::size_t against = 0;  ///< rung that the effect of this switch is told against
    bool leftOut = false;     ///< by the user
    std::int64_t models = 1;  ///< that train at once; the time of a step is then that of one of any of them
    Text brief = {};          ///< what the switch does, in some words

    /// Of the line: the title of its switch, "without" it where it is the switch that is off.
    [[nodiscard]] Phrase name() const;
    [[nodiscard]] bool supported() const { return *reason.source == '\0'; }
    [[nodiscard]] bool wanted() const { return supported() && !leftOut; }
    /// It is one run of this machine, told from the others by its switches alone.
    [[nodiscard]] bool isSetOfSwitches() const;
    /// It runs on a machine with an NVIDIA GPU, or with more cores.
    [[nodiscard]] bool needsOtherMachine() const;
};

/// Every switch on, one after the other, from the plain loop (rung 0) up; then each precision, and each trade, on top
/// of all that keep the numbers; then as many models at once as there are cores, and last the step by XLA. Rungs whose
/// key is in `leftOut` are not measured, and no other rung stands on them; rung 0 cannot be left out.
std::vector<LabRung> ladderRungs(const ExperimentConfig& base, const LabPlace& machine,
                                 const std::set<std::string>& leftOut = {});
/// Rung 0 has every switch that keeps the numbers; each further rung is that without one of them. `leftOut`: rungs that
/// are not measured.
std::vector<LabRung> oneOffRungs(const ExperimentConfig& base, const LabPlace& machine,
                                 const std::set<std::string>& leftOut = {});
/// Two rungs. A name is "baseline" (every switch off), "all" (every switch that keeps the numbers), "current" (the
/// experiment as it is), "many-models" (it, as often at once as there are cores), "xla" (it, on an XLA device), a
/// switch's key (the experiment with it) or "no-" and a key (without it). Both may be the same, or have the same
/// settings: that measures the noise.
Result<std::vector<LabRung>> pairRungs(const ExperimentConfig& base, const LabPlace& machine, const std::string& a,
                                       const std::string& b);

}  // namespace gatelab
