// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/version.h"
#include "data/cache/column_cache.h"
#include "device/row_memory_rule.h"
#include "device/row_operators.h"
#include "worker/commands.h"
#include "worker/look/alerts_command.h"
#include "worker/look/compress_command.h"
#include "worker/look/explain_command.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/recipe_help.h"
#include "worker/runs.h"
#include "worker/share/export_command.h"
#include "worker/sudden_end.h"
#include "worker/trust/backtest_command.h"
#include "xla/plugin.h"

#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

namespace {

using namespace gatelab::worker;

constexpr Command kCommands[] = {
    {"train", "Train one experiment; every setting is a flag", setTrain},
    {"sweep", "Train one experiment with several values of some settings, many at once", setSweep},
    {"verdict", "Whether one setting is better than another, over paired seeds", setVerdict},
    {"queue", "What waits in the queue of a workspace: list, add, remove, pause, continue", setQueue},
    {"slurm", "Runs as jobs of a cluster: profile, submit, list, watch, cancel, requeue", setSlurm},
    {"resume", "Go on with a kept run from its last checkpoint", setResume},
    {"branch", "Train a new run from a checkpoint of a kept one, with changed settings", setBranch},
    {"serve", "Train a prepared run for a window of this computer", setServe},
    {"ranks", "What messages between ranks cost, and what more ranks would gain: measure", setRanks},
    {"hosts", "Other machines for ranks: check, list, add, remove", setHosts},
    {"rank", "Train as one more process of a run, which starts it", setRank},
    {"list", "List the kept runs", setList},
    {"show", "Show one kept run", setShow},
    {"watch", "Follow a run in the terminal: live curves, queue and status", setWatch},
    {"alerts", "The rules by which runs are marked: list, set, remove, reset, export, import", setAlerts},
    {"query", "Ask the index of a workspace in SQL, which is only read", setQuery},
    {"report", "A run, or several side by side, as one HTML file", setReport},
    {"bundle", "Runs in one file, to be opened on another computer", setBundle},
    {"import-runs", "Put the runs of a bundle, or of another tracker, into the workspace", setImportRuns},
    {"presets", "List the ready-made experiments", setPresets},
    {"baselines", "Score what needs no network on the test part", setBaselines},
    {"audit", "Look for leaks: does anything before a border change with values after it?", setAudit},
    {"data", "A file of data: inspect what was understood, look at what it tells, convert", setData},
    {"devices", "List the devices that training can use", setDevices},
    {"xla", "Programs for XLA devices, TPUs among them: compile, text", setXla},
    {"forecast", "Forecast with a kept run and export", setForecast},
    {"classify", "Classify the sequences of a file with a kept run", setClassify},
    {"export", "Carry a kept run off: as ONNX, C, PyTorch or LibTorch program, for TensorBoard or Perfetto", setExport},
    {"export-weights", "Write a kept run's weights as safetensors with PyTorch's names", setExportWeights},
    {"compress", "Measure what smaller recurrent weights of a kept run cost and gain", setCompress},
    {"backtest", "Forecast with a kept run from rolling origins, beside simple methods", setBacktest},
    {"score", "Score forecasts that were made elsewhere, beside the simple methods and a run", setScore},
    {"residuals", "What the forecasts of a backtest leave over: correlation, hours, levels, misses", setResiduals},
    {"gates", "Show what the gates of a kept network do while it reads one window", setGates},
    {"gradient", "Show how far the gradient of one window reaches back through time", setGradient},
    {"explain", "Why a kept network answers as it does: shares of one forecast, and what matters", setExplain},
    {"lesson", "List, read or play the lessons", setLesson},
    {"exercise", "Homework: write an exercise, train it, write the answer that is handed in", setExercise},
    {"grade", "Check the answers of a class: compute every figure again, write a table", setGrade},
    {"walk", "Show one step of one cell number by number, forward and back", setWalk},
    {"verify", "Prove that runs resume, repeat and agree", setVerify},
    {"timeline", "Where the time of a run's steps goes, and what to switch", setTimeline},
    {"find", "Search a learning rate or a batch size", setFind},
    {"study", "Measure what one factor at a time does to a run", setStudy},
    {"lab", "Measure what each optimisation switch is worth", setLab},
    {"advise", "Which known devices an experiment would fit on, and how fast", setAdvise},
    {"bench", "Measure training on a standard shape", setBench},
    {"engine", "What training needs (LibTorch): status, install, pack for a computer without network", setEngine},
    {"workspace", "Sizes, backup, move, compact, check, rebuild and trash of a workspace", setWorkspace},
};

constexpr const char* kExitCodes =
    "Exit codes: 0 done, 1 failed, 2 wrong input or settings, 3 no such device, 4 out of memory, 5 files cannot be "
    "written, 6 loss or gradient not finite, "
    "130 stopped by a signal (the run is kept).";

}  // namespace

int main(int argc, char** argv) {
    // First of all: a signal before it ends the program without a word.
    const bool isJson =
        std::any_of(argv, argv + argc, [](const char* word) { return std::string_view(word) == "--json"; });
    installFirstSignals(isJson);
    // Before CUDA starts, so that deterministic mode is a switch.
    setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", 0);
    gatelab::allowXlaPlugins();
    gatelab::useRowMemory(gatelab::usersRowMemory());
    gatelab::useColumnCache(gatelab::usersColumnCache());
    std::setlocale(LC_NUMERIC, "C");
    CLI::App app("Gatelab without a window: trains recurrent networks on time series", "gatelab-worker");
    app.require_subcommand(1);
    app.set_version_flag("--version", gatelab::programVersion());
    app.footer(kExitCodes);
    CommandAction chosen;
    for (const Command& command : kCommands) {
        auto* sub = app.add_subcommand(command.name, command.help);
        sub->footer(kExitCodes);
        sub->parse_complete_callback([&chosen, action = command.set(*sub)] { chosen = action; });
    }
    addRecipeHelp(app);
    if (argc == 1) {
        std::fputs(app.help().c_str(), stderr);
        return kUsage;
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ExtrasError& problem) {
        const std::string unknown = unknownOptions(app);
        return fail({gatelab::ErrorCode::InvalidInput, unknown.empty() ? std::string(problem.what()) : unknown},
                    isJson);
    } catch (const CLI::ParseError& problem) {
        // Help of a command that is none would be that of its parent.
        if (const std::string unknown = unknownCommand(app, {argv + 1, argv + argc}); !unknown.empty())
            return fail({gatelab::ErrorCode::InvalidInput, unknown}, isJson);
        if (isJson && problem.get_exit_code() != 0)
            return fail({gatelab::ErrorCode::InvalidInput, problem.what()}, isJson);
        return app.exit(problem) == 0 ? kDone : kUsage;
    }
    try {
        return chosen ? chosen() : kUsage;
    } catch (const std::bad_alloc&) {
        return fail({gatelab::ErrorCode::OutOfMemory,
                     "not enough memory; a run is kept up to its last checkpoint; try a smaller batch, model or file, "
                     "or raise the memory limit"},
                    false);
    } catch (const std::exception& problem) {
        return fail({gatelab::ErrorCode::Internal, problem.what()}, false);
    }
}
