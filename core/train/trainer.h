// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "observe/film_tap.h"
#include "observe/layer_health.h"
#include "observe/timeline_tap.h"
#include "observe/training_costs.h"
#include "step/batch_team.h"
#include "step/cpu/cpu_step.h"
#include "step/evaluator.h"
#include "step/fused_update.h"
#include "step/loss_scaler.h"
#include "step/objective.h"
#include "step/pipeline_step.h"
#include "step/recorded_evaluation.h"
#include "step/weight_copies.h"
#include "step/xla/xla_step.h"
#include "train/recorded_steps.h"
#include "train/stop_with_error.h"
#include "train/train_end.h"
#include "train/training_checkpoints.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

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
    TrainingCheckpoints::Save save;  ///< keeps a checkpoint, with a new best where `best`
    std::function<void(std::int64_t epoch)> afterEpoch;  ///< previews; empty: none
    /// Steps are recorded and launched as graphs; empty: one operation after the other
    RecordedSteps::MakeGraph makeGraph;
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
    double minGain = 0;
    /// Keeps copies of the weights where they are asked for; null: nobody can
    FilmTap* film = nullptr;
    CpuStep* whole = nullptr;  ///< computes the steps; null: LibTorch does
    /// Shares the steps of `whole` or `pipeline`; null: it trains alone. Only rank 0 saves, evaluates and looks into
    /// the layers
    RankExchange* ranks = nullptr;
    TimelineTap* timeline = nullptr;   ///< records steps where somebody asks for it; null: nobody can
    XlaStep* xla = nullptr;            ///< computes the steps on an XLA device; null: this machine does
    PipelineStep* pipeline = nullptr;  ///< computes the gradients layer by layer; null: all at once
};

/// The training loop of one run: one optimiser step at a time, in the order that the batcher gives, under the remote
/// control. Owned and used by the training thread. Throws StopWithError when training cannot go on; weights are then
/// those of the last finite step.
class Trainer {
public:
    Trainer(TrainerParts parts, std::int64_t threads);
    Trainer(const Trainer&) = delete;
    Trainer& operator=(const Trainer&) = delete;

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
    [[nodiscard]] const TrainingPosition& position() const { return position_; }
    [[nodiscard]] const XlaStep* xla() const { return parts_.xla; }
    /// XlaStep::forecast of the next step; nothing without an XLA device.
    std::optional<MemoryForecast> xlaForecast();

private:
    /// What the remote control asks for, of all ranks alike.
    RunDirective nextDirective();
    /// A rank that leaves record, checkpoints and evaluations to rank 0.
    [[nodiscard]] bool isFollower() const { return parts_.ranks != nullptr && !parts_.ranks->isFirst(); }
    std::optional<TrainEnd> apply(RunDirective directive);
    void enterPause();
    /// False: it cannot be changed now, or not to that.
    bool applyChange(const LiveChange& change);
    bool extend(std::int64_t epochs);
    void trainStep();
    void releaseBuffers();
    void lookInside();
    StepValues computeStep(const StepSpan& span, const RecordedSteps::PartBatch& batch, const DeviceStep& now);
    /// All recordings, which are made again. False: there was none.
    bool dropRecordings();
    /// What takes memory of its own beside the recorded steps: where it does not suffice, they make room, and `compute`
    /// is called once more.
    template <typename Compute>
    auto besideRecorded(const Compute& compute);
    void computeWhole(const StepSpan& span, const ScheduledStep& scheduled);
    void computeXla(const StepSpan& span, const ScheduledStep& scheduled);
    /// The values of the steps on the XLA device, as far as they are known.
    void readXla();
    /// Where the XLA device has held more than was told.
    void tellXlaMemory();
    /// All values of all steps. Waits for the device.
    void readAll();
    /// The newest weights and state into model and optimiser.
    void fetchWeights();
    [[nodiscard]] std::optional<MetricTap::RankFigures> rankFigures(double stepSeconds);
    void tellOfRanks();
    bool launchRecorded(const StepSpan& span);
    [[nodiscard]] bool isTimed() const { return parts_.timeline != nullptr && parts_.timeline->isRecording(); }
    MetricTap::Step stepDone(const StepSpan& span, const ScheduledStep& scheduled);
    void addGradients(const Batch& batch, std::int64_t part, std::int64_t samples, const DeviceStep& now,
                      at::Tensor& loss);
    at::Tensor refuseNonFinite(const StepPlace& place, const at::Tensor& loss, at::Tensor& norm);
    void refuseNonFinite(const StepPlace& place, double loss, double norm);
    void failIfNonFinite();
    [[noreturn]] void failNonFinite(std::int64_t step, const StepPlace& place);
    bool evaluateNow();
    /// On the validation part; of a follower what rank 0 came to.
    Evaluation evaluateOnce(bool keepsForecasts);
    /// What a start that was fitted is worth: it may be the best there is.
    void judgeStart();
    void endEpoch();
    void noteEvaluation(const Evaluation& evaluation);
    void noteBest(double validation);
    [[nodiscard]] bool hasBest() const { return counters_.bestStep >= 0; }
    void saveIfDue(bool epochEnded);
    /// What the exchange between the ranks puts off is with all of them: they save together.
    [[nodiscard]] bool savesTogether() const { return parts_.ranks != nullptr && parts_.ranks->memory() != nullptr; }
    std::optional<CheckpointReason> dueTogether(bool epochEnded);
    void gatherPutOff();
    Result<> restorePutOff(const TrainingState& state);
    void save(CheckpointReason reason);
    void keepState(CheckpointReason reason);
    void post(RunEvent::What what) { parts_.reporter.event(position_.event(std::move(what))); }
    void postState(RunState state) { position_.postState(parts_.reporter, state); }

    TrainerParts parts_;
    Model& model_;
    ExperimentConfig config_;  ///< with live changes
    TrainingClock clock_;
    TrainingCounters counters_;
    TrainingPosition position_;
    Optimiser optimiser_;
    FusedUpdate fusedUpdate_;
    LossScaler scaler_;
    at::Tensor stopped_;  ///< see leftOut; undefined on the CPU
    /// Windows of the looks inside, and of which epoch: by blocks the place of a step is not that of these.
    at::Tensor looked_;
    std::int64_t lookedEpoch_ = -1;
    MetricTap tap_;
    LayerHealth health_;
    WeightCopies copies_;
    TrainingCosts costs_;
    TrainingCheckpoints checkpoints_;
    RecordedSteps recorded_;
    RecordedEvaluation recordedEvaluation_;
    bool isUpdating_ = false;             ///< the step under way has begun to change the weights
    bool hasMadeRoom_ = false;            ///< that was said
    std::vector<MetricTap::Step> onXla_;  ///< whose values are to be read
    double readXlaAt_ = 0, xlaPeak_ = 0;
    ModelState carried_;
    /// What the exchange between the ranks has put off, as it was when it was gathered, by its name in the state
    std::map<std::string, RawTensor> putOff_;
    bool stopEarly_ = false;
};

}  // namespace gatelab
