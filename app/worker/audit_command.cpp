// SPDX-License-Identifier: GPL-3.0-or-later
// "audit": whether anything before a border depends on what comes after it.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"

#include "data/findings/next_value.h"
#include "data/leak_audit.h"
#include "data/prepared_windows.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct AuditOptions {
    ExperimentOptions experiment;
    bool json = false;
};

struct Audits {
    PerturbedAudit perturbed;
    std::optional<LeakAudit> counted;  ///< of a series
    std::vector<NextValue> told;       ///< inputs that hold the next value of a target
    [[nodiscard]] bool clean() const { return perturbed.leaks.empty() && (!counted || counted->clean); }
};

Result<Audits> auditOf(const Dataset& data, const ExperimentConfig& config, const Progress& progress) {
    auto perturbed = data.series ? auditByPerturbing(data.series, config, progress)
                                 : auditByPerturbing(*data.sequences, config, progress);
    if (!perturbed.ok()) return perturbed.error();
    Audits audits{std::move(*perturbed), {}, {}};
    if (!data.series) return audits;
    const auto prepared = prepareWindows(data.series, config);
    if (!prepared.ok()) return prepared.error();
    audits.counted = auditLeaks(*prepared->prepared, prepared->windows);
    const PreparedSeries& table = *prepared->prepared;
    const auto isAmong = [&](const std::vector<std::size_t>& columns, const std::string& name) {
        return std::ranges::any_of(columns,
                                   [&](std::size_t column) { return table.table.columns[column].name == name; });
    };
    for (NextValue& pair : nextValues(*data.series))
        if (isAmong(table.inputs, pair.holder) && isAmong(table.targets, pair.target))
            audits.told.push_back(std::move(pair));
    return audits;
}

std::string auditJson(const Audits& audits) {
    Json leaks = Json::array();
    for (const Leak& leak : audits.perturbed.leaks) {
        Json row{{"what", leak.what.english()}};
        if (leak.step >= 0) row["step"] = leak.stepText;
        if (!leak.column.empty()) row["column"] = leak.column;
        if (!leak.changed.empty()) row["changed"] = leak.changed;
        if (leak.row >= 0) row["row"] = leak.row;
        if (leak.border >= 0) row["border"] = leak.border;
        leaks.push_back(std::move(row));
    }
    Json told = Json::array();
    for (const NextValue& pair : audits.told)
        told.push_back({{"what", nextValueText(pair).english()},
                        {"column", pair.holder},
                        {"target", pair.target},
                        {"explained", pair.explained}});
    Json json{{"clean", audits.clean()},
              {"borders", audits.perturbed.borders},
              {"preparations", audits.perturbed.preparations},
              {"leaks", leaks},
              {"next_values", told}};
    if (audits.counted)
        json["windows"] = audits.counted->windows, json["crossing"] = audits.counted->crossing,
        json["last_fitted_row"] = audits.counted->lastFittedRow;
    return jsonLine(Json{{"audit", json}});
}

void printAudit(const Audits& audits) {
    if (audits.counted) std::printf("%s\n", audits.counted->summary.c_str());
    for (const Leak& leak : audits.perturbed.leaks) std::printf("leak: %s\n", plainText(leak.what).c_str());
    // Whether it is known in time is no matter of borders, and only a person can tell.
    for (const NextValue& pair : audits.told) std::printf("warning: %s\n", plainText(nextValueText(pair)).c_str());
    const char* head = audits.clean() && audits.told.empty() ? "No leak" : "Beside that";
    if (audits.perturbed.leaks.empty() && audits.counted) {
        std::string borders;
        for (const std::int64_t border : audits.perturbed.borders)
            borders += (borders.empty() ? "" : " and ") + std::to_string(border);
        if (borders.empty())
            std::printf("There is no border: all rows are trained on.\n");
        else
            std::printf(
                "%s: with other values and gaps from row %s on, all before it came out the same to the last bit.\n",
                head, borders.c_str());
    } else if (audits.perturbed.leaks.empty()) {
        std::printf(
            "%s: with other values in all sequences that are not trained on, parts and scales came out the same to the "
            "last bit.\n",
            head);
    }
}

int runAudit(const AuditOptions& options) {
    auto config = options.experiment.config();
    if (!config.ok()) return fail(config.error(), options.json);
    const auto data = options.experiment.data(*config);
    if (!data.ok()) return fail(data.error(), options.json);
    installSignals();
    ProgressLine line(options.json);
    const auto audits = auditOf(**data, *config, [&](double share) {
        line.show("looking for leaks", share);
        return signalCount == 0;
    });
    line.end();
    if (!audits.ok()) return fail(audits.error(), options.json);
    if (options.json)
        std::printf("%s\n", auditJson(*audits).c_str());
    else
        printAudit(*audits);
    return audits->clean() ? kDone : kFailed;
}

}  // namespace

CommandAction setAudit(CLI::App& app) {
    const auto options = std::make_shared<AuditOptions>();
    options->experiment.addTo(app);
    app.add_flag("--json", options->json, "As JSON");
    return [options] { return runAudit(*options); };
}

}  // namespace gatelab::worker
