// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/leak_audit.h"

#include "base/rng.h"
#include "data/many/many_series.h"
#include "data/many/prepare_many.h"
#include "data/recipe/categories.h"
#include "data/recipe/channel_scale.h"
#include "data/recipe/known_ahead.h"
#include "data/sequences/sequence_parts.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace gatelab {

namespace {

Error cancelled() { return {ErrorCode::Cancelled, GATELAB_TEXT("Preparing", "the leak audit was cancelled")}; }

bool isSame(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}

/// Values far from those that were there, positive, and every seventh missing: whatever a step computes from them comes
/// out otherwise. Rows at the end that wait for a forecast go on waiting, since how many there are is known before, as
/// the number of rows is.
void perturb(std::span<double> values, std::size_t from, std::uint64_t stream) {
    const Rng random(1, RandomPurpose::Augmentation, stream);
    double largest = 1;
    for (const double value : values)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    std::size_t end = values.size();
    while (end > from && !std::isfinite(values[end - 1])) --end;
    for (std::size_t r = from; r < end; ++r) {
        const std::uint32_t word = random.block(r)[0];
        const bool isGap = word % 7 == 0 && r + 1 < end;
        values[r] = isGap ? std::nan("") : std::min(largest, 1e150) * (2 + static_cast<double>(word) / 4294967296.0);
    }
}

/// A column that is known ahead, or a word of one.
bool isKnownAhead(const Series& series, const std::string& channel, const std::vector<std::string>& known) {
    return std::ranges::any_of(
        known, [&](const std::string& name) { return channel == name || isWordIn(series, channel, name); });
}

/// `channel`: the one whose values from `border` on are other ones; none: all channels but those of `known`, which are
/// known ahead. Of many series those of one alone, which ends at row `end`, are others.
SeriesPtr perturbed(const Series& series, std::int64_t border, std::optional<std::size_t> channel,
                    const std::vector<std::string>& known, std::int64_t end) {
    auto other = std::make_shared<Series>(series);
    for (std::size_t c = 0; c < other->channels.size(); ++c) {
        const std::string& name = other->channels[c].name;
        if ((channel && c != *channel) || name == kSeriesNumber || isKnownAhead(series, name, known)) continue;
        const std::span<double> values = other->channels[c].values.edit();
        perturb(values.first(static_cast<std::size_t>(end)), static_cast<std::size_t>(border), c);
    }
    return other;
}

std::vector<std::int64_t> startsBefore(const WindowSet& set, std::int64_t border) {
    std::vector<std::int64_t> starts;
    for (const std::int64_t start : set.starts)
        if (start + set.lookback + set.horizon <= border) starts.push_back(start);
    return starts;
}

/// The first difference before the border between the data as they are and with other values behind it.
std::optional<Leak> difference(const PreparedSeries& own, const PreparedSeries& other, std::int64_t border) {
    Leak leak;
    leak.border = border;
    for (std::size_t k = 0; k < std::min(own.steps.size(), other.steps.size()); ++k)
        if (own.steps[k]->state() != other.steps[k]->state()) {
            leak.kind = Leak::Kind::Fit;
            return leak;
        }
    if (own.table.columns.size() != other.table.columns.size()) return leak;
    for (std::size_t c = 0; c < own.table.columns.size(); ++c) {
        const auto &mine = own.table.columns[c].values, &theirs = other.table.columns[c].values;
        for (std::size_t r = 0; r < static_cast<std::size_t>(border); ++r)
            if (!isSame(mine[r], theirs[r])) {
                leak.column = own.table.columns[c].name;
                leak.row = static_cast<std::int64_t>(r);
                return leak;
            }
    }
    const auto knownAt = [](const Table& table, std::int64_t row) {
        return table.knownAt.empty() ? row : table.knownAt[static_cast<std::size_t>(row)];
    };
    for (std::int64_t r = 0; r < border; ++r)
        if (knownAt(own.table, r) != knownAt(other.table, r)) {
            leak.kind = Leak::Kind::Known;
            leak.row = r;
            return leak;
        }
    return std::nullopt;
}

/// Each of many series by itself: its borders are its own.
Result<PerturbedAudit> auditMembers(const SeriesPtr& series, const ExperimentConfig& config, const Progress& progress,
                                    std::span<const RecipeStep> steps) {
    const auto own = prepareSeries(series, config, steps);
    if (!own.ok()) return own.error();
    const std::vector<PreparedMember>& members = membersOf(**own);
    PerturbedAudit audit;
    for (std::size_t m = 0; m < members.size(); ++m) {
        if (!report(progress, static_cast<double>(m) / static_cast<double>(members.size()))) return cancelled();
        const PreparedMember& member = membersOf(**own)[m];
        if (!member.prepared) continue;
        const Split& split = member.prepared->split;
        for (const std::int64_t border : {split.train.end, split.validation.end}) {
            if (border <= 0 || border >= member.rows.size() || member.rows.begin + border >= series->rows()) continue;
            ++audit.preparations;
            auto other = std::make_shared<Series>(*series);
            const std::vector<std::string> known = knownAheadSources(config.recipe);
            for (std::size_t c = 0; c < other->channels.size(); ++c) {
                const std::string& name = other->channels[c].name;
                if (name == kSeriesNumber || isKnownAhead(*series, name, known)) continue;
                perturb(other->channels[c].values.edit().subspan(static_cast<std::size_t>(member.rows.begin),
                                                                 static_cast<std::size_t>(member.rows.size())),
                        static_cast<std::size_t>(border), c);
            }
            const auto prepared = prepareSeries(other, config, steps);
            if (!prepared.ok()) return prepared.error();
            for (std::size_t n = 0; n < members.size(); ++n) {
                const PreparedMember &mine = membersOf(**own)[n], &theirs = membersOf(**prepared)[n];
                std::optional<Leak> leak;
                if (!mine.prepared != !theirs.prepared)
                    leak = Leak{};
                else if (mine.prepared)
                    leak = difference(*mine.prepared, *theirs.prepared, n == m ? border : mine.rows.size());
                if (!leak) continue;
                leak->what = {GATELAB_TEXT("Leaks", "series '%1' depends on values of series '%2' from row %3 on"),
                              {mine.name, member.name, border}};
                audit.leaks.push_back(std::move(*leak));
            }
        }
        audit.borders.push_back(member.rows.begin + split.train.end);
    }
    return audit;
}

class SeriesAudit {
public:
    SeriesAudit(const SeriesPtr& series, const ExperimentConfig& config, const Progress& progress,
                std::span<const RecipeStep> steps)
        : series_(series), config_(config), progress_(progress), steps_(steps) {}

    Result<PerturbedAudit> run() {
        auto own = prepareSeries(series_, config_, steps_);
        if (!own.ok()) return own.error();
        const Split& split = (*own)->split;
        for (const std::int64_t border : {split.train.end, split.validation.end})
            if (border > 0 && border < series_->rows() &&
                std::ranges::find(audit_.borders, border) == audit_.borders.end())
                audit_.borders.push_back(border);
        for (std::size_t i = 0; i < audit_.borders.size(); ++i) {
            if (!report(progress_, static_cast<double>(i) / static_cast<double>(audit_.borders.size())))
                return cancelled();
            const auto found = look(**own, audit_.borders[i], std::nullopt, config_);
            if (!found.ok()) return found.error();
            if (*found)
                if (auto named = name(audit_.borders[i], **found); !named.ok()) return named.error();
        }
        return std::move(audit_);
    }

private:
    /// Prepares once more; nothing: all before the border is as it was.
    Result<std::optional<Leak>> look(const PreparedSeries& own, std::int64_t border, std::optional<std::size_t> channel,
                                     const ExperimentConfig& config) {
        ++audit_.preparations;
        const auto other = prepareSeries(
            perturbed(*series_, border, channel, knownAheadSources(config.recipe), series_->rows()), config, steps_);
        if (!other.ok())
            return other.error().withContext(
                GATELAB_TEXT("Preparing", "the leak audit, with other values after a border"));
        auto leak = difference(own, **other, border);
        if (leak) return leak;
        const auto windows = makeWindows(own, config), others = makeWindows(**other, config);
        // The other gaps may leave no window behind the border
        if (!windows.ok() || !others.ok()) return std::optional<Leak>();
        for (const auto set : {&SplitWindows::train, &SplitWindows::validation})
            if (startsBefore((*windows).*set, border) != startsBefore((*others).*set, border)) {
                leak = Leak{};
                leak->kind = Leak::Kind::Windows;
                leak->border = border;
            }
        return leak;
    }

    /// Which step it is, and by which columns it leaks.
    Result<> name(std::int64_t border, Leak leak) {
        ExperimentConfig config = config_;
        for (std::size_t k = 0; k <= config_.recipe.size(); ++k) {
            config.recipe.assign(config_.recipe.begin(), config_.recipe.begin() + static_cast<std::ptrdiff_t>(k));
            const auto own = prepareSeries(series_, config, steps_);
            if (!own.ok()) continue;  // an unfinished recipe need not be usable
            const auto first = look(**own, border, std::nullopt, config);
            if (!first.ok() || !*first) continue;
            if ((*first)->kind == Leak::Kind::Windows && k < config_.recipe.size()) continue;
            leak = **first;
            if (leak.kind != Leak::Kind::Windows && k > 0)
                leak.step = static_cast<int>(k) - 1, leak.stepText = config_.recipe[k - 1];
            return byColumn(**own, config, border, leak);
        }
        add(leak);
        return {};
    }

    Result<> byColumn(const PreparedSeries& own, const ExperimentConfig& config, std::int64_t border,
                      const Leak& together) {
        bool found = false;
        for (std::size_t c = 0; c < series_->channels.size(); ++c) {
            if (!report(progress_, static_cast<double>(c) / static_cast<double>(series_->channels.size())))
                return cancelled();
            const auto alone = look(own, border, c, config);
            if (!alone.ok() || !*alone) continue;
            Leak leak = **alone;
            leak.step = together.step, leak.stepText = together.stepText, leak.changed = series_->channels[c].name;
            add(leak);
            found = true;
        }
        if (!found) add(together);
        return {};
    }

    void add(Leak leak) {
        const Phrase where =
            leak.step < 0 ? Phrase(GATELAB_TEXT("Leaks", "outside the recipe"))
                          : Phrase{GATELAB_TEXT("Leaks", "step %1 of the recipe, %2"), {leak.step + 1, leak.stepText}};
        const Phrase cause =
            leak.changed.empty()
                ? Phrase{GATELAB_TEXT("Leaks", "values from row %1 on"), {leak.border}}
                : Phrase{GATELAB_TEXT("Leaks", "values of column '%1' from row %2 on"), {leak.changed, leak.border}};
        switch (leak.kind) {
            case Leak::Kind::Fit:
                leak.what = {GATELAB_TEXT("Leaks", "%1: what it learned depends on %2"), {where, cause}};
                break;
            case Leak::Kind::Known:
                leak.what = {GATELAB_TEXT("Leaks", "%1: by when row %2 is known depends on %3"),
                             {where, leak.row, cause}};
                break;
            case Leak::Kind::Windows:
                leak.what = {GATELAB_TEXT("Leaks", "which windows lie before row %1 depends on %2"),
                             {leak.border, cause}};
                break;
            default:
                leak.what = {GATELAB_TEXT("Leaks", "%1: row %2 of column '%3' depends on %4"),
                             {where, leak.row, leak.column, cause}};
        }
        audit_.leaks.push_back(std::move(leak));
    }

    const SeriesPtr& series_;
    const ExperimentConfig& config_;
    const Progress& progress_;
    std::span<const RecipeStep> steps_;
    PerturbedAudit audit_;
};

}  // namespace

Result<PerturbedAudit> auditByPerturbing(const SeriesPtr& series, const ExperimentConfig& config,
                                         const Progress& progress, std::span<const RecipeStep> steps) {
    if (isMany(*series)) return auditMembers(series, config, progress, steps);
    return SeriesAudit(series, config, progress, steps).run();
}

Result<std::optional<Leak>> auditOrigin(const PreparedSeries& own, const ExperimentConfig& config, std::int64_t border,
                                        std::span<const RecipeStep> steps) {
    const ManyStep* many = manyOf(own);
    const PreparedMember* member = many != nullptr ? many->at(border) : nullptr;
    const std::int64_t end = member != nullptr ? member->rows.end : own.source->rows();
    const std::int64_t first = member != nullptr ? member->rows.begin : 0;
    const auto other = prepareSeries(
        perturbed(*own.source, border, std::nullopt, knownAheadSources(config.recipe), end), config, steps);
    if (!other.ok())
        return other.error().withContext(GATELAB_TEXT("Preparing", "the leak audit, with other values after a border"));
    Leak leak;
    leak.border = border;
    for (std::size_t k = 0; k < own.steps.size(); ++k)
        if (own.steps[k]->state() != (*other)->steps[k]->state()) {
            leak.kind = Leak::Kind::Fit, leak.step = static_cast<int>(k), leak.stepText = own.stepTexts[k];
            leak.what = {GATELAB_TEXT("Leaks", "what step %1 learned for the origin at row %2 depends on later values"),
                         {leak.stepText, border}};
            return std::optional(leak);
        }
    for (const std::size_t input : own.inputs) {
        const auto &mine = own.table.columns[input].values, &theirs = (*other)->table.columns[input].values;
        for (std::int64_t row = std::max(first, border - config.lookback); row < border; ++row) {
            const auto r = static_cast<std::size_t>(row);
            // A gap that ends behind the border in one of the two is in no window there.
            const auto isKnown = [&](const Table& table) { return table.knownAt.empty() || table.knownAt[r] < border; };
            if (!isKnown(own.table) || !isKnown((*other)->table) || isSame(mine[r], theirs[r])) continue;
            leak.column = own.table.columns[input].name, leak.row = row;
            leak.what = {GATELAB_TEXT("Leaks", "before the origin at row %1, '%2' depends on later values (row %3)"),
                         {border, leak.column, row}};
            return std::optional(leak);
        }
    }
    return std::optional<Leak>();
}

bool addPerturbed(const SeriesPtr& series, const ExperimentConfig& config, std::int64_t maxValues, LeakAudit& audit) {
    // Of many series all are prepared again for each of them.
    const std::int64_t members = std::max<std::int64_t>(1, std::ssize(membersOf(*series)));
    if (series->rows() * std::ssize(series->channels) * members > maxValues) return false;
    const auto perturbed = auditByPerturbing(series, config);
    if (!perturbed.ok()) return false;
    for (const Leak& leak : perturbed->leaks) audit.leaks.push_back(leak.what);
    if (!audit.leaks.empty()) audit.clean = false;
    return true;
}

Result<PerturbedAudit> auditByPerturbing(const SequenceSet& set, const ExperimentConfig& config,
                                         const Progress& progress) {
    PerturbedAudit audit;
    const auto parts = splitSequences(set, config);
    if (!parts.ok()) return parts.error();
    if (!report(progress, 0)) return cancelled();
    SequenceSet other = set;
    for (const auto* part : {&parts->validation, &parts->test})
        for (const std::int64_t i : *part)
            perturb(other.items[static_cast<std::size_t>(i)].values, 0, static_cast<std::uint64_t>(i));
    ++audit.preparations;
    const auto others = splitSequences(other, config);
    if (!others.ok()) return others.error();
    Leak leak;
    if (others->train != parts->train || others->validation != parts->validation || others->test != parts->test) {
        leak.kind = Leak::Kind::Parts;
        leak.what =
            GATELAB_TEXT("Leaks", "which sequence belongs to which part depends on values that are not trained on");
        audit.leaks.push_back(leak);
    }
    const ChannelScale own = fitChannelScale(set, parts->train, config.recipe),
                       theirs = fitChannelScale(other, parts->train, config.recipe);
    for (std::size_t c = 0; c < own.mean.size(); ++c) {
        if (c < theirs.mean.size() && isSame(own.mean[c], theirs.mean[c]) &&
            isSame(own.deviation[c], theirs.deviation[c]))
            continue;
        leak.kind = Leak::Kind::Scale;
        leak.column = c < set.channelNames.size() ? set.channelNames[c] : std::to_string(c);
        leak.what = {GATELAB_TEXT("Leaks", "the scale of channel '%1' depends on sequences that are not trained on"),
                     {leak.column}};
        audit.leaks.push_back(leak);
    }
    return audit;
}

}  // namespace gatelab
