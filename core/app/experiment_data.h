// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "baselines/suggestion.h"
#include "config/field.h"
#include "data/doctor.h"
#include "data/leak_audit.h"
#include "data/prepared_windows.h"
#include "data/series.h"

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

/// The data of an experiment that is being edited: what an edit asks for, reading with what suits the data, preparing
/// with its audit. No state; any thread; what reads or prepares may take seconds.
namespace gatelab {

/// What must be done anew after an edit; each includes those before it.
enum class DataWork { None, Prepare, Load };
DataWork dataWorkOf(const ExperimentConfig& before, const ExperimentConfig& after);

/// Copies the fields that say what is read and how it is used, from `first` (Source or Import) to `last` (Import or
/// Columns).
void copyDataFields(const ExperimentConfig& from, ExperimentConfig& to, FieldGroup first,
                    FieldGroup last = FieldGroup::Columns);

using FieldKeys = std::set<std::string, std::less<>>;
/// Data of another task begin with the settings of a fresh window: those of the task before, edited or suggested, say
/// nothing about them.
void forgetOtherTask(const Dataset& data, ExperimentConfig& config, FieldKeys& edited);

struct LoadedData {
    Result<Dataset> data;
    std::vector<DataFinding> findings;  ///< of the doctor, of a series
    GoalSuggestions suggestions;
};
/// edited: no suggestion for these; nothing: the suggestions are those for a fresh experiment with these data.
LoadedData loadData(ExperimentConfig config, std::optional<FieldKeys> edited, const Progress& progress);

/// What of an experiment is not for suggestions to change once another target is chosen: what was edited, and what is
/// neither as suggested for the target before nor as in a fresh experiment.
FieldKeys heldKeys(const ExperimentConfig& config, std::span<const Suggestion> suggestions, const FieldKeys& edited);
/// As in a fresh experiment where it is as was suggested and not held.
ExperimentConfig withoutSuggestions(ExperimentConfig config, std::span<const Suggestion> suggestions,
                                    const FieldKeys& held);

/// What examineOnce() says of a series as it is read with this recipe: where its steps rescale rows of a column, what
/// changes in that column (its unit, its level, values far off) is looked for in the values that they make.
std::vector<DataFinding> examineAs(const Series& read, const ExperimentConfig& config);

/// What the doctor finds in a series with these settings, besides what examine() says of the data alone: targets about
/// which nothing can be learned, parts that differ, inputs that copy a target, too few windows. Linear in the rows.
std::vector<DataFinding> examineExperiment(const Series& read, const ExperimentConfig& config);

/// Of the training part of one series; nothing: there are enough, or none at all, which is an error of the settings.
std::optional<DataFinding> fewWindows(const Series& series, const ExperimentConfig& config);

struct AuditedWindows : PreparedWindows {
    LeakAudit audit;
    std::vector<DataFinding> findings = {};  ///< of examineExperiment
};
/// With the audit of a series that is not too long for an edit to wait for; for others there is "gatelab-worker audit".
Result<AuditedWindows> prepareAudited(const SeriesPtr& series, const ExperimentConfig& config);

}  // namespace gatelab
