// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "run/run_event.h"
#include "store/imported_run.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gatelab {

/// One value of a tracker's curve.
struct TrackedPoint {
    std::int64_t step = 0;
    double wall = 0;  ///< seconds since 1970 UTC; 0: not known
    double value = 0;
};

/// The curves of a run by the tracker's names, in the order in which they are met. What a file can make us keep is
/// bounded: names, points and texts beyond are counted and left out.
class TrackedCurves {
public:
    static constexpr std::size_t kMostCurves = 1000, kMostPoints = 4'000'000;
    struct Curve {
        std::string name;
        std::vector<TrackedPoint> points;
    };

    void add(std::string_view name, const TrackedPoint& point);
    [[nodiscard]] const std::vector<Curve>& all() const { return curves_; }
    [[nodiscard]] std::size_t points() const { return points_; }
    [[nodiscard]] std::size_t left() const { return left_; }  ///< points that are not kept

private:
    std::vector<Curve> curves_;
    std::unordered_map<std::string, std::size_t> byName_;
    std::size_t points_ = 0, left_ = 0;
};

/// A run as another program tracked it.
struct TrackedRun {
    ImportedRun from;
    std::string name, note;
    /// Finished, Failed or Interrupted: killed, or going on when its files were read
    RunState state = RunState::Finished;
    double started = 0, ended = 0;  ///< seconds since 1970 UTC; 0: not known
    TrackedCurves curves;
    std::vector<Phrase> notes;  ///< what could not be read, and what the tracker does not keep

    void addParameter(std::string_view name, std::string_view value) { addText(from.parameters, name, value); }
    void addTag(std::string_view name, std::string_view value) { addText(from.tags, name, value); }

private:
    static void addText(ImportedRun::Texts& texts, std::string_view name, std::string_view value);
};

/// At most so many bytes of a text, cut between characters; bytes that are no UTF-8 as U+FFFD.
std::string boundedText(std::string_view text, std::size_t most);

/// Who takes the runs of a tracker, one after the other, so that only one is in memory. An error ends the reading.
using TakeTrackedRun = std::function<Result<>(TrackedRun&& run)>;

/// That the tracker has not kept how a run ended.
Phrase noStateNote(const TrackedRun& run);

/// Somebody asked the import to stop.
Error importStopped();

/// The largest file of a tracker that is read; larger ones are refused with their size.
inline constexpr std::uint64_t kMostTrackerBytes = std::uint64_t{2} << 30;

}  // namespace gatelab
