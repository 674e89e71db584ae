// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_check.h"

#include "base/category_names.h"
#include "config/cell_traits.h"
#include "config/decoder.h"
#include "config/field.h"
#include "config/field_use.h"
#include "config/heads/head_kinds.h"
#include "config/linear_path.h"
#include "config/obstacles/gpu_advice.h"
#include "config/obstacles/xla_obstacle.h"
#include "config/rank_obstacle.h"
#include "config/schedule_curve.h"
#include "config/setting_predicates.h"
#include "config/shapes/running_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace gatelab {
namespace {

using Findings = std::vector<ConfigFinding>;

void add(Findings& findings, Severity severity, const char* key, Phrase message) {
    findings.push_back({severity, key, std::move(message)});
}

void checkModel(const ExperimentConfig& c, Findings& out) {
    const CellTraits& cell = cellTraits(c.cell);
    if (c.projectionSize > 0 && !cell.projection)
        add(out, Severity::Error, "projection_size",
            GATELAB_TEXT("Finding", "only the LSTM has a projection; choose LSTM or 0"));
    if (cell.projection && c.projectionSize >= c.hiddenSize && c.projectionSize > 0)
        add(out, Severity::Error, "projection_size", GATELAB_TEXT("Finding", "must be smaller than the hidden size"));
    if (c.peephole && !cell.peephole)
        add(out, Severity::Error, "peephole",
            GATELAB_TEXT("Finding", "only the LSTM has peepholes; choose LSTM or switch this off"));
    if (c.initialisation == kLeastSquares && !fitsLinearPath(c))
        add(out, Severity::Info, "initialisation",
            {GATELAB_TEXT("Finding", "has no effect while %1 is off: all weights start uniform"),
             {findField("linear_path")->label}});
    if (c.initialisation == "zeros" && !c.residual)
        add(out, Severity::Warning, "initialisation",
            GATELAB_TEXT("Finding", "the output layer is zero too, so no gradient reaches the layers before it"));
    if (c.chronoMax == 1)
        add(out, Severity::Error, "chrono_max", GATELAB_TEXT("Finding", "must be 0 (off) or at least 2"));
    if (c.carryState && c.shuffle)
        add(out, Severity::Error, "carry_state",
            {GATELAB_TEXT("Finding", "windows hand on their state, so they must come in order: switch %1 off"),
             {findField("shuffle")->label}});
    if (c.carryState && !isForecast(c) && !readsText(c))
        add(out, Severity::Error, "carry_state",
            GATELAB_TEXT("Finding",
                         "only windows of a forecast and pieces of a running text hand on their state; switch it off"));
    if (c.carryState && augments(c))
        add(out, Severity::Error, "carry_state",
            GATELAB_TEXT("Finding",
                         "augmentation changes each window by itself, so no state fits the next one: switch it off, or "
                         "set the augmentation to 0"));
    if (c.carryState && c.bidirectional)
        add(out, Severity::Error, "carry_state",
            {GATELAB_TEXT("Finding",
                          "no state reaches the backward direction: switch %1 off, or do not carry the state"),
             {findField("bidirectional")->label}});
    if (const Text why = recursionUnsupported(c); isRecursive(c) && !why.isEmpty())
        add(out, Severity::Error, "decoder", why);
    else if (isRecursive(c) && (givesQuantiles(c.loss) || givesDistribution(c.loss))) {
        const Text fed = givesDistribution(c.loss) ? GATELAB_TEXT("Finding", "the mean")
                         : c.quantiles.size() % 2 == 1
                             ? GATELAB_TEXT("Finding", "the middle quantile")
                             : GATELAB_TEXT("Finding", "the mean of the two middle quantiles");
        add(out, Severity::Info, "decoder",
            {GATELAB_TEXT(
                 "Finding",
                 "feeds back %1 alone: intervals of later steps are too narrow; direct has its own for every step"),
             {fed}});
    }
}

void checkTask(const ExperimentConfig& c, Findings& out) {
    const bool classes = c.task == "classification" || c.task == "labelling";
    if (classes && c.loss != "cross-entropy")
        add(out, Severity::Error, "loss", GATELAB_TEXT("Finding", "classes need the cross-entropy loss"));
    if (!classes && c.loss == "cross-entropy")
        add(out, Severity::Error, "loss",
            GATELAB_TEXT("Finding", "cross-entropy is for classes; choose MSE for numbers"));
    if (c.task != "forecast" && isNegativeBinomial(c.loss))
        add(out, Severity::Error, "loss", GATELAB_TEXT("Finding", "counts are of a forecast; choose MSE"));
    if (c.anchor != "none" && c.task != "forecast")
        add(out, Severity::Error, "anchor",
            GATELAB_TEXT("Finding", "only a forecast can be relative to the window; choose none"));
    if (givesQuantiles(c.loss) || givesDistribution(c.loss)) {
        if (c.quantiles.empty())
            add(out, Severity::Error, "quantiles",
                GATELAB_TEXT("Finding", "name at least one quantile, for example 0.1, 0.5, 0.9"));
        double last = 0;
        for (const auto& text : c.quantiles) {
            double q = 0;
            const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), q);
            if (problem != std::errc() || end != text.data() + text.size() || !(q > 0 && q < 1))
                add(out, Severity::Error, "quantiles",
                    {GATELAB_TEXT("Finding", "'%1' is not a number between 0 and 1"), {text}});
            else if (q <= last)
                add(out, Severity::Error, "quantiles", GATELAB_TEXT("Finding", "quantiles must rise"));
            last = q;
        }
    }
}

/// Whatever its length.
bool runsInCudnn(ExperimentConfig c, const SwitchMachine& machine) {
    c.lookback = 1;
    return (picksImplementation(c.implementation) || isLibrary(c.implementation) ||
            c.implementation == "cudnn-tuned") &&
           findSwitch("implementation-library")->unsupported(machine, c).isEmpty();
}

void checkTraining(const ExperimentConfig& c, Findings& out) {
    if (c.optimiser == "rmsprop" && c.momentum > 0)
        add(out, Severity::Info, "momentum",
            GATELAB_TEXT("Finding",
                         "lengthens the steps of RMSprop up to 1 / (1 - momentum) times; the default of PyTorch's "
                         "RMSprop is 0"));
    if (c.optimiser == "sgd" && usesMomentum(c) && c.nesterov && c.dampening > 0)
        add(out, Severity::Error, "dampening",
            {GATELAB_TEXT("Finding", "is not defined with the momentum of Nesterov; set it to 0, or switch %1 off"),
             {findField("nesterov")->label}});
    if (c.minLearningRate > c.learningRate)
        add(out, Severity::Error, "min_learning_rate", GATELAB_TEXT("Finding", "must not be above the learning rate"));
    if (c.learningRate > 0.3 && c.optimiser != "sgd")
        add(out, Severity::Warning, "learning_rate",
            GATELAB_TEXT("Finding", "is very high for this optimiser; 0.001 is a usual start"));
    if (c.schedule == "plateau" && !hasValidation(c))
        add(out, Severity::Warning, "schedule",
            GATELAB_TEXT("Finding",
                         "needs a validation part, or the learning rate stays; give it a share of the split"));
    if (c.precision == "tf32" && c.device == "cpu")
        add(out, Severity::Error, "precision",
            GATELAB_TEXT("Finding", "needs a CUDA device; on the processor use another precision"));
    if (isXla(c.device)) {
        if (xlaNumber(c.device) < 0)
            add(out, Severity::Error, "device",
                {GATELAB_TEXT("Finding", "'%1' is not a device; use xla:0 for the first of XLA"), {c.device}});
        else if (const Text why = xlaObstacle(c); !why.isEmpty())
            add(out, Severity::Error, "device", why);
    } else if (c.device != "auto" && c.device != "cpu") {
        int index = -1;
        const bool named = c.device.rfind("cuda", 0) == 0;
        const std::string number =
            named ? (c.device == "cuda" ? "0" : c.device.substr(std::min<std::size_t>(5, c.device.size()))) : "";
        const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), index);
        const bool colon = c.device == "cuda" || (named && c.device.size() > 5 && c.device[4] == ':');
        if (!colon || problem != std::errc() || end != number.data() + number.size() || index < 0)
            add(out, Severity::Error, "device",
                {GATELAB_TEXT("Finding", "'%1' is not a device; use auto, cpu, cuda:0 or xla:0"), {c.device}});
    }
    // What the most capable machine cannot do, none can; which machine "auto" means is known at the start.
    constexpr std::int64_t kMaxSteps = std::numeric_limits<std::int64_t>::max();
    const SwitchMachine machine = c.device == "cpu" || isXla(c.device) ? SwitchMachine{false, 0, 1024, kMaxSteps}
                                                                       : SwitchMachine{true, 1000, 1024, kMaxSteps};
    for (const ConfigFinding& finding : checkSwitches(c, machine)) out.push_back(finding);
    if (c.lookback > kMaxCudnnSteps && c.device.starts_with("cuda") && isForecast(c) && runsInCudnn(c, machine))
        add(out, Severity::Error, "lookback",
            {GATELAB_TEXT("Finding",
                          "is more than the %1 steps that cuDNN reads; take fewer, or another implementation"),
             {kMaxCudnnSteps}});
    if (c.implementation == "cudnn-tuned" && c.device == "cpu")
        add(out, Severity::Error, "implementation", GATELAB_TEXT("Finding", "cuDNN needs a CUDA device"));
    if (c.implementation == "persistent" && c.device == "cpu")
        add(out, Severity::Error, "implementation",
            GATELAB_TEXT("Finding", "the persistent kernel needs a CUDA device"));
    if (c.task == "forecast" && c.recomputeChunk > 0 && c.recomputeChunk >= c.lookback)
        add(out, Severity::Info, "recompute_chunk",
            GATELAB_TEXT("Finding", "is as long as the window: this does nothing"));
}

Phrase whyLeft(const SkippedColumn& column) {
    if (column.reason == SkippedColumn::Reason::Empty)
        return {GATELAB_TEXT("Finding", "column '%1' has no value and was left out"), {column.name}};
    if (column.reason == SkippedColumn::Reason::Time)
        return {GATELAB_TEXT("Finding", "column '%1' holds dates or times, which are no values, and was left out"),
                {column.name}};
    if (column.line < 0) return {GATELAB_TEXT("Finding", "column '%1' holds text and was left out"), {column.name}};
    return {GATELAB_TEXT("Finding", "column '%1' holds text (first '%2', line %3) and was left out"),
            {column.name, column.first, column.line}};
}

void checkColumns(const ExperimentConfig& c, const DataFacts& data, Findings& out) {
    if (data.columns.empty()) return;
    const auto known = [&](const std::string& name) {
        return std::find(data.columns.begin(), data.columns.end(), name) != data.columns.end();
    };
    std::string first;
    for (std::size_t i = 0; i < data.columns.size() && i < 8; ++i) first += (i ? ", " : "") + data.columns[i];
    const Phrase names = data.columns.size() > 8
                             ? Phrase(GATELAB_TEXT("Finding", "%1 and %2 more"), {first, data.columns.size() - 8})
                             : Phrase(first);
    const auto missing = [&](const std::string& name) -> Phrase {
        const auto left = std::ranges::find(data.left, name, &SkippedColumn::name);
        const bool isPart = std::ranges::any_of(
            data.columns, [&](const std::string& column) { return column.starts_with(name + "_"); });
        if (c.csvShape == "long" && isPart)
            return {
                GATELAB_TEXT("Finding",
                             "there is no column '%1': the shape 'series below each other' gives each series of a long "
                             "table columns of its own, %2. Name one of these, or choose the shape 'many series, "
                             "one network', which keeps the columns as they are and trains one network on all "
                             "series"),
                {name, names}};
        std::string words;
        for (const std::string& column : data.columns)
            if (isWordOf(column, name) && words.size() < 60) words += (words.empty() ? "" : ", ") + column;
        if (!words.empty())
            return {
                GATELAB_TEXT("Finding",
                             "'%1' is a column of words, and a forecast is of numbers: choose one of its words, "
                             "which is forecast as 1 and 0 (%2). To tell classes apart, give each sequence a label"),
                {name, words}};
        return left == data.left.end()
                   ? Phrase(GATELAB_TEXT("Finding", "there is no column '%1'; there are %2"), {name, names})
                   : Phrase(GATELAB_TEXT("Finding", "%1; there are %2"), {whyLeft(*left), names});
    };
    for (const auto& name : c.targets)
        if (!known(name)) add(out, Severity::Error, "targets", missing(name));
    for (const auto& name : c.inputs)
        if (!known(name) && !namesColumn(data.columns, name)) add(out, Severity::Error, "inputs", missing(name));
    // The last column is the target unless one is named, and the last of the file may have been meant.
    if (c.task == "forecast" && c.targets.empty() && !data.left.empty() && data.left.back().isLast)
        add(out, Severity::Warning, "targets",
            {GATELAB_TEXT("Finding", "%1; the target is '%2'"), {whyLeft(data.left.back()), data.columns.back()}});
    if (!isRecursive(c) || c.inputs.empty()) return;
    const std::vector<std::string> last = {data.columns.back()};
    for (const auto& name : c.targets.empty() ? last : c.targets)
        if (std::ranges::find(c.inputs, name) == c.inputs.end())
            add(out, Severity::Error, "decoder",
                {GATELAB_TEXT("Finding",
                              "feeds forecasts back as inputs, and the target '%1' is no input; add it to the inputs, "
                              "or choose direct"),
                 {name}});
}

void checkLengths(const ExperimentConfig& c, const DataFacts& data, Findings& out) {
    if (c.task != "forecast" || data.rows < 0) return;
    const std::int64_t needed = c.lookback + c.horizon;
    if (data.rows < needed)
        add(out, Severity::Error, "lookback",
            {GATELAB_TEXT("Finding", "lookback and horizon need %1 rows, the series has %2; shorten one of them"),
             {needed, data.rows}});
}

/// What was set for the network or its training and has no effect. A default that has none is no news, a choice is;
/// what has an error is told by it.
void checkUse(const ExperimentConfig& c, Findings& out) {
    const ExperimentConfig plain;
    for (const Field& field : fields()) {
        if (field.group < FieldGroup::Layers || field.group > FieldGroup::Schedule ||
            fieldValue(c, field) == fieldValue(plain, field))
            continue;
        const auto why = unusedReason(field, c);
        if (why && std::ranges::none_of(out, [&](const ConfigFinding& finding) { return finding.key == field.key; }))
            add(out, Severity::Info, field.key, *why);
    }
}

}  // namespace

Text implementationObstacle(std::string_view implementation, const ExperimentConfig& config,
                            const SwitchMachine& machine) {
    const Switch* row = findSwitch("implementation-" + std::string(implementation));
    return row != nullptr ? row->unsupported(machine, config) : Text{};
}

std::optional<ConfigFinding> checkImplementation(const ExperimentConfig& config, const SwitchMachine& machine) {
    const Text why = implementationObstacle(config.implementation, config, machine);
    if (why.isEmpty()) return std::nullopt;
    return ConfigFinding{
        Severity::Error,
        "implementation",
        {GATELAB_TEXT("Implementation",
                      "The recurrent implementation '%1' cannot run this model. %2 Choose 'auto' or another one."),
         {config.implementation, why}}};
}

std::vector<ConfigFinding> checkSwitches(const ExperimentConfig& config, const SwitchMachine& machine) {
    Findings findings;
    if (!machine.cuda && machine.processorCores > 0 && config.ranks <= 1 && config.threads > machine.processorCores)
        add(findings, Severity::Warning, "threads",
            {GATELAB_TEXT("Finding", "more threads than the %1 processor cores that there are here: slower"),
             {machine.processorCores}});
    if (!machine.cuda && machine.processorCores > 0 && config.ranks > machine.processorCores)
        add(findings, Severity::Warning, "ranks",
            {GATELAB_TEXT("Finding", "more ranks than the %1 processor cores that there are here: slower"),
             {machine.processorCores}});
    const ExperimentConfig plain;
    for (const Switch& row : switches()) {
        if (config.ranks > 1 && std::string_view(row.field) == "threads") continue;  // they are the blocks of a batch
        const Field& field = *findField(row.field);
        const Text why = row.unsupported(machine, config);
        // A default that has no effect is no news, a choice is.
        if (!why.isEmpty() && isApplied(row, config) && fieldValue(config, field) != fieldValue(plain, field))
            add(findings, Severity::Warning, row.field, {GATELAB_TEXT("Finding", "has no effect: %1"), {why}});
    }
    return findings;
}

void addMachineFindings(std::vector<ConfigFinding>& findings, const ExperimentConfig& config,
                        const SwitchMachine& machine) {
    const auto of = [](const std::string& key) {
        return [&key](const ConfigFinding& finding) { return finding.key == key; };
    };
    if (auto refused = checkImplementation(config, machine)) {
        std::erase_if(findings, of(refused->key));
        findings.push_back(std::move(*refused));
    }
    for (ConfigFinding& finding : checkSwitches(config, machine))
        if (std::ranges::none_of(findings, of(finding.key))) findings.push_back(std::move(finding));
    if (auto advice = tf32Advice(config, machine); advice && std::ranges::none_of(findings, of(advice->key)))
        findings.push_back(std::move(*advice));
}

std::vector<ConfigFinding> checkConfig(const ExperimentConfig& config, const DataFacts& data) {
    Findings findings;
    for (const Field& field : fields())
        if (auto problem = checkFieldValue(field, fieldValue(config, field)))
            add(findings, Severity::Error, field.key, problem->phrase);
    if (auto misfit = taskMisfit(config.task, data.kind)) add(findings, Severity::Error, "task", std::move(*misfit));
    checkModel(config, findings);
    checkTask(config, findings);
    checkTraining(config, findings);
    checkColumns(config, data, findings);
    checkLengths(config, data, findings);
    checkUse(config, findings);
    if (const Text why = rankObstacle(config, config.device.starts_with("cuda")); !why.isEmpty())
        add(findings, Severity::Error, isPipelined(config) ? "pipeline_chunks" : "ranks",
            {GATELAB_TEXT("Finding", "cannot be: %1"), {why}});
    return findings;
}

bool hasErrors(const std::vector<ConfigFinding>& findings) {
    return std::any_of(findings.begin(), findings.end(),
                       [](const ConfigFinding& f) { return f.severity == Severity::Error; });
}

}  // namespace gatelab
