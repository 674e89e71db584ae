// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/film_tap.h"

#include "base/clock.h"

#include <algorithm>
#include <chrono>
#include <memory>

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

void FilmTap::look(const ParameterStore& weights, std::int64_t step, std::int64_t epoch, double seconds) {
    if (request_.everySeconds <= 0 || seconds < nextAt_ || step < nextStep_) return;
    {
        const std::lock_guard lock(mutex_);
        if (waiting_ || writing_) return;
    }
    const auto began = std::chrono::steady_clock::now();
    Frame frame;
    frame.weights = weights.save();
    const double took = secondsSince(began);
    copySeconds_ += took;
    frame.facts = {step, epoch, seconds, copySeconds_, seconds - askedAt_};
    frame.limitBytes = request_.limitBytes;
    nextAt_ = seconds + std::max(request_.everySeconds, took / kMaxShare);
    nextStep_ = step + std::max<std::int64_t>(1, request_.everySteps);
    {
        const std::lock_guard lock(mutex_);
        waiting_ = std::move(frame);
    }
    wake_.notify_all();
}

void FilmTap::drain() {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return !waiting_ && !writing_; });
}

void FilmTap::write(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, stop, [this] { return waiting_.has_value(); });
        if (!waiting_) return;
        const std::unique_ptr<Frame> frame = std::make_unique<Frame>(std::move(*waiting_));
        waiting_.reset();
        writing_ = true;
        lock.unlock();
        // A film that cannot be written is no reason to disturb a run: whoever looks finds no newer frame.
        [[maybe_unused]] const auto written = store_.add(std::move(frame->weights), frame->facts, frame->limitBytes);
        lock.lock();
        writing_ = false;
        wake_.notify_all();
    }
}

}  // namespace gatelab
