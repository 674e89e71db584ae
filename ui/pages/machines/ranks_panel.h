// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/machines/rank_activity.h"

#include <QTimer>
#include <QWidget>
#include <vector>

class QTreeWidget;

namespace gatelab {

class BackgroundJob;
class RunController;
class WrappedLabel;

/// The runs of the workspace that ranks train now, in this window or elsewhere: how long they wait for each other, what
/// they send, and below each how often which rank was the slowest. Read anew every two seconds while it is shown. GUI
/// thread.
class RanksPanel : public QWidget {
    Q_OBJECT
public:
    explicit RanksPanel(RunController& runs, QWidget* parent = nullptr);
    ~RanksPanel() override;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void read();
    void fill(const std::vector<RankActivity>& runs);
    RunController& runs_;
    QTreeWidget* list_;
    WrappedLabel* empty_;
    BackgroundJob* job_;
    QTimer timer_;
};

}  // namespace gatelab
