// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/alerts/alert_watch.h"
#include "run/metric.h"

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// What the record of a run tells of its alerts, whoever trains it, without its curves.
Result<std::vector<AlertNote>> readAlertNotes(const std::filesystem::path& runFolder);

/// The alert rules of a workspace, watched where a run is kept, whoever trains it: what begins and what ceases to hold
/// becomes an event of its record. Rules are those of the moment when the run began or went on; a file that cannot be
/// read counts as none. Not thread-safe.
class RecordedAlerts {
public:
    /// Of a run that goes on (`isNew` false) its curves are read first.
    RecordedAlerts(const std::filesystem::path& runFolder, bool isNew);
    void add(std::span<const MetricSample> samples);
    /// What is to be kept since the last kept(); one rule is noted kMostNotes times at most.
    [[nodiscard]] std::vector<AlertNote> news() const;
    void kept(std::span<const AlertNote> notes);
    static constexpr int kMostNotes = 20;

private:
    std::unique_ptr<AlertWatch> watch_;  ///< null: no rule is on
    std::vector<AlertNote> open_;
    std::map<std::string, int> counts_;  ///< of notes by rule
    MetricSample last_;
};

}  // namespace gatelab
