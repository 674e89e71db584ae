// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/run_groups.h"
#include "lab/verdict.h"
#include "theme.h"

#include <QStringList>
#include <QWidget>
#include <array>
#include <optional>
#include <vector>

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

Q_SIGNALS:
    /// All runs that there are of the settings whose missing seeds were asked for.
    void seedsAsked(const QStringList& runIds);

private:
    /// Who chose the pair: what a person chose stays while both settings exist, what ticks chose while both are ticked.
    enum class ChosenBy { Nobody, Ticks, Person };
    /// The two as they can be held against each other (see fromTheStart()), and what the next look lacks.
    struct Plan {
        RunGroup a, b;
        Verdict verdict;
        std::vector<ExperimentConfig> missing;
    };
    [[nodiscard]] Plan planOf(const RunGroup& a, const RunGroup& b) const;
    void reload();
    void adopt(std::vector<RunGroup> groups);
    void chooseProposed();
    /// Once they are there: what was asked for to be trained from the start.
    void chooseRestarted();
    /// A box without a choice takes the newest setting that the other has not.
    void choose(int challenger, int base);
    void judge();
    /// Settings of different data, loss and the like have no common scale: said instead of a verdict. Whether it is so.
    bool refuse(const RunGroup& a, const RunGroup& b);
    /// Runs that began with given weights are no pairs of others: said, with an offer to train the same settings from the start. Whether it is so.
    bool refuseStart(const RunGroup& a, const RunGroup& b);
    void answer(const QString& words, const QString& icon, Ink ink);
    void showAnswer(const RunGroup& a, const RunGroup& b);
    /// "0.0112 (5.6 %)".
    [[nodiscard]] QString effectText(const RunGroup& b) const;
    /// In how many and which settings the two differ, before anybody trains for it.
    void showDifference(const RunGroup& a, const RunGroup& b);
    void showFacts(const RunGroup& a, const RunGroup& b);
    void showButton(const RunGroup& a, const RunGroup& b);
    void runSeeds();
    /// Its name; where a newer setting has the same one, also what is other.
    [[nodiscard]] QString nameOf(const RunGroup& group) const;
    [[nodiscard]] QString startOf(const RunGroup& group) const;
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
    std::optional<std::array<ExperimentConfig, 2>> restarted_;
    ChosenBy chosenBy_ = ChosenBy::Nobody;
    int asked_ = 0;          ///< number of the newest reload()
    bool choosing_ = false;  ///< the proposed settings are still to be chosen
    QComboBox *challenger_, *base_;
    QLabel *icon_, *answer_;
    WrappedLabel *text_, *differ_;
    IntervalBar* interval_;
    KeyValueList* facts_;
    QPushButton* more_;
};

}  // namespace gatelab
