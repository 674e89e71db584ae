// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experiment_data.h"

#include "baselines/signal_check.h"
#include "config/setting_predicates.h"
#include "config/shapes/running_text.h"
#include "config/task_data.h"
#include "data/cache/kept_findings.h"
#include "data/experiment_check.h"
#include "data/findings/drift.h"
#include "data/findings/mended_series.h"
#include "data/many/many_series.h"
#include "data/readers.h"
#include "data/recipe/categories.h"
#include "data/recipe/rescaled_rows.h"
#include "data/rows_ahead.h"
#include "data/shapes/shape_choice.h"
#include "data/tables/file_part.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace gatelab {

namespace {

/// Values of a series beyond which the audit would make an edit wait for seconds.
constexpr std::int64_t kMaxAuditedValues = 500000;
constexpr std::int64_t kFewWindows = 20;

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

/// Kinds of findings that are other ones once rows are in another unit.
bool isOfUnit(const DataFinding& finding) {
    return changesAt(finding) || finding.code == "outliers" || finding.code == "spike";
}

/// Whether a counter still starts over there, in values that steps of the recipe may have counted through.
bool startsOver(const DataFinding& counter, std::span<const double> values) {
    constexpr double kSame = 1e-9;
    const auto row = static_cast<std::size_t>(counter.firstRow);
    std::size_t before = row;
    while (before > 0 && !std::isfinite(values[before - 1])) --before;
    return before > 0 && values[before - 1] - values[row] > kSame * std::abs(counter.before);
}

/// Leaves out where counters of the column were counted through. Whether one of them starts over elsewhere: to know
/// that it is one it is looked at as it was read, since below zero it looks like none.
bool countsFurther(std::vector<DataFinding>& findings, const Channel& rescaled) {
    const auto isOne = [&](const DataFinding& one) { return one.code == "counter" && one.column == rescaled.name; };
    std::erase_if(findings, [&](const DataFinding& one) { return isOne(one) && !startsOver(one, rescaled.values); });
    return std::ranges::any_of(findings, isOne);
}

/// Whether a drift is nothing to tell: a change of unit or level, which is told by itself, makes all of it; or its
/// column is a target that is forecast from a level of each window.
bool isToldOtherwise(const Series& series, const DataFinding& drift, const Split& split,
                     const ExperimentConfig& config) {
    const bool isTarget = config.targets.empty()
                              ? drift.column == series.channels.back().name
                              : std::ranges::find(config.targets, drift.column) != config.targets.end();
    if (isTarget && isAnchored(config.anchor)) return true;
    const auto channel = series.find(drift.column);
    return channel && driftFindings(withoutJumps(series, *channel), split).empty();
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
    // A column of words is read when it is asked for, and what is said of it depends on its use.
    const std::set<std::string> named = namedCategories(after.recipe);
    const bool isAlike = namedCategories(before.recipe) == named &&
                         embeddedColumns(before.recipe) == embeddedColumns(after.recipe) &&
                         std::ranges::all_of(named, [&](const std::string& column) {
                             return categoryUse(before.recipe, column) == categoryUse(after.recipe, column);
                         });
    return isAlike && isReadAlike(before, after) ? work : DataWork::Load;
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

/// What is opened is read in the shape that it has, oldest row first, unless that was edited; the report says how.
LoadedData loadData(ExperimentConfig config, std::optional<FieldKeys> edited, const Progress& progress) {
    // What is looked at behind the reading takes as long as that, of a large file.
    constexpr double kRead = 0.5, kExamined = 0.7;
    const Progress reading = partOf(progress, 0, kRead);
    auto read = edited ? loadAsItLooks(config, reading,
                                       {edited->contains("csv_shape"), edited->contains("sort_time"),
                                        edited->contains("resample_by")})
                       : loadDataset(config, reading);
    LoadedData loaded{std::move(read), {}, {}};
    if (!loaded.data.ok()) return loaded;
    if (loaded.data->series) loaded.findings = examineOnce(*loaded.data->series);
    if (!report(progress, kExamined)) {
        loaded.data = Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        return loaded;
    }
    if (!edited) config = withDataOf(config), edited.emplace();
    forgetOtherTask(*loaded.data, config, *edited);
    if (loaded.data->series) config.recipe = withoutMissingColumns(*loaded.data->series, config.recipe);
    loaded.suggestions =
        suggestForGoals(*loaded.data, config, [&](std::string_view key) { return edited->contains(key); });
    return loaded;
}

FieldKeys heldKeys(const ExperimentConfig& config, std::span<const Suggestion> suggestions, const FieldKeys& edited) {
    const ExperimentConfig suggested = withSuggestions(ExperimentConfig(), suggestions);
    FieldKeys held = edited;
    for (const Field& field : fields())
        if (fieldValue(config, field) != fieldValue(suggested, field)) held.insert(field.key);
    held.insert("targets");
    return held;
}

ExperimentConfig withoutSuggestions(ExperimentConfig config, std::span<const Suggestion> suggestions,
                                    const FieldKeys& held) {
    const ExperimentConfig fresh;
    for (const Suggestion& one : suggestions)
        if (!held.contains(one.field->key)) (void)setFieldValue(config, *one.field, fieldValue(fresh, *one.field)).ok();
    return config;
}

std::optional<DataFinding> fewWindows(const Series& series, const ExperimentConfig& config) {
    const auto split = splitRows(observedSplit(series, config), series.rows(), config.splitGap);
    if (!isForecast(config) || !split.ok() || isMany(series)) return {};
    const RowRange train = split->train;
    const std::int64_t windows = windowPlaces(train, config.lookback, config.horizon, trainStride(config));
    if (windows <= 0 || windows >= kFewWindows || config.lookback <= 1) return {};
    return DataFinding{
        .severity = DataFinding::Severity::Warning,
        .code = "few-windows",
        .firstRow = train.begin,
        .lastRow = train.end - 1,
        .rows = train.size(),
        .message = {GATELAB_TEXT("Doctor",
                                 "The training part has %1 rows (%2 to %3), which make %4 windows of "
                                 "%5 and %6 rows: too little to learn from. Take a shorter lookback."),
                    {train.size(), train.begin, train.end - 1, windows, config.lookback, config.horizon}},
        .setting = "lookback",
        .value = std::to_string(std::max<std::int64_t>(1, train.size() / 10))};
}

std::vector<DataFinding> examineAs(const Series& read, const ExperimentConfig& config) {
    std::vector<DataFinding> findings = examineOnce(read);
    const std::optional<Series> rescaled = isMany(read) ? std::nullopt : rescaledSeries(read, config.recipe);
    for (std::size_t c = 0; rescaled && c < read.channels.size(); ++c) {
        const Channel& channel = rescaled->channels[c];
        const auto isSame = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
        if (std::ranges::equal(channel.values, read.channels[c].values, isSame)) continue;
        if (countsFurther(findings, channel)) continue;
        std::erase_if(findings, [&](const DataFinding& one) { return one.column == channel.name && isOfUnit(one); });
        Series alone;
        alone.time = rescaled->time;
        alone.channels = {channel};
        for (DataFinding& one : examine(alone))
            if (one.column == channel.name && isOfUnit(one)) findings.push_back(std::move(one));
    }
    return findings;
}

std::vector<DataFinding> examineExperiment(const Series& read, const ExperimentConfig& config) {
    const std::optional<Series> rescaled = isMany(read) ? std::nullopt : rescaledSeries(read, config.recipe);
    const Series& series = rescaled ? *rescaled : read;
    using Severity = DataFinding::Severity;
    std::vector<DataFinding> findings;
    const auto split = splitRows(observedSplit(series, config), series.rows(), config.splitGap);
    if (!isForecast(config) || !split.ok() || series.channels.empty()) return findings;
    for (const SignalCheck& check : checkSignals(series, config))
        if (Phrase text = noSignalText(check); !text.empty())
            findings.push_back({.severity = Severity::Warning,
                                .code = "no-signal",
                                .column = check.target,
                                .rows = split->train.size(),
                                .message = std::move(text)});
    std::vector<std::string> targets = config.targets;
    if (targets.empty()) targets.push_back(series.channels.back().name);
    for (DataFinding& finding : copyFindings(series, targets, config.inputs)) findings.push_back(std::move(finding));
    for (DataFinding& finding : driftFindings(series, *split))
        if (!isToldOtherwise(series, finding, *split, config)) findings.push_back(std::move(finding));
    if (auto few = fewWindows(series, config)) findings.push_back(std::move(*few));
    return findings;
}

Result<AuditedWindows> prepareAudited(const SeriesPtr& series, const ExperimentConfig& config) {
    auto prepared = prepareWindows(series, config);
    if (!prepared.ok()) return prepared.error();
    AuditedWindows audited{std::move(*prepared), {}};
    audited.audit = auditLeaks(*audited.prepared, audited.windows);
    addPerturbed(series, config, kMaxAuditedValues, audited.audit);
    audited.findings = examineExperiment(*series, config);
    return audited;
}

}  // namespace gatelab
