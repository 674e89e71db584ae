// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interval_choice.h"
#include "session/engine.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

class BackgroundJob;
class RunController;

/// What is asked of each run: a part of its own data, the rows after their last one, or another file that it has never
/// seen.
struct ForecastQuestion {
    QString path = {};                        ///< another file; empty: the run's own data
    std::int64_t stepsAhead = 0;              ///< > 0: rows after the last one; of the run's own data nothing else
    std::vector<std::string> baselines = {};  ///< keys, see ForecastRequest
    ForecastRequest::Part part = ForecastRequest::Part::Test;
    bool int8 = false;  ///< by the run's weights in bytes, held against its own network
    /// Of rows to come, in place of those that the run keeps
    std::optional<IntervalMethod> intervals = {};
    bool closedLoop = false;  ///< of its own data, a recursive forecast over some horizons as well
    bool operator==(const ForecastQuestion&) const = default;
};

/// Forecasts of kept runs, asked of the engine one after another and kept as long as they are wanted. GUI thread; the
/// work is done beside it.
class RunForecasts : public QObject {
    Q_OBJECT
public:
    RunForecasts(RunController& runs, QObject* parent);
    /// In this order; what is there already stays unless the run has trained on, what is no longer wanted is forgotten.
    /// While the engine is not there yet it waits for it. The same question again costs nothing.
    void ask(const QStringList& runIds, const ForecastQuestion& question);
    /// What has no answer yet gets none until retry().
    void cancel();
    void retry();
    [[nodiscard]] bool isBusy() const { return !asking_.isEmpty(); }
    /// That is computed now; empty: none.
    [[nodiscard]] const QString& asking() const { return asking_; }
    /// Of the chosen series alone, where the run has many. Null: there is none (yet).
    [[nodiscard]] std::shared_ptr<const ForecastSet> of(const QString& runId) const;
    /// Of all its series.
    [[nodiscard]] std::shared_ptr<const ForecastSet> whole(const QString& runId) const;
    /// Which of many series of() tells; empty: all.
    void chooseSeries(std::string name);
    /// Why there is none; empty: there is one, or it is still to come.
    [[nodiscard]] QString problem(const QString& runId) const;
    /// How it differs from the run's own network, where the question is of bytes; empty: it is that, or not there.
    [[nodiscard]] QString beside(const QString& runId) const;
    /// What was said when another file was read, as words that the run did not learn; empty: nothing.
    [[nodiscard]] QStringList said(const QString& runId) const;
    /// It ended before its first checkpoint.
    [[nodiscard]] bool isUntrained(const QString& runId) const;
    /// What is known of a run without asking the engine.
    void keep(const QString& runId, std::shared_ptr<const ForecastSet> set);

Q_SIGNALS:
    void changed();                 ///< asked, answered or cancelled
    void progressed(double share);  ///< of the run that is computed; below 0: not known

private:
    struct Answer {
        std::shared_ptr<const ForecastSet> set;
        mutable std::shared_ptr<const ForecastSet> ofSeries = {};  ///< of the chosen one, once it was asked for
        QString problem, beside;
        QStringList said = {};
        std::int64_t step = 0;  ///< of the run when it was asked
        bool isUntrained = false, isCancelled = false;
    };
    /// The run has trained on since, or is gone.
    [[nodiscard]] bool isOld(const QString& runId, const Answer& answer) const;
    void askNext();
    /// With the runs that differ in the seed alone.
    [[nodiscard]] IntervalChoice intervalChoice(const RunSummary& run) const;
    RunController* runs_;
    BackgroundJob* job_;
    QStringList wanted_;
    ForecastQuestion question_;
    QString asking_;
    int number_ = 0;  ///< of the newest job
    std::map<QString, Answer> answers_;
    std::string series_;
};

}  // namespace gatelab
