// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Before the others: moc 6.4 cannot read <compare> as the first header.
#include "run/run_event.h"

#include "app/board.h"
#include "app/run_selection.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace gatelab {

class BackgroundJob;
class ExperimentModel;
class Preferences;
class RunController;
class RunLoader;
struct PreparedSeries;
struct RunView;

/// The board of runs and what is chosen on it, one for all pages: which scope is looked at, its rows, up to six chosen
/// ones, the base and the pair of the verdict. Kept over a restart, a selection for each scope. GUI thread.
class RunBoard : public QObject {
    Q_OBJECT
public:
    RunBoard(ExperimentModel& experiment, RunController& runs, Preferences& preferences, QObject* parent = nullptr);
    ~RunBoard() override;

    struct Scope {
        QString key, label;  ///< "ETTh1 · OT, 24 steps ahead"
        qint64 runs = 0;
        bool isLesson = false;  ///< of runs that lessons trained
    };
    /// By their newest run, those of lessons behind all others.
    [[nodiscard]] std::vector<Scope> scopes() const;
    /// That of these settings, with runs or without; `data` as dataName() calls them.
    [[nodiscard]] static Scope scopeOf(const std::string& data, const ExperimentConfig& config);
    /// Key of the scope of a listed run; runs of lessons have scopes of their own.
    [[nodiscard]] const QString& scopeOf(const RunSummary& run) const;
    /// Of a scope, archived ones left out; null: it has none. Until the list of runs changes.
    [[nodiscard]] const RunSummary* newestRun(const QString& scope) const;
    [[nodiscard]] const QString& scope() const { return scope_; }
    /// As a person chose it; empty: that of the experiment, or where it has no runs that of the newest run.
    void setScope(const QString& key);
    /// The scope is that of the experiment from here on, also while it has no runs.
    void followExperiment();
    /// The experiment is of another scope: what it trains is not listed here.
    [[nodiscard]] bool isElsewhere() const;
    /// What the experiment trains on, as a scope is called.
    [[nodiscard]] Scope experimentScope() const;
    /// The experiment takes data, target and horizon of the newest run of this scope, as one undoable step, and the
    /// board follows it.
    void takeOver(const QString& key);

    /// Runs that were paused when another one began: they are paused on every page, not interrupted.
    void setAside(const QStringList& runs);
    /// What a run is doing by now, the same on strip, board and drawer: of the one that trains here what it does this
    /// moment.
    [[nodiscard]] RunState stateOf(const RunSummary& run) const;
    /// The same in words: "running", "paused", "ended early", "damaged".
    [[nodiscard]] QString stateText(const RunSummary& run) const;

    /// Archived runs are listed too: the filter speaks of them.
    void setListsArchived(bool on);

    [[nodiscard]] const Board& board() const { return board_; }
    /// The runs of board(), newest first; archived ones are left out. Valid until boardChanged().
    [[nodiscard]] const std::vector<RunSummary>& runs() const { return runsOfBoard_; }
    [[nodiscard]] const RunSelection& selection() const { return selection_; }
    /// The row of the base; null: there is no group.
    [[nodiscard]] const BoardRow* base() const;
    /// What the verdict holds the challenger against: the base, or where that is not chosen the first chosen group.
    /// Null: no group is chosen.
    [[nodiscard]] const BoardRow* reference() const;
    /// The other side of the verdict, one of the chosen groups: the one that a person asked about, else the best of
    /// them. Null: none but the reference is chosen.
    [[nodiscard]] const BoardRow* challenger() const;
    /// The chosen rows in the order of drawing.
    [[nodiscard]] std::vector<const BoardRow*> chosen() const;
    [[nodiscard]] bool isChosen(const BoardRow& row) const;

    /// Chooses it, or takes it out. False: six are chosen already, and nothing is changed.
    bool turn(const std::string& key);
    void remove(const std::string& key);
    /// Whose place a seventh may take: never that of the base. Null: there is none.
    [[nodiscard]] const BoardRow* oldestChosen() const;
    void replaceOldest(const std::string& key);
    void move(const std::string& key, std::size_t place);
    void clear();
    void setBase(const std::string& key);
    /// Chooses it too. False: six others are chosen already, and nothing is changed.
    bool setChallenger(const std::string& key);

    /// The run that stands for a group: the best of those that have ended. Null: none has, or a baseline.
    [[nodiscard]] const BoardSeed* bestSeed(const BoardRow& row) const;
    /// Slot of colour and marker, that of all its runs; of what is not chosen too.
    [[nodiscard]] int slotOf(const BoardRow& row) const;
    /// "#12 LSTM 16", "Linear".
    [[nodiscard]] QString nameOf(const BoardRow& row) const;
    /// "#12"; of a baseline its name.
    [[nodiscard]] QString shortNameOf(const BoardRow& row) const;
    /// "LSTM 16", an own name, or the name of a baseline.
    [[nodiscard]] QString titleOf(const BoardRow& row) const;
    /// Called of what the scores are: "Val. MSE", "Val. accuracy", "Val. loss".
    [[nodiscard]] QString scoreName() const;

Q_SIGNALS:
    void boardChanged();      ///< other rows, or other figures; selectionChanged() does not follow
    void selectionChanged();  ///< chosen, base or pair
    void scopeChanged();      ///< boardChanged() follows
    void statesChanged();     ///< stateOf() of a run; nothing else may have changed

private:
    void followRuns();
    void recompute();
    void take(Board board, std::vector<RunSummary> runs);
    void followRows(const Board& before);
    void propose(const Board& before, const std::vector<std::string>& chosen);
    /// The key by now of what went by this one before; empty: there is no such row any more.
    [[nodiscard]] std::string keyNow(const Board& before, const std::string& key) const;
    [[nodiscard]] std::string wantedBase() const;
    void readBaselines();
    void computeBaselines();
    void addStrong();
    void keepStrong(const RunSummary& run);
    void addBaselines(const std::vector<BoardBaseline>& found);
    [[nodiscard]] const RunSummary* newestFinished() const;
    void setSelection(RunSelection selection);
    [[nodiscard]] QString usualScope() const;
    void settleColours();
    void keepColours();
    ExperimentModel* experiment_;
    RunController* runs_;
    Preferences* preferences_;
    BackgroundJob* job_;
    RunLoader* loader_;  ///< of the run whose baselines stand for the scope
    QString scope_, wantedScope_;
    mutable std::unordered_map<std::string, QString> scopeOf_, lessonScopeOf_;  ///< by run
    std::vector<RunSummary> listed_;                                            ///< of the scope, as they are now
    std::vector<RunSummary> runsOfBoard_;                                       ///< those that board_ was made of
    std::vector<BoardBaseline> baselines_;
    Board board_;
    RunSelection selection_;
    bool listsArchived_ = false, followsExperiment_ = false;
    bool proposesAnew_ = true;  ///< what is chosen by itself, as training came to rest; else it only grows
    QStringList aside_;
    bool areComputed_ = false;  ///< baselines_ are of the open data, for no run has told any
    RunSelection kept_;         ///< as a person left it, with groups that are deleted: an undo brings them back
    std::shared_ptr<const PreparedSeries> strongOf_;  ///< the open data whose strong baselines were computed
    std::string strongRun_;                           ///< the run whose strong baselines were read or computed
    int asked_ = 0;                                   ///< number of the newest recompute()
    BackgroundJob* baselineJob_;
    /// The slot of a row that is drawn in its colour, and the one that its runs had then.
    struct Settled {
        int slot = 0, was = 0;
        [[nodiscard]] bool isOf(const BoardRow& row) const {
            return row.group.colour == slot || row.group.colour == was;
        }
    };
    std::map<std::string, Settled> settled_;         ///< by key of the row
    std::set<std::pair<std::string, int>> written_;  ///< runs and the slots that they were given
};

}  // namespace gatelab
