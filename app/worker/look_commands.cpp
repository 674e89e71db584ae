// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that look at what is there: runs, presets, devices. Only `devices` opens the engine.
#include "config/setting_predicates.h"
#include "store/imported_run.h"
#include "store/record/run_folder.h"
#include "worker/commands.h"
#include "worker/named_run.h"
#include "worker/options.h"
#include "worker/output/answer_report.h"
#include "worker/output/console_text.h"
#include "worker/output/future_report.h"
#include "worker/output/json_number.h"
#include "worker/output/progress_line.h"
#include "worker/output/score_report.h"
#include "worker/output/series_report.h"
#include "worker/runs.h"

#include "app/cluster_runs.h"
#include "app/interval_choice.h"
#include "app/kept_data.h"
#include "app/report/run_details.h"
#include "app/run_advice.h"
#include "app/run_names.h"
#include "app/run_report.h"
#include "base/number_text.h"
#include "baselines/strong/strong_baselines.h"
#include "config/config_difference.h"
#include "config/config_identity.h"
#include "config/config_io.h"
#include "config/field.h"
#include "config/preset_experiment.h"
#include "config/tasks/driven_system.h"
#include "data/windows.h"
#include "device/disturbance.h"
#include "run/alerts/alert_watch.h"
#include "run/confusion_json.h"
#include "run/forecast_score.h"
#include "run/heldout_scores.h"
#include "run/packed_forecast.h"
#include "run/run_event_json.h"
#include "session/forecast_packed.h"
#include "store/data_for_run.h"
#include "store/record/run_ending.h"
#include "store/record/run_files.h"
#include "store/run_command.h"
#include "store/run_extension.h"
#include "store/validation_score.h"
#include "store/workspace.h"
#include "xla/plugin.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

void printJson(const Json& json) {
    std::printf("%s\n", json.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
}

std::string localTime(double seconds) {
    const auto clock = static_cast<std::time_t>(seconds);
    std::tm parts{};
    localtime_r(&clock, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    return text;
}

/// A run that cannot be read fully is neither well nor interrupted.
const char* stateText(const RunSummary& run) {
    return !run.problem.empty() ? "damaged" : endedEarly(run) ? "ended early" : runStateName(run.state);
}

/// Where an imported run comes from, with the tracker's own texts.
Json importedJson(const ImportedRun& run) {
    const auto texts = [](const ImportedRun::Texts& pairs) {
        Json json = Json::object();
        for (const auto& [name, value] : pairs) json[name] = value;
        return json;
    };
    return {{"tool", run.tool},       {"project", run.project},      {"key", run.key},
            {"source", run.source},   {"has_epochs", run.hasEpochs}, {"parameters", texts(run.parameters)},
            {"tags", texts(run.tags)}};
}

void printImported(const ImportedRun& run) {
    std::printf("settings are not known: imported from %s\n", shown(run.tool).c_str());
    if (!run.project.empty()) std::printf("  %-24s %s\n", "project", shown(run.project).c_str());
    std::printf("  %-24s %s\n  %-24s %s\n", "id there", shown(run.key).c_str(), "read from", shown(run.source).c_str());
    if (!run.hasEpochs) std::printf("  epochs are not known: steps stand in their place\n");
    if (!run.parameters.empty()) std::printf("parameters of %s:\n", shown(run.tool).c_str());
    for (const auto& [name, value] : run.parameters)
        std::printf("  %-24s %s\n", shown(name).c_str(), shown(value).c_str());
    for (const auto& [name, value] : run.tags)
        std::printf("  tag %-20s %s\n", shown(name).c_str(), shown(value).c_str());
}

Json summaryJson(const RunSummary& run) {
    Json json{{"number", run.number},
              {"id", run.id},
              {"name", run.name},
              {"state", runStateName(run.state)},
              {"created", run.created},
              {"seconds", run.seconds},
              {"step", run.step},
              {"epoch", run.epoch},
              {"best_validation", number(run.bestValidation)},
              {"loss", run.config->loss},
              {"scale", isForecast(*run.config) ? "prepared" : "original"},
              {"data", run.dataName}};
    json["ended_early"] = endedEarly(run);
    if (!hasSettings(run)) {
        json["loss"] = json["scale"] = nullptr;
        json["imported"] = importedFrom(run).tool;
    }
    if (run.isUnread) {
        json["state"] = "unreadable";
        json["step"] = json["epoch"] = json["seconds"] = nullptr;
    }
    if (!run.parent.empty()) json["parent"] = run.parent;
    if (run.branchStep >= 0) json["branch_step"] = run.branchStep;
    if (!run.problem.empty()) json["problem"] = run.problem.english();
    return json;
}

struct ListOptions {
    WorkspaceOptions workspace;
    std::string run;
    bool json = false;
};

/// By run: how it stands at a cluster, of those that wait or train there.
std::map<std::string, std::string> clusterStates(Workspace& workspace) {
    std::map<std::string, std::string> states;
    if (const auto found = clusterRuns(workspace); found.ok())
        for (const ClusterRun& one : found->runs)
            if (isUnderWay(one)) states[one.run.id] = consoleText(shownState(one));
    return states;
}

int listRuns(const ListOptions& options) {
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    auto runs = (*workspace)->runs();
    if (!runs.ok()) return fail(runs.error(), options.json);
    for (const Phrase& warning : (*workspace)->warnings())
        std::fprintf(stderr, "warning: %s\n", plainText(warning).c_str());
    if (!options.json)
        std::printf("%6s  %-26s %-12s %-16s %10s %9s %15s %-13s  %s\n", "number", "run", "state", "started", "steps",
                    "epochs", "best validation", "loss", "name");
    std::set<std::string> losses;
    bool hasUnknown = false;
    const auto states = clusterStates(**workspace);
    for (const RunSummary& run : *runs) {
        const bool isKnown = hasSettings(run);
        if (run.bestEpoch >= 0 && isKnown) losses.insert(run.config->loss);
        hasUnknown = hasUnknown || (run.bestEpoch >= 0 && !isKnown);
        const auto at = states.find(run.id);
        const std::string atCluster = at == states.end() ? std::string() : at->second;
        if (options.json) {
            Json json = summaryJson(run);
            if (!atCluster.empty()) json["cluster"] = atCluster;
            printJson(json);
        } else
            std::printf("%6s  %-26s %-12s %-16s %10s %9s %15s %-13s  %s%s%s%s%s\n", numberText(run.number).c_str(),
                        run.id.c_str(), atCluster.empty() ? stateText(run) : "cluster", localTime(run.created).c_str(),
                        run.isUnread ? "-" : std::to_string(run.step).c_str(),
                        run.isUnread ? "-" : (std::to_string(run.epoch) + "/" + std::to_string(run.epochs)).c_str(),
                        figureText(run.bestValidation, 5).c_str(), isKnown ? run.config->loss.c_str() : "imported",
                        shown(run.name).c_str(), run.problem.empty() ? "" : "; ", plainText(run.problem).c_str(),
                        atCluster.empty() ? "" : "; ", atCluster.c_str());
    }
    if (!options.json && losses.size() > 1)
        std::printf("These runs were trained on different losses: their best validations are no common measure.\n");
    else if (!options.json && hasUnknown && runs->size() > 1)
        std::printf("The losses of imported runs are not known: best validations may be no common measure.\n");
    return kDone;
}

/// The command that does it; empty: none alone does.
std::string adviceCommand(const RunSummary& run, const AdviceAction& action, const std::filesystem::path& workspace) {
    if (action.kind == AdviceAction::Kind::MoreEpochs)
        return "gatelab-worker resume " + run.id + " --more-epochs " + std::to_string(action.epochs) +
               workspaceFlag(workspace);
    if (action.kind != AdviceAction::Kind::NewRun) return {};
    RunSummary changed = run;
    changed.config = withChanges(settingsAfter(run.config, run.changes), action.changes);
    changed.changes.clear();
    changed.parent.clear();
    changed.branchStep = -1;
    return reproduceCommand(changed, nullptr, workspace);
}

Json adviceJson(const RunSummary& run, const Advice& advice, const std::filesystem::path& workspace) {
    Json json{{"key", advice.key},
              {"text", advice.text.english()},
              {"action", adviceActionName(advice.action.kind)},
              {"button", advice.action.button.english()}};
    if (advice.action.epochs > 0) json["epochs"] = advice.action.epochs;
    for (const auto& change : advice.action.changes)
        json["changes"][change.field->key] = formatFieldValue(change.value);
    for (const ExperimentConfig& seed : advice.action.seeds) json["seeds"].push_back(seed.seed);
    if (const std::string command = adviceCommand(run, advice.action, workspace); !command.empty())
        json["command"] = command;
    return json;
}

Json forecastJson(const ForecastScore& score) {
    return {{"forecast", number(score.forecast)},
            {"measured", number(score.measured)},
            {"error_percent", number(score.errorPercent())}};
}

void printForecast(const char* what, const ForecastScore& score, const char* unit) {
    if (std::isfinite(score.errorPercent()))
        std::printf("%-16s forecast %.4g %s, measured %.4g %s, error %+.1f %%\n", what, score.forecast, unit,
                    score.measured, unit, score.errorPercent());
}

/// "learning_rate 0.001 -> 0.0003": in what the run differs from the one that it repeats or branches from.
std::string differenceText(const RunSummary& parent, const RunSummary& run) {
    std::vector<ConfigChange> changes = configChanges(parent.config, run.config);
    std::erase_if(changes, [](const ConfigChange& change) { return isCosmetic(*change.field); });
    return describeChanges(changes);
}

/// What tells one run from another.
RunReport identityOf(const RunSummary& run, const RunPlanInfo& plan) {
    RunReport report;
    for (const RunSection section : {RunSection::Data, RunSection::Program, RunSection::Machine})
        std::ranges::move(runReport(section, run, plan), std::back_inserter(report));
    return report;
}

Json identityJson(const RunReport& identity) {
    Json json;
    for (const char* key : {"data_sha256", "train_file", "test_file", "recipe_sha256", "settings_sha256", "gatelab",
                            "engine", "system", "processor", "device", "driver"})
        json[key] = valueOf(identity, key).english();
    return json;
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

/// All that is told of one kept run.
struct ShownRun {
    RunSummary run;
    std::filesystem::path workspace;
    RunDetails details;
    /// In what it differs from the run that it repeats or branches from; none: the workspace has no such run.
    std::optional<std::string> difference;
    std::string command;          ///< that makes the run again
    std::vector<Phrase> caveats;  ///< of the command
};

Result<ShownRun> readReport(Workspace& workspace, const std::string& word) {
    auto run = referredRun(workspace, word);
    if (!run.ok()) return run.error();
    const auto runs = workspace.runs();
    ShownRun report;
    report.workspace = workspace.folder();
    report.details = readRunDetails(runFolderIn(report.workspace, run->id), *run,
                                    runs.ok() ? std::span<const RunSummary>(*runs) : std::span<const RunSummary>());
    const auto parent = run->parent.empty() ? Result<RunSummary>(Error{}) : workspace.run(run->parent);
    const RunSummary* origin = parent.ok() ? &*parent : nullptr;
    if (origin != nullptr) report.difference = differenceText(*origin, *run);
    report.command = reproduceCommand(*run, origin, report.workspace, &report.details.plan);
    report.caveats = commandCaveats(*run, origin);
    report.run = std::move(*run);
    return report;
}

Json forecastsJson(const RunForecastScores& scores) {
    Json epoch = forecastJson(scores.epoch);
    epoch["from"] =
        std::isnan(scores.epoch.forecast) ? Json() : Json(scores.isEpochOwn ? "first steps" : "before the run");
    return {{"memory_mib", forecastJson(scores.memory)}, {"epoch_seconds", epoch}};
}

Json disturbancesJson(std::span<const Disturbance> disturbances) {
    Json json = Json::array();
    for (const Disturbance& timing : disturbances)
        json.push_back({{"from", timing.from}, {"to", timing.to}, {"cause", timing.cause.english()}});
    return json;
}

Json alertsJson(std::span<const AlertNote> notes) {
    Json json = Json::array();
    for (const AlertNote& note : notes)
        json.push_back({{"rule", note.rule},
                        {"begins", note.begins},
                        {"step", note.step},
                        {"epoch", note.epoch},
                        {"seconds", note.seconds},
                        {"text", note.text.english()}});
    return json;
}

Json changesJson(std::span<const RunChange> changes) {
    Json json = Json::array();
    for (const RunChange& change : changes)
        json.push_back({{"setting", change.what.field->key},
                        {"from", formatFieldValue(change.what.from)},
                        {"to", formatFieldValue(change.what.to)},
                        {"step", change.step}});
    return json;
}

Json curvesJson(std::span<const EpochRow> rows) {
    Json json = Json::array();
    for (const EpochRow& row : rows)
        json.push_back({{"epoch", row.epoch},
                        {"train_loss", number(row.trainLoss)},
                        {"validation_loss", number(row.validationLoss)}});
    return json;
}

Json scoresJson(const std::vector<TestScore>& scores) {
    Json json = Json::array();
    for (const TestScore& score : scores) {
        json.push_back({{"method", score.method},
                        {"scale", score.scale},
                        {"metric", score.metric},
                        {"value", number(score.value)}});
        if (const Phrase why = whyUnformed(scores, score); !why.empty()) json.back()["why"] = why.english();
    }
    return json;
}

Json reportJson(const ShownRun& report) {
    const RunSummary& run = report.run;
    const RunDetails& details = report.details;
    Json json = summaryJson(run);
    for (const Phrase& problem : details.problems) json["record_problems"].push_back(problem.english());
    if (!details.failure.empty()) json["failure"] = details.failure.english();
    json["forecasts"] = forecastsJson(details.forecasts);
    if (details.advice) json["advice"] = adviceJson(run, *details.advice, report.workspace);
    json["identity"] = identityJson(identityOf(run, details.plan));
    if (hasSettings(run)) json["command"] = report.command;
    json["command_caveats"] = Json::array();
    for (const Phrase& caveat : report.caveats) json["command_caveats"].push_back(caveat.english());
    if (report.difference) json["difference"] = *report.difference;
    json["disturbed"] = disturbancesJson(details.disturbances);
    json["alerts"] = alertsJson(details.alerts);
    if (hasSettings(run))
        json["config"] = Json::parse(configToJson(run.config));
    else
        json["imported"] = importedJson(importedFrom(run));
    json["changes"] = changesJson(run.changes);
    json["curves"] = curvesJson(details.curves);
    json["last"] = Json::object();
    for (const auto& [key, value] : *run.lastValues) json["last"][key] = number(value);
    json["scores"] = scoresJson(*run.scores);
    if (!report.details.baselineNotes.empty()) json["baseline_notes"] = Json::array();
    for (const Phrase& note : report.details.baselineNotes) json["baseline_notes"].push_back(note.english());
    if (!details.confusion.empty()) json["classes"] = classReport(details.confusion);
    return json;
}

/// Which run it is, how it stands and how far it came.
void printHead(const RunSummary& run) {
    std::printf("%s  %s\n%s, started %s", run.id.c_str(), shown(numberedName(run).english()).c_str(), stateText(run),
                localTime(run.created).c_str());
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

void printAdvice(const RunSummary& run, const Advice& advice, const std::filesystem::path& workspace) {
    std::printf("advice: %s\n        %s", advice.text.english().c_str(), advice.action.button.english().c_str());
    const std::string command = adviceCommand(run, advice.action, workspace);
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

void printReport(const ShownRun& report) {
    const RunSummary& run = report.run;
    const RunDetails& details = report.details;
    printHead(run);
    printOrigin(run, report.difference.value_or(""));
    if (!run.problem.empty()) std::printf("problem: %s\n", plainText(run.problem).c_str());
    if (!details.failure.empty()) std::printf("failed: %s\n", plainText(details.failure).c_str());
    if (details.advice) printAdvice(run, *details.advice, report.workspace);
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
    printIdentity(identityOf(run, details.plan));
    printSpeed(run);
    printForecasts(details);
    printSettings(run.config);
    for (const RunChange& change : run.changes)
        std::printf("%s: %s\n", isSettledAtStart(change) ? "settled by the run itself" : "changed while it ran",
                    describeRunChange(change).c_str());
    std::printf("made again by:\n%s\n", report.command.c_str());
    for (const Phrase& caveat : report.caveats) std::printf("# %s\n", plainText(caveat).c_str());
    printCurves(details.curves, run.bestEpoch);
    printScores(run.scores, details.plan.unit, details.confusion, {validationScore(run), details.baselines});
    for (const Phrase& note : details.baselineNotes) std::printf("%s\n", plainText(note).c_str());
    if (isDrivenSystem(run.config)) std::printf("r2 is the Nash-Sutcliffe efficiency (NSE)\n");
}

int showRun(const ListOptions& options) {
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const auto report = readReport(**workspace, options.run);
    if (!report.ok()) return fail(report.error(), options.json);
    for (const Phrase& problem : report->details.problems)
        std::fprintf(stderr, "warning: the record of the run: %s\n", plainText(problem).c_str());
    if (options.json)
        printJson(reportJson(*report));
    else
        printReport(*report);
    return kDone;
}

int listPresets() {
    for (const PresetExperiment& preset : readyExperiments())
        std::printf("%-20s %s%s%s\n", preset.key, preset.label.source,
                    preset.needsFile() ? "; needs --data FILE: " : "", preset.file.source);
    return kDone;
}

/// Devices of XLA: the plugins that are installed, by their files; where they are `opened`, what they find.
Json xlaDevices(bool opened, bool json) {
    Json all = Json::array();
    for (const std::filesystem::path& plugin : findXlaPlugins()) {
        Json devices = Json::array();
        std::string reason = opened ? "" : "not opened: --xla looks for its devices";
        for (int number = 0, count = opened ? 1 : 0; number < count; ++number) {
            const auto device = XlaDevice::open(plugin, number);
            if (!device.ok()) {
                reason = plainText(device.error().phrase);
                break;
            }
            count = (*device)->devices();
            devices.push_back({{"key", "xla:" + std::to_string(number)}, {"name", (*device)->name()}});
            if (!json) std::printf("xla:%-4d %s, %s\n", number, (*device)->name().c_str(), plugin.c_str());
        }
        if (!json && !reason.empty()) std::printf("xla      %s, %s\n", plugin.c_str(), reason.c_str());
        all.push_back({{"plugin", plugin.string()}, {"devices", devices}, {"reason", reason}});
        if (opened) break;  // the first one is used
    }
    if (!json && all.empty()) std::printf("no XLA: %s\n", plainText(noXlaPlugin()).c_str());
    return all;
}

int listDevices(bool opensXla, bool json) {
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), json);
    const EngineInfo& info = (*engine)->info();
    Json devices = Json::array();
    for (const TrainingDevice& device : info.devices) {
        devices.push_back({{"key", device.key},
                           {"name", device.name},
                           {"total_bytes", device.totalBytes},
                           {"free_bytes", device.freeBytes}});
        if (!json)
            std::printf("%-8s %s, %.1f GiB\n", device.key.c_str(), device.name.c_str(),
                        device.totalBytes / 1073741824.0);
    }
    const Json xla = xlaDevices(opensXla, json);
    if (json)
        printJson({{"devices", devices},
                   {"xla", xla},
                   {"cuda_reason", info.cudaReason.english()},
                   {"cores", info.cores},
                   {"torch", info.torch},
                   {"cuda", info.cuda},
                   {"cudnn", info.cudnn}});
    else {
        if (!info.cudaReason.empty()) std::printf("no CUDA: %s\n", plainText(info.cudaReason).c_str());
        std::printf("%d cores; LibTorch %s\n", info.cores, info.torch.c_str());
    }
    return kDone;
}

struct ForecastOptions {
    WorkspaceOptions workspace;
    std::string run, part = "test", checkpoint = "best", baselines;
    std::filesystem::path csv, hdf5, data, packed;
    std::int64_t closedLoop = 0, ahead = 0;
    std::string intervals;
    std::vector<std::string> ensemble;
    bool stream = false, answers = false, int8 = false, json = false;
    [[nodiscard]] bool isPacked() const { return int8 || !packed.empty(); }
};

/// Another file, read as the run's own was: what a user has set of its reading holds for this one, too.
Result<std::shared_ptr<const Dataset>> otherData(const std::filesystem::path& runFolder, const ExperimentConfig& config,
                                                 const std::filesystem::path& path) {
    ExperimentConfig options = config;
    options.dataPath = path;
    options.testPath.clear();
    auto data = readForRun(runFolder, path, options);
    if (!data.ok()) return data.error();
    printDataFindings(*data, options, true);
    return std::make_shared<const Dataset>(std::move(*data));
}

int streamRun(const ForecastOptions& options, Engine& engine, const std::filesystem::path& runFolder) {
    if (options.answers) {
        const auto stream = openSequenceStream(runFolder, {options.isPacked(), options.packed});
        return stream.ok() ? streamAnswers(**stream, options.json) : fail(stream.error(), options.json);
    }
    const auto forecaster =
        options.isPacked() ? openPackedForecaster(runFolder, options.packed) : engine.openForecaster(runFolder);
    return forecaster.ok() ? streamForecasts(**forecaster, options.json) : fail(forecaster.error(), options.json);
}

/// Files that were asked for; the forecast of rows to come is a table of its own.
Result<> writeForecasts(const ForecastOptions& options, const ForecastSet& set) {
    const auto notify = [&](const std::filesystem::path& path, std::size_t windows, std::int64_t steps) {
        if (options.json || path.empty()) return;
        if (!set.answers.empty())
            std::printf("wrote %s: %zu answer(s)\n", path.c_str(), set.answers.rows());
        else
            std::printf("wrote %s: %zu window(s) of %lld steps\n", path.c_str(), windows,
                        static_cast<long long>(steps));
    };
    const auto beside = [&](const char* what) {
        return options.csv.parent_path() / (options.csv.stem().string() + what + options.csv.extension().string());
    };
    const bool hasWindows = !set.originRows.empty() || !set.answers.empty();
    if (!options.csv.empty() && hasWindows) {
        if (auto written = exportForecastCsv(set, options.csv); !written.ok()) return written;
        notify(options.csv, set.originRows.size(), set.horizon);
    }
    if (!options.hdf5.empty()) {
        if (auto written = exportForecastHdf5(set, options.hdf5); !written.ok()) return written;
        notify(options.hdf5, hasWindows ? set.originRows.size() : 1, hasWindows ? set.horizon : options.ahead);
    }
    if (!options.csv.empty() && options.closedLoop > 0) {
        if (auto written = exportClosedLoopCsv(set, beside("-closed-loop")); !written.ok()) return written;
        notify(beside("-closed-loop"), 1, options.closedLoop);
    }
    if (options.csv.empty() || set.future.empty()) return {};
    const auto path = hasWindows ? beside("-future") : options.csv;
    if (auto written = exportFutureCsv(set, path); !written.ok()) return written;
    notify(path, 1, options.ahead);
    return {};
}

Json packedJson(const PackedComparison& beside) {
    return {{"network", beside.what.english()},
            {"rms_difference", number(beside.difference)},
            {"largest_difference", number(beside.largest)},
            {"spread_of_forecasts", number(beside.spread)},
            {"window_us", number(beside.micros)},
            {"float_window_us", number(beside.wholeMicros)},
            {"same_answers", number(beside.agreement)},
            {"bytes", beside.bytes}};
}

/// What the packed network costs and saves against the run's own.
void printPacked(const PackedComparison& beside) {
    std::printf("against the float network: %s RMS difference, %s at most; its own forecasts spread by %s\n",
                numberText(beside.difference, 3).c_str(), numberText(beside.largest, 3).c_str(),
                numberText(beside.spread, 3).c_str());
    if (std::isfinite(beside.agreement))
        std::printf("both give the same class to %s %% (the figures above are of probabilities)\n",
                    numberText(100 * beside.agreement, 4).c_str());
    if (beside.micros > 0)
        std::printf("one takes %s us instead of %s us, both on one thread\n", numberText(beside.micros, 3).c_str(),
                    numberText(beside.wholeMicros, 3).c_str());
    if (beside.bytes > 0) std::printf("its file has %lld bytes\n", static_cast<long long>(beside.bytes));
}

/// With the network that was asked for; `beside` is filled of a packed one.
Result<ForecastSet> forecastWith(const ForecastOptions& options, Engine& engine, const ForecastRequest& request,
                                 const Progress& progress, std::optional<PackedComparison>& beside) {
    if (!options.isPacked()) return engine.forecast(request, progress);
    auto made = forecastPacked({request, options.packed}, progress);
    if (!made.ok()) return made.error();
    beside = std::move(made->beside);
    return std::move(made->set);
}

/// A run answers in the way it was trained for.
Result<> checkTask(const ForecastOptions& options, const RunSummary& run) {
    const std::string& task = run.config->task;
    if (options.answers && isForecast(task))
        return Error{
            ErrorCode::Unsupported,
            {GATELAB_TEXT("Worker", "run %1 forecasts a series and has no classes: use 'gatelab-worker forecast %1'"),
             {run.id}}};
    if (!options.answers && isClassification(task))
        return Error{
            ErrorCode::Unsupported,
            {GATELAB_TEXT("Worker",
                          "run %1 classifies sequences and forecasts nothing: use 'gatelab-worker classify %1'"),
             {run.id}}};
    return {};
}

/// The intervals that were asked for in the place of those that the forecast has.
Result<> takeIntervals(const ForecastOptions& options, Workspace& workspace, const std::string& run, Engine& engine,
                       const ForecastRequest& request, ForecastSet& set, const Progress& progress) {
    if (options.intervals.empty()) return {};
    IntervalChoice choice{*findIntervalMethod(options.intervals), options.workspace.folder, run};
    for (const std::string& word : options.ensemble) {
        const auto member = ownRun(workspace, word);
        if (!member.ok()) return member.error();
        choice.ensemble.push_back(member->id);
    }
    return chooseIntervals(engine, choice, request, set, progress);
}

int forecastRun(const ForecastOptions& options) {
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const auto run = ownRun(**workspace, options.run);
    if (!run.ok()) return fail(run.error(), options.json);
    if (auto fits = checkTask(options, *run); !fits.ok()) return fail(fits.error(), options.json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    ForecastRequest request;
    request.runFolder = runFolderIn(options.workspace.folder, run->id);
    installSignals();
    if (options.stream) return streamRun(options, **engine, request.runFolder);
    if (!options.data.empty()) {
        const auto file = dataPathOf(options.data.string(), options.workspace.folder);
        if (!file.ok()) return fail(file.error(), options.json);
        auto data = otherData(request.runFolder, *run->config, *file);
        if (!data.ok()) return fail(data.error(), options.json);
        request.data = std::move(*data);
        request.isOtherData = true;
    }
    request.stepsAhead = options.ahead;
    request.part = options.part == "train"        ? ForecastRequest::Part::Train
                   : options.part == "validation" ? ForecastRequest::Part::Validation
                                                  : ForecastRequest::Part::Test;
    request.checkpoint = options.checkpoint;
    request.closedLoopSteps = options.closedLoop;
    if (!options.baselines.empty()) {
        auto keys = strongKeys(options.baselines);
        if (!keys.ok()) return fail(keys.error(), options.json);
        request.baselines = std::move(*keys);
        for (const StrongBaseline& strong : strongBaselines())
            if (const Phrase why = strong.absence != nullptr ? strong.absence() : Phrase();
                !why.empty() && options.baselines == "all")
                std::fprintf(stderr, "warning: %s\n", consoleText(why).c_str());
    }
    ProgressLine progress(options.json);
    std::optional<PackedComparison> beside;
    const Progress watch = [&](double share) {
        progress.show("forecasting", std::max(0.0, share));
        return signalCount == 0;
    };
    auto set = forecastWith(options, **engine, request, watch, beside);
    const auto chosen =
        set.ok() ? takeIntervals(options, **workspace, run->id, **engine, request, *set, watch) : Result<>();
    progress.end();
    if (!set.ok()) return fail(set.error(), options.json);
    if (!chosen.ok()) return fail(chosen.error(), options.json);
    const std::string problem = consoleText(set->problem);
    if (!problem.empty()) std::fprintf(stderr, "warning: %s\n", problem.c_str());
    if (auto written = writeForecasts(options, *set); !written.ok()) return fail(written.error(), options.json);
    const Json series = seriesJson(*set);
    if (options.json && !series.empty()) printJson({{"series", series}});
    if (options.json && series.empty() && !set->future.empty())
        printJson({{"future", futureJson(*set)}, {"interval_notes", intervalNotes(*set)}});
    if (options.json && beside) printJson({{"packed", packedJson(*beside)}});
    if (options.json)
        std::printf("%s\n", resultLine({run->id,
                                        RunState::Finished,
                                        set->scores,
                                        {},
                                        set->unit,
                                        {},
                                        {},
                                        {},
                                        problem,
                                        set->weights.english(),
                                        set->step})
                                .c_str());
    else {
        std::printf("with %s\n", plainText(set->weights).c_str());
        if (beside) printPacked(*beside);
        if (series.empty()) printFuture(*set);
        if (options.answers) printAnswers(set->answers);
        printScores(set->scores, set->unit);
        printSeriesForecasts(*set);
    }
    return kDone;
}

}  // namespace

CommandAction setList(CLI::App& app) {
    const auto options = std::make_shared<ListOptions>();
    options->workspace.addTo(app);
    app.add_flag("--json", options->json, "One JSON object per run");
    return [options] { return listRuns(*options); };
}

CommandAction setShow(CLI::App& app) {
    const auto options = std::make_shared<ListOptions>();
    options->workspace.addTo(app);
    addNamedRun(app, options->run);
    app.add_flag("--json", options->json, "As JSON");
    return [options] { return showRun(*options); };
}

CommandAction setPresets(CLI::App&) {
    return [] { return listPresets(); };
}

CommandAction setDevices(CLI::App& app) {
    struct Options {
        bool xla = false, json = false;
    };
    const auto options = std::make_shared<Options>();
    app.add_flag("--xla", options->xla, "Open the plugin of XLA as well and list its devices");
    app.add_flag("--json", options->json, "As JSON");
    return [options] { return listDevices(options->xla, options->json); };
}

CommandAction setForecast(CLI::App& app) {
    const auto options = std::make_shared<ForecastOptions>();
    options->workspace.addTo(app);
    addNamedRun(app, options->run);
    app.add_option("--baselines", options->baselines,
                   "Strong ones beside the usual: all, or some of nlinear, dlinear, ets, arima, lightgbm with commas "
                   "(seconds to minutes)");
    app.add_option("--csv", options->csv,
                   "Write forecasts and errors as CSV (of sequences: truth, prediction and the probability of each "
                   "class); the recursive forecast goes into NAME-closed-loop");
    app.add_option("--hdf5", options->hdf5, "Write the same as HDF5");
    app.add_option("--checkpoint", options->checkpoint,
                   "best (the weights that the run ends with), last, the step of a checkpoint, or intact: the newest "
                   "that is whole, where newer ones are damaged (best)");
    app.add_option("--part", options->part, "train, validation or test")
        ->check(CLI::IsMember({"train", "validation", "test"}));
    app.add_option("--closed-loop", options->closedLoop, "Also forecast so many steps recursively")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--ahead", options->ahead,
                   "Forecast so many rows after the last one, with intervals where the network or the run knows them")
        ->check(CLI::PositiveNumber);
    auto* intervals = app.add_option(
        "--intervals", options->intervals,
        "Of --ahead, in place of those that the run keeps: split or aci (of the errors of its backtest), "
        "head, dropout, ensemble");
    intervals->check(CLI::IsMember({"split", "aci", "head", "dropout", "ensemble"}))->needs("--ahead");
    app.add_option("--ensemble", options->ensemble, "Of --intervals ensemble: other runs that differ in the seed")
        ->delimiter(',')
        ->needs(intervals);
    app.add_option("--data", options->data,
                   "Another file than that of the training: its windows are forecast with what the run's recipe "
                   "learned, and nothing is fitted; the data of the training are not needed")
        ->check(CLI::ExistingFile);
    auto* stream = app.add_flag(
        "--stream", options->stream,
        "Read rows from standard input (a line with the names of the columns first) and write a forecast after each");
    auto* packed = app.add_option("--packed", options->packed,
                                  "Compute with a network that 'compress RUN --write FOLDER' wrote, and say how its "
                                  "forecasts and its time differ from those of the run's own");
    packed->check(CLI::ExistingFile)->excludes(app.get_option("--checkpoint"));
    app.add_flag("--int8", options->int8, "The same with the run's own weights in bytes")->excludes(packed);
    for (const char* other : {"--ahead", "--data", "--csv", "--hdf5", "--part", "--closed-loop"})
        stream->excludes(app.get_option(other));
    app.get_option("--part")->excludes(app.get_option("--data"));
    app.add_flag("--json", options->json, "Scores as JSON");
    return [options] { return forecastRun(*options); };
}

CommandAction setClassify(CLI::App& app) {
    const auto options = std::make_shared<ForecastOptions>();
    options->workspace.addTo(app);
    addNamedRun(app, options->run);
    app.add_option("--data", options->data,
                   "The sequences to classify, of texts also a folder with one for each class; classes that they name "
                   "are compared (the part of the run's own data that --part names)")
        ->check(CLI::ExistingPath);
    app.add_option("--part", options->part, "train, validation or test")
        ->check(CLI::IsMember({"train", "validation", "test"}))
        ->excludes("--data");
    app.add_option("--checkpoint", options->checkpoint,
                   "best (the weights that the run ends with), last, the step of a checkpoint, or intact: the newest "
                   "that is whole, where newer ones are damaged (best)");
    auto* packed = app.add_option("--packed", options->packed,
                                  "Answer with a network that 'compress RUN --write FOLDER' wrote, and say how answers "
                                  "and time differ from those of the run's own");
    packed->check(CLI::ExistingFile)->excludes(app.get_option("--checkpoint"));
    app.add_flag("--int8", options->int8, "The same with the run's own weights in bytes")
        ->excludes(app.get_option("--checkpoint"))
        ->excludes(packed);
    auto* stream = app.add_flag("--stream", options->stream,
                                "Read steps from standard input, a line each and an empty one between sequences (of a "
                                "run that reads texts each line is one), and write the answer after each");
    app.add_option("--csv", options->csv, "Write truth, answer and the probability of each class as CSV");
    app.add_option("--hdf5", options->hdf5, "Write the same as HDF5");
    for (const char* other : {"--data", "--csv", "--hdf5", "--part", "--checkpoint"})
        stream->excludes(app.get_option(other));
    app.add_flag("--json", options->json, "Scores as JSON");
    options->answers = true;
    return [options] { return forecastRun(*options); };
}

}  // namespace gatelab::worker
