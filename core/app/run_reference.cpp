// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_reference.h"

#include "app/run_names.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <vector>

namespace gatelab {

namespace {

constexpr std::size_t kMostNamed = 6;

Error unknownNumber(std::int64_t number, const std::vector<RunSummary>& runs) {
    const std::int64_t newest = runs.empty() ? 0 : std::ranges::max(runs, {}, &RunSummary::number).number;
    if (newest == 0)
        return {ErrorCode::NotFound,
                {GATELAB_TEXT("RunReference", "there is no run %1; no run of this workspace has a number"),
                 {numberText(number)}}};
    return {ErrorCode::NotFound,
            {GATELAB_TEXT("RunReference",
                          "there is no run %1; the highest number is %2, and that of a run that was "
                          "deleted is not given again"),
             {numberText(number), numberText(newest)}}};
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

Result<RunSummary> referredRun(Workspace& workspace, const std::string& word) {
    auto byId = workspace.run(word);
    if (byId.ok() || byId.error().code != ErrorCode::NotFound) return byId;
    auto runs = workspace.runs();
    if (!runs.ok()) return runs.error();
    if (word == "last" && !runs->empty()) return workspace.run(runs->front().id);
    const auto number = numberIn(word);
    const auto found = [&](auto&& fits) {
        std::vector<RunSummary> all;
        std::ranges::copy_if(*runs, std::back_inserter(all), fits);
        return all;
    };
    std::vector<RunSummary> fitting = found([&](const RunSummary& run) { return number && run.number == *number; });
    if (fitting.empty()) fitting = found([&](const RunSummary& run) { return run.name == word; });
    if (fitting.empty() && !word.empty())
        fitting = found([&](const RunSummary& run) { return run.id.starts_with(word); });
    if (fitting.size() == 1) return workspace.run(fitting.front().id);
    if (fitting.empty()) return number ? unknownNumber(*number, *runs) : byId.error();
    return severalRuns(word, fitting);
}

}  // namespace gatelab
