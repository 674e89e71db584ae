// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/cell_walk.h"
#include "pages/learn/walk/walk_canvas.h"

#include <QWidget>

#include <memory>

class QDoubleSpinBox;
class QPushButton;
class QVBoxLayout;

namespace gatelab {

class WrappedLabel;

/// The right column of the cell walk: the chosen number with its formula forward and back, a box to change it, what was
/// changed with "Put back", and every symbol of the drawing with its name, formula and paper. GUI thread.
class WalkPanel : public QWidget {
    Q_OBJECT
public:
    WalkPanel(WalkCanvas& canvas, WalkEdits& edits, QWidget* parent = nullptr);
    void setWalk(std::shared_ptr<const CellWalk> walk);
    void showEdits();
    /// The node that is told; empty: the canvas's chosen one.
    void setNode(const std::string& key);

private:
    void showNode();
    void showSymbols();
    WalkCanvas* canvas_;
    WalkEdits* edits_;
    std::shared_ptr<const CellWalk> walk_;
    std::string key_, symbolsOf_;
    WrappedLabel *name_, *forward_, *back_, *paper_, *symbols_;
    QWidget* change_;
    QDoubleSpinBox* number_;
    QPushButton* all_;
    QWidget* editPlace_;
    QVBoxLayout* editRows_;
    WrappedLabel* none_;
};

}  // namespace gatelab
