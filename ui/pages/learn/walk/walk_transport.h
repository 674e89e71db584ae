// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "inspect/walk_stage.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <string>
#include <vector>

class QComboBox;
class QToolButton;

namespace gatelab {

class WrappedLabel;

/// Plays the stages of a cell walk, forward and back, and says what each of them is. GUI thread.
class WalkTransport : public QWidget {
    Q_OBJECT
public:
    explicit WalkTransport(Theme& theme, QWidget* parent = nullptr);
    void setCell(const std::string& cell);  ///< whose stages these are
    void setStage(WalkStage stage);         ///< stays there
    void settle();                          ///< another walk is drawn: a stage that its cell has, at rest or playing
    [[nodiscard]] bool isPlaying() const { return clock_.isActive(); }
    void play(bool on);
    void moveStage(int by);  ///< INT_MIN, INT_MAX: to the ends
    void setSpeed(double speed);

Q_SIGNALS:
    void moved(gatelab::WalkStage stage, double progress);  ///< progress: within the stage, from 0 to 1

private:
    void show(WalkStage stage, double progress);
    void tick();
    [[nodiscard]] int stageIndex() const;
    [[nodiscard]] std::vector<WalkStage> stages() const;
    [[nodiscard]] QString stageText() const;

    Theme* theme_;
    QComboBox* speeds_;
    QToolButton *toStart_, *back_, *play_, *forward_;
    WrappedLabel* stageLabel_;
    QTimer clock_;
    QElapsedTimer sinceStage_;
    std::string cell_ = "lstm";
    WalkStage stage_ = WalkStage::Hidden;
    double speed_ = 1;
};

}  // namespace gatelab
