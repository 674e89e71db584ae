// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequences/parts_of_run.h"

#include "data/data_identity.h"
#include "data/sequences/sequence_sizes.h"

#include <memory>
#include <utility>

namespace gatelab {
namespace {

thread_local PartsOfRun* runNow = nullptr;

constexpr Text kOwnRows =
    GATELAB_TEXT("Reading",
                 "this run was made before rows that wait for a forecast belonged to no part: it keeps its parts, and "
                 "they hold these rows. A new run leaves them out");

}  // namespace

PartsOfRun::PartsOfRun(std::string trainedOn)
    : trainedOn_(std::move(trainedOn)), before_(std::exchange(runNow, this)) {}

PartsOfRun::PartsOfRun(const PartsOfRun* there)
    : trainedOn_(there != nullptr ? there->trainedOn_ : std::string()),
      holdsAllRows_(there != nullptr && there->holdsAllRows_),
      before_(std::exchange(runNow, this)) {}

PartsOfRun::~PartsOfRun() { runNow = before_; }

bool PartsOfRun::holdAllRows() { return runNow != nullptr && runNow->holdsAllRows_; }

const PartsOfRun* PartsOfRun::onThread() { return runNow; }

Dataset PartsOfRun::applied(Dataset data, const ExperimentConfig& config) {
    if (runNow == nullptr) return data;
    runNow->holdsAllRows_ = false;
    if (runNow->trainedOn_.empty()) return data;
    if (data.series) {
        // Data with rows that are in no part have another identity than with all rows.
        if (dataIdentity(data, config) == runNow->trainedOn_) return data;
        runNow->holdsAllRows_ = true;
        runNow->holdsAllRows_ = dataIdentity(data, config) == runNow->trainedOn_;
        if (runNow->holdsAllRows_) runNow->told_ = kOwnRows;
        return data;
    }
    // Data whose validation part was taken have another identity than their bytes alone.
    if (!data.sequences || data.sequences->sha256 != runNow->trainedOn_ || givenValidation(*data.sequences) == 0)
        return data;
    auto set = std::make_shared<SequenceSet>(*data.sequences);
    const auto other = givenTest(*set) > 0 ? SequenceSet::Part::Train : SequenceSet::Part::Unassigned;
    for (SequenceSet::Part& part : set->parts)
        if (part == kGivenValidation) part = other;
    runNow->told_ = GATELAB_TEXT("Reading",
                                 "this run was made before the data's own validation part could be taken: it keeps the "
                                 "one that was split off for it. A new run takes the data's own");
    set->report.warnings.push_back({-1, runNow->told_});
    data.sequences = std::move(set);
    return data;
}

bool areDataOfRun(const std::string& trainedOn, const Dataset& data, const ExperimentConfig& config) {
    const PartsOfRun run(trainedOn);
    return !trainedOn.empty() && dataIdentity(PartsOfRun::applied(data, config), config) == trainedOn;
}

}  // namespace gatelab
