// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/guarded.h"
#include "base/result.h"

#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace gatelab {

/// Work that is done one after the other in the order asked for, by whichever thread comes to run(): writes of edits,
/// for one. A program that closes waits for the thread and so leaves none undone. Any thread.
class OrderedWork {
public:
    using Work = std::function<Result<>()>;

    void add(Work work);
    /// False also while the last one is being done.
    [[nodiscard]] bool empty() const;
    /// Does all that wait, also what is added meanwhile; when another thread is at it, waits for that. What could not
    /// be done here. What work throws goes on to the caller; that work is not tried again.
    std::vector<Error> run();

private:
    std::mutex running_;
    Guarded<std::deque<Work>> waiting_;
};

}  // namespace gatelab
