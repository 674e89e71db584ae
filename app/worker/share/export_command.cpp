// SPDX-License-Identifier: GPL-3.0-or-later
// "export RUN": a kept run as a file that computes without Gatelab, or for another tool, and how far it is from the
// run.
#include "worker/share/export_command.h"

#include "io/json/json.h"
#include "worker/named_run.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"
#include "worker/share/bundle_commands.h"

#include "export/run_export.h"
#include "store/record/run_folder.h"

#include <cstdio>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

/// Not the network but the run itself.
constexpr const char* kBundle = "bundle";

struct ExportOptions {
    WorkspaceOptions workspace;
    std::string run, kind = "onnx", checkpoint = "best";
    std::filesystem::path path;
    bool int8 = false, noCheck = false, withData = false, json = false;
};

void printResult(const RunExport& made, bool json) {
    if (!json) {
        for (const auto& file : made.files) std::printf("%s\n", file.c_str());
        if (made.check) std::printf("%s\n", consoleText(exportCheckPhrase(*made.check)).c_str());
        return;
    }
    Json line{{"files", Json::array()}};
    for (const auto& file : made.files) line["files"].push_back(file.string());
    if (made.check && made.check->done)
        line["check"] = {{"windows", made.check->windows},
                         {"largest", made.check->largest},
                         {"relative", made.check->relative},
                         {"by", made.check->by}};
    else if (made.check)
        line["not_checked"] = made.check->notes.english();
    printJson(line);
}

int exportOne(const ExportOptions& options) {
    if (options.kind == kBundle)
        return bundleRuns(options.workspace, {options.run}, options.path, options.withData, options.json);
    const ExportKindRow* kind = findExportKind(options.kind);
    if (options.int8 && kind->kind != ExportKind::C)
        return fail(
            {ErrorCode::InvalidInput, GATELAB_TEXT("Export", "only a C file can have weights in bytes (--int8)")},
            options.json);
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const auto run = ownRun(**workspace, options.run);
    if (!run.ok()) return fail(run.error(), options.json);
    RunExportRequest request;
    request.runFolder = runFolderIn((*workspace)->folder(), run->id);
    request.kind = kind->kind;
    request.path = options.path;
    request.checkpoint = options.checkpoint;
    request.int8 = options.int8;
    request.checks = !options.noCheck;
    installSignals();
    ProgressLine line(options.json);
    const auto made = exportRun(request, openEngine, [&](double share) {
        // Each stage has a share of its own length, which tells nothing of the time that is left
        line.show(exportStage(kind->kind, share).source, 0);
        return signalCount == 0;
    });
    line.end();
    if (!made.ok()) return signalCount > 0 ? kInterrupted : fail(made.error(), options.json);
    for (const Phrase& note : made->notes) std::fprintf(stderr, "warning: %s\n", consoleText(note).c_str());
    printResult(*made, options.json);
    return kDone;
}

}  // namespace

CommandAction setExport(CLI::App& app) {
    const auto options = std::make_shared<ExportOptions>();
    options->workspace.addTo(app);
    addNamedRun(app, options->run);
    std::vector<std::string> keys;
    std::string help = "What it becomes:";
    for (const ExportKindRow& row : exportKinds()) {
        keys.emplace_back(row.key);
        help += " " + keys.back() + ",";
    }
    keys.emplace_back(kBundle);
    help += std::string(" ") + kBundle + " ";
    app.add_option("--to", options->kind, help + "(onnx)")->check(CLI::IsMember(keys));
    app.add_option(
           "-o,--output", options->path,
           "File to write; for libtorch and tensorboard a folder. Others of its name lie beside it (.safetensors, "
           ".stream.onnx)")
        ->required();
    app.add_option("--checkpoint", options->checkpoint,
                   "best (those that the run forecasts with), last, the step of a checkpoint, or intact (best)");
    app.add_flag("--int8", options->int8, "A C file with weights in bytes: a third of the size, an error that is told");
    app.add_flag("--with-data", options->withData, "A bundle with the data files that the run was trained on");
    app.add_flag("--no-check", options->noCheck, "Does not hold the file against the run's own forecasts afterwards");
    app.add_flag("--json", options->json, "The result as JSON");
    return [options] { return exportOne(*options); };
}

}  // namespace gatelab::worker
