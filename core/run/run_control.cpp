// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run_control.h"

#include <utility>

namespace gatelab {

void RunControl::pause(bool on) {
    const std::lock_guard lock(mutex_);
    paused_ = on;
    steps_ = 0;
    asked_.store(true, std::memory_order_release);
    wake_.notify_all();
}

void RunControl::step() {
    const std::lock_guard lock(mutex_);
    steps_ = paused_ ? steps_ + 1 : 0;
    paused_ = true;
    asked_.store(true, std::memory_order_release);
    wake_.notify_all();
}

void RunControl::stop() {
    const std::lock_guard lock(mutex_);
    ++stops_;
    asked_.store(true, std::memory_order_release);
    wake_.notify_all();
}

void RunControl::abandon() {
    const std::lock_guard lock(mutex_);
    abandon_ = true;
    asked_.store(true, std::memory_order_release);
    wake_.notify_all();
}

void RunControl::change(LiveChange change) {
    const std::lock_guard lock(mutex_);
    changes_.push_back(std::move(change));
    asked_.store(true, std::memory_order_release);
    wake_.notify_all();
}

void RunControl::runMoreEpochs(std::int64_t epochs) {
    const std::lock_guard lock(mutex_);
    moreEpochs_ += epochs;
    asked_.store(true, std::memory_order_release);
    wake_.notify_all();
}

void RunControl::film(FilmRequest request) {
    const std::lock_guard lock(mutex_);
    film_ = request;
    asked_.store(true, std::memory_order_release);
    wake_.notify_all();
}

bool RunControl::stopRequested() const {
    const std::lock_guard lock(mutex_);
    return stops_ > 0 || abandon_;
}

bool RunControl::pauseRequested() const {
    const std::lock_guard lock(mutex_);
    return paused_;
}

bool RunControl::abandonRequested() const {
    const std::lock_guard lock(mutex_);
    return abandon_;
}

int RunControl::stops() const {
    const std::lock_guard lock(mutex_);
    return stops_;
}

RunDirective RunControl::takeLocked() {
    RunDirective directive;
    directive.stop = stops_ > 0;
    directive.abandon = abandon_;
    directive.paused = paused_ && steps_ == 0;
    directive.changes = std::exchange(changes_, {});
    directive.moreEpochs = std::exchange(moreEpochs_, 0);
    directive.film = std::exchange(film_, std::nullopt);
    if (paused_ && steps_ > 0) --steps_;
    // A pause, a granted step or a stop must be seen again at the next step.
    asked_.store(paused_ || stops_ > 0 || abandon_, std::memory_order_relaxed);
    return directive;
}

RunDirective RunControl::checkpoint() {
    if (!asked_.load(std::memory_order_acquire)) return {};
    const std::lock_guard lock(mutex_);
    return takeLocked();
}

void RunControl::waitForWord(std::chrono::milliseconds atMost) {
    std::unique_lock lock(mutex_);
    wake_.wait_for(lock, atMost, [this, before = stops_] { return !paused_ || stops_ != before || abandon_; });
}

void RunControl::waitWhilePaused() {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] {
        return !paused_ || steps_ > 0 || stops_ > 0 || abandon_ || !changes_.empty() || moreEpochs_ > 0 || film_;
    });
}

}  // namespace gatelab
