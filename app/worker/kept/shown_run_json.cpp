// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/json/json.h"
#include "worker/kept/shown_run.h"
#include "worker/output/json_number.h"

#include "app/advice/run_advice.h"
#include "config/config_io.h"
#include "config/field.h"
#include "device/disturbance.h"
#include "run/alerts/alert_watch.h"
#include "run/confusion_json.h"
#include "run/forecast_score.h"
#include "run/heldout_scores.h"
#include "store/imported_run.h"

#include <cmath>
#include <span>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

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

Json adviceJson(const ShownRun& report) {
    const Advice& advice = *report.details.advice;
    Json json{{"key", advice.key},
              {"text", advice.text.english()},
              {"action", adviceActionName(advice.action.kind)},
              {"button", advice.action.button.english()}};
    if (advice.action.epochs > 0) json["epochs"] = advice.action.epochs;
    for (const auto& change : advice.action.changes)
        json["changes"][change.field->key] = formatFieldValue(change.value);
    for (const ExperimentConfig& seed : advice.action.seeds) json["seeds"].push_back(seed.seed);
    if (const std::string command = report.adviceCommand(); !command.empty()) json["command"] = command;
    return json;
}

Json forecastJson(const ForecastScore& score) {
    return {{"forecast", number(score.forecast)},
            {"measured", number(score.measured)},
            {"error_percent", number(score.errorPercent())}};
}

Json identityJson(const RunReport& identity) {
    Json json;
    for (const char* key : {"data_sha256", "train_file", "test_file", "recipe_sha256", "settings_sha256", "gatelab",
                            "engine", "system", "processor", "device", "driver"})
        json[key] = valueOf(identity, key).english();
    return json;
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

}  // namespace

nlohmann::ordered_json shownRunJson(const ShownRun& report) {
    const RunSummary& run = report.run;
    const RunDetails& details = report.details;
    Json json = summaryJson(run);
    for (const Phrase& problem : details.problems) json["record_problems"].push_back(problem.english());
    if (!details.failure.empty()) json["failure"] = details.failure.english();
    json["forecasts"] = forecastsJson(details.forecasts);
    if (details.advice) json["advice"] = adviceJson(report);
    json["identity"] = identityJson(report.identity());
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
    if (!details.baselineNotes.empty()) json["baseline_notes"] = Json::array();
    for (const Phrase& note : details.baselineNotes) json["baseline_notes"].push_back(note.english());
    if (!details.confusion.empty()) json["classes"] = classReport(details.confusion);
    return json;
}

}  // namespace gatelab::worker
