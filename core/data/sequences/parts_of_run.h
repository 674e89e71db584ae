// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <string>

namespace gatelab {

/// While one lives, plans that its thread makes are of a kept run, which has the parts that it was trained with: one
/// that was made before data could bring a validation part drew its own from all that is not tested, and one that was
/// made before rows that wait for a forecast belonged to no part has them in its parts. What it was trained on tells
/// which (dataIdentity()).
class PartsOfRun {
public:
    /// trainedOn: dataIdentity() as the run keeps it; empty: a new run.
    explicit PartsOfRun(std::string trainedOn);
    /// For a thread that helps another: the parts of the run there, as onThread() gave it; null: a new run.
    explicit PartsOfRun(const PartsOfRun* there);
    ~PartsOfRun();
    PartsOfRun(const PartsOfRun&) = delete;
    PartsOfRun& operator=(const PartsOfRun&) = delete;
    /// The data with the parts of that run, which says so where they are others; of another run, or with none on this
    /// thread, the same data. From here on series on this thread are cut as for a run of these data.
    static Dataset applied(Dataset data, const ExperimentConfig& config);
    /// Whether rows that wait for a forecast are in the parts of the run of this thread.
    static bool holdAllRows();
    /// The run of this thread; null: none.
    static const PartsOfRun* onThread();
    /// That it had others, in words; empty: it had not.
    [[nodiscard]] const Phrase& told() const { return told_; }

private:
    std::string trainedOn_;
    bool holdsAllRows_ = false;
    Phrase told_ = {};
    PartsOfRun* before_;
};

/// Whether a run was trained on these data, cut into parts as at that time; false where what it kept is empty.
bool areDataOfRun(const std::string& trainedOn, const Dataset& data, const ExperimentConfig& config);

}  // namespace gatelab
