// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/learn_place.h"
#include "pages/learn/network_look.h"
#include "run/cell_walk.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QSpinBox;
class QToolButton;

namespace gatelab {

class Card;
class WalkCanvas;
class WalkOutcome;
class WalkPanel;
class WalkTable;
class WrappedLabel;

/// The cell walk: one step of one cell as an animated drawing, forward and back, with the summands of the chosen
/// weighted sum and what the network answers below. What is changed is changed in a copy: the run stays as it is. Owned
/// by the Learn page. GUI thread.
class WalkView : public QWidget {
    Q_OBJECT
public:
    WalkView(Theme& theme, NetworkLook& look, QWidget* parent = nullptr);
    /// For the right column of the window; the page places it.
    [[nodiscard]] QWidget* panel() const;
    [[nodiscard]] WalkCanvas& canvas() { return *canvas_; }
    [[nodiscard]] WalkTable& table() { return *table_; }
    [[nodiscard]] WalkOutcome& outcome() { return *outcome_; }
    [[nodiscard]] const std::shared_ptr<const CellWalk>& walk() const { return walk_; }
    [[nodiscard]] const std::vector<WalkEdit>& edits() const { return edits_; }
    /// Layer, direction, unit, step and stage of the place.
    void showPlace(const LearnPlace& place);
    void setPlace(int layer, int direction);
    void setStep(int step);
    [[nodiscard]] int step() const;
    /// Only then is anything computed.
    void setWanted(bool on);
    [[nodiscard]] bool isPlaying() const { return clock_.isActive(); }
    void play(bool on);
    void moveStage(int by);  ///< INT_MIN, INT_MAX: to the ends
    void setSpeed(double speed);
    void change(const WalkPlace& place, double value);
    void putBack(const WalkPlace& place);
    void putAllBack();

Q_SIGNALS:
    void stepChanged(int step);
    void walkShown();  ///< another walk is drawn

private:
    QWidget* makeTransport();
    void networkChanged();
    void windowChanged();
    void fillLayers();
    [[nodiscard]] int mostActiveUnit() const;
    void ask();
    void show(std::shared_ptr<const CellWalk> walk);
    void refuse(const QString& message);
    void choose(const QString& key);
    void tick();
    void setStage(WalkStage stage, double progress);
    void editsChanged();
    [[nodiscard]] int stageIndex() const;
    [[nodiscard]] std::vector<WalkStage> stages() const;
    [[nodiscard]] QString stageText() const;

    Theme* theme_;
    NetworkLook* look_;
    Card* card_;
    QComboBox *layers_, *speeds_;
    QSpinBox *unit_, *step_;
    QLabel *ofUnits_, *ofSteps_;
    QToolButton *toStart_, *back_, *play_, *forward_;
    WrappedLabel *stageLabel_, *tableNote_, *note_;
    WalkCanvas* canvas_;
    WalkTable* table_;
    WalkOutcome* outcome_;
    WalkPanel* panel_;
    QTimer clock_;
    QElapsedTimer sinceStage_;
    std::shared_ptr<const InspectedRun> run_;
    std::shared_ptr<const CellWalk> walk_;
    std::vector<WalkEdit> edits_;
    WindowRequest window_;
    std::string sum_;  ///< whose summands are in the table
    WalkStage stage_ = WalkStage::Hidden;
    double speed_ = 1;
    bool wanted_ = false, placed_ = false, playedBack_ = false;
};

}  // namespace gatelab
