// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plan/train_plan.h"
#include "step/implementation_measurement.h"

#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace gatelab {

/// All that the time of a step depends on, the machine among it: "AMD EPYC|2|lstm 1 one fp32 T96 B64 I8 H64 adam
/// split".
std::string choiceKey(const TrainPlan& plan);

/// A row of the recurrent implementations that was chosen by measurement.
struct SavedChoice {
    std::string row;
    bool isFirm = true;  ///< false: provisional, measured while others held the cores, or too close to tell
    int ties = 0;        ///< measurements of a calm machine that could not tell

    bool operator==(const SavedChoice&) const = default;
};

/// Kept in the user's cache from run to run, so that the same settings take the same choice on a busy day as on an idle
/// one. A file that cannot be read or written only means that the choice is measured again.
std::optional<SavedChoice> savedChoice(const std::string& key);
void keepChoice(const std::string& key, const SavedChoice& choice);

/// What is kept after a measurement. A calm machine and a clear lead make a choice firm. Anything else gives a
/// provisional one, which stays until a measurement says clearly otherwise; after three calm measurements that could
/// not tell, the rows are equally good and it is firm as well.
SavedChoice afterMeasuring(const std::optional<SavedChoice>& before, const RowFinding& found);

/// What "auto" stands for in one program. A firm choice is taken as it is kept; a provisional one is measured again
/// once after each start of the program, and holds from then on, so that the runs of a program take the same. Any
/// thread; others wait while one measures.
class ImplementationChoices {
public:
    /// `measure` gives nothing where no row can compute the step, or where it was ended; then nothing is kept, and this
    /// gives the row that was there before, or "".
    std::string choose(const std::string& key, const std::function<std::optional<RowFinding>()>& measure);

private:
    std::mutex mutex_;
    std::set<std::string> measured_;
};

}  // namespace gatelab
