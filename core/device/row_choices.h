// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "device/choice_file.h"
#include "io/file_lock.h"

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
    /// Rows whose trial for `key` did not end: none is tried for it again until forget().
    std::set<std::string> hanging(const std::string& key);
    void keepHanging(const std::string& key, const std::string& row);

    /// Held by who measures, so that a mark which another process finds is of one that is gone. Nothing: somebody
    /// measures. Where no file can be written nobody is kept out.
    std::optional<FileLock> tryMeasure();
    /// `row` is about to be tried for `key`, and was; in the file, so that it outlives the process, or the machine.
    void beginTrial(const std::string& key, const std::string& row);
    void endTrial(const std::string& key);
    /// A trial that was begun and did not end: from now on among hanging(). Told once; of who measures.
    std::optional<std::string> takeUnfinished(const std::string& key);
    /// All of it: the next runs measure anew.
    void forget();
    [[nodiscard]] bool isEmpty() const { return file_.read().empty(); }
    [[nodiscard]] RowMeasuring measuring();
    void setMeasuring(RowMeasuring measuring);

private:
    void addHanging(const std::string& key, const std::string& row);

    std::filesystem::path path_;
    ChoiceFile file_;
    std::mutex mutex_;
    ChoiceFile::Lines here_;  ///< measured by this process, where the file could not be written as well
    RowMeasuring measuring_ = RowMeasuring::Known;
};

/// The one of this process, in the user's cache.
RowChoices& rowChoices();

}  // namespace gatelab
