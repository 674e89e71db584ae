// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/look/compress_command.h"

#include "io/json/json.h"
#include "worker/named_run.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"

#include "app/run_data.h"
#include "base/number_text.h"
#include "session/measure_compression.h"
#include "store/record/run_folder.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace gatelab::worker {

namespace {

struct CompressOptions {
    WorkspaceOptions workspace;
    std::string run;
    std::vector<std::string> methods;
    std::int64_t seeds = 5, steps = 0, further = 0;
    std::filesystem::path writeTo;
    bool json = false, again = false, shows = false;
};

/// With how many seeds there are, where others have more.
std::string withInterval(const std::vector<double>& values, std::size_t ofSeeds) {
    const CompressionInterval of = intervalOf(values);
    const std::string seeds = values.size() < ofSeeds ? " (" + std::to_string(values.size()) + ")" : "";
    if (values.size() < 2) return numberText(of.mean) + seeds;
    return numberText(of.mean) + " ± " + numberText(of.high - of.mean, 2) + seeds;
}

/// In so many columns, where a character takes several bytes; from the right where the width is negative.
std::string column(const std::string& text, int width) {
    const auto characters = std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; });
    const std::string room(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, std::abs(width) - characters)), ' ');
    return width < 0 ? text + room : room + text;
}

std::string gainText(const CompressionReport& report, std::size_t point) {
    if (isDense(report.points[point].method)) return "";
    const CompressionInterval gain = gainOverRival(report, point, CompressionTime::One);
    if (std::isnan(gain.low)) return "not known";  // one seed
    return gain.low > 0 ? "better" : gain.high < 0 ? "worse" : "no difference";
}

void printReport(const CompressionReport& report) {
    std::printf("%zu of %lld seeds, %lld steps and %lld more; loss: %s, validation; times in microseconds (%s)\n\n",
                report.seeds.size(), static_cast<long long>(report.wantedSeeds), static_cast<long long>(report.steps),
                static_cast<long long>(report.further), report.loss.c_str(), report.instructionSet.c_str());
    std::printf("%-28s %22s %10s %12s %12s  %s\n", "network", "loss", "file kB", "one window",
                ("batch of " + std::to_string(report.batch)).c_str(), "than dense of equal time");
    const int best = bestPoint(report, CompressionTime::One);
    for (std::size_t i = 0; i < report.points.size(); ++i) {
        const CompressionPoint& point = report.points[i];
        std::printf("%s %s %10s %12s %12s  %s%s\n", column(plainText(pointLabel(point)), -28).c_str(),
                    column(withInterval(point.losses, report.seeds.size()), 22).c_str(),
                    numberText(intervalOf(point.bytes).mean / 1000, 3).c_str(),
                    numberText(intervalOf(point.oneMicros).mean, 3).c_str(),
                    numberText(intervalOf(point.manyMicros).mean, 3).c_str(), gainText(report, i).c_str(),
                    static_cast<int>(i) == best ? " (best point)" : "");
    }
    std::printf("\n");
    for (const Phrase& finding : compressionFindings(report)) std::printf("%s\n", plainText(finding).c_str());
}

void printAsJson(const CompressionReport& report) {
    auto json = nlohmann::ordered_json::parse(compressionJson(report));
    json.erase("sha256");
    const int best = bestPoint(report, CompressionTime::One);
    json["best_point"] = best < 0 ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(best);
    auto& findings = json["findings"] = nlohmann::ordered_json::array();
    for (const Phrase& finding : compressionFindings(report)) findings.push_back(finding.english());
    printJson(json);
}

int print(const CompressionReport& report, bool json) {
    json ? printAsJson(report) : printReport(report);
    return kDone;
}

/// What a call that asked for less, or for what is known, left as it was.
void printKept(const CompressionRequest& request, const CompressionReport& report) {
    if (report.fresh == 0)
        return (void)std::printf("Nothing was measured: these figures are kept; '--again' measures them anew.\n\n");
    std::string kept;
    for (const CompressionPoint& point : report.points) {
        const auto isSame = [&](const CompressionPoint& one) { return isSamePoint(one, point); };
        if (isDense(point.method) || request.methods.empty() || std::ranges::count(request.methods, point.method) > 0 ||
            std::ranges::none_of(request.known.points, isSame))
            continue;
        kept += (kept.empty() ? "" : ", ") + pointName(point);
    }
    if (!kept.empty()) std::printf("Kept as they were: %s.\n\n", kept.c_str());
}

Result<CompressionRequest> requestOf(const CompressOptions& options, const RunSummary& run) {
    CompressionRequest request{.config = *run.config, .data = {}, .run = run.id, .seeds = options.seeds};
    request.runFolder = runFolderIn(options.workspace.folder, run.id);
    request.again = options.again;
    request.steps = options.steps;
    request.further = options.further;
    request.writeTo = options.writeTo;
    for (const std::string& key : options.methods) {
        const auto method = findMethod(key);
        if (!method || isDense(*method))
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Compression",
                                       "there is no method '%1'; there are int8, blocks, blocks-int8, threshold and "
                                       "low-rank"),
                          {key}}};
        request.methods.push_back(*method);
    }
    return request;
}

int compress(const CompressOptions& options) {
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const std::filesystem::path folder = (*workspace)->folder();
    const auto run = ownRun(**workspace, options.run);
    if (!run.ok()) return fail(run.error(), options.json);
    auto kept = readCompression(folder, run->id);
    if (options.shows) return kept.ok() ? print(*kept, options.json) : fail(kept.error(), options.json);
    auto request = requestOf(options, *run);
    if (!request.ok()) return fail(request.error(), options.json);
    if (const auto data = checkRunData(runFolderIn(folder, run->id), *run->config); !data.ok())
        return fail(data.error(), options.json);
    if (kept.ok()) request->known = std::move(*kept);
    installSignals();
    ProgressLine progress(options.json);
    std::int64_t written = 0;
    Result<> saved;
    const auto measured = measureCompression(*request, [&](const CompressionReport& report, double share) {
        if (report.fresh > written && saved.ok()) {
            saved = keepCompression(folder, report);
            written = report.fresh;
        }
        progress.show(std::to_string(report.fresh) + " seed(s) done", share);
        return signalCount == 0 && saved.ok();
    });
    progress.end();
    if (!saved.ok()) return fail(saved.error(), options.json);
    if (!measured.ok()) return fail(measured.error(), options.json);
    if (auto whole = keepCompression(folder, *measured); !whole.ok()) return fail(whole.error(), options.json);
    if (!options.json) printKept(*request, *measured);
    return print(*measured, options.json);
}

}  // namespace

CommandAction setCompress(CLI::App& app) {
    const auto options = std::make_shared<CompressOptions>();
    options->workspace.addTo(app);
    addNamedRun(app, options->run);
    app.add_option("--method", options->methods,
                   "int8, blocks, blocks-int8, threshold, low-rank (all), beside dense networks")
        ->delimiter(',');
    app.add_option("--seeds", options->seeds, "Seeds, the run's and those after it (5)")->check(CLI::Range(1, 1000));
    app.add_option("--steps", options->steps, "Optimiser steps of the first training (those of the run)")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--further", options->further, "Steps after it, pruning or not (half as many)")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--write", options->writeTo,
                   "Folder for the networks of the first seed, that of the run (safetensors; indices keep what was "
                   "pruned); 'forecast' or 'classify RUN --packed FILE' computes with them");
    app.add_flag("--again", options->again, "Measures these methods anew, in place of what is kept of them");
    app.add_flag("--show", options->shows, "What is kept of this run; nothing is measured");
    app.add_flag("--json", options->json, "The result as JSON");
    return [options] { return compress(*options); };
}

}  // namespace gatelab::worker
