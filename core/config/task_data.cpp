// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/task_data.h"

#include "config/choices.h"

#include <algorithm>
#include <iterator>

namespace gatelab {
namespace {

/// One kind of data and the one task that it can be asked for.
struct TaskData {
    DataKind kind;
    const char* task;  ///< null: none
    Text data;
};
constexpr TaskData kRows[] = {
    {DataKind::Series, "forecast", GATELAB_TEXT("Finding", "one long series")},
    {DataKind::Numbers, "regression", GATELAB_TEXT("Finding", "sequences with one number each")},
    {DataKind::Classes, "classification", GATELAB_TEXT("Finding", "sequences with one class each")},
    {DataKind::StepClasses, "labelling", GATELAB_TEXT("Finding", "sequences with a class at every step")},
    {DataKind::Unlabelled, nullptr, GATELAB_TEXT("Finding", "sequences without answers")},
};

const TaskData* rowOf(DataKind kind) {
    const auto* row = std::ranges::find(kRows, kind, &TaskData::kind);
    return row == std::end(kRows) ? nullptr : row;
}

const TaskData* rowOf(const std::string& task) {
    const auto* row =
        std::ranges::find_if(kRows, [&](const TaskData& r) { return r.task != nullptr && task == r.task; });
    return row == std::end(kRows) ? nullptr : row;
}

Phrase labelOf(const char* task) {
    const Choice* choice = findChoice(taskChoices(), task);
    return choice ? Phrase(choice->label) : Phrase(task);
}

}  // namespace

const char* fittingTask(DataKind kind) {
    const TaskData* row = rowOf(kind);
    return row ? row->task : nullptr;
}

std::optional<Phrase> taskMisfit(const std::string& task, DataKind kind) {
    const TaskData *asked = rowOf(task), *there = rowOf(kind);
    if (!asked || !there || asked == there) return std::nullopt;  // an unknown task is an error of its own
    if (!there->task)
        return Phrase(
            GATELAB_TEXT("Finding",
                         "%1 needs %2, but the data are %3; no task can be learned from them: choose other data"),
            {labelOf(asked->task), asked->data, there->data});
    return Phrase(GATELAB_TEXT("Finding", "%1 needs %2, but the data are %3; choose the task %4, or other data"),
                  {labelOf(asked->task), asked->data, there->data, labelOf(there->task)});
}

ExperimentConfig withTask(ExperimentConfig config, const std::string& task) {
    const bool classes = task == "classification" || task == "labelling";
    config.task = task;
    if (classes)
        config.loss = "cross-entropy";
    else if (config.loss == "cross-entropy")
        config.loss = "mse";
    if (task != "forecast") config.anchor = "none";
    return config;
}

}  // namespace gatelab
