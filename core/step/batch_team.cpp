// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/batch_team.h"

#include "nn/host_memory.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <optional>
#include <system_error>

namespace gatelab {

namespace {
constexpr int kTimedCalls = 8;
}

BatchTeam::BatchTeam(std::int64_t threads, const HostMemoryAccount* memory, std::int64_t blocks)
    : blocks_(std::max<std::int64_t>(1, blocks > 0 ? blocks : threads)), memory_(memory) {
    at::set_num_threads(1);
    useThreads(threads);
}

BatchTeam::~BatchTeam() {
    ending_ = true;
    round_.fetch_add(1);
    round_.notify_all();
    for (std::thread& helper : helpers_) helper.join();
}

bool BatchTeam::addHelper() {
    busy_ = 1;
    try {
        helpers_.emplace_back([this, number = static_cast<std::int64_t>(helpers_.size()) + 1, seen = round_.load()] {
            help(number, seen);
        });
    } catch (const std::system_error&) {  // no more threads to be had: fewer do the work
        busy_ = 0;
        return false;
    }
    awaitAll();
    return true;
}

void BatchTeam::useThreads(std::int64_t threads) {
    while (std::ssize(helpers_) + 1 < threads && addHelper()) {
    }
    if (this->threads() <= threads) return;
    // Those that are too many end: woken in each call they would disturb the others.
    kept_ = std::max<std::int64_t>(0, threads - 1);
    parts_ = 0;
    busy_ = kept_;
    round_.fetch_add(1);
    round_.notify_all();
    for (; std::ssize(helpers_) > kept_; helpers_.pop_back()) helpers_.back().join();
    awaitAll();
    kept_ = std::numeric_limits<std::int64_t>::max();
}

void BatchTeam::adapt() {
    if (!cores_) return;
    const std::int64_t wanted = std::clamp<std::int64_t>(cores_->load(std::memory_order_relaxed), 1, blocks_);
    if (wanted == allowed_) return;
    allowed_ = tried_ = wanted;
    fastest_ = std::numeric_limits<double>::infinity();
    seconds_.clear();
    useThreads(wanted);
}

void BatchTeam::judge(double seconds) {
    seconds_.push_back(seconds);
    if (std::ssize(seconds_) < kTimedCalls) return;
    std::ranges::nth_element(seconds_, seconds_.begin() + kTimedCalls / 2);
    if (seconds_[kTimedCalls / 2] < fastest_) fastest_ = seconds_[kTimedCalls / 2], best_ = tried_;
    seconds_.clear();
    tried_ /= 2;
    useThreads(tried_ > 0 ? tried_ : best_);
}

void BatchTeam::run(std::int64_t parts, const std::function<void(std::int64_t)>& work) {
    adapt();
    const auto began = std::chrono::steady_clock::now();
    work_ = &work;
    parts_ = parts;
    failures_.resize(static_cast<std::size_t>(std::max<std::int64_t>(0, parts)));
    busy_ = static_cast<std::int64_t>(helpers_.size());
    round_.fetch_add(1);
    round_.notify_all();
    doParts(0);
    awaitAll();
    if (tried_ > 0 && parts == blocks_)
        judge(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
    std::exception_ptr first;
    for (std::exception_ptr& failure : failures_) {
        if (failure && !first) first = failure;
        failure = nullptr;
    }
    if (first) std::rethrow_exception(first);
}

void BatchTeam::help(std::int64_t number, std::uint32_t seen) {
    at::set_num_threads(1);  // it is a matter of each thread
    std::optional<HostMemoryGuest> guest;
    if (memory_ != nullptr) guest.emplace(*memory_);
    for (;;) {
        if (busy_.fetch_sub(1) == 1) busy_.notify_all();
        round_.wait(seen);
        ++seen;
        if (ending_ || number > kept_) return;
        doParts(number);
    }
}

void BatchTeam::doParts(std::int64_t first) {
    for (std::int64_t part = first; part < parts_; part += threads()) {
        try {
            (*work_)(part);
        } catch (...) {
            failures_[static_cast<std::size_t>(part)] = std::current_exception();
        }
    }
}

void BatchTeam::awaitAll() {
    for (std::int64_t busy = busy_; busy > 0; busy = busy_) busy_.wait(busy);
}

}  // namespace gatelab
