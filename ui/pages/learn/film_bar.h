// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/network_look.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QSlider;

namespace gatelab {

class FilmCurve;

/// The film of a training below what is looked at: the loss curve, play, a slider over its frames, and "Newest" while
/// the run trains. Hidden where there is no film. GUI thread.
class FilmBar : public QWidget {
    Q_OBJECT
public:
    FilmBar(Theme& theme, NetworkLook& look, QWidget* parent = nullptr);
    [[nodiscard]] int frames() const;
    void showFrame(int index);
    [[nodiscard]] FilmCurve& curve() { return *curve_; }

Q_SIGNALS:
    void exportAsked(const QString& format);  ///< "h5", "png" or "gif"

private:
    void refresh();
    void play(bool on);
    Theme* theme_;
    NetworkLook* look_;
    QPushButton *play_, *newest_;
    QSlider* slider_;
    FilmCurve* curve_;
    QLabel* text_;
    QTimer timer_;
};

}  // namespace gatelab
