// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/unit_naming.h"

#include "baselines/baselines.h"
#include "config/cell_traits.h"
#include "replay/replay.h"
#include "replay/unit_columns.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gatelab {

namespace {

constexpr std::size_t kAtOnce = 32;
constexpr double kHours = 24, kDays = 7;
constexpr std::int64_t kDayMicros = 86'400'000'000;

/// One simple thing; of a phase there are two columns, sine and cosine.
struct Candidate {
    Phrase with, against;  ///< what a unit is called that rises, or falls, with it
    bool isPhase = false, isHour = false;
};

Phrase follows(const Phrase& what) { return {GATELAB_TEXT("Inspect", "follows %1"), {what}}; }
Phrase opposes(const Phrase& what) { return {GATELAB_TEXT("Inspect", "goes against %1"), {what}}; }

/// A name of the data stands apart from the words around it.
Phrase quoted(const std::string& name) { return {GATELAB_TEXT("Inspect", "\"%1\""), {name}}; }

/// The columns of the built-in sequences have names in the language of the window.
Phrase columnName(const ExperimentConfig& config, const std::string& name) {
    if (!config.dataPath.empty()) return quoted(name);
    return name == "marker"   ? Phrase(GATELAB_TEXT("Inspect", "the mark"))
           : name == "number" ? Phrase(GATELAB_TEXT("Inspect", "the number"))
           : name == "ask"    ? Phrase(GATELAB_TEXT("Inspect", "the question"))
                              : quoted(name);
}

/// The simple things, computed from the columns of a window.
class Candidates {
public:
    explicit Candidates(const OpenedNetwork& network) : columns_(network), plan_(network.plan()) {
        if (columns_.hasTime() && plan_.prepared->source->time.stepMicros < kDayMicros)
            addPhase(GATELAB_TEXT("Inspect", "the hour"), true), hasHour_ = true;
        if (columns_.hasTime() && plan_.prepared->source->time.stepMicros < kDays * kDayMicros)
            addPhase(GATELAB_TEXT("Inspect", "the day of the week"), false), hasWeekday_ = true;
        if (plan_.isForecast()) addSeason();
        for (std::int64_t target = 0; target < columns_.targets(); ++target) addTarget(target);
        addSimple(GATELAB_TEXT("Inspect", "the place in the window"));
        for (std::int64_t input = 0; input < columns_.inputs(); ++input) addInput(input);
        for (std::int64_t k = 0; k < columns_.classes(); ++k)
            addSimple(
                quoted(columns_.names()[columns_.names().size() - static_cast<std::size_t>(columns_.classes() - k)]));
    }
    [[nodiscard]] const std::vector<Candidate>& rows() const { return rows_; }

    /// [time, batch, column]: one of each simple thing, two of a phase.
    [[nodiscard]] at::Tensor of(WindowPart part, const std::vector<std::int64_t>& numbers, std::size_t first,
                                const Batch& batch) const {
        const at::Tensor all = columns_.of(part, numbers, first, batch);
        const auto column = [&](std::int64_t place) { return all.select(2, place); };
        const std::int64_t calendar = columns_.inputs(), target = calendar + (columns_.hasTime() ? 2 : 0);
        std::vector<at::Tensor> made;
        const auto phase = [&made](const at::Tensor& turn) {
            made.push_back(at::sin(2 * std::numbers::pi * turn));
            made.push_back(at::cos(2 * std::numbers::pi * turn));
        };
        if (hasHour_) phase(column(calendar) / kHours);
        if (hasWeekday_) phase((column(calendar + 1) + column(calendar) / kHours) / kDays);
        if (season_ > 0) phase(columns_.rows(part, numbers, first, batch) / static_cast<double>(season_));
        const at::Tensor place = at::arange(1, all.size(0) + 1, at::kDouble).unsqueeze(1).expand_as(all.select(2, 0));
        for (std::int64_t k = 0; k < columns_.targets(); ++k) {
            const at::Tensor value = column(target + k), before = at::cat({value.narrow(0, 0, 1), value}, 0);
            made.push_back(value);
            made.push_back(value - before.narrow(0, 0, value.size(0)));
            made.push_back(value.cumsum(0) / place);
        }
        made.push_back(place);
        for (const std::int64_t input : inputs_) {
            made.push_back(column(input));
            if (!columns_.hasTokens()) made.push_back(column(input).cumsum(0) / place);
        }
        for (std::int64_t k = 0; k < columns_.classes(); ++k) made.push_back(column(target + columns_.targets() + k));
        return at::stack(made, 2);
    }

private:
    void addPhase(const Phrase& what, bool isHour) { rows_.push_back({follows(what), {}, true, isHour}); }
    void addSimple(const Phrase& what) { rows_.push_back({follows(what), opposes(what)}); }
    void addSeason() {
        season_ = findSeasons(*plan_.prepared).front();
        const std::int64_t step = plan_.prepared->source->time.stepMicros;
        // The calendar has it
        if (season_ < 3 || (step > 0 && (season_ * step == kDayMicros || season_ * step == 7 * kDayMicros)))
            season_ = 0;
        else
            addPhase({GATELAB_TEXT("Inspect", "the season of %1 steps"), {season_}}, false);
    }
    void addTarget(std::int64_t target) {
        const std::string& name =
            plan_.prepared->table.columns[plan_.prepared->targets[static_cast<std::size_t>(target)]].name;
        if (columns_.targets() == 1) {
            addSimple(GATELAB_TEXT("Inspect", "the last value"));
            addSimple(GATELAB_TEXT("Inspect", "the last change"));
            addSimple(GATELAB_TEXT("Inspect", "the level"));
        } else {
            addSimple({GATELAB_TEXT("Inspect", "the last value of %1"), {quoted(name)}});
            addSimple({GATELAB_TEXT("Inspect", "the last change of %1"), {quoted(name)}});
            addSimple({GATELAB_TEXT("Inspect", "the level of %1"), {quoted(name)}});
        }
    }
    /// But not the target once more, as the network reads it.
    void addInput(std::int64_t input) {
        const std::string& name = columns_.names()[static_cast<std::size_t>(input)];
        if (std::ranges::find(columns_.names(), "target " + name) != columns_.names().end()) return;
        inputs_.push_back(input);
        const Phrase shown = columnName(plan_.config, name);
        addSimple(shown);
        if (!columns_.hasTokens()) addSimple({GATELAB_TEXT("Inspect", "the mean of %1 so far"), {shown}});
    }

    UnitColumns columns_;
    const TrainPlan& plan_;
    std::vector<Candidate> rows_;
    std::vector<std::int64_t> inputs_;
    std::int64_t season_ = 0;
    bool hasHour_ = false, hasWeekday_ = false;
};

/// Second moments of units and columns together, float64. Steps at which one of them is not finite are left out.
class JointMoments {
public:
    void add(const at::Tensor& units, const at::Tensor& columns) {
        at::Tensor all = at::cat({units, columns}, 1);
        all = all.index_select(0, all.isfinite().all(1).nonzero().squeeze(1));
        // About a first guess of the mean: a level of 1e6 takes no digits from the variance.
        if (!origin_.defined() && all.size(0) > 0) origin_ = all.mean(0);
        if (!origin_.defined()) return;
        const at::Tensor centred = all - origin_;
        const at::Tensor square = at::matmul(centred.t(), centred), sum = centred.sum(0);
        steps_ += static_cast<double>(all.size(0));
        sum_ = sum_.defined() ? sum_ + sum : sum;
        square_ = square_.defined() ? square_ + square : square;
    }
    /// Covariance matrix; undefined: nothing was added.
    [[nodiscard]] at::Tensor covariance() const {
        if (!sum_.defined()) return {};
        const at::Tensor mean = sum_ / steps_;
        return square_ / steps_ - at::outer(mean, mean);
    }

private:
    double steps_ = 0;
    at::Tensor origin_, sum_, square_;
};

/// Hour of the largest value of b sin + a cos.
Phrase highestHour(double sine, double cosine) {
    const double turn = std::atan2(sine, cosine) / (2 * std::numbers::pi);
    const auto hour = static_cast<int>(std::lround((turn < 0 ? turn + 1 : turn) * kHours)) % static_cast<int>(kHours);
    return {GATELAB_TEXT("Inspect", "highest at %1:00"), {hour}};
}

/// The best candidate of one unit. `covariance`: [unit and columns][unit and columns], the columns from `first` on.
UnitName nameOf(const at::TensorAccessor<double, 2>& covariance, std::int64_t unit, std::int64_t first,
                const std::vector<Candidate>& rows) {
    constexpr double kStill = 1e-12;
    UnitName best;
    best.figure = std::nan("");
    const double own = covariance[unit][unit];
    if (!(own > kStill)) return best;
    std::int64_t at = first;
    for (const Candidate& row : rows) {
        const std::int64_t a = at, b = at + 1;
        at += row.isPhase ? 2 : 1;
        const double aa = covariance[a][a], ua = covariance[unit][a];
        double figure = 0, sine = 0, cosine = 0;
        if (!row.isPhase) {
            figure = aa > kStill ? ua / std::sqrt(own * aa) : 0;
        } else {  // R^2 of the regression on both
            const double bb = covariance[b][b], ab = covariance[a][b], ub = covariance[unit][b],
                         room = aa * bb - ab * ab;
            if (!(room > kStill)) continue;
            sine = (ua * bb - ub * ab) / room, cosine = (ub * aa - ua * ab) / room;
            figure = std::sqrt(std::clamp((sine * ua + cosine * ub) / own, 0.0, 1.0));
        }
        if (std::isfinite(best.figure) && !(std::abs(figure) > best.figure)) continue;
        best.figure = std::abs(figure);
        best.what = figure < 0 ? row.against : row.with;
        best.detail = row.isHour ? highestHour(sine, cosine) : Phrase();
    }
    return best;
}

}  // namespace

Result<UnitNames> nameUnits(const OpenedNetwork& network, const UnitNamesQuestion& question, const Progress& progress) {
    const at::NoGradGuard noGrad;
    if (auto there = unitMasks(network, {{question.layer, question.direction, 0}}); !there.ok()) return there.error();
    UnitNames answer{question.layer, question.direction, 0, 0, network.windows(question.part), {}};
    const std::vector<std::int64_t> numbers = spreadNumbers(answer.windows, question.maxWindows);
    if (numbers.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Inspect", "this part of the data has no window; choose another part")};
    answer.looked = static_cast<std::int64_t>(numbers.size());
    const Candidates candidates(network);
    const CellTraits& cell = cellTraits(network.plan().config.cell);
    std::map<std::string, JointMoments> moments;
    for (std::size_t first = 0; first < numbers.size(); first += kAtOnce) {
        if (!report(progress, static_cast<double>(first) / static_cast<double>(numbers.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Inspect", "looking inside was cancelled")};
        const Batch batch = network.gather(question.part, numbers, first, std::min(kAtOnce, numbers.size() - first));
        std::vector<GateRecord> records;
        ForwardOptions options;
        options.record = &records;
        static_cast<void>(network.objective().run(batch, options));
        const at::Tensor columns = candidates.of(question.part, numbers, first, batch);
        for (const NamedStates& named :
             namedStates(cell, records[static_cast<std::size_t>(question.layer)], question.direction)) {
            const at::Tensor states = named.values.to(at::kDouble);
            answer.units = states.size(2);
            for (std::int64_t b = 0; b < batch.size; ++b) {
                const std::int64_t steps =
                    batch.lengths.defined() ? batch.lengths[b].item<std::int64_t>() : batch.input.size(0);
                moments[named.key].add(states.select(1, b).narrow(0, 0, steps),
                                       columns.select(1, b).narrow(0, 0, steps));
            }
        }
    }
    for (const auto& [key, sums] : moments) {
        std::vector<UnitName>& names = answer.names[key];
        names.resize(static_cast<std::size_t>(answer.units));
        const at::Tensor covariance = sums.covariance();
        if (!covariance.defined()) continue;
        const auto at = covariance.accessor<double, 2>();
        for (std::int64_t unit = 0; unit < answer.units; ++unit)
            names[static_cast<std::size_t>(unit)] = nameOf(at, unit, answer.units, candidates.rows());
    }
    return answer;
}

}  // namespace gatelab
