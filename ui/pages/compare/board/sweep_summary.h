// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Before the others: moc 6.4 cannot read <compare> as the first header.
#include "run/run_event.h"

#include "common/theme.h"

#include <QString>
#include <QWidget>

class QToolButton;

namespace gatelab {

class BarList;
class RunBoard;
class SweepController;
class ThinProgress;
class WrappedLabel;

/// What the newest sweep has come to: how far its search is, with a button to stop it or to go on, and what moves the
/// scores of the board (Board::shares) in a sentence and as bars. Nothing is seen where the board is about other data.
/// GUI thread.
class SweepSummary : public QWidget {
    Q_OBJECT
public:
    SweepSummary(Theme& theme, SweepController& sweep, RunBoard& board, QWidget* parent = nullptr);

private:
    void refresh();
    void showShares();
    void showButton();
    void act();
    Theme* theme_;
    SweepController* sweep_;
    RunBoard* board_;
    WrappedLabel *progress_, *sentence_;
    QToolButton* button_;
    ThinProgress* bar_;
    BarList* bars_;
};

}  // namespace gatelab
