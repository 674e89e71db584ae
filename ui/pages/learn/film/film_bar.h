// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/gates/network_inspection.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QSlider;

namespace gatelab {

class BackgroundJob;
class FilmCurve;
class RunController;

/// The film of a training below what is looked at: the loss curve, play, a slider over its frames, and "Newest" while
/// the run trains. Hidden where there is no film. GUI thread.
class FilmBar : public QWidget {
    Q_OBJECT
public:
    FilmBar(Theme& theme, RunController& runs, NetworkInspection& look, QWidget* parent = nullptr);
    void setRun(const QString& id);  ///< whose training loss stands above
    [[nodiscard]] int frames() const;
    void showFrame(int index);
    [[nodiscard]] FilmCurve& curve() { return *curve_; }

Q_SIGNALS:
    void exportAsked(const QString& format);  ///< "h5", "png" or "gif"

private:
    void refresh();
    void play(bool on);
    /// Of a run that trains what the window has, of a kept one what it kept.
    void fillCurve();
    Theme* theme_;
    RunController* runs_;
    NetworkInspection* look_;
    BackgroundJob* job_;
    QString runId_;
    QPushButton *play_, *newest_;
    QSlider* slider_;
    FilmCurve* curve_;
    QLabel* text_;
    QTimer timer_;
};

}  // namespace gatelab
