// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/batch_team.h"

#include "nn/host_memory.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <optional>
#include <system_error>

namespace gatelab {

BatchTeam::BatchTeam(std::int64_t threads, const HostMemoryAccount* memory, std::int64_t blocks)
    : blocks_(std::max<std::int64_t>(1, blocks > 0 ? blocks : threads)) {
    at::set_num_threads(1);
    const std::int64_t others = std::max<std::int64_t>(1, threads) - 1;
    busy_ = others;
    for (std::int64_t i = 0; i < others; ++i) {
        try {
            helpers_.emplace_back([this, i, memory] { help(i + 1, memory); });
        } catch (const std::system_error&) {  // no more threads to be had: fewer do the work
            busy_.fetch_sub(others - i);
            break;
        }
    }
    awaitAll();
}

BatchTeam::~BatchTeam() {
    ending_ = true;
    round_.fetch_add(1);
    round_.notify_all();
    for (std::thread& helper : helpers_) helper.join();
}

void BatchTeam::run(std::int64_t parts, const std::function<void(std::int64_t)>& work) {
    work_ = &work;
    parts_ = parts;
    failures_.resize(static_cast<std::size_t>(std::max<std::int64_t>(0, parts)));
    busy_ = static_cast<std::int64_t>(helpers_.size());
    round_.fetch_add(1);
    round_.notify_all();
    doParts(0);
    awaitAll();
    std::exception_ptr first;
    for (std::exception_ptr& failure : failures_) {
        if (failure && !first) first = failure;
        failure = nullptr;
    }
    if (first) std::rethrow_exception(first);
}

void BatchTeam::help(std::int64_t number, const HostMemoryAccount* memory) {
    at::set_num_threads(1);  // it is a matter of each thread
    std::optional<HostMemoryGuest> guest;
    if (memory != nullptr) guest.emplace(*memory);
    for (std::uint32_t seen = 0;;) {
        if (busy_.fetch_sub(1) == 1) busy_.notify_all();
        round_.wait(seen);
        ++seen;
        if (ending_) return;
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
