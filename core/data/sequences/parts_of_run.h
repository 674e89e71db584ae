// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "data/series.h"

#include <string>

namespace gatelab {

/// While one lives, plans that its thread makes are of a kept run, which has the parts that it was trained with: one
/// that was made before data could bring a validation part drew its own from all that is not tested.
class PartsOfRun {
public:
    /// trainedOn: dataIdentity() as the run keeps it; empty: a new run.
    explicit PartsOfRun(std::string trainedOn);
    ~PartsOfRun();
    PartsOfRun(const PartsOfRun&) = delete;
    PartsOfRun& operator=(const PartsOfRun&) = delete;
    /// The data with the parts of that run, which says so where they are others; of another run, or with none on this
    /// thread, the same data.
    static Dataset applied(Dataset data);
    /// That it had others, in words; empty: it had not.
    [[nodiscard]] const Phrase& told() const { return told_; }

private:
    std::string trainedOn_;
    Phrase told_ = {};
    PartsOfRun* before_;
};

}  // namespace gatelab
