// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace gatelab {

/// Edits of a workspace that wait for a background job. The job takes them itself, in the order asked for: a window
/// that closes leaves none undone.
class PendingEdits {
public:
    using Edit = std::function<Result<>()>;

    void add(Edit edit);
    /// False also while the last one is being done.
    [[nodiscard]] bool empty() const;
    /// Does all that wait, also what is added meanwhile; what could not be done.
    std::vector<Error> run();

private:
    mutable std::mutex mutex_;
    std::deque<Edit> edits_;
};

}  // namespace gatelab
