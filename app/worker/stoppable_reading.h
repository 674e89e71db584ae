// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"

#include <functional>

namespace gatelab::worker {

/// While it lives, a first SIGINT or SIGTERM ends the reading instead of the program, so that nothing stays of what was
/// unpacked; a second one ends the program at once. One at a time.
class StoppableReading {
public:
    StoppableReading();
    /// What was there before is back; a signal that came when all was read is raised again.
    ~StoppableReading();
    StoppableReading(const StoppableReading&) = delete;
    StoppableReading& operator=(const StoppableReading&) = delete;
    [[nodiscard]] static Progress progress();
    /// The result, or that reading was stopped.
    template <class T>
    Result<T> ended(Result<T> result) {
        if (result.ok() || result.error().code != ErrorCode::Cancelled) return result;
        isSaid_ = true;
        return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was stopped; nothing of it is kept")};
    }

private:
    bool isSaid_ = false;
};

}  // namespace gatelab::worker
