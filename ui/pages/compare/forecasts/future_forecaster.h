// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/engine.h"

#include <QObject>
#include <QString>

#include <memory>

namespace gatelab {

class BackgroundJob;
class RunController;

/// Asks the engine for the rows after the last one of a kept run's data, or of another file that the run has never
/// seen. One question at a time: a new one replaces the one before. GUI thread; the work is done beside it.
class FutureForecaster : public QObject {
    Q_OBJECT
public:
    FutureForecaster(RunController& runs, QObject* parent);
    /// Empty path: the data of the run. Nothing happens while the engine is not there yet.
    void ask(const QString& runId, std::int64_t steps, const QString& path);
    void cancel();
    /// Forgets the answer: another run was chosen.
    void clear();
    [[nodiscard]] bool isBusy() const;
    /// Null: there is none (yet).
    [[nodiscard]] const std::shared_ptr<const ForecastSet>& answer() const { return answer_; }
    /// Of the answer; empty: the run's own data.
    [[nodiscard]] const QString& path() const { return path_; }

Q_SIGNALS:
    void changed();  ///< busy, answered, cancelled or cleared

private:
    RunController* runs_;
    BackgroundJob* job_;
    std::shared_ptr<const ForecastSet> answer_;
    QString path_;
};

}  // namespace gatelab
