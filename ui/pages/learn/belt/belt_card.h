// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/belt/belt_canvas.h"
#include "widgets/card.h"

class QLabel;
class QToolButton;

namespace gatelab {

class ExperimentModel;
class OwnBelt;
class Preferences;
class Segments;

/// The belt with its title, what starts and stops it, and the switch to the learner's own series, which is trained
/// before one's eyes. Whether it is paused is remembered; who asks the desktop for no animations finds it paused, and
/// of a training its two ends. A file that is dropped here is read by the belt. GUI thread.
class BeltCard : public Card {
    Q_OBJECT
public:
    /// `experiment`: whose series is the learner's; null: there is no switch.
    BeltCard(Theme& theme, Preferences& preferences, BeltCanvas::Size kind, ExperimentModel* experiment = nullptr,
             QWidget* parent = nullptr);
    [[nodiscard]] BeltCanvas& canvas() { return *canvas_; }
    [[nodiscard]] QString errorText() const;  ///< what the network on the belt is off by, in words

Q_SIGNALS:
    void fullAsked();      ///< of a small one: the large one is wanted
    void errorsChanged();  ///< errorText() is another one

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeSwitch();
    void showPlaying();
    void showSeries();
    void showFrame();
    [[nodiscard]] bool isStill() const;
    [[nodiscard]] QString about() const;
    Theme& theme_;
    Preferences& preferences_;
    BeltCanvas* canvas_;
    QToolButton* play_;
    OwnBelt* own_;                ///< null: there is none
    Segments* series_ = nullptr;  ///< the switch
    QToolButton* again_ = nullptr;
    QLabel* problem_ = nullptr;
    bool isFull_, isOwn_ = false;  ///< isOwn_: on the canvas
    int round_ = -1;               ///< OwnBelt::round() of what is there
    double share_ = 0;             ///< of the training, as it is seen
};

}  // namespace gatelab
