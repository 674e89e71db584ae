// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/preflight.h"

#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "config/epoch_work.h"
#include "data/sequences/sequence_sizes.h"
#include "run/metric.h"
#include "runs/experiment_model.h"
#include "runs/place_choice.h"
#include "runs/run_actions.h"
#include "store/workspace.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

namespace gatelab {

namespace {

constexpr std::size_t kLookedAt = 300;  // runs: what is older says little about the machine as it is now

QString say(const char* source) { return QCoreApplication::translate("Preflight", source); }

void addFindings(const ExperimentModel& experiment, Severity severity, PreflightCheck::Kind kind,
                 std::vector<PreflightCheck>& checks) {
    for (const ConfigFinding& finding : experiment.findings()) {
        if (finding.severity != severity || finding.key == kPlaceFinding) continue;  // that stands where it is chosen
        const Field* field = findField(finding.key);
        const QString message = translated(finding.message);
        const QString text =
            field ? say(QT_TRANSLATE_NOOP("Preflight", "%1: %2")).arg(translated(field->label), message) : message;
        checks.push_back({kind, text, fromUtf8(finding.key)});
    }
}

void addWindows(const ExperimentModel& experiment, std::vector<PreflightCheck>& checks) {
    const SplitWindows& windows = experiment.windows();
    const LeakAudit& audit = experiment.audit();
    const QString counts = say(QT_TRANSLATE_NOOP("Preflight", "%1 training, %2 validation, %3 test windows"))
                               .arg(formatCount(windows.train.size()), formatCount(windows.validation.size()),
                                    formatCount(windows.test.size()));
    if (audit.clean)
        checks.push_back({PreflightCheck::Kind::Good,
                          say(QT_TRANSLATE_NOOP("Preflight", "%1; no target lies in another part.")).arg(counts),
                          {}});
    else if (!audit.leaks.empty())
        checks.push_back({PreflightCheck::Kind::Error, translated(audit.leaks.front()), QStringLiteral("recipe")});
    else
        checks.push_back({PreflightCheck::Kind::Error,
                          say(QT_TRANSLATE_NOOP("Preflight", "%1; %2 have targets in another part."))
                              .arg(counts, formatCount(audit.crossing)),
                          QStringLiteral("split")});
    const std::int64_t skipped =
        windows.train.skippedMissing + windows.validation.skippedMissing + windows.test.skippedMissing;
    if (skipped > 0)
        checks.push_back(
            {PreflightCheck::Kind::Warning,
             say(QT_TRANSLATE_NOOP(
                     "Preflight",
                     "%1 windows are left out because they touch missing values; a fill step would keep them."))
                 .arg(formatCount(skipped)),
             QStringLiteral("recipe")});
    if (windows.validation.size() == 0)
        checks.push_back(
            {PreflightCheck::Kind::Warning,
             say(QT_TRANSLATE_NOOP("Preflight", "No validation windows: the best epoch cannot be determined.")),
             QStringLiteral("split")});
}

/// The sequences of the parts, where the data are sequences that the settings can be used with.
std::optional<SequenceSizes> sequencesOf(const ExperimentModel& experiment) {
    const auto dataset = experiment.dataset();
    if (!dataset || !dataset->sequences) return {};
    const auto sizes = sequenceSizes(*dataset->sequences, experiment.config());
    return sizes.ok() ? std::optional(*sizes) : std::nullopt;
}

void addSequences(const SequenceSizes& sizes, std::vector<PreflightCheck>& checks) {
    checks.push_back({PreflightCheck::Kind::Good,
                      say(QT_TRANSLATE_NOOP("Preflight", "%1 training, %2 validation, %3 test sequences."))
                          .arg(formatCount(sizes.train), formatCount(sizes.validation), formatCount(sizes.test)),
                      {}});
    if (sizes.validation == 0)
        checks.push_back(
            {PreflightCheck::Kind::Warning,
             say(QT_TRANSLATE_NOOP("Preflight", "No validation sequences: the best epoch cannot be determined.")),
             QStringLiteral("split")});
}

void addSteps(const ExperimentModel& experiment, std::vector<PreflightCheck>& checks) {
    const RunLength length = runLength(experiment);
    if (length.examples <= 0) return;
    const std::int64_t batch = experiment.config().batchSize;
    if (length.examples < batch && !experiment.config().dropLast) {
        const char* all =
            experiment.prepared()
                ? QT_TRANSLATE_NOOP(
                      "Preflight",
                      "1 step an epoch, with all %1 windows: the batch of %2 is larger than the training part.")
                : QT_TRANSLATE_NOOP(
                      "Preflight",
                      "1 step an epoch, with all %1 sequences: the batch of %2 is larger than the training part.");
        checks.push_back({PreflightCheck::Kind::Info, say(all).arg(formatCount(length.examples), formatCount(batch)),
                          QStringLiteral("batch_size")});
        return;
    }
    const bool dropped = experiment.config().dropLast && length.lastBatch > 0,
               windows = experiment.prepared() != nullptr;
    const QString steps =
        length.stepsPerEpoch == 1
            ? say(QT_TRANSLATE_NOOP("Preflight", "1 step an epoch"))
            : say(QT_TRANSLATE_NOOP("Preflight", "%1 steps an epoch")).arg(formatCount(length.stepsPerEpoch));
    const char* text = QT_TRANSLATE_NOOP("Preflight", "%1, all batches full.");
    if (dropped)
        text = windows ? QT_TRANSLATE_NOOP("Preflight", "%1; the last batch has %2 windows and is left out.")
                       : QT_TRANSLATE_NOOP("Preflight", "%1; the last batch has %2 sequences and is left out.");
    else if (length.lastBatch > 0)
        text = windows ? QT_TRANSLATE_NOOP("Preflight", "%1; the last batch has %2 windows and is kept.")
                       : QT_TRANSLATE_NOOP("Preflight", "%1; the last batch has %2 sequences and is kept.");
    const QString sentence = say(text).arg(steps);
    checks.push_back({PreflightCheck::Kind::Info,
                      length.lastBatch > 0 ? sentence.arg(formatCount(length.lastBatch)) : sentence,
                      QStringLiteral("batch_size")});
}

}  // namespace

bool hasErrors(const ExperimentModel& experiment) {
    return std::ranges::any_of(experiment.findings(), [](const ConfigFinding& finding) {
        return finding.severity == Severity::Error && finding.key != kPlaceFinding;
    });
}

RunLength runLength(const ExperimentModel& experiment) {
    const ExperimentConfig& config = experiment.config();
    RunLength length;
    const auto sequences = sequencesOf(experiment);
    if ((!experiment.prepared() && !sequences) || config.batchSize < 1) return length;
    length.examples = sequences ? sequences->train : experiment.windows().train.size();
    length.lastBatch = length.examples % config.batchSize;
    const std::int64_t batches =
        length.examples / config.batchSize + (length.lastBatch > 0 && !config.dropLast ? 1 : 0);
    length.stepsPerEpoch =
        (batches + std::max<std::int64_t>(config.accumulate, 1) - 1) / std::max<std::int64_t>(config.accumulate, 1);
    length.totalSteps = length.stepsPerEpoch * config.epochs;
    if (config.maxSteps > 0) length.totalSteps = std::min(length.totalSteps, config.maxSteps);
    return length;
}

ExperimentConfig usedConfig(const ExperimentModel& experiment) {
    const auto dataset = experiment.dataset();
    ExperimentConfig config = dataset ? withDataLength(experiment.config(), *dataset) : experiment.config();
    if (const RunLength length = runLength(experiment); length.examples > 0)
        config.batchSize = std::min(config.batchSize, length.examples);
    return config;
}

EpochForecast epochForecast(const ExperimentModel& experiment, std::span<const RunSummary> runs) {
    if (experiment.epochSeconds() > 0) return {experiment.epochTime(), {}};
    const ExperimentConfig work = epochWork(experiment.config());
    for (const RunSummary& run : runs.first(std::min(runs.size(), kLookedAt))) {
        const auto seconds = run.lastValues->find(metric(MetricId::EpochSeconds).key);
        if (seconds != run.lastValues->end() && seconds->second > 0 && epochWork(run.config) == work)
            return {{seconds->second}, shownRunName(run)};
    }
    return {};
}

double planSeconds(const ExperimentModel& experiment, std::span<const RunSummary> runs) {
    const RunLength length = runLength(experiment);
    if (length.examples < 0 || length.stepsPerEpoch < 1) return 0;
    return std::max(0.0, epochForecast(experiment, runs).time.seconds) * static_cast<double>(length.totalSteps) /
           static_cast<double>(length.stepsPerEpoch);
}

std::vector<PreflightCheck> preflightChecks(const ExperimentModel& experiment) {
    std::vector<PreflightCheck> checks;
    if (!experiment.dataError().isEmpty())
        checks.push_back({PreflightCheck::Kind::Error, experiment.dataError(), QStringLiteral("data")});
    addFindings(experiment, Severity::Error, PreflightCheck::Kind::Error, checks);
    addFindings(experiment, Severity::Warning, PreflightCheck::Kind::Warning, checks);
    if (checks.empty() && experiment.dataset())
        checks.push_back({PreflightCheck::Kind::Good,
                          say(experiment.dataset()->sequences
                                  ? QT_TRANSLATE_NOOP("Preflight", "Shapes agree from sequence to answer.")
                                  : QT_TRANSLATE_NOOP("Preflight", "Shapes agree from window to forecast.")),
                          {}});
    if (const auto sequences = sequencesOf(experiment)) {
        addSequences(*sequences, checks);
        addSteps(experiment, checks);
    } else if (experiment.prepared()) {
        addWindows(experiment, checks);
        addSteps(experiment, checks);
    } else if (experiment.loading() || experiment.preparing()) {
        checks.push_back(
            {PreflightCheck::Kind::Info, say(QT_TRANSLATE_NOOP("Preflight", "The data is being prepared.")), {}});
    }
    if (const auto& memory = experiment.memoryFinding())
        checks.insert(checks.begin(), {memory->severity == Severity::Error ? PreflightCheck::Kind::Error
                                                                           : PreflightCheck::Kind::Warning,
                                       translated(memory->message), fromUtf8(memory->key)});
    addFindings(experiment, Severity::Info, PreflightCheck::Kind::Info, checks);
    return checks;
}

}  // namespace gatelab
