// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/timeline.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace gatelab {

/// The timeline of a run as it is kept in its folder, which is also what Perfetto (ui.perfetto.dev) and
/// chrome://tracing open: the JSON of Chrome's trace events, times in microseconds, a track each for steps, their
/// parts, and operations.
std::string timelineJson(const Timeline& timeline);
/// Corrupt: it is no such file, or one of a program that writes others.
Result<Timeline> timelineOfJson(std::string_view json);

/// Where a run keeps it.
std::filesystem::path timelineFile(const std::filesystem::path& runFolder);
/// With the tracks of other ranks. NotFound: the run has none.
Result<Timeline> readTimeline(const std::filesystem::path& runFolder);
/// Of another rank than the first, beside it: readTimeline() adds what belongs to it.
Result<> keepRankTimeline(const std::filesystem::path& runFolder, int rank, const Timeline& timeline);
Result<> keepTimeline(const std::filesystem::path& runFolder, const Timeline& timeline);

/// The most steps that are recorded at once.
inline constexpr std::int64_t kMostTimelineSteps = 2000, kTimelineSteps = 100;
/// Asks whoever trains this run, now or next, to record so many steps. A file beside the run, so that any process may
/// ask any other.
Result<> askForTimeline(const std::filesystem::path& runFolder, std::int64_t steps);
/// How many steps are asked for; 0: none.
std::int64_t askedTimelineSteps(const std::filesystem::path& runFolder);
Result<> forgetTimelineOrder(const std::filesystem::path& runFolder);

}  // namespace gatelab
