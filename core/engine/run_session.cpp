// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run_session.h"

#include "device/given_up.h"
#include "device/monitor.h"
#include "engine/rank_run.h"
#include "engine/run_monitor.h"
#include "plan/devices.h"
#include "train/failure.h"
#include "train/trainer.h"

#include <chrono>

namespace gatelab {

namespace {

constexpr auto kMonitorEvery = std::chrono::milliseconds(150);

/// The tensors of the run are gone; their memory on a GPU goes back to the driver, so that whoever asks there whether
/// the next run fits sees it free.
void releaseDevice() {
    try {
        releaseCachedMemory(cudaPart().module);
    } catch (const std::exception&) {
        // A lost device has nothing to give back.
    }
}

}  // namespace

InProcessSession::InProcessSession(RunRequest request) : request_(std::move(request)) {
    if (request_.stepsOnce) control_.pause(true), control_.step();
    monitorThread_ = std::jthread([this](const std::stop_token& stop) { monitor(stop); });
    trainingThread_ = std::jthread([this] { train(); });
}

InProcessSession::~InProcessSession() {
    control_.abandon();
    if (trainingThread_.joinable()) trainingThread_.join();
}

void InProcessSession::wait() { done_.wait(false, std::memory_order_acquire); }

void InProcessSession::train() {
    try {
        const PipelineInput input{request_.config,
                                  request_.data,
                                  request_.record.get(),
                                  request_.resumeFrom,
                                  request_.startWeights,
                                  control_,
                                  channel_,
                                  progress_,
                                  state_,
                                  request_.epochSeconds,
                                  request_.shared,
                                  request_.maxThreads};
        auto end = request_.rank.in >= 0       ? runAsFollower(input, request_.rank)
                   : request_.config.ranks > 1 ? runAsFirst(input, request_.ranks ? *request_.ranks : RankSetup())
                                               : runPipeline(input);
        if (end.ok())
            finish({end->state, std::move(end->why), ErrorCode::Internal, std::move(end->scores)});
        else
            finish({end.error().code == ErrorCode::Cancelled ? RunState::Interrupted : RunState::Failed,
                    end.error().phrase, end.error().code});
    } catch (...) {
        const Error error = describeFailure(std::current_exception(), cudaPart().module, progress_.gpu);
        finish({RunState::Failed, error.phrase, error.code});
    }
}

void InProcessSession::finish(RunEnd end) {
    releaseDevice();
    monitorThread_.request_stop();
    if (monitorThread_.joinable()) monitorThread_.join();
    RunReporter reporter(channel_, request_.record.get(), progress_);
    const std::int64_t step = progress_.step, epoch = progress_.epochMicros / 1000000;
    const double seconds = static_cast<double>(progress_.secondMicros) / 1e6;
    if (RunRecord* record = request_.record.get()) {
        // The run did nothing wrong: it can go on from its last checkpoint, on another device too.
        const bool isCutOff = end.state == RunState::Failed && end.code == ErrorCode::DeviceLost;
        auto kept = record->setState(isCutOff ? RunState::Interrupted : end.state, step, epoch, seconds);
        if (kept.ok()) kept = record->flush();
        reporter.check(kept);
        if (!kept.ok() && end.state == RunState::Finished) {  // its record says that it was interrupted
            end.state = RunState::Failed;
            end.code = kept.error().code;
            end.why = kept.error().phrase;
        }
    }
    const RunState state = end.state;
    reporter.event({std::move(end), step, epoch, seconds});
    request_.record.reset();  // the run's folder is free before anyone hears of the end
    state_.store(state, std::memory_order_release);
    done_.store(true, std::memory_order_release);
    done_.notify_all();
}

void InProcessSession::monitor(const std::stop_token& stop) {
    try {
        RunMonitor monitor(progress_, channel_, request_.record.get());
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        while (!wake.wait_for(lock, stop, kMonitorEvery, [] { return false; }) && !stop.stop_requested())
            monitor.look();
        monitor.look();  // a run may be shorter than the time between two looks
        monitor.close();
    } catch (const std::exception&) {
        // A run without its memory chart is better than no run.
    }
}

}  // namespace gatelab
