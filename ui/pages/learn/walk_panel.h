// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/learn/walk_canvas.h"
#include "run/cell_walk.h"

#include <QWidget>

#include <memory>
#include <vector>

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
    explicit WalkPanel(WalkCanvas& canvas, QWidget* parent = nullptr);
    void setWalk(std::shared_ptr<const CellWalk> walk);
    void setEdits(const std::vector<WalkEdit>& edits);
    /// The node that is told; empty: the canvas's chosen one.
    void setNode(const std::string& key);

Q_SIGNALS:
    void changed(const gatelab::WalkPlace& place, double value);
    void putBack(const gatelab::WalkPlace& place);
    void allPutBack();

private:
    void showNode();
    void showSymbols();
    WalkCanvas* canvas_;
    std::shared_ptr<const CellWalk> walk_;
    std::string key_, symbolsOf_;
    WrappedLabel *name_, *forward_, *back_, *paper_, *symbols_;
    QWidget* change_;
    QDoubleSpinBox* number_;
    QPushButton* all_;
    QWidget* edits_;
    QVBoxLayout* editRows_;
    std::vector<WalkEdit> shown_;
    WrappedLabel* none_;
};

}  // namespace gatelab
