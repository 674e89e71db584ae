// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/study.h"

#include "config/config_difference.h"
#include "config/field_use.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gatelab {

namespace {

constexpr std::array kMethods = {
    SearchMethodRow{SearchMethod::Grid, "grid", GATELAB_TEXT("Sweep", "Every combination"),
                    GATELAB_TEXT("Sweep", "All values with all others; for few values of few settings."), false},
    SearchMethodRow{SearchMethod::Random, "random", GATELAB_TEXT("Sweep", "At random"),
                    GATELAB_TEXT("Sweep", "Combinations drawn from ranges; they do not learn from each other."), false},
    SearchMethodRow{SearchMethod::Tpe, "tpe", GATELAB_TEXT("Sweep", "Learns (TPE)"),
                    GATELAB_TEXT("Sweep", "Ten at random, then each where the earlier ones were good."), true},
    SearchMethodRow{SearchMethod::Asha, "asha", GATELAB_TEXT("Sweep", "Learns and stops (ASHA)"),
                    GATELAB_TEXT("Sweep", "As TPE, and only the best third of each rung of epochs trains on."), true}};

Error wrong(Phrase what) { return Error{ErrorCode::InvalidInput, std::move(what)}; }

}  // namespace

std::span<const SearchMethodRow> searchMethods() { return kMethods; }

const SearchMethodRow& searchMethodRow(SearchMethod method) {
    return *std::ranges::find(kMethods, method, &SearchMethodRow::method);
}

Result<SearchMethod> searchMethodOf(std::string_view key) {
    std::string known;
    for (const SearchMethodRow& row : kMethods) {
        if (key == row.key) return row.method;
        known += (known.empty() ? "" : ", ") + std::string(row.key);
    }
    return wrong({GATELAB_TEXT("Sweep", "there is no search '%1'; there are %2"), {std::string(key), known}});
}

bool Study::isSameSpace(const Study& other) const {
    const auto& axes = space.axes();
    const auto& others = other.space.axes();
    if (axes.size() != others.size()) return false;
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (formatSweepAxis(axes[i]) != formatSweepAxis(others[i])) return false;
    // A setting that varies has no value of its own, except where it has no effect.
    return std::ranges::all_of(fields(), [&](const Field& field) {
        return isCosmetic(field) || isSameValue(field, space.base(), other.space.base());
    });
}

Result<> checkStudy(const Study& study) {
    if (auto checked = checkAxes(study.space.axes()); !checked.ok()) return checked;
    if (study.method == SearchMethod::Grid)
        if (auto checked = checkGrid(study.space.axes()); !checked.ok()) return checked;
    if (!study.budget.isGiven())
        return wrong(GATELAB_TEXT("Sweep", "a search needs a budget above 0: trials, epochs or time"));
    if (!hasValidation(study.space.base()))
        return wrong(GATELAB_TEXT("Sweep", "trials are judged by their validation loss; give the split such a part"))
            .ofField("split");
    return {};
}

void noteEpoch(StudyTrial& trial, std::int64_t epoch, double validation) {
    trial.epochs = std::max(trial.epochs, epoch);
    if (epoch <= std::ssize(trial.byEpoch)) return;
    const double before = trial.byEpoch.empty() ? std::numeric_limits<double>::quiet_NaN() : trial.byEpoch.back();
    // An epoch whose record is missing had no better loss.
    trial.byEpoch.resize(static_cast<std::size_t>(epoch), before);
    trial.byEpoch.back() = std::fmin(before, validation);
}

std::optional<std::size_t> bestTrial(std::span<const StudyTrial> trials) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        if (!std::isfinite(trials[i].value)) continue;
        const auto rank = [&](const StudyTrial& trial) { return trial.state != TrialState::Complete; };
        if (!best || rank(trials[i]) < rank(trials[*best]) ||
            (rank(trials[i]) == rank(trials[*best]) && trials[i].value < trials[*best].value))
            best = i;
    }
    return best;
}

}  // namespace gatelab
