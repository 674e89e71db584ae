// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "verdict/run_groups.h"
#include "verdict/verdict.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {

/// "Is the challenger better than the base?": which two of the settings that there are it is about, who chose them, by
/// what score they are compared, and what the next look lacks. A value: it changes by the calls below and nothing else,
/// and reads no file. Settings stand in the order of groupRuns(), newest first; a place of -1 is none.
class VerdictQuestion {
public:
    /// Who chose the pair: what a person chose stays while both settings exist, what ticks chose while both are ticked.
    enum class ChosenBy { Nobody, Ticks, Person };
    /// The question to ask again after a restart. By the oldest run of a setting: repeats come and go.
    struct Kept {
        std::string challenger, base;
        ChosenBy by = ChosenBy::Person;
        bool operator==(const Kept&) const = default;
    };
    /// The two as they can be held against each other (see fromTheStart()), and what the next look lacks.
    struct Plan {
        RunGroup challenger, base;
        Verdict verdict;
        std::vector<ExperimentConfig> missing;
        /// Of training what is missing; 0: nothing of it is known
        double seconds = 0;
        bool isWhole = true;  ///< whether `seconds` is of all that is missing

        /// Of which of the two this one is a run.
        [[nodiscard]] const RunGroup& groupOf(const ExperimentConfig& run) const;
    };

    [[nodiscard]] const std::vector<RunGroup>& groups() const { return groups_; }
    [[nodiscard]] int challengerPlace() const { return challenger_; }
    [[nodiscard]] int basePlace() const { return base_; }
    /// Null: none.
    [[nodiscard]] const RunGroup* challenger() const { return at(challenger_); }
    [[nodiscard]] const RunGroup* base() const { return at(base_); }
    /// Whether two different settings are chosen; what is below asks for that.
    [[nodiscard]] bool isPair() const { return challenger_ >= 0 && base_ >= 0 && challenger_ != base_; }
    /// Nothing is ticked, and nobody has chosen.
    [[nodiscard]] bool isUnasked() const { return noneTicked_ && chosenBy_ != ChosenBy::Person; }
    /// Runs whose settings must be among the groups, however old they are.
    [[nodiscard]] std::set<std::string> runsNeeded() const;

    /// The list of runs is new: chosen settings stay chosen, whichever of their runs are left; runs of other data that
    /// are ticked and have just ended are asked about, where two settings of theirs can be. Comes back: runs of a pair
    /// that stayed which were not listed before.
    std::vector<std::string> setGroups(std::vector<RunGroup> groups);
    /// Runs whose settings are proposed, the challenger first; none: no question, unless a person has chosen one.
    /// chooseWaiting() follows, when their groups are known.
    void propose(std::vector<std::string> runIds);
    [[nodiscard]] const std::vector<std::string>& proposed() const { return proposed_; }
    /// What was remembered and what was proposed is chosen as soon as it is listed.
    void chooseWaiting();
    /// A person has ticked other runs: a pair that is not among them is given up.
    void followTicks();
    /// A person has chosen the two by their places.
    void choosePair(int challenger, int base);
    /// A run was made the base of the comparison: its setting is the base here, too. Whether that changed anything.
    bool holdAgainst(const std::string& runId);
    /// Asks what was asked before, as soon as its runs are listed.
    void ask(Kept kept);
    /// Nothing: nobody asked.
    [[nodiscard]] std::optional<Kept> kept() const;
    /// Chooses runs of the two settings that begin from the start, as soon as there are some.
    void restart();
    /// All runs of both.
    [[nodiscard]] std::vector<std::string> runsOfPair() const;

    /// By what the two are compared: what was chosen for this pair, else the validation loss, or the test score where a
    /// run has no validation part.
    [[nodiscard]] VerdictScore score() const;
    void setScore(VerdictScore score);
    /// Those that were chosen, as "RUN+RUN=SCORE".
    [[nodiscard]] std::vector<std::string> scores() const;
    void setScores(std::span<const std::string> scores);
    /// Whether a run of the two has no validation part.
    [[nodiscard]] bool lacksValidation() const;

    /// Settings in which the two differ and that make their scores different quantities: there is no verdict.
    [[nodiscard]] std::vector<std::string> otherMeasures() const;
    /// Those of the two whose runs began with given weights: they are no pairs of other runs.
    [[nodiscard]] std::vector<const RunGroup*> givenStarts() const;
    [[nodiscard]] Verdict verdict() const;
    [[nodiscard]] Plan plan() const;

private:
    [[nodiscard]] const RunGroup* at(int place) const;
    [[nodiscard]] int placeOf(const std::string& runId) const;
    /// One that has no choice takes the newest setting that the other has not.
    void choose(int challenger, int base);
    void chooseProposed();
    void chooseRemembered();
    void chooseRestarted();
    void leaveOtherData(const std::set<std::string>& known);
    /// Places of the settings that are proposed, without those that are not listed yet.
    [[nodiscard]] std::vector<int> proposedPlaces() const;
    /// Of the chosen pair, whichever is the base.
    [[nodiscard]] std::string pairKey() const;
    [[nodiscard]] VerdictScore usualScore() const;

    std::vector<RunGroup> groups_;
    int challenger_ = -1, base_ = -1;
    ChosenBy chosenBy_ = ChosenBy::Nobody;
    std::vector<std::string> proposed_;
    bool noneTicked_ = false;
    bool choosesProposed_ = false;  ///< they are still to be chosen
    std::optional<Kept> remembered_;
    std::optional<std::array<ExperimentConfig, 2>> restarted_;
    std::map<std::string, VerdictScore> scores_;  ///< by pairKey()
};

/// Of the two as they are.
Verdict verdictOf(const RunGroup& challenger, const RunGroup& base, VerdictScore score);

// Which two settings the verdict is about until a person chooses; pure functions. Settings by their place, newest
// first.

/// Whether paired seeds of the two can tell which is better.
bool canBePaired(const RunGroup& a, const RunGroup& b);
/// The newest other setting that can be paired with this one, else the newest other one; without one (-1) the newest
/// that began from the start. -1: none.
int partnerOf(std::span<const RunGroup> groups, int one);
/// Of two or more wanted settings, newest first: the newest and the oldest that can be paired with it; else the newest
/// and the oldest.
std::pair<int, int> pairOf(std::span<const RunGroup> groups, std::span<const int> wanted);

}  // namespace gatelab
