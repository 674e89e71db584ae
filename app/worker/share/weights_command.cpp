// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/json/json.h"
#include "store/record/run_folder.h"
#include "worker/commands.h"
#include "worker/named_run.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"

#include "store/run_weights.h"
#include "store/workspace.h"

#include <cstdio>

namespace gatelab::worker {

namespace {

struct WeightsOptions {
    WorkspaceOptions workspace;
    std::string run;
    std::filesystem::path file;
    std::string checkpoint = "best";
    bool json = false;
};

int exportWeights(const WeightsOptions& options) {
    auto workspace = options.workspace.open(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const auto run = ownRun(**workspace, options.run);
    if (!run.ok()) return fail(run.error(), options.json);
    const auto weights =
        exportRunWeights(runFolderIn((*workspace)->folder(), run->id), options.file, options.checkpoint);
    if (!weights.ok()) return fail(weights.error(), options.json);
    const std::size_t tensors = weights->file.tensors.size();
    const std::string what = weights->what.english();
    std::vector<Phrase> problems = weights->passedOver;
    if (!weights->problem.empty()) problems.push_back(weights->problem);
    const std::string problem = consoleText(inOneLine(problems));
    if (!problem.empty()) std::fprintf(stderr, "warning: %s\n", problem.c_str());
    if (options.json) {
        nlohmann::ordered_json line{{"tensors", tensors}, {"step", weights->step}, {"weights", what}};
        if (!problem.empty()) line["warning"] = problem;
        printJson(line);
    } else
        std::printf("%zu tensors in %s: %s; in Python: load_state_dict(safetensors.torch.load_file(...))\n", tensors,
                    options.file.c_str(), what.c_str());
    return kDone;
}

}  // namespace

CommandAction setExportWeights(CLI::App& app) {
    const auto options = std::make_shared<WeightsOptions>();
    options->workspace.addTo(app);
    addNamedRun(app, options->run);
    app.add_option("file", options->file, "Where to (safetensors)")->required();
    app.add_option("--checkpoint", options->checkpoint,
                   "best (those that the run forecasts with), last, the step of a checkpoint, or intact: the newest "
                   "that is whole, where newer ones are damaged (best)");
    app.add_flag("--json", options->json, "The result as JSON");
    return [options] { return exportWeights(*options); };
}

}  // namespace gatelab::worker
