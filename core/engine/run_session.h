// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "observe/metric_tap.h"
#include "session/engine.h"
#include "store/workspace.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace gatelab {

/// A run in this process: a training thread that owns everything that trains, and a monitor thread that watches memory
/// and devices. Exceptions stop at the training thread's door and become a Finished event with state Failed.
/// Destruction abandons and joins.
class InProcessSession final : public RunSession {
public:
    explicit InProcessSession(RunRequest request);
    ~InProcessSession() override;
    InProcessSession(const InProcessSession&) = delete;
    InProcessSession& operator=(const InProcessSession&) = delete;

    RunControl& control() override { return control_; }
    MetricChannel& channel() override { return channel_; }
    [[nodiscard]] RunState state() const override { return state_.load(std::memory_order_acquire); }
    [[nodiscard]] bool done() const override { return done_.load(std::memory_order_acquire); }
    void wait() override;

private:
    void train();
    void monitor(const std::stop_token& stop);
    void finish(RunEnd end);

    RunRequest request_;
    RunControl control_;
    MetricChannel channel_;
    RunProgress progress_;
    std::atomic<RunState> state_{RunState::Preparing};
    std::atomic<bool> done_{false};
    std::jthread monitorThread_, trainingThread_;  ///< last: started when all else is there
};

}  // namespace gatelab
