// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/pending_edits.h"

#include <utility>

namespace gatelab {

void PendingEdits::add(Edit edit) {
    const std::lock_guard lock(mutex_);
    edits_.push_back(std::move(edit));
}

bool PendingEdits::empty() const {
    const std::lock_guard lock(mutex_);
    return edits_.empty();
}

std::vector<Error> PendingEdits::run() {
    std::vector<Error> failed;
    std::unique_lock lock(mutex_);
    while (!edits_.empty()) {
        const Edit edit = edits_.front();
        lock.unlock();
        try {
            if (auto done = edit(); !done) failed.push_back(done.error());
        } catch (...) {  // it is not tried for ever
            lock.lock();
            edits_.pop_front();
            throw;
        }
        lock.lock();
        edits_.pop_front();
    }
    return failed;
}

}  // namespace gatelab
