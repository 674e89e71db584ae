// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "run/timeline.h"

#include <QWidget>

#include <cstdint>
#include <optional>

class QPushButton;
class QSpinBox;

namespace gatelab {

class BackgroundJob;
class BarList;
class RunController;
class TimelineStrip;
class WrappedLabel;

/// Where the time of the steps of a run goes (run/timeline.h): some of them on a time axis, the parts by total time,
/// what bounds the step, and a button that has it recorded: a run that trains is asked, an ended one is begun once more
/// off the GUI thread. GUI thread.
class TimelineCard : public QWidget {
    Q_OBJECT
public:
    TimelineCard(Theme& theme, RunController& runs, QWidget* parent = nullptr);
    /// Empty: nothing.
    void showRun(const QString& runId);
    [[nodiscard]] const std::optional<Timeline>& timeline() const { return timeline_; }
    [[nodiscard]] BackgroundJob& job() const { return *job_; }

Q_SIGNALS:
    void changed();  ///< what is shown

private:
    void read();
    void record();
    void take(const Timeline& timeline);
    void say(const QString& text);
    /// Asks where to; as a trace for Perfetto, or for TensorBoard into a folder.
    void exportTrace();
    void exportScalars();
    void refresh();
    [[nodiscard]] bool isTraining() const;
    Theme* theme_;
    RunController* runs_;
    BackgroundJob* job_;
    TimelineStrip* strip_;
    BarList* parts_;
    WrappedLabel *verdict_, *note_;
    QPushButton *record_, *export_;
    QSpinBox* steps_;
    QString run_;
    std::optional<Timeline> timeline_;
    std::uint64_t asked_ = 0;  ///< counts what was asked of the job: older answers are passed over
};

}  // namespace gatelab
