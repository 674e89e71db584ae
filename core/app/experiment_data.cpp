// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experiment_data.h"

#include "config/task_data.h"
#include "data/experiment_check.h"
#include "data/readers.h"

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

/// Values of a series beyond which the audit would make an edit wait for seconds.
constexpr std::int64_t kMaxAuditedValues = 500000;

DataWork dataWorkOf(const Field& field) {
    switch (field.group) {
        case FieldGroup::Source:
        case FieldGroup::Import:
            return DataWork::Load;
        case FieldGroup::Columns:
        case FieldGroup::Preparation:
        case FieldGroup::Windows:
        case FieldGroup::Task:
            return DataWork::Prepare;
        default:
            return DataWork::None;
    }
}

/// A fresh experiment with the same data and targets.
ExperimentConfig withDataOf(const ExperimentConfig& config) {
    ExperimentConfig fresh;
    copyDataFields(config, fresh, FieldGroup::Source);
    fresh.inputs.clear();
    fresh.task = config.task;
    return fresh;
}

}  // namespace

DataWork dataWorkOf(const ExperimentConfig& before, const ExperimentConfig& after) {
    DataWork work = DataWork::None;
    for (const Field& field : fields())
        if (fieldValue(before, field) != fieldValue(after, field)) work = std::max(work, dataWorkOf(field));
    return work;
}

void copyDataFields(const ExperimentConfig& from, ExperimentConfig& to, FieldGroup first, FieldGroup last) {
    for (const Field& field : fields())
        if (field.group >= first && field.group <= last) (void)setFieldValue(to, field, fieldValue(from, field));
}

void forgetOtherTask(const Dataset& data, ExperimentConfig& config, FieldKeys& edited) {
    const char* task = fittingTask(dataFacts(&data).kind);
    if (task == nullptr || config.task == task) return;
    const ExperimentConfig fresh;
    for (const Field& field : fields()) {
        if (field.group < FieldGroup::Preparation || field.group > FieldGroup::Schedule) continue;
        edited.erase(field.key);
        (void)setFieldValue(config, field, fieldValue(fresh, field));
    }
}

LoadedData loadData(ExperimentConfig config, std::optional<FieldKeys> edited, const Progress& progress) {
    LoadedData loaded{loadDataset(config, progress), {}, {}};
    if (!loaded.data.ok()) return loaded;
    if (loaded.data->series) loaded.findings = examine(*loaded.data->series);
    if (!edited) config = withDataOf(config), edited.emplace();
    forgetOtherTask(*loaded.data, config, *edited);
    loaded.suggestions =
        suggestForGoals(*loaded.data, config, [&](std::string_view key) { return edited->contains(key); });
    return loaded;
}

Result<AuditedWindows> prepareAudited(const SeriesPtr& series, const ExperimentConfig& config) {
    auto prepared = prepareWindows(series, config);
    if (!prepared.ok()) return prepared.error();
    AuditedWindows audited{std::move(*prepared), {}};
    audited.audit = auditLeaks(*audited.prepared, audited.windows);
    addPerturbed(series, config, kMaxAuditedValues, audited.audit);
    return audited;
}

}  // namespace gatelab
