// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "baselines/class_scores.h"
#include "config/config_difference.h"
#include "run/checkpoint_reason.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gatelab {

enum class RunState { Queued, Preparing, Running, Paused, Stopping, Finished, Failed, Interrupted };

/// A process trains it, or is about to begin or to end it.
inline bool isGoingOn(RunState state) {
    return state == RunState::Preparing || state == RunState::Running || state == RunState::Paused ||
           state == RunState::Stopping;
}

/// Scores of one forecaster on the test windows.
struct TestScore {
    std::string method;  ///< "model" or a baseline's key
    std::string scale;   ///< "original" or "standardised"
    std::string metric;  ///< a key of scores(), or of one quantile (heldout_scores.h)
    double value = 0;
};

/// A validation window with the forecast made after some epoch, on the original scale; of a task whose sequences have
/// numbers: some of the sequences of the validation part in the order of their truth, and no past; of classes: which
/// one was taken for which in the whole part, and nothing else but the epoch.
struct ForecastPreview {
    static constexpr const char* kName = "preview";
    std::int64_t window = 0, windows = 0;  ///< which validation window of how many
    std::int64_t originRow = 0;            ///< last observed row
    std::int64_t epoch = 0;
    std::string target;
    std::vector<double> past;      ///< rows originRow - past.size() + 1 .. originRow
    std::vector<double> truth;     ///< steps 1..horizon
    std::vector<double> forecast;  ///< the same steps
    std::vector<double> baseline;  ///< the same steps
    ConfusionMatrix confusion;     ///< of classes
    std::string baselineMethod{};  ///< a baseline's key; empty: "seasonal-naive", as in older records
};

/// How the values of one thing in the network were spread at some step.
struct LayerHistogram {
    std::string what;          ///< input_weights, recurrent_weights, gates, output; of the head: head_weights
    std::int64_t layer = 0;    ///< recurrent layer, from 0; the head: their number
    double low = 0, high = 0;  ///< ends of the bins, which are equally wide
    std::vector<double> counts;
};

/// What a run was trained on, and where, so that another one can be told to be the same or not (its settings have an
/// identity of their own, see config_identity.h). Empty members: not known (runs of older programs).
struct RunIdentity {
    std::string data;                 ///< SHA-256 of the file's bytes, or of the description of a built-in series
    std::string trainFile, testFile;  ///< of sequences that came in two files
    std::string gatelab, system, processor, driver;  ///< versions and names; driver: of the GPU, empty without one
};

/// What the run is made of, known once it is prepared.
struct RunPlanInfo {
    static constexpr const char* kName = "planned";
    std::string device;          ///< "NVIDIA H100", or the processor's name
    Phrase deviceReason;         ///< why not CUDA, when it runs on the CPU
    std::string implementation;  ///< row that runs the recurrent layer
    std::string precision;
    std::int64_t threads = 1;
    std::int64_t parameters = 0;
    std::int64_t trainWindows = 0, validationWindows = 0, testWindows = 0;
    std::int64_t stepsPerEpoch = 0, totalSteps = 0;
    double forecastBytes = 0;
    /// That the process held before the run and no forecast counts: a window; left out of what is measured, too
    double besideBytes = 0;
    /// Of training per epoch, said before the run; 0: the run says it itself, from its first steps
    double forecastEpochSeconds = 0;
    /// Bytes: weights, gradients, optimiser, activations, workspace, data (tensors), data tables, framework, spare
    /// (run/forecast_parts.h)
    std::vector<double> forecastByCause;
    std::string engine;  ///< versions
    std::string unit;    ///< of the targets on the original scale; empty: not known, or they differ
    RunIdentity identity;
};

/// The run is in another state from here on; its end has more to say (RunEnd).
struct StateChange {
    static constexpr const char* kName = "state";
    RunState state = RunState::Preparing;
};

struct EpochEnd {
    static constexpr const char* kName = "epoch";
    double validationLoss = std::numeric_limits<double>::quiet_NaN();  ///< NaN: there is no validation part
};

/// The weights of this step are the best so far, and kept.
struct NewBest {
    static constexpr const char* kName = "best";
    double validationLoss = std::numeric_limits<double>::quiet_NaN();
};

struct SavedCheckpoint {
    static constexpr const char* kName = "checkpoint";
    std::string folder;  ///< its name
    CheckpointReason reason = CheckpointReason::Unknown;
};

/// A person changed a setting (changeMarker() in run_change.h makes it).
struct RunMarker {
    static constexpr const char* kName = "marker";
    Phrase text;  ///< "learning_rate = 3e-04"
    /// Records of older programs do not tell what it was: there `from` is `to`, and noteRunChange() finds it. Nothing:
    /// the text is a note, or of a setting that this version does not have.
    std::optional<ConfigChange> change = {};
};

struct RunWarning {
    static constexpr const char* kName = "warning";
    Phrase text;
    ErrorCode code = ErrorCode::Internal;  ///< of the error behind it; to who watches in this process, not kept
    /// It comes just before the run pauses by itself, until its checkpoint can be written; the text is kWaitsForDisk
    bool waitsForDisk = false;
};
/// Has the problem at %1. Records of older programs tell such a warning by this text alone.
inline constexpr Text kWaitsForDisk =
    GATELAB_TEXT("RunEvent",
                 "the run waits because its checkpoint cannot be written: %1; nothing is lost; it goes on by itself "
                 "when there is room, or when you continue it");

/// Scores of the baselines on the validation part.
struct ValidationBaselines {
    static constexpr const char* kName = "baselines";
    std::vector<TestScore> scores;
};

struct RunEnd {
    static constexpr const char* kName = "finished";
    RunState state = RunState::Finished;  ///< Finished, Failed or Interrupted
    Phrase why = {};
    ErrorCode code = ErrorCode::Internal;  ///< where it failed
    std::vector<TestScore> scores = {};    ///< on the test part: of the model and of the baselines
};

struct LayerHistograms {
    static constexpr const char* kName = "histograms";
    std::vector<LayerHistogram> layers;
};

/// Something made the timing doubtful, up to the time of the event.
struct DisturbedTiming {
    static constexpr const char* kName = "disturbed";
    double began = 0;  ///< seconds of training
    Phrase cause;
};

/// Which class was taken for which in the test part.
struct TestConfusion {
    static constexpr const char* kName = "confusion";
    ConfusionMatrix matrix;
};

/// How far the work on the test part is; told to who watches, not kept.
struct ScoringProgress {
    static constexpr const char* kName = "scoring";
    double share = 0;  ///< done of this work, 0 to 1
    Phrase work;
};

/// Something that happens seldom and must not be lost.
struct RunEvent {
    /// Each has at kName its name in files and JSON.
    using What = std::variant<StateChange, RunPlanInfo, EpochEnd, NewBest, SavedCheckpoint, ForecastPreview, RunMarker,
                              RunWarning, ValidationBaselines, RunEnd, LayerHistograms, DisturbedTiming, TestConfusion,
                              ScoringProgress>;
    What what;
    std::int64_t step = 0, epoch = 0;  ///< the epoch that the step belongs to, from 1; 0 before the first step
    double seconds = 0;                ///< training time since the start, pauses left out
    double wall = 0;                   ///< seconds since 1970 UTC

    /// Null: it is something else.
    template <class T>
    [[nodiscard]] const T* as() const {
        return std::get_if<T>(&what);
    }
    template <class T>
    [[nodiscard]] T* as() {
        return std::get_if<T>(&what);
    }
    template <class T>
    [[nodiscard]] bool is() const {
        return std::holds_alternative<T>(what);
    }
};

}  // namespace gatelab
