// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/belt/belt_canvas.h"
#include "widgets/card.h"

class QToolButton;

namespace gatelab {

class Preferences;

/// The belt with its title and what starts and stops it. Whether it is paused is remembered; who asks the desktop for
/// no animations finds it paused. GUI thread.
class BeltCard : public Card {
    Q_OBJECT
public:
    BeltCard(Theme& theme, Preferences& preferences, BeltCanvas::Size kind, QWidget* parent = nullptr);
    [[nodiscard]] BeltCanvas& canvas() { return *canvas_; }

Q_SIGNALS:
    void fullAsked();  ///< of a small one: the large one is wanted

protected:
    void showEvent(QShowEvent* event) override;

private:
    void showPlaying();
    Theme& theme_;
    Preferences& preferences_;
    BeltCanvas* canvas_;
    QToolButton* play_;
};

/// What the shipped network's forecasts are off by, in words: its own, those of the day before, and the noise's.
QString beltErrorText();

}  // namespace gatelab
