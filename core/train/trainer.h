// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/checkpoint_reason.h"
#include "run/run_control.h"
#include "train/batch_team.h"
#include "train/batcher.h"
#include "train/epoch_calibration.h"
#include "train/evaluator.h"
#include "train/film_tap.h"
#include "train/layer_health.h"
#include "train/loss_scaler.h"
#include "train/metric_tap.h"
#include "train/objective.h"
#include "train/optimizers.h"
#include "train/step_graph.h"
#include "train/step_phases.h"
#include "train/stepwise_curve.h"
#include "train/training_state.h"
#include "train/whole_step.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace gatelab {

/// How training ended.
enum class TrainEnd { Finished, Stopped, Abandoned };

/// What a trainer works with; all outlive it.
struct TrainerParts {
    const TrainPlan& plan;
    Objective& objective;
    Batcher& batcher;
    const ExampleSource& validation;  ///< may be empty
    RunReporter& reporter;
    RunControl& control;
    StepPhases& phases;
    double forecastTensorBytes = 0;  ///< what the memory forecast said of this run's tensors; 0: none was made
    /// Keeps a checkpoint, with a new best where `best`
    std::function<Result<>(const TrainingState&, CheckpointReason reason, bool best)> save;
    std::function<void(std::int64_t epoch)> afterEpoch;  ///< previews; empty: none
    /// Steps are recorded and launched as graphs; empty: one operation after the other
    std::function<std::unique_ptr<DeviceGraph>()> makeGraph;
    /// Its threads share each batch; null: this thread alone, with LibTorch's own
    BatchTeam* team = nullptr;
    /// Said before the run; 0: the run says it itself, from its first steps
    double forecastEpochSeconds = 0;
    /// With the answers of the validation part; empty: nobody asks for them
    std::function<void(const Evaluation&, std::int64_t epoch)> afterValidation = {};
    /// The linear path was fitted just now: the start is judged before the first step, and may stay the best
    bool isFitted = false;
    /// Share of the start's validation loss by which a later one must be lower to be better than it, where the linear
    /// path is fitted
    double leastGain = 0;
    /// Keeps copies of the weights where they are asked for; null: nobody can
    FilmTap* film = nullptr;
    WholeStep* whole = nullptr;  ///< computes the steps; null: LibTorch does
};

/// The training loop of one run: one optimiser step at a time, in the order that the batcher gives, under the remote
/// control. Owned and used by the training thread. Throws StopWithError when training cannot go on; weights are then
/// those of the last finite step.
class Trainer {
public:
    Trainer(TrainerParts parts, std::int64_t threads);

    /// Goes on from a saved state. Fails when the state belongs to another model.
    Result<> restore(const TrainingState& state);
    /// Until the plan is done, an early stop, or a word from the control.
    TrainEnd run();
    /// Why it ended before its plan and which weights are kept; empty: the plan is done and its last weights are the
    /// best.
    [[nodiscard]] Phrase describeEnd(TrainEnd end) const;
    /// The weights with the best validation loss (the running mean where that is on) into the model.
    void loadBest();
    [[nodiscard]] TrainingState capture() const;
    [[nodiscard]] const TrainingCounters& counters() const { return counters_; }
    [[nodiscard]] const ExperimentConfig& config() const { return config_; }
    [[nodiscard]] std::int64_t stepsPerEpoch() const;
    [[nodiscard]] std::int64_t totalSteps() const;

private:
    std::optional<TrainEnd> apply(RunDirective directive);
    void enterPause();
    /// False: it cannot be changed now, or not to that.
    bool applyChange(const LiveChange& change);
    bool extend(std::int64_t epochs);
    /// Where the next step reads its batches.
    struct StepSpan {
        std::int64_t parts = 1, samples = 0;
    };
    using PartBatch = std::function<Batch(std::int64_t part)>;
    void trainStep();
    void makeRoom();
    void lookInside();
    [[nodiscard]] StepSpan nextSpan() const;
    StepValues computeStep(const StepSpan& span, const PartBatch& batch, const DeviceStep& now);
    void computeWhole(const StepSpan& span, const ScheduledStep& scheduled);
    MetricTap::Step stepDone(const StepSpan& span, const ScheduledStep& scheduled);
    void addGradients(const Batch& batch, std::int64_t part, std::int64_t samples, const DeviceStep& now,
                      at::Tensor& loss);
    void placeDraws(DeviceSchedule& schedule) const;
    [[nodiscard]] std::int64_t graphStepsNow(const StepSpan& span) const;
    bool launchGraph(const StepSpan& span);
    void dropGraphs();
    StepGraph* recordedGraph(const StepSpan& span, std::int64_t steps);
    [[nodiscard]] StepPlace placeOf(const StepSpan& span) const {
        return {counters_.epoch, counters_.position, span.parts};
    }
    at::Tensor refuseNonFinite(const StepPlace& place, const at::Tensor& loss, at::Tensor& norm);
    void refuseNonFinite(const StepPlace& place, double loss, double norm);
    void failIfNonFinite();
    [[noreturn]] void failNonFinite(std::int64_t step, const StepPlace& place);
    void updateAverage(const at::Tensor& leftOut);
    void swapAverage();
    bool evaluateNow();
    /// What a start that was fitted is worth: it may be the best there is.
    void judgeStart();
    [[nodiscard]] Phrase describeGain() const;
    [[nodiscard]] Phrase describePlainEnd(TrainEnd end) const;
    void endEpoch();
    void noteEvaluation(const Evaluation& evaluation);
    void noteBest(double validation);
    [[nodiscard]] bool hasBest() const { return counters_.bestStep >= 0; }
    void saveIfDue(bool epochEnded);
    void save(CheckpointReason reason);
    void keepState(CheckpointReason reason);
    void noteStepPeak();
    void noteCosts(bool always);
    void noteEpochTime();
    void noteStepTime();
    void forecastEpoch();
    void sayEpochForecast(const EpochTime& time);
    Result<> waitForDisk(const TrainingState& state, CheckpointReason reason, Error problem);
    void post(RunEvent::What what);
    void postState(RunState state);
    [[nodiscard]] double epochsDone() const;
    [[nodiscard]] std::int64_t batchesPerStep() const { return std::max<std::int64_t>(1, config_.accumulate); }
    [[nodiscard]] bool planDone() const {
        return counters_.epoch >= config_.epochs || (config_.maxSteps > 0 && counters_.step >= config_.maxSteps);
    }

    TrainerParts parts_;
    Model& model_;
    ExperimentConfig config_;  ///< with live changes
    Optimiser optimiser_;
    LossScaler scaler_;
    at::Tensor stopped_;  ///< see leftOut; undefined on the CPU
    /// Recorded so far; empty after a change of settings that they hold
    std::vector<std::unique_ptr<StepGraph>> graphs_;
    MetricTap tap_;
    LayerHealth health_;
    StepwiseCurve stepPeaks_;
    TrainingClock clock_;
    TrainingCounters counters_;
    std::vector<at::Tensor> best_, average_;  ///< copies of the parameter buffers; best_ holds some once hasBest()
    ModelState carried_;
    bool evaluated_ = false;  ///< in this process
    bool stopEarly_ = false, bestUnsaved_ = false, diskGivenUp_ = false, unsaved_ = false;
    double lastSave_ = 0, lastCosts_ = 0;
    double peakUnjudged_ = 0;  ///< MiB; the forecast has not been held against it yet
    /// When this step and this epoch began; negative: not in this process
    double stepBegan_ = 0, epochSeconds_ = -1;
    std::int64_t stepsHere_ = 0, stepsTimed_ = 0;  ///< steps of this process
    EpochCalibration calibration_;
    bool epochForecast_ = false;  ///< said
};

/// Thrown by the trainer and caught at the training thread's door.
struct StopWithError {
    Error error;
};

}  // namespace gatelab
