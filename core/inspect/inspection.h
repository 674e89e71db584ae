// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"
#include "run/forecast_set.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

/// What is seen inside a recurrent network while it reads one window: values only, free of LibTorch. Made by the engine
/// (inspect/).
namespace gatelab {

using WindowPart = ForecastRequest::Part;

/// Which network.
struct InspectRequest {
    std::filesystem::path runFolder;
    std::shared_ptr<const Dataset> data;  ///< null: loaded from the run's config
    std::string weights = "best";         ///< see Inspector::use
};

/// What stays the same whichever window and weights are looked at.
struct InspectedRun {
    ExperimentConfig config;
    std::int64_t layers = 1, directions = 1, hidden = 1;
    std::int64_t outputs = 1;         ///< per direction: fewer than `hidden` with a projection
    std::vector<std::string> inputs;  ///< names of the input columns, or channels
    std::vector<std::string> targets;
    std::string unit;                                    ///< of the targets; empty: not known, or they differ
    std::vector<std::string> classes;                    ///< names; empty: the task has none
    std::vector<std::string> tokens;                     ///< names, where the input is tokens
    std::array<std::int64_t, 3> windows{};               ///< by WindowPart; sequences for tasks with sequences
    std::array<std::vector<std::int32_t>, 3> labels;     ///< class of each window; empty for other tasks
    std::array<std::vector<std::int64_t>, 3> firstRows;  ///< of each window; empty for sequences
    std::vector<double> series;  ///< first target, original scale, every row; empty for sequences
    TimeAxis time;               ///< of those rows
};

/// Which weights are in use.
struct WeightsInUse {
    std::string name;  ///< as given to Inspector::use
    std::int64_t step = 0;
    Phrase what;           ///< "the best weights, of step 120 in epoch 3"
    double copyShare = 0;  ///< of a film: share of the training time that copying took so far
};

/// A unit of a recurrent layer, all counted from 0. direction 1 is the reverse one.
struct UnitPlace {
    std::int64_t layer = 0, direction = 0, unit = 0;
    friend bool operator==(const UnitPlace&, const UnitPlace&) = default;
};

/// Which window, and what is changed before it is read.
struct WindowRequest {
    WindowPart part = WindowPart::Validation;
    std::int64_t window = 0;     ///< from 0
    std::vector<UnitPlace> off;  ///< these units are held at 0 (ablation)
};

/// The window and what the network makes of it.
struct WindowView {
    WindowPart part = WindowPart::Validation;
    std::int64_t window = 0;
    std::int64_t steps = 0, columns = 0;
    std::int64_t firstRow = -1;  ///< of the series; -1: a sequence
    std::int64_t sequence = -1;  ///< its number in the data, from 0
    std::vector<double> input;   ///< [step][column], as the network reads it; for tokens their numbers
    std::vector<double> past;    ///< [step][target], original scale; forecasts only
    /// Forecast [horizon step][target], original scale; regression [target]; empty for classes
    std::vector<double> truth, answer;
    std::vector<std::int32_t> labels;   ///< one, or one per step for labelling; -1: the data do not say
    std::vector<double> probabilities;  ///< [class], for labelling [step][class]
    double loss = 0;                    ///< the run's own loss of this window alone
};

/// One quantity of one direction of one layer over time. LSTM: i, f, g, o, c, h (input, forget, candidate, output gate,
/// cell state, hidden state); GRU: r, z, n, h (reset, update, candidate, hidden state); RNN: h. z near 1 keeps the old
/// state.
struct GateTrack {
    std::string key;
    std::int64_t units = 0;
    std::vector<float> values;  ///< [step][unit]
    [[nodiscard]] float at(std::int64_t step, std::int64_t unit) const {
        return values[static_cast<std::size_t>(step * units + unit)];
    }
};

using DirectionTracks = std::vector<GateTrack>;
using LayerTracks = std::vector<DirectionTracks>;

struct GateView {
    WindowView window;
    WeightsInUse weights;
    std::vector<LayerTracks> layers;  ///< [layer][direction][quantity]
    /// The same window with all units on; null: none was off
    std::shared_ptr<const WindowView> whole;
    /// Largest difference between this replay's output and that of the model's own implementation, in parts of the
    /// largest output (at least 1)
    double outputGap = 0;
    double seconds = 0;                      ///< that the replay took
    static constexpr double kMaxGap = 1e-5;  ///< the replay stands for the model up to here
    /// Null: there is none.
    [[nodiscard]] const GateTrack* find(std::int64_t layer, std::int64_t direction, const std::string& key) const {
        for (const GateTrack& track : layers[static_cast<std::size_t>(layer)][static_cast<std::size_t>(direction)])
            if (track.key == key) return &track;
        return nullptr;
    }
};

/// The gradient of the window's loss with respect to the states of one direction of one layer.
struct GradientTrack {
    std::vector<double> hidden;  ///< [step] Euclidean norm of dL/dh_t, through all that comes after
    std::vector<double> cell;    ///< [step] of dL/dc_t; empty without a cell state
    /// What the gates alone leave of the gradient at each step on its way from the last one read: the product of the
    /// forget gates (GRU: z) of all steps after it; the geometric mean over the units, and the largest of all units.
    /// Empty for plain RNNs.
    std::vector<double> kept, keptMost;
    /// Effective memory length: the number of steps from the last one read back to the farthest one at which |dL/dh_t|
    /// is still at least kMemoryShare of its largest value. Read by another direction above it, a layer may have its
    /// largest value anywhere.
    std::int64_t memory = 0;
    bool pastWindow = false;  ///< that is the first step read: the memory may be longer than the window
    static constexpr double kMemoryShare = 1e-3;
};

/// How far the answer moves when the input of one step is nudged.
struct NudgePath {
    /// Added to every input of that step, as the network reads it; 0: the token was exchanged for the next one
    double size = 0;
    std::vector<std::int64_t> steps;  ///< ascending; not all where the window is long
    std::vector<double> moved;        ///< Euclidean norm of the difference of the outputs
    std::vector<double> linear;       ///< the same by the linear path alone, all units held at 0; empty: there is none
};

struct GradientView {
    WindowView window;
    WeightsInUse weights;
    std::vector<std::vector<GradientTrack>> layers;  ///< [layer][direction]
    NudgePath nudge;
    double weightGradient = 0;  ///< Euclidean norm of the gradient of all weights for this window
    double clipNorm = 0;        ///< the run's limit for it; 0: none
};

/// Which window of a part.
enum class WindowKind { Hardest, Typical, LargestError };
struct FoundWindow {
    std::int64_t window = 0;
    /// Hardest, typical: mean squared error or cross entropy of the window; largest error: that one, or the probability
    /// of a wrong class
    double value = 0;
    std::int64_t looked = 0, windows = 0;  ///< how many were looked at, of how many
};

/// Units that are on together.
struct UnitQuestion {
    WindowPart part = WindowPart::Validation;
    std::int64_t layer = 0, direction = 0;
    std::string key = "h";            ///< which quantity
    std::vector<std::int64_t> units;  ///< empty: only correlations are asked for
    double threshold = 0.3;
    bool above = true;              ///< on: above the threshold; else below
    std::int64_t maxWindows = 256;  ///< looked at, evenly spread over the part
};
struct UnitMatch {
    /// The longest stretch of that window in which all of the units are on
    std::int64_t window = 0, first = 0, steps = 0;
};
struct UnitAnswer {
    std::int64_t looked = 0, windows = 0;
    std::vector<UnitMatch> matches;  ///< longest first, at most kMaxMatches
    static constexpr std::size_t kMaxMatches = 64;
    double share = 0;  ///< of all steps looked at, in which all of the units are on
    /// What the steps with the units on have in common: per column the mean there less the mean of all steps, in
    /// standard deviations. Inputs, then "hour", "weekday" where the time is known, then the targets, or the class
    std::vector<std::string> columns;
    std::vector<double> difference;  ///< [column]; empty where the units were never on
    /// [unit][column], Pearson, over all steps looked at; NaN where one of the two never changes
    std::vector<double> correlation;
    /// [unit][column]: mean of the quantity over the steps where the column is 1, less its mean over those where it is
    /// 0; NaN where it is never one of the two. A correlation is high for any unit that goes up with the column at all,
    /// trained or not; this says how far it goes
    std::vector<double> contrast;
    std::int64_t units = 0;
};

struct CellWalk;
struct WalkRequest;

/// Looks into one run's network. Everything blocks; one thread at a time. It computes on the CPU with one thread, in
/// the run's precision but at least float32, and never touches a training that goes on.
class Inspector {
public:
    virtual ~Inspector() = default;
    [[nodiscard]] virtual const InspectedRun& run() const = 0;
    [[nodiscard]] virtual const WeightsInUse& weights() const = 0;
    /// "best", "last", the step of a checkpoint, "film" (the newest frame of its film) or "film:120". On failure the
    /// weights stay.
    virtual Result<> use(const std::string& weights) = 0;
    virtual Result<GateView> gates(const WindowRequest& request) = 0;
    virtual Result<GradientView> gradient(const WindowRequest& request, const Progress& progress) = 0;
    virtual Result<FoundWindow> find(WindowKind kind, WindowPart part, const Progress& progress) = 0;
    /// One step of one cell, in float64 (inspect/cell_walk.h).
    virtual Result<CellWalk> walk(const WalkRequest& request) = 0;
    virtual Result<UnitAnswer> units(const UnitQuestion& question, const Progress& progress) = 0;
};

}  // namespace gatelab
