// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/timeline_export.h"

#include "base/clock.h"
#include "export/tensorboard_events.h"
#include "io/file_io.h"

#include <map>
#include <string>
#include <utility>

namespace gatelab {

namespace {

constexpr double kMilliseconds = 1e3;

}  // namespace

Result<> exportTimelineTensorboard(const Timeline& timeline, const std::filesystem::path& folder) {
    const double now = wallSeconds();
    TensorboardEvents events(now);
    std::map<std::pair<std::int64_t, TimelinePart>, double> seconds;
    for (const TimelineSpan& span : timeline.spans)
        if (span.step >= 0) seconds[{span.step, span.part}] += span.seconds;
    for (const auto& [key, value] : seconds)
        events.addScalar(std::string("timeline/") + timelineKey(key.second) + "_ms", key.first, now,
                         kMilliseconds * value);
    for (const TimelineStep& step : timeline.steps)
        if (step.isRecorded) events.addScalar("timeline/step_ms", step.step, now, kMilliseconds * step.seconds);
    if (auto made = makeFolders(folder); !made.ok()) return made;
    const std::string name =
        "events.out.tfevents." + std::to_string(static_cast<std::int64_t>(now)) + "." + timeline.run;
    return writeFileDurably(folder / name, events.bytes());
}

}  // namespace gatelab
