// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/film_tap.h"

#include "base/clock.h"

#include <algorithm>
#include <chrono>

namespace gatelab {

FilmTap::FilmTap(const std::filesystem::path& runFolder) : store_(runFolder) {}

FilmTap::~FilmTap() {
    thread_.request_stop();
    wake_.notify_all();
}

void FilmTap::ask(const FilmRequest& request, double seconds) {
    if (request_.everySeconds <= 0) askedAt_ = seconds, copySeconds_ = 0;
    if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& stop) { write(stop); });
    request_ = request;
    nextAt_ = seconds;
    nextStep_ = 0;
}

void FilmTap::look(const ParameterStore& weights, std::int64_t step, std::int64_t epoch, double seconds,
                   const std::function<void()>& fetch) {
    if (request_.everySeconds <= 0 || seconds < nextAt_ || step < nextStep_) return;
    {
        const std::lock_guard lock(mutex_);
        const bool isBusy = !waiting_.empty() || writing_;
        if (isBusy && (waiting_.size() >= kMaxWaiting || waitingBytes_ + frameBytes_ > kMaxWaitingBytes)) return;
    }
    const auto began = std::chrono::steady_clock::now();
    if (fetch) fetch();
    Frame frame;
    frame.weights = weights.save();
    const double took = secondsSince(began);
    copySeconds_ += took;
    frame.facts = {step, epoch, seconds, copySeconds_, seconds - askedAt_};
    frame.limitBytes = request_.limitBytes;
    frameBytes_ = 0;
    for (const auto& [name, tensor] : frame.weights.tensors) frameBytes_ += tensor.bytes.size();
    frame.bytes = frameBytes_;
    nextAt_ = seconds + std::max(request_.everySeconds, took / kMaxShare);
    nextStep_ = step + std::max<std::int64_t>(1, request_.everySteps);
    {
        const std::lock_guard lock(mutex_);
        waitingBytes_ += frame.bytes;
        waiting_.push_back(std::move(frame));
    }
    wake_.notify_all();
}

void FilmTap::drain() {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return waiting_.empty() && !writing_; });
}

void FilmTap::write(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, stop, [this] { return !waiting_.empty(); });
        if (waiting_.empty()) return;
        Frame frame = std::move(waiting_.front());
        waiting_.pop_front();
        writing_ = true;
        lock.unlock();
        // A film that cannot be written is no reason to disturb a run: whoever looks finds no newer frame.
        [[maybe_unused]] const auto written = store_.add(std::move(frame.weights), frame.facts, frame.limitBytes);
        lock.lock();
        waitingBytes_ -= frame.bytes;
        writing_ = false;
        wake_.notify_all();
    }
}

}  // namespace gatelab
