// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/engine.h"

#include <QString>
#include <QWidget>

#include <cstdint>
#include <memory>

namespace gatelab {

class BackgroundJob;
class FutureForecaster;
class RunController;
class ListBox;

/// "Compare with": a second run whose forecasts are drawn over those of the first. Lists the ended runs on the first
/// one's data with a target that both may have (canShareForecasts), and has the engine forecast the test part of the
/// chosen one. GUI thread; the work is done beside it.
class OtherRunBox : public QWidget {
    Q_OBJECT
public:
    explicit OtherRunBox(RunController& runs, QWidget* parent = nullptr);
    /// The run that is shown; empty: none. The choice stays while it is possible.
    void setFirst(const QString& runId);
    /// Runs were added, named or removed.
    void refresh();
    /// Empty: none.
    void choose(const QString& runId);
    [[nodiscard]] QString runId() const { return runId_; }
    [[nodiscard]] QString name() const;
    [[nodiscard]] int slot() const;
    /// Null: none, or not yet.
    [[nodiscard]] const std::shared_ptr<const ForecastSet>& forecasts() const { return set_; }
    /// What the engine answered for the chosen run.
    void setForecasts(std::shared_ptr<const ForecastSet> set);
    /// What follows the last row, by the chosen run.
    [[nodiscard]] FutureForecaster& future() const { return *future_; }
    /// Why there are no forecasts, or that they are computed; empty: there are, or none are asked for.
    [[nodiscard]] QString status() const { return status_; }

Q_SIGNALS:
    void chosen();   ///< another run, or none
    void changed();  ///< its forecasts or the status, or what follows the last row; comes after chosen(), too

private:
    void compute();
    RunController* runs_;
    BackgroundJob* job_;
    FutureForecaster* future_;
    ListBox* box_;
    QString firstId_, runId_, status_;
    std::shared_ptr<const ForecastSet> set_;
};

}  // namespace gatelab
