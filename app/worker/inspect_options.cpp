// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/inspect_options.h"

#include "worker/named_run.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_number.h"

#include "store/record/run_folder.h"
#include "store/workspace.h"

#include <charconv>
#include <cstdio>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

/// The words for a window that is looked for.
struct KindWord {
    const char* word;
    WindowKind kind;
};
constexpr KindWord kKinds[] = {
    {"hardest", WindowKind::Hardest}, {"typical", WindowKind::Typical}, {"largest-error", WindowKind::LargestError}};

/// From 1 on the command line, from 0 inside.
Result<std::int64_t> chosenWindow(Inspector& inspector, const InspectOptions& options, const Progress& progress) {
    for (const KindWord& row : kKinds) {
        if (options.window != row.word) continue;
        auto found = inspector.find(row.kind, partOf(options.part), progress);
        if (!found.ok()) return found.error();
        return found->window;
    }
    std::int64_t number = 0;
    const auto [end, problem] =
        std::from_chars(options.window.data(), options.window.data() + options.window.size(), number);
    if (problem == std::errc() && end == options.window.data() + options.window.size()) return number - 1;
    return Error{
        ErrorCode::InvalidInput,
        {GATELAB_TEXT("Inspect", "'%1' is no window; give its number from 1, or hardest, typical or largest-error"),
         {options.window}}};
}

/// The first part that has a window, where none was asked for: sets with a file for testing often have no validation
/// part.
void choosePart(InspectOptions& options, const InspectedRun& run) {
    if (!options.part.empty()) return;
    options.part = "validation";
    for (const char* part : {"train", "test", "validation"})
        if (run.windows[static_cast<std::size_t>(partOf(part))] > 0) options.part = part;
}

}  // namespace

WindowPart partOf(const std::string& word) {
    return word == "train" ? WindowPart::Train : word == "test" ? WindowPart::Test : WindowPart::Validation;
}

Result<Opened> openInspected(InspectOptions& options, const Progress& progress) {
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return workspace.error();
    const auto run = ownRun(**workspace, options.run);
    if (!run.ok()) return run.error();
    auto engine = openEngine();
    if (!engine.ok()) return engine.error();
    InspectRequest request;
    request.runFolder = runFolderIn((*workspace)->folder(), run->id);
    request.weights = options.checkpoint;
    auto inspector = (*engine)->inspect(request);
    if (!inspector.ok()) return inspector.error();
    choosePart(options, (*inspector)->run());
    auto window = chosenWindow(**inspector, options, progress);
    if (!window.ok()) return window.error();
    return Opened{std::move(*engine), std::move(*inspector), *window, request.runFolder};
}

Json windowJson(const WindowView& window, const WeightsInUse& weights, const InspectOptions& options) {
    Json json{{"part", options.part},        {"window", window.window + 1},       {"steps", window.steps},
              {"loss", number(window.loss)}, {"weights", weights.what.english()}, {"step", weights.step}};
    if (window.firstRow >= 0) json["first_row"] = window.firstRow;
    if (window.sequence >= 0) json["sequence"] = window.sequence + 1;
    return json;
}

void printWindow(const WindowView& window, const WeightsInUse& weights, const InspectedRun& run,
                 const InspectOptions& options) {
    std::printf("%s, %lld layer(s) of %lld units; %s\n", run.config.cell.c_str(), static_cast<long long>(run.layers),
                static_cast<long long>(run.hidden), plainText(weights.what).c_str());
    std::printf("window %lld of %lld, part %s, %lld steps; loss %s\n", static_cast<long long>(window.window + 1),
                static_cast<long long>(run.windows[static_cast<std::size_t>(window.part)]), options.part.c_str(),
                static_cast<long long>(window.steps), figureText(window.loss, 4).c_str());
}

std::shared_ptr<InspectOptions> addInspectOptions(CLI::App& app) {
    const auto options = std::make_shared<InspectOptions>();
    options->workspace.addTo(app);
    addNamedRun(app, options->run);
    app.add_option("--window", options->window, "Its number from 1, hardest, typical or largest-error (typical)");
    app.add_option("--part", options->part,
                   "train, validation or test (the first of validation, test and train that has a window)")
        ->check(CLI::IsMember({"train", "validation", "test"}));
    app.add_option("--checkpoint", options->checkpoint,
                   "best, last, the step of a checkpoint, film or film:STEP (best)");
    app.add_flag("--json", options->json, "The result as JSON");
    return options;
}

}  // namespace gatelab::worker
