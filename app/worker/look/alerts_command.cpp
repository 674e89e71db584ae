// SPDX-License-Identifier: GPL-3.0-or-later
// "alerts": the rules by which runs of a workspace are marked: list, set, remove, reset, export, import.
#include "worker/look/alerts_command.h"

#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/runs.h"

#include "io/file_io.h"
#include "run/alert_rules_json.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

namespace gatelab::worker {

namespace {

constexpr std::uint64_t kMostBytes = 1u << 20;

struct AlertOptions {
    WorkspaceOptions workspace;
    std::string name, metric, condition, unit, file;
    std::optional<double> value, duration;
    bool on = false, off = false, json = false;
};

using Rules = std::vector<AlertRule>;

/// "validation_loss over_lowest 0.1 for 3 epochs".
void print(const Rules& rules, bool json) {
    if (json) {
        std::fputs(alertRulesJson(rules).c_str(), stdout);
        return;
    }
    for (const AlertRule& rule : rules)
        std::printf("%-16s %-4s %-18s %-13s %8g for %g %s\n", shown(rule.name).c_str(), rule.isOn ? "on" : "off",
                    metric(rule.metric).key, alertConditionKey(rule.condition), rule.value, rule.duration,
                    rule.inEpochs ? "epochs" : "seconds");
}

int list(const AlertOptions& options) {
    const auto rules = readAlertRules(options.workspace.folder);
    if (!rules.ok()) return fail(rules.error(), options.json);
    print(*rules, options.json);
    return kDone;
}

int keep(const AlertOptions& options, const Rules& rules) {
    if (auto made = makeFolders(options.workspace.folder); !made.ok()) return fail(made.error(), options.json);
    if (auto kept = keepAlertRules(options.workspace.folder, rules); !kept.ok())
        return fail(kept.error(), options.json);
    print(rules, options.json);
    return kDone;
}

Error unknown(const char* what, const std::string& word, const std::string& known) {
    return {ErrorCode::InvalidInput, "there is no " + std::string(what) + " '" + word + "'; there are " + known};
}

/// What was given, over what the rule has.
Result<AlertRule> changed(AlertRule rule, const AlertOptions& options) {
    rule.name = options.name;
    if (!options.metric.empty()) {
        const Metric* found = findMetric(options.metric);
        std::string known;
        for (const Metric& one : metrics()) known += (known.empty() ? "" : ", ") + std::string(one.key);
        if (found == nullptr) return unknown("metric", options.metric, known);
        rule.metric = found->id;
    }
    if (!options.condition.empty()) {
        const AlertCondition* found = findAlertCondition(options.condition);
        std::string known;
        for (const AlertCondition one : alertConditions())
            known += (known.empty() ? "" : ", ") + std::string(alertConditionKey(one));
        if (found == nullptr) return unknown("condition", options.condition, known);
        rule.condition = *found;
    }
    if (options.value) rule.value = *options.value;
    if (options.duration) rule.duration = *options.duration;
    if (!options.unit.empty()) rule.inEpochs = options.unit == "epochs";
    if (options.on || options.off) rule.isOn = options.on;
    if (Phrase problem = alertRuleProblem(rule); !problem.empty()) return Error{ErrorCode::InvalidInput, problem};
    return rule;
}

/// A rule of this name is changed; another name is a new rule, which needs a metric and a value.
int set(const AlertOptions& options) {
    auto rules = readAlertRules(options.workspace.folder);
    if (!rules.ok()) return fail(rules.error(), options.json);
    const auto found = std::ranges::find(*rules, options.name, &AlertRule::name);
    if (found == rules->end() && (options.metric.empty() || !options.value))
        return fail(
            {ErrorCode::InvalidInput, "'" + options.name + "' would be a new rule: it needs --metric and --value"},
            options.json);
    auto rule = changed(found == rules->end() ? AlertRule() : *found, options);
    if (!rule.ok()) return fail(rule.error(), options.json);
    if (found == rules->end())
        rules->push_back(std::move(*rule));
    else
        *found = std::move(*rule);
    return keep(options, *rules);
}

int removeRule(const AlertOptions& options) {
    auto rules = readAlertRules(options.workspace.folder);
    if (!rules.ok()) return fail(rules.error(), options.json);
    std::string known;
    for (const AlertRule& rule : *rules) known += (known.empty() ? "" : ", ") + rule.name;
    if (std::erase_if(*rules, [&](const AlertRule& rule) { return rule.name == options.name; }) == 0)
        return fail(unknown("rule", options.name, known), options.json);
    return keep(options, *rules);
}

int exportRules(const AlertOptions& options) {
    const auto rules = readAlertRules(options.workspace.folder);
    if (!rules.ok()) return fail(rules.error(), options.json);
    const auto written = writeFileDurably(options.file, alertRulesJson(*rules));
    return written.ok() ? kDone : fail(written.error(), options.json);
}

int importRules(const AlertOptions& options) {
    const auto bytes = readFileBytes(options.file, kMostBytes);
    if (!bytes.ok()) return fail(bytes.error(), options.json);
    const auto rules = alertRulesOfJson(*bytes);
    return rules.ok() ? keep(options, *rules) : fail(rules.error(), options.json);
}

CLI::App* addCommand(CLI::App& app, const char* name, const char* help, AlertOptions& options) {
    CLI::App* command = app.add_subcommand(name, help);
    options.workspace.addTo(*command);
    command->add_flag("--json", options.json, "As JSON, as in alerts.json");
    return command;
}

void addRule(CLI::App& command, AlertOptions& options) {
    command.add_option("--metric", options.metric, "train_loss, validation_loss, gpu_clock and so on");
    command.add_option("--condition", options.condition, "below, above, over_lowest, under_highest or not_falling");
    command.add_option("--value", options.value, "What is compared with; of the last three conditions a share");
    command.add_option("--for", options.duration, "For how long it holds before the run is marked");
    command.add_option("--unit", options.unit, "Of --for: seconds (of training) or epochs")
        ->check(CLI::IsMember({"seconds", "epochs"}));
    auto* on = command.add_flag("--on", options.on, "The rule counts");
    command.add_flag("--off", options.off, "It is kept and does not count")->excludes(on);
}

}  // namespace

CommandAction setAlerts(CLI::App& app) {
    const auto options = std::make_shared<AlertOptions>();
    app.require_subcommand(0, 1);
    options->workspace.addTo(app);
    app.add_flag("--json", options->json, "As JSON, as in alerts.json");
    addCommand(app, "list", "List the rules (the default)", *options);
    CLI::App* setting = addCommand(app, "set", "Change a rule, or add one", *options);
    CLI::App* removing = addCommand(app, "remove", "Remove a rule", *options);
    for (CLI::App* command : {setting, removing})
        command->add_option("name", options->name, "Of the rule: stuck, diverging, or your own")->required();
    addRule(*setting, *options);
    CLI::App* resetting = addCommand(app, "reset", "The usual rules again", *options);
    CLI::App* exporting = addCommand(app, "export", "Write the rules to a file", *options);
    CLI::App* importing =
        addCommand(app, "import", "Take the rules of a file, in place of those that are there", *options);
    for (CLI::App* command : {exporting, importing})
        command->add_option("file", options->file, "A file as alerts.json")->required();
    return [=] {
        if (setting->parsed()) return set(*options);
        if (removing->parsed()) return removeRule(*options);
        if (resetting->parsed()) return keep(*options, defaultAlertRules());
        if (exporting->parsed()) return exportRules(*options);
        return importing->parsed() ? importRules(*options) : list(*options);
    };
}

}  // namespace gatelab::worker
