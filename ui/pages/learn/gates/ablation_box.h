// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/learn/gates/network_inspection.h"

#include <QWidget>

class QComboBox;
class QPushButton;

namespace gatelab {

class GateCanvas;
class ThinProgress;
class WrappedLabel;

/// What happens without the chosen units: the answer of the shown window with them held at 0, and the loss of the whole
/// part with them, or a gate of them, held, with its interval. A sentence leaves when the units, the weights or the
/// part it tells of are no longer those that are shown. Part of the unit explorer. GUI thread.
class AblationBox : public QWidget {
    Q_OBJECT
public:
    AblationBox(NetworkInspection& look, GateCanvas& canvas, QWidget* parent = nullptr);
    void setPlace(int layer, int direction);

private:
    void connectAll();
    void fillWhat();
    void refresh();
    void switchOff(bool off);
    void unitsChanged();
    void measure();
    void forgetWhole();
    [[nodiscard]] std::vector<UnitPlace> places() const;
    [[nodiscard]] QString subject() const;

    NetworkInspection* look_;
    GateCanvas* canvas_;
    int layer_ = 0, direction_ = 0;
    QPushButton *off_, *measure_;
    QComboBox* what_;
    WrappedLabel *effect_, *whole_;
    ThinProgress* progress_;
    bool isMeasuring_ = false;
    QString measuredFor_;  ///< weights and part of the sentence
};

}  // namespace gatelab
