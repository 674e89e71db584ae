// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace gatelab {

class RunController;

/// What is left of a lesson that was taken to the learner's own series, until it is done: "Lesson 10, own series:
/// train, look at the gate". Hidden while nothing is. GUI thread.
class OwnSeriesBar : public QFrame {
    Q_OBJECT
public:
    OwnSeriesBar(Theme& theme, RunController& runs, QWidget* parent = nullptr);
    /// `lesson`: its name as it is shown. The next run that is no lesson's is the one to look into.
    void begin(const QString& lesson);
    void end();
    /// Of the learner's run; empty: none has begun.
    [[nodiscard]] const QString& run() const { return run_; }

Q_SIGNALS:
    void trainAsked();
    void lookAsked(const QString& run);

private:
    void refresh();

    RunController& runs_;
    QLabel* words_;
    QPushButton* act_;
    QString lesson_, run_;
    bool isTrained_ = false;
};

}  // namespace gatelab
