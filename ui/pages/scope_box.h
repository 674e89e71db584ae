// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "widgets/list_box.h"

namespace gatelab {

class ExperimentModel;
class RunBoard;

/// Which data, target and horizon are looked at: the first control of a page's bar. GUI thread.
class ScopeBox : public ListBox {
    Q_OBJECT
public:
    /// Of the board of runs alone.
    ScopeBox(Theme& theme, RunBoard& board, QWidget* parent = nullptr);
    /// Of the experiment: another choice gives it data, target and horizon of the newest run there, as one undoable
    /// step, and the board follows it.
    ScopeBox(Theme& theme, RunBoard& board, ExperimentModel& experiment, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override { return {widthOf(kWidth), ListBox::sizeHint().height()}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {widthOf(kLeast), sizeHint().height()}; }

private:
    static constexpr int kWidth = 232, kLeast = 140;  // where the bar is full; px
    [[nodiscard]] int widthOf(int pixels) const { return qRound(pixels * theme_->textScale()); }
    ScopeBox(Theme& theme, RunBoard& board, ExperimentModel* experiment, QWidget* parent);
    void fill();
    void take(const QString& key);
    Theme* theme_;
    RunBoard* board_;
    ExperimentModel* experiment_;  ///< null: of the board alone
};

}  // namespace gatelab
