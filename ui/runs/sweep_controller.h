// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Before the others: moc 6.4 cannot read <compare> as the first header.
#include "run/run_event.h"

#include "search/study.h"
#include "store/saved_sweep.h"

#include <QObject>
#include <QString>
#include <cstddef>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace gatelab {

class BackgroundJob;
class RunController;
class TrainingProcess;

/// The newest sweep of the workspace: keeps it, says what its trials have come to, and has the process that carries out
/// one that learns begin, stop and go on. That one outlives the window. Files are read and trials are counted off the
/// GUI thread. GUI thread.
class SweepController : public QObject {
    Q_OBJECT
public:
    explicit SweepController(RunController& runs, QObject* parent = nullptr);

    /// What the trials have come to.
    struct Told {
        std::size_t trials = 0, ended = 0;                       ///< begun; not training any more
        std::int64_t epochs = 0;                                 ///< of all of them
        double best = std::numeric_limits<double>::quiet_NaN();  ///< lowest validation loss; NaN: none
        std::set<std::string> stopped;                           ///< runs that ASHA ended at a rung
    };
    /// As it is kept; not there: there is none.
    [[nodiscard]] const SavedSweep& sweep() const { return sweep_; }
    /// What varies in it: of a grid the settings that differ. Null: nothing.
    [[nodiscard]] const SearchSpace* space() const { return study_ ? &study_->space : nullptr; }
    [[nodiscard]] const Told& told() const { return told_; }
    /// A search trains now, or is about to.
    [[nodiscard]] bool isSearching() const;
    /// Of a search: how much of its budget is used up, 0 to 1; negative: it is one of time.
    [[nodiscard]] double share() const;
    /// "23 of 64 trials, best 0.412"; of a sweep that does not learn nothing.
    [[nodiscard]] QString progress() const;
    /// In the place of the one before. `then`: it is kept, or a problem was reported (false).
    void keep(const SavedSweep& sweep, std::function<void(bool)> then = {});
    /// Keeps the study and begins it. What its runs have come to before counts.
    void begin(const Study& study);
    /// The search goes on; with its budget used up, with as much again.
    void goOn();
    /// What trains stops and is kept.
    void stop();
    void read();

Q_SIGNALS:
    void replaced();  ///< sweep() is another one
    void changed();   ///< anything else, or that

private:
    void take(const SavedSweep& sweep);
    void count();
    void reportEnd(int exitCode);
    RunController& runs_;
    TrainingProcess* process_;
    BackgroundJob *readJob_, *keepJob_, *countJob_, *stopJob_;
    SavedSweep sweep_;
    std::optional<Study> study_;  ///< of a sweep that does not learn what it would be as one
    Told told_;
    bool isStale_ = false;  ///< runs changed while they were counted
};

}  // namespace gatelab
