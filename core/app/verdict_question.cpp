// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verdict_question.h"

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

bool isUnvalidated(const RunGroup& group) {
    return std::ranges::any_of(group.scores, [](const auto& score) { return !score.second.isValidated; });
}

bool contains(const std::vector<int>& places, int place) { return std::ranges::find(places, place) != places.end(); }

}  // namespace

Verdict verdictOf(const RunGroup& challenger, const RunGroup& base, VerdictScore score) {
    const PairedScores pairs = pairScores(challenger, base, score);
    // What a run takes has no chance in it: the same for every seed is what the next one takes as well.
    const bool isCost = score == VerdictScore::Time || score == VerdictScore::Memory;
    return decideVerdict(pairs.a, pairs.b, lowerIsBetter(score, challenger.config.task),
                         isCost ? StillScores::AreExact : StillScores::TellNothing);
}

const RunGroup& VerdictQuestion::Plan::groupOf(const ExperimentConfig& run) const {
    return sameSetting(run, challenger.config) ? challenger : base;
}

const RunGroup* VerdictQuestion::at(int place) const {
    return place < 0 ? nullptr : &groups_[static_cast<std::size_t>(place)];
}

int VerdictQuestion::placeOf(const std::string& runId) const {
    const auto found = std::ranges::find_if(
        groups_, [&runId](const RunGroup& group) { return std::ranges::find(group.ids, runId) != group.ids.end(); });
    return found == groups_.end() ? -1 : static_cast<int>(found - groups_.begin());
}

std::set<std::string> VerdictQuestion::runsNeeded() const {
    std::set<std::string> runs(proposed_.begin(), proposed_.end());
    if (remembered_) runs.insert({remembered_->challenger, remembered_->base});
    for (const RunGroup* group : {challenger(), base()})
        if (group) runs.insert(group->ids.begin(), group->ids.end());
    return runs;
}

std::vector<std::string> VerdictQuestion::setGroups(std::vector<RunGroup> groups) {
    std::set<std::string> known;
    for (const RunGroup& group : groups_) known.insert(group.ids.begin(), group.ids.end());
    const auto before = std::exchange(groups_, std::move(groups));
    const auto again = [&](int place) {
        if (place < 0) return -1;
        const RunGroup& group = before[static_cast<std::size_t>(place)];
        int longer = -1;
        for (const std::string& id : group.ids) {
            const int found = placeOf(id);
            if (found < 0) continue;
            if (at(found)->start == group.start && sameSetting(at(found)->config, group.config)) return found;
            longer = found;  // its plan was made longer
        }
        return longer;
    };
    const int challenger = again(challenger_), base = again(base_);
    if (challenger < 0 || base < 0) chosenBy_ = ChosenBy::Nobody;
    choose(challenger, base);
    chooseRemembered();
    chooseRestarted();
    if (!known.empty()) leaveOtherData(known);
    chooseProposed();
    const bool isSame = challenger >= 0 && base >= 0 && challenger_ == challenger && base_ == base;
    std::vector<std::string> fresh;
    if (isSame && chosenBy_ != ChosenBy::Nobody) {
        fresh = runsOfPair();
        std::erase_if(fresh, [&known](const std::string& id) { return known.contains(id); });
    }
    return fresh;
}

void VerdictQuestion::propose(std::vector<std::string> runIds) {
    proposed_ = std::move(runIds);
    noneTicked_ = proposed_.empty();
    choosesProposed_ = true;
    if (isUnasked()) choose(-1, -1);
}

void VerdictQuestion::chooseWaiting() {
    chooseRemembered();
    chooseProposed();
}

void VerdictQuestion::followTicks() {
    if (proposed_.empty()) return;
    if (chosenBy_ == ChosenBy::Person) chosenBy_ = ChosenBy::Ticks;
    choosesProposed_ = true;
    chooseProposed();
}

void VerdictQuestion::choosePair(int challenger, int base) {
    choosesProposed_ = false;  // what a person chose is not overruled by what was proposed before
    restarted_.reset();
    remembered_.reset();
    chosenBy_ = ChosenBy::Person;
    choose(challenger, base);
}

bool VerdictQuestion::holdAgainst(const std::string& runId) {
    const int base = placeOf(runId), before = base_;
    if (base < 0 || base == before || isUnasked()) return false;
    choosesProposed_ = false;
    restarted_.reset();
    remembered_.reset();
    if (chosenBy_ == ChosenBy::Nobody) chosenBy_ = ChosenBy::Ticks;
    choose(base == challenger_ ? before : challenger_, base);
    return true;
}

void VerdictQuestion::ask(Kept kept) { remembered_ = std::move(kept); }

std::optional<VerdictQuestion::Kept> VerdictQuestion::kept() const {
    if (!isPair() || chosenBy_ == ChosenBy::Nobody) return std::nullopt;
    return Kept{challenger()->ids.back(), base()->ids.back(), chosenBy_};
}

void VerdictQuestion::restart() {
    restarted_ = {challenger()->config, base()->config};
    chooseRestarted();
}

std::vector<std::string> VerdictQuestion::runsOfPair() const {
    std::vector<std::string> runs;
    if (isPair())
        for (const RunGroup* group : {challenger(), base()})
            runs.insert(runs.end(), group->ids.begin(), group->ids.end());
    return runs;
}

std::vector<int> VerdictQuestion::proposedPlaces() const {
    std::vector<int> places;
    for (const std::string& id : proposed_)
        if (const int place = placeOf(id); place >= 0 && !contains(places, place)) places.push_back(place);
    return places;
}

/// What ticks chose waits for the ticks.
void VerdictQuestion::chooseRemembered() {
    if (!remembered_) return;
    const int challenger = placeOf(remembered_->challenger), base = placeOf(remembered_->base);
    if (challenger < 0 || base < 0 || challenger == base || (noneTicked_ && remembered_->by != ChosenBy::Person))
        return;
    chosenBy_ = remembered_->by;
    remembered_.reset();
    choose(challenger, base);
}

void VerdictQuestion::chooseProposed() {
    if (!choosesProposed_) return;
    const std::vector<int> places = proposedPlaces();
    if (places.size() < 2) return;
    choosesProposed_ = false;
    const auto stays = [&](int place) { return chosenBy_ == ChosenBy::Person || contains(places, place); };
    if (chosenBy_ != ChosenBy::Nobody && stays(challenger_) && stays(base_)) return;
    chosenBy_ = ChosenBy::Ticks;
    remembered_.reset();
    const auto [challenger, base] = pairOf(groups_, places);
    choose(challenger, base);
}

void VerdictQuestion::chooseRestarted() {
    if (!restarted_) return;
    const auto find = [this](const ExperimentConfig& config) {
        const auto found = std::ranges::find_if(
            groups_, [&](const RunGroup& group) { return group.start.empty() && sameSetting(group.config, config); });
        return found == groups_.end() ? -1 : static_cast<int>(found - groups_.begin());
    };
    const int challenger = find((*restarted_)[0]), base = find((*restarted_)[1]);
    if (challenger < 0 || base < 0) return;
    restarted_.reset();
    chosenBy_ = ChosenBy::Person;
    choose(challenger, base);
}

void VerdictQuestion::leaveOtherData(const std::set<std::string>& known) {
    if (challenger_ < 0 || base_ < 0 || chosenBy_ == ChosenBy::Nobody) return;
    const std::vector<int> places = proposedPlaces();
    for (const std::string& id : proposed_) {
        const RunGroup* fresh = at(placeOf(id));
        if (!fresh || known.contains(id) || sameMeasure(fresh->config, challenger()->config) ||
            sameMeasure(fresh->config, base()->config))
            continue;
        if (std::ranges::none_of(places, [&](int one) { return at(one) != fresh && canBePaired(*at(one), *fresh); }))
            continue;
        chosenBy_ = ChosenBy::Nobody;
        choosesProposed_ = true;
        return;
    }
}

void VerdictQuestion::choose(int challenger, int base) {
    const std::span<const RunGroup> groups(groups_.data(), isUnasked() ? 0 : groups_.size());
    const int count = static_cast<int>(groups.size());
    // The newest is held against the one before; a single one waits for its challenger.
    if (challenger < 0 && base < 0) (count > 1 ? challenger : base) = count > 1 ? partnerOf(groups, -1) : count - 1;
    challenger_ = challenger < 0 ? partnerOf(groups, base) : challenger;
    base_ = base < 0 ? partnerOf(groups, challenger_) : base;
}

std::string VerdictQuestion::pairKey() const {
    const auto [first, second] = std::minmax(challenger()->ids.back(), base()->ids.back());
    return first + "+" + second;
}

VerdictScore VerdictQuestion::usualScore() const {
    return lacksValidation() ? VerdictScore::Test : VerdictScore::Validation;
}

bool VerdictQuestion::lacksValidation() const { return isUnvalidated(*challenger()) || isUnvalidated(*base()); }

VerdictScore VerdictQuestion::score() const {
    if (!isPair()) return VerdictScore::Validation;
    const auto chosen = scores_.find(pairKey());
    return chosen == scores_.end() ? usualScore() : chosen->second;
}

void VerdictQuestion::setScore(VerdictScore score) {
    if (score == usualScore())
        scores_.erase(pairKey());
    else
        scores_[pairKey()] = score;
}

std::vector<std::string> VerdictQuestion::scores() const {
    std::vector<std::string> written;
    for (const auto& [pair, score] : scores_) written.push_back(pair + "=" + verdictScoreKey(score));
    return written;
}

void VerdictQuestion::setScores(std::span<const std::string> scores) {
    scores_.clear();
    for (const std::string& one : scores)
        if (const auto sign = one.rfind('='); sign != std::string::npos)
            scores_[one.substr(0, sign)] = verdictScoreOf(one.substr(sign + 1));
}

std::vector<std::string> VerdictQuestion::otherMeasures() const {
    std::vector<std::string> keys;
    for (const ConfigChange& change : changesBetween(base()->config, challenger()->config))
        if (changesScore(*change.field)) keys.emplace_back(change.field->key);
    return keys;
}

std::vector<const RunGroup*> VerdictQuestion::givenStarts() const {
    std::vector<const RunGroup*> given{challenger(), base()};
    std::erase_if(given, [](const RunGroup* group) { return group->start.empty(); });
    return given;
}

Verdict VerdictQuestion::verdict() const { return verdictOf(*challenger(), *base(), score()); }

VerdictQuestion::Plan VerdictQuestion::plan() const {
    Plan plan{fromTheStart(*challenger(), groups_), fromTheStart(*base(), groups_), {}, {}};
    plan.verdict = verdictOf(plan.challenger, plan.base, score());
    plan.missing = missingRuns(plan.challenger, plan.base, plan.verdict.nextLook);
    for (const ExperimentConfig& run : plan.missing) {
        const double seconds = plan.groupOf(run).seconds;
        plan.seconds += seconds;
        plan.isWhole = plan.isWhole && seconds > 0;
    }
    return plan;
}

namespace {

const RunGroup& at(std::span<const RunGroup> groups, int place) { return groups[static_cast<std::size_t>(place)]; }

}  // namespace

bool canBePaired(const RunGroup& a, const RunGroup& b) {
    return a.start.empty() && b.start.empty() && sameMeasure(a.config, b.config);
}

int partnerOf(std::span<const RunGroup> groups, int one) {
    int any = -1;
    for (int other = 0; other < static_cast<int>(groups.size()); ++other) {
        if (other == one) continue;
        if (one < 0 ? at(groups, other).start.empty() : canBePaired(at(groups, one), at(groups, other))) return other;
        if (any < 0) any = other;
    }
    return any;
}

std::pair<int, int> pairOf(std::span<const RunGroup> groups, std::span<const int> wanted) {
    for (std::size_t newer = 0; newer < wanted.size(); ++newer)
        for (std::size_t older = wanted.size() - 1; older > newer; --older)
            if (canBePaired(at(groups, wanted[newer]), at(groups, wanted[older])))
                return {wanted[newer], wanted[older]};
    return {wanted.front(), wanted.back()};
}

}  // namespace gatelab
