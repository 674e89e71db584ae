// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lab/run_groups.h"
#include "lab/verdict.h"

#include <QStringList>
#include <QWidget>
#include <array>
#include <optional>
#include <set>
#include <string>
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
    [[nodiscard]] VerdictScore score() const;

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
    /// Runs of other data that are ticked and have just ended are asked about, where two settings of theirs can be.
    void leaveOtherData(const std::set<std::string>& known);
    /// Of the pair those that are not `known`.
    void reportCounted(const std::set<std::string>& known);
    /// Places of the settings that are proposed, without those that are not listed here yet.
    [[nodiscard]] std::vector<int> wantedGroups() const;
    void chooseProposed();
    /// Once they are there: what was asked for to be trained from the start.
    void chooseRestarted();
    void chooseRemembered();
    /// A run of the challenger, one of the base, and who chose them; empty: nobody asked.
    [[nodiscard]] QStringList question() const;
    /// Nothing is ticked, and nobody has chosen here.
    [[nodiscard]] bool isUnasked() const { return noneTicked_ && chosenBy_ != ChosenBy::Person; }
    /// A box without a choice takes the newest setting that the other has not.
    void choose(int challenger, int base);
    void judge();
    /// Settings of different data, loss and the like have no common scale: said instead of a verdict. Whether it is so.
    bool refuse(const RunGroup& a, const RunGroup& b);
    /// Runs that began with given weights are no pairs of others: said, with an offer to train the same settings from
    /// the start. Whether it is so.
    bool refuseStart(const RunGroup& a, const RunGroup& b);
    void showLeftOut();
    /// The pair as the scores are kept by it, whichever is the base.
    [[nodiscard]] QString pairKey(const RunGroup& a, const RunGroup& b) const;
    /// The scores to choose from: after the first look none but the chosen one.
    void offerScores(const std::string& task);
    void answer(const QString& words, const QString& icon, Ink ink);
    void showAnswer(const RunGroup& a, const RunGroup& b);
    /// In how many and which settings the two differ, before anybody trains for it.
    void showDifference(const RunGroup& a, const RunGroup& b);
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
    QStringList proposed_, remembered_, question_, reportedBase_;
    std::optional<std::array<ExperimentConfig, 2>> restarted_;
    ChosenBy chosenBy_ = ChosenBy::Nobody;
    int asked_ = 0;          ///< number of the newest reload()
    bool choosing_ = false;  ///< the proposed settings are still to be chosen
    bool noneTicked_ = false;
    QComboBox *challenger_, *base_;
    Segments* score_;
    QStringList scores_;  ///< "PAIR=SCORE"
    QLabel *icon_, *answer_, *by_;
    WrappedLabel *text_, *differ_, *time_;
    IntervalBar* interval_;
    KeyValueList* facts_;
    QPushButton* more_;
};

}  // namespace gatelab
