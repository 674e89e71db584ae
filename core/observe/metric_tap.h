// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "observe/layer_health.h"
#include "observe/step_ring.h"
#include "run/metric_channel.h"
#include "step/epoch_feed.h"
#include "store/workspace.h"

#include <ATen/core/Tensor.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace gatelab {

/// The batches of one optimiser step.
struct StepPlace {
    std::int64_t epoch = 0;     ///< 0-based
    std::int64_t position = 0;  ///< first batch of the step in its epoch
    std::int64_t batches = 1;   ///< accumulated in the step
};

/// Where a run stands, readable from the monitor thread while the training thread writes it.
struct RunProgress {
    std::atomic<std::int64_t> step{0}, epochMicros{0}, secondMicros{0};
    std::atomic<std::uint16_t> piece{0};
    std::atomic<int> threads{0};   ///< that it trains with; 0: it is being prepared
    std::atomic<int> gpu{kNoGpu};  ///< index of the GPU that it computes on, once that is chosen
    static constexpr int kNoGpu = -1;
};

/// Seconds since 1970 UTC.
double wallSeconds();

/// Training time: runs from construction on, stands still while paused. A clock of the machine that jumps does not move
/// it. Training thread.
class TrainingClock {
public:
    explicit TrainingClock(double already = 0) : already_(already) {}
    [[nodiscard]] double seconds() const;
    void pause();
    void resume();
    [[nodiscard]] bool running() const { return running_; }

private:
    using Clock = std::chrono::steady_clock;
    double already_;
    bool running_ = true;
    Clock::time_point since_ = Clock::now();
};

/// Where the numbers of a run go: the channel of the watcher and the run's own record (null: nothing is kept). A record
/// that cannot be written is said once, as a warning; training goes on. Training thread.
class RunReporter {
public:
    RunReporter(MetricChannel& channel, RunRecord* record, RunProgress& progress,
                std::atomic<RunState>* state = nullptr)
        : channel_(channel), record_(record), progress_(progress), state_(state) {}
    /// Completes time, then passes on and keeps.
    void metrics(std::vector<MetricSample> samples);
    void event(RunEvent event);
    /// Tells who watches, and keeps nothing.
    void notify(RunEvent event);
    /// What the record said; ok counts as nothing.
    void check(const Result<>& result);
    [[nodiscard]] RunRecord* record() const { return record_; }
    [[nodiscard]] RunProgress& progress() const { return progress_; }

private:
    MetricChannel& channel_;
    RunRecord* record_;
    RunProgress& progress_;
    std::atomic<RunState>* state_;  ///< follows State events; may be null
    bool warned_ = false;
};

/// Values of every step: kept in a ring on the device and read back in blocks by wall clock, so that neither a step nor
/// the host waits for the device and none is skipped; those of the CPU are read at once and their memory is
/// free for the next step. A step's time is when it was done, which on a device is later than when it was given.
/// Training thread.
class MetricTap {
public:
    /// `ring` empty: made with the first step whose values are on a device.
    explicit MetricTap(RunReporter& reporter, std::optional<StepRing> ring = {})
        : reporter_(reporter), ring_(std::move(ring)) {}
    /// Of a step that several ranks computed.
    struct RankFigures {
        double bytes = 0;    ///< that rank 0 sent and received
        double waiting = 0;  ///< share of the step, mean over the ranks
        double slowest = 0;  ///< the rank whose blocks took longest
    };
    struct Step {
        std::int64_t step = 0;  ///< steps done, this one included
        StepPlace place;
        double epoch = 0, seconds = 0, rate = 0;
        std::int64_t samples = 0;
        at::Tensor loss, norm;                ///< undefined once read
        std::optional<double> momentum = {};  ///< where it cycles
        double lossValue = 0, normValue = 0;
        double aside = 0;  ///< seconds before it that were no training
        std::optional<RankFigures> ranks = {};
    };
    /// Without tensors its values are those that it has.
    void note(Step step);
    /// Steps that were launched as one.
    void note(std::span<const Step> steps, const StepRows& values);
    /// So much of the time since the step noted last was no training: an evaluation, a checkpoint. It is no part of a
    /// rate.
    void leaveOut(double seconds) { aside_ += seconds; }
    /// What was seen in the layers after the step noted last.
    void note(LayerLook look);
    /// Reads what has come, and asks for more when enough time or steps have gathered.
    void readIfDue();
    /// Reads everything. Waits for the device.
    void read();
    /// Reads everything and gives the rate of the steps that none has been given of yet.
    void close();
    /// The first step whose loss or gradient norm was not finite; nothing: none so far.
    [[nodiscard]] const std::optional<Step>& firstBad() const { return firstBad_; }
    /// The learning rate is written only when it differs from the one written last; a resumed run goes on from there.
    [[nodiscard]] double lastRate() const { return lastRate_; }
    void setLastRate(double rate) { lastRate_ = rate; }

private:
    [[nodiscard]] double now() const;
    void keep(Step step);
    void ask();
    void receive();
    void deliver(std::vector<Step> steps);
    void countForRate(const Step& step);
    void addRanks(std::vector<MetricSample>& samples, const Step& step);
    void addThroughput(std::vector<MetricSample>& samples, double minSeconds);
    void readLooks(std::vector<MetricSample>& samples);
    RunReporter& reporter_;
    std::optional<StepRing> ring_;
    std::vector<Step> pending_;  ///< those of a ring: on their way first
    std::size_t onTheirWay_ = 0;
    std::chrono::steady_clock::time_point noted_;  ///< when the last step was
    double notedSeconds_ = 0;
    Step latest_;  ///< of those read
    std::deque<std::pair<Step, LayerLook>> looks_;
    std::chrono::steady_clock::time_point lastRead_ = std::chrono::steady_clock::now();
    double lastRate_ = -1, rateSince_ = -1;
    /// Seconds without training since the step noted last, and before it since rateSince_
    double aside_ = 0, leftOut_ = 0;
    std::int64_t stepsSince_ = 0, samplesSince_ = 0;
    bool rated_ = false;
    std::optional<Step> firstBad_;
};

}  // namespace gatelab
