// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/verdict_question.h"
#include "common/theme.h"

#include <QStringList>
#include <QWidget>
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
class Segments;
class WrappedLabel;

/// "Is A better than B?" over paired seeds: two settings to choose, the answer with everything it rests on, and a
/// button that queues the seeds that the next look lacks. GUI thread.
class VerdictPanel : public QWidget {
    Q_OBJECT
public:
    VerdictPanel(Theme& theme, RunController& runs, QueueController& queue, QWidget* parent = nullptr);
    /// Runs whose settings are proposed, the challenger first; none: no question, unless a person has chosen one here.
    void propose(const QStringList& runIds);
    [[nodiscard]] const Verdict& verdict() const { return verdict_; }
    /// All runs of the base that is asked about; empty: nothing is.
    [[nodiscard]] const QStringList& base() const { return reportedBase_; }
    /// A person has ticked other runs: a pair that is not among them is given up.
    void followTicks();
    /// A run was made the base of the comparison: its setting is the base here, too.
    void holdAgainst(const QString& runId);
    /// Asks what was asked before (see questionChanged()), as soon as its runs are there.
    void ask(const QStringList& question);
    /// The scores that were chosen for pairs other than the validation loss (see scoresChanged()).
    void setScores(const QStringList& scores);
    /// By what the two are compared.
    [[nodiscard]] VerdictScore score() const { return question_.score(); }

Q_SIGNALS:
    /// All runs that there are of the settings whose missing seeds were asked for.
    void seedsAsked(const QStringList& runIds);
    /// Runs of the pair that were not counted before: a person has chosen it here, or seeds of it have ended.
    void counted(const QStringList& runIds);
    /// The question to ask again after a restart: the newest run of a setting, and so the order of the two, is another
    /// with every seed.
    void questionChanged(const QStringList& question);
    void baseChanged(const QStringList& runIds);  ///< base()
    void scoresChanged(const QStringList& scores);

private:
    void reload();
    void adopt(std::vector<RunGroup> groups);
    /// The choices of the two boxes, and what is chosen in them.
    void showPair();
    void chooseByHand();
    void chooseScore(VerdictScore score);
    /// Shows the answer to the question as it is now.
    void judge();
    void showNothing();
    /// Settings of different data, loss and the like have no common scale: said instead of a verdict. Whether it is so.
    bool refuse();
    /// Runs that began with given weights are no pairs of others: said, with an offer to train the same settings from
    /// the start. Whether it is so.
    bool refuseStart();
    /// The scores to choose from: after the first look none but the chosen one.
    void offerScores();
    void answer(const QString& words, const QString& icon, Ink ink);
    void showAnswer();
    /// In how many and which settings the two differ, before anybody trains for it.
    void showDifference();
    void showButton();
    void runSeeds();
    /// Its name; where a newer setting has the same one, also what is other.
    [[nodiscard]] QString nameOf(const RunGroup& group) const;
    [[nodiscard]] QString startOf(const RunGroup& group) const;
    Theme* theme_;
    RunController* runs_;
    QueueController* queue_;
    BackgroundJob* job_;
    VerdictQuestion question_;
    Verdict verdict_;
    QStringList reportedQuestion_, reportedBase_;
    int asked_ = 0;  ///< number of the newest reload()
    QComboBox *challenger_, *base_;
    Segments* score_;
    QLabel *icon_, *answer_, *by_;
    WrappedLabel *text_, *differ_, *time_;
    IntervalBar* interval_;
    KeyValueList* facts_;
    QPushButton* more_;
};

}  // namespace gatelab
