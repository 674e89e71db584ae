// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/run_groups.h"
#include "lab/verdict.h"
#include "theme.h"

#include <QStringList>
#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;

namespace gatelab {

class IntervalBar;
class KeyValueList;
class QueueController;
class RunController;

/// "Is A better than B?" over paired seeds: two settings to choose, the answer with everything it rests on, and a button that queues the seeds that the
/// next look lacks. GUI thread.
class VerdictPanel : public QWidget {
    Q_OBJECT
public:
    VerdictPanel(Theme& theme, RunController& runs, QueueController& queue, QWidget* parent = nullptr);
    /// Runs whose settings are proposed, the challenger first.
    void propose(const QStringList& runIds);
    [[nodiscard]] const Verdict& verdict() const { return verdict_; }

private:
    void reload();
    void judge();
    void showAnswer(const RunGroup& a, const RunGroup& b);
    void showFacts(const RunGroup& a, const RunGroup& b);
    void showButton(const RunGroup& a, const RunGroup& b);
    void runSeeds();
    [[nodiscard]] static QString titleOf(const RunGroup& group);
    [[nodiscard]] int groupOf(const QString& runId) const;
    Theme* theme_;
    RunController* runs_;
    QueueController* queue_;
    std::vector<RunGroup> groups_;
    Verdict verdict_;
    QStringList proposed_;
    QComboBox *challenger_, *base_;
    QLabel *answer_, *text_, *differ_;
    IntervalBar* interval_;
    KeyValueList* facts_;
    QPushButton* more_;
};

}  // namespace gatelab
