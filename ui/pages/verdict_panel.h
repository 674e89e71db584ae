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

class BackgroundJob;
class IntervalBar;
class KeyValueList;
class QueueController;
class RunController;
class WrappedLabel;

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
    void adopt(std::vector<RunGroup> groups);
    void chooseProposed();
    /// A box without a choice takes the newest setting that the other has not.
    void choose(int challenger, int base);
    void judge();
    /// Settings of different data, loss and the like have no common scale: said instead of a verdict. Whether it is so.
    bool refuse(const RunGroup& a, const RunGroup& b);
    void showAnswer(const RunGroup& a, const RunGroup& b);
    /// In how many and which settings the two differ, before anybody trains for it.
    void showDifference(const RunGroup& a, const RunGroup& b);
    void showFacts(const RunGroup& a, const RunGroup& b);
    void showButton(const RunGroup& a, const RunGroup& b);
    void runSeeds();
    /// Its name and number of seeds; where a newer setting has the same name, also what is other.
    [[nodiscard]] QString titleOf(std::size_t group) const;
    [[nodiscard]] int groupOf(const QString& runId) const;
    /// The setting that a box shows; null: none.
    [[nodiscard]] const RunGroup* chosen(const QComboBox& box) const;
    Theme* theme_;
    RunController* runs_;
    QueueController* queue_;
    BackgroundJob* job_;
    std::vector<RunGroup> groups_;
    Verdict verdict_;
    QStringList proposed_;
    int asked_ = 0;          ///< number of the newest reload()
    bool choosing_ = false;  ///< the proposed settings are still to be chosen
    QComboBox *challenger_, *base_;
    QLabel* answer_;
    WrappedLabel *text_, *differ_;
    IntervalBar* interval_;
    KeyValueList* facts_;
    QPushButton* more_;
};

}  // namespace gatelab
