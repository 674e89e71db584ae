// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequences/parts_of_run.h"

#include "data/sequences/sequence_sizes.h"

#include <memory>
#include <utility>

namespace gatelab {
namespace {

thread_local PartsOfRun* runNow = nullptr;

}  // namespace

PartsOfRun::PartsOfRun(std::string trainedOn)
    : trainedOn_(std::move(trainedOn)), before_(std::exchange(runNow, this)) {}

PartsOfRun::~PartsOfRun() { runNow = before_; }

Dataset PartsOfRun::applied(Dataset data) {
    // Data whose validation part was taken have another identity than their bytes alone.
    if (runNow == nullptr || runNow->trainedOn_.empty() || !data.sequences ||
        data.sequences->sha256 != runNow->trainedOn_ || givenValidation(*data.sequences) == 0)
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

}  // namespace gatelab
