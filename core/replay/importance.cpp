// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/importance.h"

#include "base/number_text.h"
#include "base/rng.h"
#include "lab/weight_compression.h"
#include "replay/attribution.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gatelab {

namespace {

constexpr std::int64_t kAtOnce = 64;
constexpr std::int64_t kMostNumbers = std::int64_t{1} << 26;  // held at once: 256 MiB in float32
constexpr std::int64_t kMostSingleSteps = 12, kTenths = 10;
constexpr std::int64_t kForCorrelation = 512;

const Error kCancelled{ErrorCode::Cancelled, GATELAB_TEXT("Inspect", "looking inside was cancelled")};

/// What is exchanged: of the input the columns (all: empty) of some steps, or a level.
struct Exchange {
    ImportanceRow row;
    std::vector<std::int64_t> levels;  ///< targets whose level and spread go along
    bool allSteps = true;
};

/// Windows of a part and what is exchanged among them. Steps of sequences of unequal length are told in tenths.
class Shuffler {
public:
    Shuffler(const OpenedNetwork& network, const ImportanceQuestion& question)
        : network_(network), question_(question) {
        const std::int64_t windows = network.windows(question.part);
        std::int64_t most = std::max<std::int64_t>(2, question.maxWindows);
        std::vector<std::int64_t> numbers = spreadNumbers(windows, most);
        const Batch first = network.gather(question.part, numbers, 0, 1);
        most = std::clamp<std::int64_t>(kMostNumbers / std::max<std::int64_t>(1, first.input.numel()), 2, most);
        numbers = spreadNumbers(windows, most);
        pool_ = network.gather(question.part, numbers, 0, numbers.size());
        hasTokens_ = !pool_.input.is_floating_point();
        if (hasTokens_) pool_.input = pool_.input.unsqueeze(2);
    }
    [[nodiscard]] std::int64_t looked() const { return pool_.size; }
    [[nodiscard]] std::int64_t steps() const { return pool_.input.size(0); }
    [[nodiscard]] bool isUnequal() const { return pool_.lengths.defined(); }
    [[nodiscard]] bool hasLevels() const { return pool_.anchor.defined(); }

    /// Mean error of all windows; `exchange`: null: as they are. False: it was stopped.
    bool error(const Exchange* exchange, const std::vector<std::int64_t>& donors, const Progress& progress,
               double& value) const {
        double sum = 0, weight = 0;
        for (std::int64_t first = 0; first < pool_.size; first += kAtOnce) {
            if (!report(progress, 0)) return false;
            const std::int64_t count = std::min(kAtOnce, pool_.size - first);
            Batch batch = some(first, count);
            if (exchange != nullptr) exchangeIn(batch, *exchange, donors, first);
            if (hasTokens_) batch.input = batch.input.squeeze(2);
            const auto [part, share] = errorOf(batch);
            sum += part, weight += share;
        }
        value = sum / weight;
        return true;
    }

private:
    [[nodiscard]] Batch some(std::int64_t first, std::int64_t count) const {
        const auto cut = [&](const at::Tensor& tensor, std::int64_t dimension) {
            return tensor.defined() ? tensor.narrow(dimension, first, count) : tensor;
        };
        const bool labelling = pool_.target.dim() == 2 && !pool_.target.is_floating_point();
        return {cut(pool_.input, 1).clone(),
                cut(pool_.target, labelling ? 1 : 0),
                cut(pool_.anchor, 0),
                cut(pool_.scale, 0),
                cut(pool_.lengths, 0),
                cut(pool_.ahead, 1),
                count};
    }

    void exchangeIn(Batch& batch, const Exchange& exchange, const std::vector<std::int64_t>& donors,
                    std::int64_t first) const {
        const at::Tensor from =
            at::tensor(std::vector<std::int64_t>(donors.begin() + first, donors.begin() + first + batch.size));
        at::Tensor given = pool_.input.index_select(1, from);
        if (isUnequal()) given = stretched(given, batch.lengths, pool_.lengths.index_select(0, from));
        at::Tensor mask = exchange.allSteps ? at::ones({steps(), batch.size}, at::kBool) : stepMask(batch, exchange);
        at::Tensor columns = at::zeros({batch.input.size(2)}, at::kBool);
        if (!exchange.row.columns.empty())
            columns.index_fill_(0, at::tensor(exchange.row.columns), true);
        else if (!exchange.allSteps)
            columns.fill_(true);
        batch.input = at::where(mask.unsqueeze(2).logical_and(columns), given, batch.input);
        if (batch.ahead.defined() && exchange.allSteps && columns.any().item<bool>())
            batch.ahead = at::where(columns, pool_.ahead.index_select(1, from), batch.ahead);
        for (const std::int64_t target : exchange.levels)
            for (at::Tensor Batch::*level : {&Batch::anchor, &Batch::scale}) {
                if (!(batch.*level).defined()) continue;
                batch.*level = (batch.*level).clone();
                (batch.*level).select(1, target).copy_((pool_.*level).index_select(0, from).select(1, target));
            }
    }

    /// The donor's values at the same share of their length.
    static at::Tensor stretched(const at::Tensor& given, const at::Tensor& own, const at::Tensor& theirs) {
        const at::Tensor steps = at::arange(given.size(0)).unsqueeze(1);
        const at::Tensor places =
            (steps * theirs.unsqueeze(0)).floor_divide(own.unsqueeze(0)).minimum(theirs.unsqueeze(0) - 1);
        return given.gather(0, places.unsqueeze(2).expand_as(given));
    }

    [[nodiscard]] at::Tensor stepMask(const Batch& batch, const Exchange& exchange) const {
        at::Tensor place = at::arange(steps()).unsqueeze(1);
        if (isUnequal()) place = (place * kTenths).floor_divide(batch.lengths.unsqueeze(0));
        return place.ge(exchange.row.first).logical_and(place.le(exchange.row.last)).expand({steps(), batch.size});
    }

    /// Sum of the errors and how many; a truth that is missing does not count.
    [[nodiscard]] std::pair<double, double> errorOf(const Batch& batch) const {
        const ObjectiveResult result = network_.objective().run(batch, {});
        if (network_.objective().hasClasses()) {
            const at::Tensor logits = result.output.reshape({-1, result.output.size(-1)}).to(at::kDouble),
                             labels = batch.target.reshape(-1), known = labels.ge(0);
            const at::Tensor own = logits.log_softmax(1).gather(1, labels.clamp_min(0).unsqueeze(1)).squeeze(1);
            return {-own.masked_select(known).sum().item<double>(), known.sum().item<double>()};
        }
        const at::Tensor away = (network_.objective().point(result.output) - batch.target).to(at::kDouble),
                         known = batch.target.isfinite();
        return {away.masked_select(known).square().sum().item<double>(), known.sum().item<double>()};
    }

    const OpenedNetwork& network_;
    const ImportanceQuestion& question_;
    Batch pool_;
    bool hasTokens_ = false;
};

/// Input columns that go together over the training windows: those of a chain of |r| from kTogether on.
std::vector<std::vector<std::int64_t>> groupsOf(const OpenedNetwork& network) {
    const std::vector<std::int64_t> numbers = spreadNumbers(network.windows(WindowPart::Train), kForCorrelation);
    std::vector<std::vector<std::int64_t>> groups;
    if (network.plan().shape.tokens > 0 || network.windows(WindowPart::Train) == 0) return groups;
    at::Tensor sum, products;
    double count = 0;
    for (std::size_t first = 0; first < numbers.size(); first += kAtOnce) {
        const Batch batch =
            network.gather(WindowPart::Train, numbers, first, std::min<std::size_t>(kAtOnce, numbers.size() - first));
        at::Tensor rows = batch.input.to(at::kDouble).flatten(0, 1);
        if (batch.lengths.defined())
            rows = rows.index({at::arange(batch.input.size(0)).unsqueeze(1).lt(batch.lengths.unsqueeze(0)).flatten()});
        count += static_cast<double>(rows.size(0));
        sum = sum.defined() ? sum + rows.sum(0) : rows.sum(0);
        const at::Tensor some = at::matmul(rows.t(), rows);
        products = products.defined() ? products + some : some;
    }
    const at::Tensor covariance = products / count - at::outer(sum / count, sum / count);
    const at::Tensor deviation = covariance.diagonal().clamp_min(0).sqrt();
    const at::Tensor r = (covariance / at::outer(deviation, deviation)).abs().contiguous();
    const auto values = r.accessor<double, 2>();
    std::vector<bool> isIn(static_cast<std::size_t>(r.size(0)), false);
    for (std::int64_t start = 0; start < r.size(0); ++start) {
        if (isIn[static_cast<std::size_t>(start)]) continue;
        std::vector<std::int64_t> group{start};
        isIn[static_cast<std::size_t>(start)] = true;
        for (std::size_t at = 0; at < group.size(); ++at)
            for (std::int64_t other = 0; other < r.size(0); ++other)
                if (!isIn[static_cast<std::size_t>(other)] && values[group[at]][other] >= Importance::kTogether) {
                    isIn[static_cast<std::size_t>(other)] = true;
                    group.push_back(other);
                }
        std::ranges::sort(group);
        if (group.size() > 1) groups.push_back(std::move(group));
    }
    return groups;
}

/// The target that each input column is; -1: none.
std::vector<std::int64_t> targetsOf(const TrainPlan& plan, std::size_t columns) {
    std::vector<std::int64_t> targets(columns, -1);
    if (!plan.isForecast()) return targets;
    for (std::size_t t = 0; t < plan.prepared->targets.size(); ++t) {
        const auto found = std::ranges::find(plan.prepared->inputs, plan.prepared->targets[t]);
        if (found != plan.prepared->inputs.end())
            targets[static_cast<std::size_t>(found - plan.prepared->inputs.begin())] = static_cast<std::int64_t>(t);
    }
    return targets;
}

void addColumns(const OpenedNetwork& network, const Shuffler& windows, std::vector<Exchange>& all) {
    const std::vector<std::string> names = columnsRead(network);
    const std::vector<ColumnTogether> together = columnsTogether(network);
    const std::vector<std::int64_t> targets = targetsOf(network.plan(), names.size());
    const auto add = [&](ImportanceRow::Kind kind, std::string name, const std::vector<std::int64_t>& columns) {
        Exchange one;
        for (const std::int64_t column : columns) {
            const auto at = static_cast<std::size_t>(column);
            if (kind == ImportanceRow::Kind::Group) name += (name.empty() ? "" : ", ") + names[at];
            if (windows.hasLevels() && targets[at] >= 0) one.levels.push_back(targets[at]);
        }
        one.row.kind = kind, one.row.name = name, one.row.columns = columns;
        all.push_back(std::move(one));
    };
    for (const ColumnTogether& one : together) add(ImportanceRow::Kind::Column, one.name, one.inputs);
    for (const auto& group : groupsOf(network))
        if (std::ranges::find(together, group, &ColumnTogether::inputs) == together.end())
            add(ImportanceRow::Kind::Group, {}, group);
    if (!windows.hasLevels()) return;
    const PreparedSeries& prepared = *network.plan().prepared;
    for (std::size_t t = 0; t < prepared.targets.size(); ++t) {
        Exchange one;
        one.row.kind = ImportanceRow::Kind::Steps;
        one.row.name = {GATELAB_TEXT("Inspect", "level of %1 in the window"),
                        {prepared.table.columns[prepared.targets[t]].name}};
        one.levels = {static_cast<std::int64_t>(t)};
        all.push_back(std::move(one));
    }
}

/// Of a forecast lags: each by itself where there are few, else blocks that double on the way back.
void addSteps(const OpenedNetwork& network, const Shuffler& windows, std::vector<Exchange>& all) {
    const auto add = [&](std::int64_t first, std::int64_t last, Phrase name) {
        Exchange one;
        one.allSteps = false;
        one.row.kind = ImportanceRow::Kind::Steps;
        one.row.first = first, one.row.last = last, one.row.name = std::move(name);
        all.push_back(std::move(one));
    };
    const std::int64_t steps = windows.steps();
    if (!network.plan().isForecast()) {
        const std::int64_t blocks = windows.isUnequal() ? kTenths : std::min(steps, kTenths);
        for (std::int64_t b = 0; b < blocks; ++b) {
            if (windows.isUnequal()) {
                add(b, b, {GATELAB_TEXT("Inspect", "%1 to %2 % of the length"), {10 * b, 10 * b + 10}});
                continue;
            }
            const std::int64_t first = steps * b / blocks, last = steps * (b + 1) / blocks - 1;
            add(first, last,
                first == last ? Phrase(GATELAB_TEXT("Inspect", "step %1"), {first + 1})
                              : Phrase(GATELAB_TEXT("Inspect", "steps %1 to %2"), {first + 1, last + 1}));
        }
        return;
    }
    std::int64_t width = 1;
    for (std::int64_t lag = 1; lag <= steps; lag += width) {
        if (steps > kMostSingleSteps && lag > 1) width = lag;
        const std::int64_t far = std::min(steps, lag + width - 1);
        add(steps - far, steps - lag,
            lag == far ? Phrase(GATELAB_TEXT("Inspect", "lag %1"), {lag})
                       : Phrase(GATELAB_TEXT("Inspect", "lags %1 to %2"), {lag, far}));
    }
}

std::vector<std::int64_t> shuffled(std::int64_t count, std::uint64_t seed, std::uint64_t shuffle) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), std::int64_t{0});
    Rng rng(seed, RandomPurpose::Order, shuffle);
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[static_cast<std::size_t>(rng.below(i))]);
    return order;
}

}  // namespace

Result<Importance> measureImportance(const OpenedNetwork& network, const ImportanceQuestion& question,
                                     const Progress& progress) {
    const at::NoGradGuard noGrad;
    if (network.windows(question.part) < 2)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Inspect",
                                  "this part of the data has fewer than two windows, so there is nothing to exchange; "
                                  "choose another part")};
    const Shuffler windows(network, question);
    std::vector<Exchange> exchanges;
    addColumns(network, windows, exchanges);
    addSteps(network, windows, exchanges);
    const std::int64_t shuffles = std::max<std::int64_t>(2, question.shuffles);
    const auto passes = static_cast<double>(exchanges.size()) * static_cast<double>(shuffles) + 1;
    double done = 0;
    const Progress inside = [&](double) { return report(progress, done / passes); };
    Importance answer;
    answer.question = question;
    answer.windows = network.windows(question.part);
    answer.looked = windows.looked();
    answer.isEntropy = network.objective().hasClasses();
    if (!windows.error(nullptr, {}, inside, answer.error)) return kCancelled;
    if (!std::isfinite(answer.error) || !(answer.error > 0))
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Inspect", "the error of this part is %1, which cannot be compared; choose another part"),
             {Phrase(numberText(answer.error, 3))}}};
    for (Exchange& one : exchanges) {
        std::vector<double> ratios;
        for (std::int64_t s = 0; s < shuffles; ++s) {
            double error = 0;
            done += 1;
            const auto donors = shuffled(windows.looked(), question.seed, static_cast<std::uint64_t>(s));
            if (!windows.error(&one, donors, inside, error)) return kCancelled;
            ratios.push_back(error / answer.error);
        }
        const CompressionInterval interval = intervalOf(ratios);
        one.row.ratio = interval.mean, one.row.low = interval.low, one.row.high = interval.high;
        answer.rows.push_back(std::move(one.row));
    }
    return answer;
}

}  // namespace gatelab
