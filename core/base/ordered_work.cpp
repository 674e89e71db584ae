// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/ordered_work.h"

#include <utility>

namespace gatelab {

namespace {

/// Takes the first one away when it is over, also when it throws.
struct Leave {
    Guarded<std::deque<OrderedWork::Work>>& waiting;
    ~Leave() {
        waiting.with([](std::deque<OrderedWork::Work>& all) { all.pop_front(); });
    }
};

}  // namespace

void OrderedWork::add(Work work) {
    waiting_.with([&](std::deque<Work>& waiting) { waiting.push_back(std::move(work)); });
}

bool OrderedWork::empty() const {
    return waiting_.with([](const std::deque<Work>& waiting) { return waiting.empty(); });
}

std::vector<Error> OrderedWork::run() {
    const std::lock_guard lock(running_);
    std::vector<Error> failed;
    while (!empty()) {
        const Work work = waiting_.with([](const std::deque<Work>& waiting) { return waiting.front(); });
        const Leave leave{waiting_};
        if (auto result = work(); !result) failed.push_back(result.error());
    }
    return failed;
}

}  // namespace gatelab
