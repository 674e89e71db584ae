// SPDX-License-Identifier: GPL-3.0-or-later
// "bundle" and "import-runs": runs in one file, from one computer to another; those of other trackers.
#include "worker/share/bundle_commands.h"

#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"

#include "app/report/run_bundle.h"
#include "app/run_reference.h"
#include "app/trackers/import_runs.h"
#include "store/imported_run.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct BundleOptions {
    WorkspaceOptions workspace;
    std::vector<std::string> runs;
    std::filesystem::path file;
    bool withData = false, json = false;
};

Progress watched(ProgressLine& line, const char* what) {
    return [&line, what](double share) {
        line.show(what, std::max(0.0, share));
        return signalCount == 0;
    };
}

int importRuns(const BundleOptions& options) {
    auto workspace = options.workspace.open(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    installSignals();
    ProgressLine line(options.json);
    const auto opened = gatelab::importRuns(**workspace, options.file, watched(line, "importing"));
    line.end();
    if (!opened.ok()) return signalCount > 0 ? kInterrupted : fail(opened.error(), options.json);
    for (const Phrase& note : opened->notes) std::fprintf(stderr, "note: %s\n", plainText(note).c_str());
    if (options.json) {
        std::printf("%s\n", Json{{"imported", opened->runs}, {"known", opened->known}}.dump().c_str());
        return kDone;
    }
    for (const std::string& id : opened->runs) {
        const auto run = (*workspace)->run(id);
        const bool isForeign = run.ok() && !hasSettings(*run);
        std::printf("#%lld  %s  %s%s%s\n", run.ok() ? static_cast<long long>(run->number) : 0, id.c_str(),
                    run.ok() ? shown(run->name).c_str() : "", isForeign ? ", imported from " : "",
                    isForeign ? shown(importedFrom(*run).tool).c_str() : "");
    }
    for (const std::string& id : opened->known) std::printf("%s is in the workspace already\n", id.c_str());
    return kDone;
}

}  // namespace

int bundleRuns(const WorkspaceOptions& workspaceOptions, const std::vector<std::string>& words,
               const std::filesystem::path& file, bool withData, bool json) {
    auto workspace = workspaceOptions.openExisting(json);
    if (!workspace.ok()) return fail(workspace.error(), json);
    std::vector<std::string> ids;
    for (const std::string& word : words) {
        const auto run = referredRun(**workspace, word);
        if (!run.ok()) return fail(run.error(), json);
        if (std::ranges::find(ids, run->id) == ids.end()) ids.push_back(run->id);
    }
    installSignals();
    ProgressLine line(json);
    const auto left = writeBundle(**workspace, ids, withData, file, watched(line, "packing"));
    line.end();
    if (!left.ok()) return signalCount > 0 ? kInterrupted : fail(left.error(), json);
    for (const std::string& file : *left)
        std::fprintf(stderr, "warning: left out, for it is damaged: %s\n", file.c_str());
    std::error_code ignored;
    const auto bytes = std::filesystem::file_size(file, ignored);
    if (json)
        std::printf(
            "%s\n",
            Json{{"bundle", file.string()}, {"runs", ids}, {"bytes", bytes}, {"left_out", *left}}.dump().c_str());
    else
        std::printf("wrote %s: %zu %s, %.1f MB; there: gatelab-worker import-runs %s\n", file.c_str(), ids.size(),
                    ids.size() == 1 ? "run" : "runs", static_cast<double>(bytes) / 1e6, file.filename().c_str());
    return kDone;
}

CommandAction setBundle(CLI::App& app) {
    const auto options = std::make_shared<BundleOptions>();
    options->workspace.addTo(app);
    app.add_option("runs", options->runs, "Numbers, ids or names of runs, or last")->required();
    app.add_option("-o,--output", options->file, "The file to write, NAME.gatelab")->required();
    app.add_flag("--with-data", options->withData, "With the data files that the runs were trained on");
    app.add_flag("--json", options->json, "The result as JSON");
    return [options] {
        return bundleRuns(options->workspace, options->runs, options->file, options->withData, options->json);
    };
}

CommandAction setImportRuns(CLI::App& app) {
    const auto options = std::make_shared<BundleOptions>();
    options->workspace.addTo(app);
    app.add_option("path", options->file,
                   "A bundle (NAME.gatelab), a file or folder of TensorBoard, MLflow, Trackio or W&B (offline)")
        ->required()
        ->check(CLI::ExistingPath);
    app.add_flag("--json", options->json, "The result as JSON");
    return [options] { return importRuns(*options); };
}

}  // namespace gatelab::worker
