// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/device_schedule.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace gatelab {

/// Scalars of a step that stay on the device.
struct StepValues {
    at::Tensor loss, norm;
};

/// Values of steps in a row: of a table [steps, 2] (loss, norm; float64) those from `first` on, which stay until the
/// same step of the next epoch.
struct StepRows {
    at::Tensor table;
    std::int64_t first = 0;
};

/// What the schedule gives one step, beside its place.
struct FeedRow {
    ScheduledStep scheduled;
    std::int64_t teacher = 0;  ///< teacherThresholdOf (nn/model.h); where nobody is taught, any number
    bool operator==(const FeedRow& other) const {
        return scheduled.rate == other.scheduled.rate && scheduled.momentum == other.scheduled.momentum &&
               teacher == other.teacher;
    }
};

/// What the recorded steps of an epoch read and write, on their device and always in the same tensors: the order of the
/// examples, what the schedule gives each step, and which step is the next one, which a step moves on by itself. So
/// launch may follow on launch with nothing in between: the host sends an order once per epoch, the schedule's numbers
/// where they are not those that lie there, and the place where single steps were computed since. Owned by who launches
/// the steps; used on its thread and stream.
class EpochFeed {
public:
    struct Shape {
        std::int64_t steps = 1;            ///< of an epoch, a last one with fewer examples included
        std::int64_t examplesPerStep = 1;  ///< of all others
        std::int64_t batchesPerStep = 1;
        bool draws = false;    ///< steps draw random numbers, which are counted by batches over the whole run
        bool teaches = false;  ///< a teacher among them
    };
    /// `orders`, `schedule`: types of the order and of rate and momentum, both of the steps' device.
    EpochFeed(const Shape& shape, const at::TensorOptions& orders, const at::TensorOptions& schedule);
    EpochFeed(const EpochFeed&) = delete;
    EpochFeed& operator=(const EpochFeed&) = delete;

    /// Before `count` steps from `step` (0-based in its epoch) on are launched: makes sure that they find what is
    /// theirs. `firstBatch`: of the step, over the whole run; `rowOf`: of any step of the epoch. Does not wait.
    void place(std::int64_t epoch, std::int64_t step, std::int64_t count, std::int64_t firstBatch,
               const at::Tensor& order, const std::function<FeedRow(std::int64_t step)>& rowOf);

    /// For what is recorded, of the step whose turn it is: its examples, `count` of them,
    [[nodiscard]] at::Tensor order(std::int64_t count) const;
    /// what the schedule gives it,
    [[nodiscard]] DeviceStep now() const;
    /// and its end: keeps its values, and the next one's turn it is.
    void finish(const StepValues& values) const;

    [[nodiscard]] const at::Tensor& values() const { return values_; }  ///< see StepRows

private:
    void send(std::int64_t from, const std::function<FeedRow(std::int64_t)>& rowOf);

    Shape shape_;
    at::Tensor order_;            ///< [steps, examples per step]
    at::Tensor table_, teacher_;  ///< [steps, 2] rate and momentum; int64 [steps], undefined where nobody teaches
    at::Tensor place_, advance_;  ///< int64 [2]: step of the epoch and its first batch; what a step adds to them
    at::Tensor numbers_;          ///< int64 [steps]: 0, 1, 2, ...
    at::Tensor values_;
    // What lies there, or will once all that was launched is done
    std::vector<FeedRow> rows_;
    std::int64_t epoch_ = -1, step_ = 0, firstBatch_ = 0;
};

}  // namespace gatelab
