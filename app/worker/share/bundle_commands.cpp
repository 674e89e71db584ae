// SPDX-License-Identifier: GPL-3.0-or-later
// "bundle" and "import-runs": runs in one file, from one computer to another; those of other trackers.
#include "worker/share/bundle_commands.h"

#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"

#include "app/board.h"
#include "app/report/run_bundle.h"
#include "app/run_reference.h"
#include "app/trackers/import_runs.h"
#include "app/trackers/run_of_data.h"
#include "store/imported_run.h"
#include "store/imported_scopes.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct BundleOptions {
    WorkspaceOptions workspace;
    std::vector<std::string> runs;
    std::filesystem::path file;
    std::string data;  ///< of imported runs
    bool withData = false, json = false;
};

Progress watched(ProgressLine& line, const char* what) {
    return [&line, what](double share) {
        line.show(what, std::max(0.0, share));
        return signalCount == 0;
    };
}

/// Beside which own run they shall stand; nothing: on boards of their own.
Result<std::optional<RunSummary>> neighbour(Workspace& workspace, const std::string& data) {
    if (data.empty()) return std::optional<RunSummary>();
    const auto runs = workspace.runs();
    if (!runs.ok()) return runs.error();
    const RunSummary* run = newestRunOn(*runs, data);
    if (run == nullptr)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Imported",
                                   "no run of this workspace was trained on '%1', so there is no board to stand on; "
                                   "train one first, or leave --data out"),
                      {data}}};
    return std::optional(*run);
}

/// Puts the projects of these runs on the board of that run.
Result<> putBeside(Workspace& workspace, const OpenedBundle& opened, const RunSummary& run) {
    std::set<std::string> projects;
    for (const auto& ids : {opened.runs, opened.known})
        for (const std::string& id : ids)
            if (const auto one = workspace.run(id); one.ok() && !hasSettings(*one))
                projects.insert(scopeKey(one->config));
    for (const std::string& project : projects)
        if (auto kept = keepImportedScope(workspace.folder(), project, scopeKey(run.config)); !kept.ok()) return kept;
    return {};
}

int importRuns(const BundleOptions& options) {
    auto workspace = options.workspace.open(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const auto beside = neighbour(**workspace, options.data);
    if (!beside.ok()) return fail(beside.error(), options.json);
    installSignals();
    ProgressLine line(options.json);
    const auto opened = gatelab::importRuns(**workspace, options.file, watched(line, "importing"));
    line.end();
    if (!opened.ok()) return signalCount > 0 ? kInterrupted : fail(opened.error(), options.json);
    for (const Phrase& note : opened->notes) std::fprintf(stderr, "note: %s\n", plainText(note).c_str());
    if (*beside)
        if (auto put = putBeside(**workspace, *opened, **beside); !put.ok()) return fail(put.error(), options.json);
    if (options.json) {
        printJson(Json{{"imported", opened->runs}, {"known", opened->known}});
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
    if (*beside)
        std::printf("they stand on the board of %s, beside #%lld; what their loss is, is not known\n",
                    shown((*beside)->dataName).c_str(), static_cast<long long>((*beside)->number));
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
        printJson(Json{{"bundle", file.string()}, {"runs", ids}, {"bytes", bytes}, {"left_out", *left}});
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
    app.add_option(
        "--data", options->data,
        "Which data they are of: a file or built-in series that runs here were trained on. They stand on the "
        "board of the newest of those runs, with their project's other runs; also of runs that are here already");
    app.add_flag("--json", options->json, "The result as JSON");
    return [options] { return importRuns(*options); };
}

}  // namespace gatelab::worker
