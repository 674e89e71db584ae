// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "verdict/sweep_result.h"

#include <QStringList>
#include <QWidget>
#include <memory>

class QPushButton;

namespace gatelab {

class BackgroundJob;
class QueueController;
class RunController;
class Theme;
class WrappedLabel;

/// What the newest sweep of the workspace has come to: which setting is best, by how much it was only lucky, and
/// whether it is better than the second by seeds that the sweep has not seen. Hidden where there is no sweep. GUI
/// thread.
class SweepCard : public QWidget {
    Q_OBJECT
public:
    SweepCard(Theme& theme, RunController& runs, QueueController& queue, QWidget* parent = nullptr);
    /// There is a new sweep, just asked for: its runs are counted as they end.
    void follow();
    [[nodiscard]] const SweepResult& result() const { return result_; }
    /// As long as the page speaks of the ticked runs.
    void setWanted(bool wanted);

Q_SIGNALS:
    /// All runs of the best two settings.
    void compareRequested(const QStringList& runIds);
    /// Runs of a sweep that was asked for here which the result did not count before.
    void counted(const QStringList& runIds);

private:
    void reload();
    void judge();
    void show(SweepResult result);
    [[nodiscard]] QStringList sentences() const;
    [[nodiscard]] QString nameOf(std::size_t rank) const;
    void runFresh();
    void putAway();
    RunController* runs_;
    QueueController* queue_;
    BackgroundJob* job_;
    std::shared_ptr<const SavedSweep> sweep_;
    SweepResult result_;
    int asked_ = 0;  ///< number of the newest judge()
    bool wanted_ = true, follows_ = false;
    QStringList counted_;
    WrappedLabel* text_;
    QPushButton *fresh_, *compare_, *away_;
};

}  // namespace gatelab
