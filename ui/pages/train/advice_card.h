// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Before the others: moc 6.4 cannot read <compare> as the first header.
#include "run/run_event.h"

#include "app/advice/run_advice.h"
#include "common/theme.h"

#include <QFrame>
#include <QString>
#include <tuple>
#include <vector>

class QPushButton;
class QVBoxLayout;

namespace gatelab {

class RunController;
struct RunView;
class WrappedLabel;

/// What a run says about what to try next (app/advice/run_advice.h), an ended one or, by each evaluation, the one that
/// is live: one sentence with its figures, one button that does it; the others are folded below. Hidden while it says
/// nothing. GUI thread.
class AdviceCard : public QFrame {
    Q_OBJECT
public:
    AdviceCard(Theme& theme, RunController& runs, QWidget* parent = nullptr);
    /// Null: nothing.
    void showRun(const RunView* run);
    /// What is said first in front.
    [[nodiscard]] const std::vector<Advice>& advice() const { return all_; }

Q_SIGNALS:
    void wanted(const QString& runId, const gatelab::AdviceAction& action);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// One advice: what it found, the rest of its sentence, and its button.
    struct Line {
        WrappedLabel *clause, *text;
        QPushButton* button;
    };
    /// What is new of a live run when it has something else to say: evaluations, changes and baselines.
    using Heard = std::tuple<QString, RunState, std::size_t, std::size_t, std::size_t>;
    void addLine(QVBoxLayout& column);
    void showAll();

    Theme* theme_;
    RunController* runs_;
    std::vector<Line> lines_;
    QPushButton* others_;
    bool isOpen_ = false;
    std::vector<Advice> all_;
    AdviceCurves curves_;  ///< of curvesOf_
    QString curvesOf_, id_;
    std::uint64_t revision_ = 0;
    Heard heard_;
};

}  // namespace gatelab
