// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/curve_events.h"

#include "export/tensorboard_events.h"
#include "io/file_io.h"

namespace gatelab {

Result<std::filesystem::path> exportCurvesTensorboard(const RunHistory& history, const std::string& run,
                                                      const std::filesystem::path& folder) {
    if (history.metrics.empty())
        return Error{ErrorCode::NotFound, GATELAB_TEXT("Export", "this run has no curves yet; train it first")};
    const double begun = history.metrics.front().wall;
    TensorboardEvents events(begun);
    for (const MetricSample& sample : history.metrics)
        events.addScalar(channelKey(sample.channel()), sample.step, sample.wall, sample.value);
    if (auto made = makeFolders(folder); !made.ok()) return made.error();
    auto file = folder / ("events.out.tfevents." + std::to_string(static_cast<std::int64_t>(begun)) + "." + run);
    if (auto written = writeFileDurably(file, events.bytes()); !written.ok()) return written.error();
    return file;
}

}  // namespace gatelab
