// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/commands.h"
#include "worker/console.h"
#include "worker/options.h"

#include "store/run_weights.h"
#include "store/workspace.h"

#include <cstdio>

namespace gatelab::worker {

namespace {

struct WeightsOptions {
    WorkspaceOptions workspace;
    std::string run;
    std::filesystem::path file;
    bool json = false;
};

int exportWeights(const WeightsOptions& options) {
    auto workspace = Workspace::open(options.workspace.folder);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    if (auto known = (*workspace)->run(options.run); !known.ok()) return fail(known.error(), options.json);
    const auto tensors = exportRunWeights((*workspace)->folder() / "runs" / options.run, options.file);
    if (!tensors.ok()) return fail(tensors.error(), options.json);
    if (options.json) std::printf("{\"tensors\": %zu}\n", *tensors);
    else std::printf("%zu tensors in %s; in Python: load_state_dict(safetensors.torch.load_file(...))\n", *tensors, options.file.c_str());
    return kDone;
}

}  // namespace

CommandAction setExportWeights(CLI::App& app) {
    const auto options = std::make_shared<WeightsOptions>();
    options->workspace.addTo(app);
    app.add_option("run", options->run, "Which run (see list)")->required();
    app.add_option("file", options->file, "Where to (safetensors)")->required();
    app.add_flag("--json", options->json, "The result as JSON");
    return [options] { return exportWeights(*options); };
}

}  // namespace gatelab::worker
