// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QPushButton>
#include <QStringList>
#include <QTimer>

namespace gatelab {

class ExperimentModel;
class RunController;

/// The one filled button of the Data and the Model page: trains the settings as they are, or adds them to the queue
/// while a run goes on. Says which network and about how long, as far as there is room; off, it says why. GUI thread.
class TrainButton : public QPushButton {
    Q_OBJECT
public:
    TrainButton(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void fit();
    void train();
    /// Of the button with this text, px.
    [[nodiscard]] int widthOf(const QString& text) const;
    Theme& theme_;
    ExperimentModel& experiment_;
    RunController& runs_;
    QStringList texts_;  ///< the longest first
    QTimer later_;       ///< several signals of one edit are one refresh
};

}  // namespace gatelab
