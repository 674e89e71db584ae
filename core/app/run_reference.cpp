// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_reference.h"

#include "store/imported_run.h"
#include "store/run_name.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <vector>

namespace gatelab {

namespace {

constexpr std::size_t kMostNamed = 6;

Error unknownNumber(std::int64_t number, std::span<const RunSummary> runs) {
    const std::int64_t newest = runs.empty() ? 0 : std::ranges::max(runs, {}, &RunSummary::number).number;
    if (newest == 0)
        return {ErrorCode::NotFound,
                {GATELAB_TEXT("RunReference", "there is no run %1; no run of this workspace has a number"),
                 {numberText(number)}}};
    return {ErrorCode::NotFound,
            {GATELAB_TEXT("RunReference", "there is no run %1; the highest number is %2, deleted ones are not reused"),
             {numberText(number), numberText(newest)}}};
}

Error unknownRun(const std::string& word) {
    return {ErrorCode::NotFound,
            {GATELAB_TEXT("Workspace", "there is no run '%1' in this workspace; it may have been deleted"), {word}}};
}

Error severalRuns(const std::string& word, const std::vector<RunSummary>& runs) {
    std::string which;
    for (std::size_t i = 0; i < std::min(runs.size(), kMostNamed); ++i)
        which += (i == 0 ? "" : ", ") + (runs[i].number > 0 ? numberText(runs[i].number) : runs[i].id);
    if (runs.size() > kMostNamed) which += ", ...";
    return {ErrorCode::InvalidInput,
            {GATELAB_TEXT("RunReference", "%1 runs are called '%2'; say which by its number: %3"),
             {std::ssize(runs), word, which}}};
}

}  // namespace

std::optional<std::int64_t> numberIn(std::string_view text) {
    if (!text.starts_with('#')) return std::nullopt;
    text.remove_prefix(std::min(text.find_first_not_of(' ', 1), text.size()));
    std::int64_t number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failed != std::errc() || end != text.data() + text.size() || number < 1) return std::nullopt;
    return number;
}

Result<RunSummary> referredRun(std::span<const RunSummary> runs, const std::string& word) {
    const auto number = numberIn(word);
    const auto found = [&](auto&& fits) {
        std::vector<RunSummary> all;
        std::ranges::copy_if(runs, std::back_inserter(all), fits);
        return all;
    };
    if (word == "last" && !runs.empty()) return runs.front();
    std::vector<RunSummary> fitting = found([&](const RunSummary& run) { return run.id == word; });
    if (fitting.empty()) fitting = found([&](const RunSummary& run) { return number && run.number == *number; });
    if (fitting.empty()) fitting = found([&](const RunSummary& run) { return run.name == word; });
    // A shell may take '#' for itself; longer ones are the day that an id begins with.
    if (const auto bare = word.size() < 8 ? numberIn("#" + word) : std::nullopt; fitting.empty() && bare)
        fitting = found([&](const RunSummary& run) { return run.number == *bare; });
    if (fitting.empty() && !word.empty())
        fitting = found([&](const RunSummary& run) { return run.id.starts_with(word); });
    if (fitting.size() == 1) return fitting.front();
    return !fitting.empty() ? severalRuns(word, fitting) : number ? unknownNumber(*number, runs) : unknownRun(word);
}

Result<RunSummary> referredRun(Workspace& workspace, const std::string& word) {
    auto byId = workspace.run(word);
    if (byId.ok() || byId.error().code != ErrorCode::NotFound) return byId;
    const auto runs = workspace.runs();
    if (!runs.ok()) return runs.error();
    const auto found = referredRun(std::span<const RunSummary>(*runs), word);
    return found.ok() ? workspace.run(found->id) : found.error();
}

Result<RunSummary> ownRun(Workspace& workspace, const std::string& word) {
    auto run = referredRun(workspace, word);
    if (!run.ok() || hasSettings(*run)) return run;
    return Error{ErrorCode::InvalidInput,
                 {GATELAB_TEXT("Runs", "run #%1 takes no part here: %2"), {run->number, settingsObstacle(*run)}}};
}

}  // namespace gatelab
