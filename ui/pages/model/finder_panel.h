// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "common/theme.h"
#include "run/finder.h"
#include "runs/measurements.h"

#include <QWidget>
#include <optional>

class QLabel;
class QPushButton;

namespace gatelab {

class BackgroundJob;
class Card;
class ExperimentModel;
class LineChart;
class RunController;

/// Searches a learning rate or batch size for the experiment as it stands: chart, suggestion, Apply (one undoable
/// edit). Hidden until start(); the search runs off the GUI thread on a network of its own. GUI thread.
class FinderPanel : public QWidget {
    Q_OBJECT
public:
    FinderPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent = nullptr);
    ~FinderPanel() override;
    void start(FinderRequest::Kind kind);

Q_SIGNALS:
    void searching(bool on);

private:
    void search(FinderRequest::Kind kind, Measurements::Lease lease);
    void showResult(const Result<FinderResult>& result);
    void showRates(const FinderResult& result);
    void showBatches(const FinderResult& result);
    void apply();
    void dismiss();
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    Card* card_;
    LineChart* chart_;
    QLabel* note_;
    QPushButton *apply_, *close_;
    BackgroundJob* job_;
    std::optional<FinderResult> result_;
    bool gaveWay_ = false;  ///< to a training
};

}  // namespace gatelab
