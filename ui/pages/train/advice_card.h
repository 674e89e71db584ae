// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run_advice.h"
#include "common/theme.h"

#include <QFrame>
#include <QString>
#include <optional>

class QPushButton;

namespace gatelab {

class RunController;
struct RunView;
class WrappedLabel;

/// What an ended run says about what to try next (app/run_advice.h): one sentence with its figures, one button that
/// does it. Hidden while it says nothing. GUI thread.
class AdviceCard : public QFrame {
    Q_OBJECT
public:
    AdviceCard(Theme& theme, RunController& runs, QWidget* parent = nullptr);
    /// Null: nothing.
    void showRun(const RunView* run);
    [[nodiscard]] const std::optional<Advice>& advice() const { return advice_; }

Q_SIGNALS:
    void wanted(const QString& runId, const gatelab::AdviceAction& action);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme* theme_;
    RunController* runs_;
    WrappedLabel* text_;
    QPushButton* button_;
    std::optional<Advice> advice_;
    AdviceCurves curves_;  ///< of curvesOf_
    QString curvesOf_, id_;
    std::uint64_t revision_ = 0;
};

}  // namespace gatelab
