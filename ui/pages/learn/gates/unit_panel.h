// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/gates/gate_canvas.h"
#include "pages/learn/gates/network_inspection.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLayout;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace gatelab {

class AblationBox;
class KeyValueList;
class WrappedLabel;

/// The unit explorer at the right: the units that stay on in the marked range, other windows where they do, what those
/// have in common, what the chosen unit is called and goes along with, and what happens without the chosen units.
/// Owned by the Learn page. GUI thread.
class UnitPanel : public QWidget {
    Q_OBJECT
public:
    UnitPanel(Theme& theme, NetworkInspection& look, GateCanvas& canvas, QWidget* parent = nullptr);
    void setPlace(int layer, int direction);
    /// Units of the quantity that are on in each step of the range.
    [[nodiscard]] std::vector<int> unitsOn() const;

private:
    void addUnitsOn(QVBoxLayout* column);
    QLayout* makeCondition();
    void connectControls();
    void connectNetwork();
    void refresh();
    void showUnitsOn();
    void choose();
    void ask();
    void showAnswer(const UnitAnswer& answer);
    void showCorrelation();
    void showNames();
    void fillQuantities();
    [[nodiscard]] const GateTrack* track() const;
    Theme* theme_;
    NetworkInspection* look_;
    GateCanvas* canvas_;
    int layer_ = 0, direction_ = 0;
    QComboBox* quantity_;
    QDoubleSpinBox* threshold_;
    WrappedLabel *range_, *on_, *found_;
    QPushButton *choose_, *find_;
    QListWidget* windows_;
    KeyValueList *common_, *names_, *correlations_;
    AblationBox* ablation_;
    UnitAnswer answer_;
};

}  // namespace gatelab
