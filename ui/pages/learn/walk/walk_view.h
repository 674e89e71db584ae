// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "inspect/cell_walk.h"
#include "pages/learn/gates/network_inspection.h"
#include "pages/learn/learn_view.h"
#include "pages/learn/walk/walk_edits.h"

#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QSpinBox;

namespace gatelab {

class Card;
class WalkCanvas;
class WalkOutcome;
class WalkPanel;
class WalkTable;
class WalkTransport;
class WrappedLabel;

/// The cell walk: one step of one cell as an animated drawing, forward and back, with the summands of the chosen
/// weighted sum and what the network answers below. What is changed is changed in a copy: the run stays as it is. Owned
/// by the Learn page. GUI thread.
class WalkView : public LearnView {
    Q_OBJECT
public:
    WalkView(Theme& theme, NetworkInspection& look, QWidget* parent = nullptr);
    [[nodiscard]] QWidget* inspector() override;
    [[nodiscard]] QString inspectorTitle() const override { return tr("Cell walk"); }
    [[nodiscard]] WalkCanvas& canvas() { return *canvas_; }
    [[nodiscard]] WalkTable& table() { return *table_; }
    [[nodiscard]] WalkOutcome& outcome() { return *outcome_; }
    [[nodiscard]] const std::shared_ptr<const CellWalk>& walk() const { return walk_; }
    [[nodiscard]] WalkEdits& edits() { return edits_; }
    void showPlace(const LearnPlace& place);  ///< its layer, direction, unit, step and stage
    void setPlace(int layer, int direction);
    void setStep(int step);
    [[nodiscard]] int step() const;
    void setWanted(bool on) override;
    /// Of the drawing; before a class above 1, and then what has small letters is hidden.
    void setZoom(double zoom);
    [[nodiscard]] WalkTransport& transport() { return *transport_; }

Q_SIGNALS:
    void stepChanged(int step);
    void walkShown();  ///< another walk is drawn

private:
    void networkChanged();
    void windowChanged();
    void fillLayers();
    [[nodiscard]] int mostActiveUnit() const;
    void ask();
    void show(std::shared_ptr<const CellWalk> walk);
    void refuse(const QString& message);
    void choose(const QString& key);
    void showEdits();

    Theme* theme_;
    NetworkInspection* look_;
    Card* card_;
    QComboBox* layers_;
    QSpinBox *unit_, *step_;
    QLabel *ofUnits_, *ofSteps_;
    WrappedLabel *tableNote_, *note_;
    QWidget* below_;  ///< table and outcome
    WalkEdits edits_;
    WalkTransport* transport_;
    WalkCanvas* canvas_;
    WalkTable* table_;
    WalkOutcome* outcome_;
    WalkPanel* panel_;
    std::shared_ptr<const InspectedRun> run_;
    std::shared_ptr<const CellWalk> walk_;
    WindowRequest window_;
    std::string sum_;  ///< whose summands are in the table
    bool wanted_ = false, placed_ = false;
};

}  // namespace gatelab
