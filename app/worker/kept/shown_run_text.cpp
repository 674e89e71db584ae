// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/kept/shown_run.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/local_time.h"
#include "worker/output/padded.h"
#include "worker/output/score_report.h"

#include "app/advice/run_advice.h"
#include "app/run_names.h"
#include "config/config_identity.h"
#include "config/field.h"
#include "config/setting_predicates.h"
#include "config/tasks/driven_system.h"
#include "data/windows.h"
#include "device/disturbance.h"
#include "run/alerts/alert_watch.h"
#include "run/forecast_score.h"
#include "run/heldout_scores.h"
#include "store/imported_run.h"
#include "store/record/run_files.h"
#include "store/run_extension.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>

namespace gatelab::worker {

namespace {

void printImported(const ImportedRun& run) {
    std::printf("settings are not known: imported from %s\n", shown(run.tool).c_str());
    if (!run.project.empty()) std::printf("  %-24s %s\n", "project", shown(run.project).c_str());
    std::printf("  %-24s %s\n  %-24s %s\n", "id there", shown(run.key).c_str(), "read from", shown(run.source).c_str());
    if (!run.hasEpochs) std::printf("  epochs are not known: steps stand in their place\n");
    if (!run.parameters.empty()) std::printf("parameters of %s:\n", shown(run.tool).c_str());
    for (const auto& [name, value] : run.parameters)
        std::printf("  %s %s\n", padded(name, 24).c_str(), shown(value).c_str());
    for (const auto& [name, value] : run.tags)
        std::printf("  tag %s %s\n", padded(name, 20).c_str(), shown(value).c_str());
}

void printForecast(const char* what, const ForecastScore& score, const char* unit) {
    if (std::isfinite(score.errorPercent()))
        std::printf("%-16s forecast %.4g %s, measured %.4g %s, error %+.1f %%\n", what, score.forecast, unit,
                    score.measured, unit, score.errorPercent());
}

void printIdentity(const RunReport& identity) {
    const auto of = [&identity](const char* key) { return valueOf(identity, key).english(); };
    for (const auto& [what, key] : {std::pair("training file", "train_file"), std::pair("test file", "test_file")})
        if (const std::string file = of(key); !file.empty()) std::printf("%-16s %s\n", what, file.c_str());
    for (const auto& [what, key] : {std::pair("data", "data_sha256"), std::pair("recipe", "recipe_sha256"),
                                    std::pair("settings", "settings_sha256")})
        if (const std::string hash = of(key); !hash.empty())
            std::printf("%-16s %s  (%s)\n", what, shortIdentity(hash).c_str(), hash.c_str());
    const std::string driver = of("driver");
    if (const std::string gatelab = of("gatelab"); !gatelab.empty())
        std::printf("%-16s Gatelab %s, %s; %s; %s%s%s\n", "made with", gatelab.c_str(), of("engine").c_str(),
                    of("system").c_str(), of("processor").c_str(), driver.empty() ? "" : "; driver ", driver.c_str());
}

/// Which run it is, how it stands and how far it came.
void printHead(const RunSummary& run) {
    std::printf("%s  %s\n%s, started %s", run.id.c_str(), shown(numberedName(run).english()).c_str(), stateText(run),
                localTimeText(run.created).c_str());
    if (run.isUnread)
        std::printf(", how far it came is not known\n");
    else
        std::printf(", %lld steps, %lld of %lld epochs, %.1f s\n", static_cast<long long>(run.step),
                    static_cast<long long>(run.epoch), static_cast<long long>(run.epochs), run.seconds);
}

/// The run that it repeats or branches from, with the `difference` from it; empty: none is known.
void printOrigin(const RunSummary& run, const std::string& difference) {
    const std::string with = difference.empty() ? "" : ": " + difference;
    if (run.branchStep >= 0)
        std::printf("branch of %s from its step %lld%s\n", run.parent.c_str(), static_cast<long long>(run.branchStep),
                    with.c_str());
    else if (!run.parent.empty())
        std::printf("repeats %s%s\n", run.parent.c_str(), with.c_str());
}

void printAdvice(const ShownRun& report) {
    const Advice& advice = *report.details.advice;
    std::printf("advice: %s\n        %s", advice.text.english().c_str(), advice.action.button.english().c_str());
    const std::string command = report.adviceCommand();
    std::printf("%s%s\n", command.empty() ? "" : ": ", command.c_str());
}

void printSpeed(const RunSummary& run) {
    const auto rate = [&run](MetricId id) {
        const auto found = run.lastValues->find(metric(id).key);
        return figureText(found == run.lastValues->end() ? NAN : found->second, 4);
    };
    if (run.lastValues->contains(metric(MetricId::SamplesPerSecond).key))
        std::printf("%-16s %s samples/s, %s steps/s (%s)\n", "speed", rate(MetricId::SamplesPerSecond).c_str(),
                    rate(MetricId::StepsPerSecond).c_str(),
                    run_files::isLive(run.state) ? "of the last steps" : "all steps by their time");
}

/// What was forecast of memory and time, beside what was measured.
void printForecasts(const RunDetails& details) {
    printForecast(details.resumed ? "tensor memory since the last resume" : "tensor memory", details.forecasts.memory,
                  "MiB");
    printForecast("epoch", details.forecasts.epoch, "s");
    if (std::isfinite(details.forecasts.epoch.errorPercent()))
        for (const Phrase& note : epochForecastNotes(details.forecasts))
            std::printf("%-16s %s\n", "", plainText(note).c_str());
}

/// The settings that are not the default ones.
void printSettings(const ExperimentConfig& config) {
    const ExperimentConfig defaults;
    for (const Field& field : fields()) {
        const FieldValue value = fieldValue(config, field);
        if (value != fieldValue(defaults, field))
            std::printf("  %-24s %s\n", field.key, shown(formatFieldValue(value)).c_str());
    }
}

constexpr std::size_t kPrintedRows = 12;

/// As a table for people; nothing where no epoch has ended.
void printCurves(std::span<const EpochRow> rows, std::int64_t bestEpoch) {
    if (rows.empty()) return;
    const bool validated =
        std::ranges::any_of(rows, [](const EpochRow& row) { return !std::isnan(row.validationLoss); });
    std::printf("\n%8s %12s%s\n", "epoch", "train loss", validated ? "  validation loss" : "");
    for (const EpochRow& row : someRows(rows, bestEpoch, kPrintedRows)) {
        std::printf("%8lld %12s", static_cast<long long>(row.epoch), figureText(row.trainLoss, 5).c_str());
        if (validated) std::printf(" %16s", figureText(row.validationLoss, 5).c_str());
        std::printf("%s\n", row.epoch == bestEpoch ? "  best" : "");
    }
    if (rows.size() > kPrintedRows) std::printf("(%zu epochs in all; --json has every one)\n", rows.size());
}

}  // namespace

void printShownRun(const ShownRun& report, bool everyClass) {
    const RunSummary& run = report.run;
    const RunDetails& details = report.details;
    printHead(run);
    printOrigin(run, report.difference.value_or(""));
    if (!run.problem.empty()) std::printf("problem: %s\n", plainText(run.problem).c_str());
    if (!details.failure.empty()) std::printf("failed: %s\n", plainText(details.failure).c_str());
    if (details.advice) printAdvice(report);
    for (const Disturbance& timing : details.disturbances)
        std::printf("timing disturbed from %s to %s: %s\n", durationText(timing.from).c_str(),
                    durationText(timing.to).c_str(), plainText(timing.cause).c_str());
    for (const AlertNote& note : details.alerts)
        std::printf("%s %s: %s\n", note.begins ? "alert from" : "alert over at", durationText(note.seconds).c_str(),
                    note.begins ? plainText(note.text).c_str() : shown(note.rule).c_str());
    if (!hasSettings(run)) {
        printImported(importedFrom(run));
        for (const auto& [key, value] : *run.lastValues)
            std::printf("last %-19s %s\n", shown(key).c_str(), figureText(value, 6).c_str());
        printCurves(details.curves, run.bestEpoch);
        return;
    }
    printIdentity(report.identity());
    printSpeed(run);
    printForecasts(details);
    printSettings(run.config);
    for (const RunChange& change : run.changes)
        std::printf("%s: %s\n", isSettledAtStart(change) ? "settled by the run itself" : "changed while it ran",
                    describeRunChange(change).c_str());
    std::printf("made again by:\n%s\n", report.command.c_str());
    for (const Phrase& caveat : report.caveats) std::printf("# %s\n", plainText(caveat).c_str());
    printCurves(details.curves, run.bestEpoch);
    printScores(run.scores, details.plan.unit, details.confusion, validationSide(run, details.baselines), everyClass);
    for (const Phrase& note : details.baselineNotes) std::printf("%s\n", plainText(note).c_str());
    if (isDrivenSystem(run.config)) std::printf("r2 is the Nash-Sutcliffe efficiency (NSE)\n");
}

}  // namespace gatelab::worker
