// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/json/json.h"
#include "worker/named_run.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/runs.h"
#include "worker/trust/backtest_command.h"

#include "base/number_text.h"
#include "lab/backtest/residuals.h"
#include "store/record/run_folder.h"

#include <algorithm>
#include <cmath>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct ResidualOptions {
    WorkspaceOptions workspace;
    std::string run, method = "model", target;
    bool json = false;
};

Json groupsJson(const std::vector<ResidualGroup>& groups) {
    Json json = Json::array();
    for (const ResidualGroup& group : groups)
        json.push_back({{"key", group.key},
                        {"count", group.count},
                        {"mean", group.mean},
                        {"mean_absolute", group.absolute},
                        {"rms", group.squared},
                        {"from", group.from},
                        {"to", group.to}});
    return json;
}

void printAsJson(const ResidualReport& report) {
    Json misses = Json::array(), findings = Json::array();
    for (const LargeMiss& miss : report.misses)
        misses.push_back({{"window", miss.window},
                          {"step", miss.step},
                          {"row", miss.row},
                          {"target", miss.target},
                          {"truth", miss.truth},
                          {"forecast", miss.forecast}});
    for (const Phrase& finding : report.findings) findings.push_back(finding.english());
    const Json json{
        {"method", report.method},
        {"target", report.target},
        {"residuals", report.oneStep.size()},
        {"every_rows", report.every},
        {"mean", report.mean},
        {"deviation", report.deviation},
        {"acf", report.acf},
        {"acf_band", report.band},
        {"ljung_box",
         {{"lags", report.ljungBox.lags}, {"statistic", report.ljungBox.statistic}, {"p", report.ljungBox.p}}},
        {"level", {{"statistic", report.level.statistic}, {"p", report.level.p}, {"ratio", report.level.ratio}}},
        {"by_hour", groupsJson(report.byHour)},
        {"by_weekday", groupsJson(report.byWeekday)},
        {"by_level", groupsJson(report.byLevel)},
        {"misses", misses},
        {"findings", findings}};
    printJson(Json{{"residuals", json}});
}

void printGroups(const char* head, const std::vector<ResidualGroup>& groups) {
    if (groups.empty()) return;
    std::printf("\n%-10s %8s %12s %12s\n", head, "values", "mean", "mean size");
    for (const ResidualGroup& group : groups)
        std::printf("%-10lld %8lld %12s %12s\n", static_cast<long long>(group.key), static_cast<long long>(group.count),
                    numberText(group.mean).c_str(), numberText(group.absolute).c_str());
}

void printReport(const ResidualReport& report) {
    std::printf("%zu one-step residuals of %s, every %lld row(s): mean %s, deviation %s\n", report.oneStep.size(),
                shown(report.target).c_str(), static_cast<long long>(report.every), numberText(report.mean).c_str(),
                numberText(report.deviation).c_str());
    std::printf("Ljung-Box over %lld lags: %s, p %s\n", static_cast<long long>(report.ljungBox.lags),
                numberText(report.ljungBox.statistic).c_str(), numberText(report.ljungBox.p, 3).c_str());
    std::printf("autocorrelation (band %s):", numberText(report.band, 2).c_str());
    for (std::size_t lag = 1; lag < std::min<std::size_t>(13, report.acf.size()); ++lag)
        std::printf(" %s", numberText(report.acf[lag], 2).c_str());
    std::printf("\n");
    printGroups("hour", report.byHour), printGroups("weekday", report.byWeekday);
    printGroups("level fifth", report.byLevel);
    std::printf("\n%-8s %6s %6s %14s %14s\n", "row", "window", "step", "truth", "forecast");
    for (const LargeMiss& miss : report.misses)
        std::printf("%-8lld %6lld %6lld %14s %14s\n", static_cast<long long>(miss.row),
                    static_cast<long long>(miss.window), static_cast<long long>(miss.step),
                    numberText(miss.truth).c_str(), numberText(miss.forecast).c_str());
    std::printf("\n");
    for (const Phrase& finding : report.findings) std::printf("%s\n", plainText(finding).c_str());
}

int residualsOf(const ResidualOptions& options) {
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const auto run = ownRun(**workspace, options.run);
    if (!run.ok()) return fail(run.error(), options.json);
    const auto kept = readBacktest(runFolderIn((*workspace)->folder(), run->id));
    if (!kept.ok())
        return fail(
            kept.error().code == ErrorCode::NotFound
                ? Error{ErrorCode::NotFound,
                        {GATELAB_TEXT("Worker",
                                      "residuals are those of a backtest; make it with 'gatelab-worker backtest "
                                      "%1 --step 1'"),
                         {run->id}}}
                : kept.error(),
            options.json);
    std::size_t target = 0;
    if (!options.target.empty()) {
        const auto found = std::ranges::find(kept->targets, options.target);
        if (found == kept->targets.end())
            return fail({ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Worker", "this run does not forecast '%1'"), {options.target}}},
                        options.json);
        target = static_cast<std::size_t>(found - kept->targets.begin());
    }
    const auto report = residualReport(doneOf(*kept), options.method, target);
    if (!report.ok()) return fail(report.error(), options.json);
    options.json ? printAsJson(*report) : printReport(*report);
    return kDone;
}

}  // namespace

CommandAction setResiduals(CLI::App& app) {
    const auto options = std::make_shared<ResidualOptions>();
    options->workspace.addTo(app);
    addNamedRun(app, options->run);
    app.add_option("--method", options->method, "model, or the key of a baseline (model)");
    app.add_option("--target", options->target, "Which column, where several are forecast (the first)");
    app.add_flag("--json", options->json, "The result as JSON");
    return [options] { return residualsOf(*options); };
}

}  // namespace gatelab::worker
