// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "baselines/class_scores.h"
#include "config/config_difference.h"
#include "run/checkpoint_reason.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

enum class RunState { Queued, Preparing, Running, Paused, Stopping, Finished, Failed, Interrupted };

/// Scores of one forecaster on the test windows.
struct TestScore {
    std::string method;  ///< "model" or a baseline's key
    std::string scale;   ///< "original" or "standardised"
    std::string metric;  ///< a key of scores(), or of one quantile (test_scores.h)
    double value = 0;
};

/// A validation window with the forecast made after some epoch, on the original scale; of a task whose sequences have
/// numbers: some of the sequences of the validation part in the order of their truth, and no past.
struct ForecastPreview {
    std::int64_t window = 0, windows = 0;  ///< which validation window of how many
    std::int64_t originRow = 0;            ///< last observed row
    std::int64_t epoch = 0;
    std::string target;
    std::vector<double> past;      ///< rows originRow - past.size() + 1 .. originRow
    std::vector<double> truth;     ///< steps 1..horizon
    std::vector<double> forecast;  ///< the same steps
    std::vector<double> baseline;  ///< seasonal naive
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

/// A Warning of this comes just before a run pauses by itself; one that a person pauses waits for nothing.
inline constexpr Text kWaitsForDisk =
    GATELAB_TEXT("RunEvent",
                 "the run waits because its checkpoint cannot be written: %1; nothing is lost; it goes on by itself "
                 "when there is room, or when you continue it");

/// Something that happens seldom and must not be lost. Which members count depends on the kind.
struct RunEvent {
    enum class Kind {
        Planned,
        State,
        EpochEnd,
        Best,
        Checkpoint,
        Preview,
        Marker,
        Warning,
        Baselines,
        Finished,
        Histograms,
        Disturbed,
        Confusion,
        Scoring
    };
    Kind kind = Kind::State;
    std::int64_t step = 0, epoch = 0;  ///< the epoch that the step belongs to, from 1; 0 before the first step
    double seconds = 0, wall = 0;
    RunState state = RunState::Preparing;  ///< State, Finished (Finished, Failed, Interrupted)
    /// EpochEnd and Best: validation loss (NaN: no validation part); Disturbed: seconds of training at which it began,
    double value = 0;
    ///< `seconds` being its end; Scoring: share that is done of the work on the test part (`text`); told to who
    ///< watches, not kept
    /// Marker: of a change "learning_rate = 3e-04"; Warning; Checkpoint: file; Finished: why; Disturbed: what made the
    /// timing doubtful
    Phrase text;
    /// Marker of a setting that was changed (changeMarker() in run_change.h makes it). Records of older programs do not
    /// tell what it was: there `from` is `to`, and noteRunChange() finds it
    std::optional<ConfigChange> change;
    RunPlanInfo plan;                        ///< Planned
    ForecastPreview preview;                 ///< Preview; of classes its epoch alone
    std::vector<TestScore> scores;           ///< Baselines (validation), Finished (test: model and baselines)
    std::vector<LayerHistogram> histograms;  ///< Histograms
    /// Confusion: of the test part; Preview of a task with classes: of the validation part
    ConfusionMatrix confusion;
    ErrorCode code = ErrorCode::Internal;                 ///< Finished with state Failed
    CheckpointReason reason = CheckpointReason::Unknown;  ///< Checkpoint: why it was kept
};

}  // namespace gatelab
