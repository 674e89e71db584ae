// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/field.h"

#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// One setting in which a child differs from its parent.
struct ConfigChange {
    const Field* field = nullptr;
    FieldValue from, to;

    friend bool operator==(const ConfigChange&, const ConfigChange&) = default;
};

/// Name, notes, goal and how a run is carried out (own process, checkpoint interval): nothing that could explain a
/// result.
bool isCosmetic(const Field& field);

/// Whether both have the same value of a setting; without copies.
bool isSameValue(const Field& field, const ExperimentConfig& a, const ExperimentConfig& b);

/// In table order. applyChanges(parent, configChanges(parent, child)) == child.
std::vector<ConfigChange> configChanges(const ExperimentConfig& parent, const ExperimentConfig& child);
ExperimentConfig applyChanges(const ExperimentConfig& parent, std::span<const ConfigChange> changes);

/// Lineage in one line: "hidden_size 32 -> 64, dropout 0 -> 0.1 and 2 more"; "the same settings" when nothing differs.
/// Keys, not labels: for the command line and files; ui writes its own with translated labels. Name, notes and seed
/// come last.
std::string describeChanges(std::span<const ConfigChange> changes, std::size_t atMost = 4);

/// As one word of a POSIX shell; control characters in the form $'\033' of POSIX 2024, which bash, zsh and ksh know.
std::string shellQuoted(const std::string& text);
/// "--hidden-size 64 --dropout 0.1": what the changes lead to, quoted for a POSIX shell.
std::string changeFlags(std::span<const ConfigChange> changes);
/// "gatelab-worker train --hidden-size 64 ...": every field that differs from the default, quoted for a POSIX shell.
std::string reproduceCommand(const ExperimentConfig& config);

}  // namespace gatelab
