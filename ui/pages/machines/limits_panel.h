// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/job_limits.h"

#include <QWidget>

class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QSpinBox;

namespace gatelab {

class BackgroundJob;
class RunController;
class WrappedLabel;

/// What each job of the queue, and each run in a process of its own, may take on this computer; kept in the workspace
/// as soon as it is changed, for those that begin later. Says by what it is kept here. GUI thread.
class LimitsPanel : public QWidget {
    Q_OBJECT
public:
    explicit LimitsPanel(RunController& runs, QWidget* parent = nullptr);
    ~LimitsPanel() override;

private:
    void read();
    void showLimits(const JobLimits& limits);
    void keep();
    [[nodiscard]] JobLimits edited() const;
    RunController& runs_;
    QSpinBox *memory_, *processes_;
    QDoubleSpinBox* processors_;
    QCheckBox* sandbox_;
    QLabel* problem_;
    WrappedLabel* means_;
    BackgroundJob *readJob_, *keepJob_;
    JobLimits known_;
};

}  // namespace gatelab
