// SPDX-License-Identifier: GPL-3.0-or-later
// "lab": which optimisation switch is worth what, for one experiment on this machine.
#include "worker/lab_command.h"
#include "worker/console.h"
#include "worker/options.h"
#include "worker/progress_line.h"
#include "worker/runs.h"
#include "worker/verify.h"

#include "device/switch_machine.h"
#include "io/file_io.h"
#include "lab/lab_json.h"
#include "session/lab_machine.h"

#include <cstdio>
#include <set>
#include <utility>

namespace gatelab::worker {

namespace {

struct LabOptions {
    ExperimentOptions experiment;
    bool ladder = false, oneOff = false, list = false, json = false, noEqualTime = false;
    std::string pair, csv, markdown;
    std::vector<std::string> without;
    int repeats = 5;
    std::int64_t warmup = 20, steps = 100;
};

int listSwitches() {
    for (const Switch& row : switches()) std::printf("%-28s %s. %s\n", row.key, row.title.source, row.does.source);
    std::printf("\nFor --ab also: baseline (every switch off), all (every switch that keeps the numbers on), current (no switch touched), and no- and a switch (without it).\n"
                "For --without: a switch; with --one-off no- and a switch.\n");
    return kDone;
}

Result<LabPlan> makePlan(const LabOptions& options, const ExperimentConfig& config, const SwitchMachine& machine) {
    LabLines lines{options.oneOff ? LabMode::OneOff : LabMode::Ladder, {options.without.begin(), options.without.end()}, {}};
    if (!options.pair.empty()) {
        const std::vector<std::string> names = CLI::detail::split(options.pair, ',');
        if (names.size() != 2 || names[0].empty() || names[1].empty()) return Error{ErrorCode::InvalidInput, "--ab takes two names, as in --ab baseline,all; --list names them"};
        lines = {LabMode::Pair, {}, {names[0], names[1]}};
    }
    auto plan = planLab(lines, config, machine);
    if (!plan.ok()) return plan;
    std::set<std::string> known;
    for (std::size_t i = 1; i < plan->rungs.size(); ++i) known.insert(plan->rungs[i].key);
    for (const std::string& key : lines.leftOut)
        if (!known.contains(key)) return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Lab", "there is no line '%1' that could be left out; there are %2"), {key, CLI::detail::join(known, ", ")}}};
    plan->repeats = options.repeats;
    plan->warmup = options.warmup;
    plan->steps = options.steps;
    plan->equalTime = !options.noEqualTime;
    return plan;
}

/// Files are written as asked for; what cannot be written is an error after the table was printed.
int show(const LabOptions& options, const LabReport& report) {
    if (options.json) {
        std::printf("%s\n", labJson(report).c_str());
    } else {
        std::printf("%s\n", labText(report).c_str());
        const auto findings = labFindings(report);
        for (const LabFinding& finding : findings) std::printf("%s\n", finding.english().c_str());
        std::printf("%s%s\n", findings.empty() ? "" : "\n", labCommand(report.plan).c_str());
    }
    for (const auto& [path, text] : {std::pair(options.csv, labCsv(report)), std::pair(options.markdown, labMarkdown(report))}) {
        if (path.empty()) continue;
        if (auto written = writeFileDurably(path, text); !written.ok()) return fail(written.error(), options.json);
    }
    return kDone;
}

int runLabCommand(const LabOptions& options) {
    if (options.list) return listSwitches();
    const auto config = options.experiment.config();
    if (!config.ok()) return fail(config.error(), options.json);
    const auto data = options.experiment.data(*config);
    if (!data.ok()) return fail(data.error(), options.json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    auto plan = makePlan(options, *config, switchMachine((*engine)->info(), config->device));
    if (!plan.ok()) return fail(plan.error(), options.json);
    installSignals();
    const ScratchFolder scratch;
    EngineLabMachine machine(*engine, *data, scratch.path());
    ProgressLine progress(options.json);
    LabReport soFar;
    soFar.plan = *plan;
    const auto report = runLab(*plan, machine, [&](const LabReport& now) {
        if (now.done != soFar.done || now.again() != soFar.again()) soFar = now;
        // The lab knows better than the share how long its runs take.
        progress.show(std::to_string(now.done) + " of " + std::to_string(now.total) + " runs" + (now.again() > 0 ? ", " + std::to_string(now.again()) + " disturbed measured again" : ""), 0, now.secondsLeft);
        return signalCount == 0;
    });
    progress.end();
    if (report.ok()) return show(options, *report);
    if (signalCount == 0) return fail(report.error(), options.json);
    if (toldStopped(soFar.done, options.json)) (void)show(options, soFar);
    return kInterrupted;
}

}  // namespace

CommandAction setLab(CLI::App& app) {
    const auto options = std::make_shared<LabOptions>();
    options->experiment.addTo(app);
    CLI::Option* const ladder = app.add_flag("--ladder", options->ladder, "Every switch on, one after the other (the default)");
    CLI::Option* const oneOff = app.add_flag("--one-off", options->oneOff, "All switches on, then each one off")->excludes(ladder);
    CLI::Option* const pair = app.add_option("--ab", options->pair, "Two of: baseline, all, current, a switch, no- and a switch")->excludes(ladder)->excludes(oneOff);
    app.add_option("--without", options->without, "Lines that are not measured, by their keys, separated by commas")->delimiter(',')->excludes(pair);
    app.add_flag("--list", options->list, "Name and explain the switches, measure nothing");
    app.add_option("--repeats", options->repeats, "Runs of each line, in shuffled order")->check(CLI::Range(1, 1000));
    app.add_option("--lab-warmup", options->warmup, "Steps of each run that do not count")->check(CLI::Range(0, 100000));
    app.add_option("--lab-steps", options->steps, "Steps of each run that count")->check(CLI::Range(2, 1000000));
    app.add_flag("--no-equal-time", options->noEqualTime, "Leaves out the runs that train as long as the first line takes");
    app.add_option("--csv", options->csv, "Also writes the table to this file");
    app.add_option("--markdown", options->markdown, "Also writes the table to this file");
    app.add_flag("--json", options->json, "The result as one JSON object");
    return [options] { return runLabCommand(*options); };
}

}  // namespace gatelab::worker
