// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "device/choice_file.h"

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace gatelab {

/// What the implementation "auto" stands for on a GPU, as it was measured there.
struct RowChoice {
    std::string row;        ///< a key of implementationChoices()
    std::string yardstick;  ///< the row that it was measured against, and whose numbers it gives
    double milliseconds = 0, yardstickMilliseconds = 0;  ///< of a batch, forward and backward

    bool operator==(const RowChoice&) const = default;
};

/// Known: what is remembered counts, and what is not known is measured. Again: whatever is remembered, each key is
/// measured once in this process. Off: nothing is measured.
enum class RowMeasuring { Known, Again, Off };

/// What is remembered of such measurements, from run to run of this user. Any thread.
class RowChoices {
public:
    explicit RowChoices(std::filesystem::path file);
    /// `key`: machine and shape. Nothing: it is to be measured; so is a line that cannot be read.
    std::optional<RowChoice> find(const std::string& key);
    void keep(const std::string& key, const RowChoice& choice);
    /// Rows whose work did not end on `machine` (GPU, driver, cuDNN): none is tried there again until forget().
    std::set<std::string> hanging(const std::string& machine);
    void keepHanging(const std::string& machine, const std::string& row);
    /// All of it: the next runs measure anew.
    void forget();
    [[nodiscard]] bool isEmpty() const { return file_.read().empty(); }
    [[nodiscard]] RowMeasuring measuring();
    void setMeasuring(RowMeasuring measuring);

private:
    ChoiceFile file_;
    std::mutex mutex_;
    ChoiceFile::Lines here_;  ///< measured by this process, where the file could not be written as well
    RowMeasuring measuring_ = RowMeasuring::Known;
};

/// The one of this process, in the user's cache.
RowChoices& rowChoices();

}  // namespace gatelab
