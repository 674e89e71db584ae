// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/many/prepare_many.h"

#include "data/many/many_series.h"
#include "data/recipe/categories.h"
#include "data/recipe/known_ahead.h"
#include "data/recipe/window_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace gatelab {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

bool isUsed(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

Result<std::vector<std::string>> chosen(const Series& series, const std::vector<std::string>& names,
                                        std::vector<std::string> whole, const Text& missing) {
    for (const std::string& name : names) {
        std::string all;
        for (const Channel& channel : series.channels) all += (all.empty() ? "" : ", ") + channel.name;
        if (!series.find(name)) return Error{ErrorCode::NotFound, {missing, {name, series.name, all}}};
    }
    return names.empty() ? std::move(whole) : names;
}

/// What the training rows of a column hold in all series.
struct ColumnFacts {
    bool isConstant = true, isYesNo = true;
    std::vector<double> levels;  ///< the first value of each series that has one
};

ColumnFacts factsOf(const std::vector<SeriesMember>& members, const Channel& channel,
                    const std::vector<MemberSplit>& splits, std::int64_t gap) {
    ColumnFacts facts;
    for (std::size_t m = 0; m < members.size(); ++m) {
        const SeriesMember& member = members[m];
        const auto split = splitRows(splits[m].parts, member.rows(), gap);
        if (!split || !splits[m].trains || !splits[m].leftOut.empty()) continue;
        double level = kNone;
        for (std::int64_t row = 0; row < split->train.end; ++row) {
            const double value = channel.values[static_cast<std::size_t>(member.begin + row)];
            if (!std::isfinite(value)) continue;
            facts.isYesNo = facts.isYesNo && (value == 0 || value == 1);
            if (std::isnan(level)) level = value;
            facts.isConstant = facts.isConstant && value == level;
        }
        if (!std::isnan(level)) facts.levels.push_back(level);
    }
    return facts;
}

/// Mean and deviation over the series; 1 where they are all alike.
ApartColumn scaledOver(const std::string& name, const std::vector<double>& levels) {
    ApartColumn column{name, 0, 1};
    for (const double level : levels) column.offset += level / static_cast<double>(levels.size());
    double squares = 0;
    for (const double level : levels) squares += (level - column.offset) * (level - column.offset);
    const double deviation = std::sqrt(squares / static_cast<double>(levels.size()));
    if (deviation > 0 && std::isfinite(deviation)) column.scale = deviation;
    return column;
}

std::vector<ApartColumn> apartColumns(const Series& series, const std::vector<std::string>& inputs,
                                      const std::vector<std::string>& targets, const std::vector<MemberSplit>& splits,
                                      const ExperimentConfig& config) {
    const std::vector<std::string> known = knownAheadColumns(config.recipe);
    const std::vector<SeriesMember> members = membersOf(series);
    const auto isKnown = [&](const std::string& name) {
        return std::ranges::any_of(known,
                                   [&](const std::string& one) { return one == name || isWordIn(series, name, one); });
    };
    std::vector<ApartColumn> apart;
    for (const Channel& channel : series.channels) {
        // A column that is known ahead is shifted by its own step.
        if (channel.name == kSeriesNumber || !isUsed(inputs, channel.name) || isUsed(targets, channel.name) ||
            isKnown(channel.name))
            continue;
        const ColumnFacts facts = factsOf(members, channel, splits, config.splitGap);
        if (facts.levels.empty()) continue;
        if (facts.isYesNo)
            apart.push_back({channel.name, 0, 1});
        else if (facts.isConstant)
            apart.push_back(scaledOver(channel.name, facts.levels));
    }
    return apart;
}

/// The columns of many series: those that the recipe is for, and the others.
struct ManyColumns {
    std::vector<std::string> inputs, targets;
    std::vector<ApartColumn> apart;
};

Result<ManyColumns> columnsOf(const Series& series, const ExperimentConfig& config,
                              const std::vector<MemberSplit>& splits) {
    std::vector<std::string> all;
    for (const Channel& channel : series.channels)
        if (channel.name != kSeriesNumber) all.push_back(channel.name);
    if (isUsed(config.targets, kSeriesNumber) || all.empty())
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Preparing", "'%1' only tells the series apart; choose a column of values"), {kSeriesNumber}}}
            .ofField("targets");
    const auto targets = chosen(series, config.targets, {all.back()},
                                GATELAB_TEXT("Preparing", "target column '%1' is not in %2; it has %3"));
    if (!targets) return targets.error();
    const auto inputs = chosen(series, inputChannels(series, config), all,
                               GATELAB_TEXT("Preparing", "input column '%1' is not in %2; it has %3"));
    if (!inputs) return inputs.error();
    ManyColumns made;
    made.apart = apartColumns(series, *inputs, *targets, splits, config);
    made.targets = *targets;
    const auto isApart = [&](const std::string& name) {
        return std::ranges::find(made.apart, name, &ApartColumn::name) != made.apart.end();
    };
    for (const std::string& name : *inputs) {
        if (isApart(name) || name == kSeriesNumber) continue;
        made.inputs.push_back(name);
    }
    if (made.inputs.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Preparing",
                                  "none of the inputs changes within a series; choose one that does, for example the "
                                  "target")}
            .ofField("inputs");
    return made;
}

/// Prepares one series; a reason where it cannot be used.
Result<PreparedMember> prepareMember(const Series& series, const SeriesMember& member, const MemberSplit& split,
                                     const ManyColumns& columns, ExperimentConfig config,
                                     std::span<const RecipeStep> kinds) {
    PreparedMember made{member.name, {member.begin, member.end}, nullptr, split.trains, split.leftOut};
    if (!made.leftOut.empty()) return made;
    config.split = split.parts;
    const auto rows = splitRows(split.parts, member.rows(), config.splitGap);
    if (!rows) {
        made.leftOut = rows.error().phrase;
        return made;
    }
    if (rows->train.size() < config.lookback + (split.trains ? config.horizon : 0)) {
        made.leftOut = {GATELAB_TEXT("Preparing", "its %1 training rows are too few for one window of %2 + %3"),
                        {rows->train.size(), config.lookback, config.horizon}};
        return made;
    }
    std::vector<std::string> used = columns.targets;
    for (const std::string& name : columns.inputs)
        if (!isUsed(used, name)) used.push_back(name);
    const std::vector<ApartColumn>& apart = columns.apart;
    const SeriesPtr own = memberSeries(series, member, used);
    auto prepared = prepareSeries(own, config, kinds);
    if (!prepared) return prepared.error();
    if (apart.empty()) {
        made.prepared = std::move(*prepared);
        return made;
    }
    // Nobody else has seen it yet.
    auto whole = std::const_pointer_cast<PreparedSeries>(*prepared);
    if (auto added = addApart(*memberSeries(series, member), apart, whole->table); !added) return added.error();
    for (std::size_t c = whole->table.columns.size() - apart.size(); c < whole->table.columns.size(); ++c)
        whole->inputs.push_back(c);
    made.prepared = std::move(whole);
    return made;
}

Phrase someNames(const std::vector<std::string>& names) {
    constexpr std::size_t kShown = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) text += (i ? ", " : "") + names[i];
    return names.size() > kShown ? text + ", ..." : text;
}

}  // namespace

Result<> addApart(const Series& series, const std::vector<ApartColumn>& apart, Table& table) {
    for (const ApartColumn& column : apart) {
        const auto found = series.find(column.name);
        if (!found)
            return Error{ErrorCode::NotFound,
                         {GATELAB_TEXT("Preparing", "the run was trained with a column '%1', which is not in %2"),
                          {column.name, series.name}}};
        Table::Column values{column.name, series.channels[*found].values.vector()};
        // What is not known is taken for what it was before, at first for the mean of the series.
        double last = 0;
        for (double& value : values.values)
            value = last = std::isfinite(value) ? (value - column.offset) / column.scale : last;
        table.columns.push_back(std::move(values));
    }
    return {};
}

namespace {

/// By when each row is known, in the rows of the common table.
void joinKnownAt(const std::vector<PreparedMember>& members, std::size_t rows, Table& table) {
    for (std::size_t row = 0; row < rows; ++row) table.knownAt.push_back(static_cast<std::int64_t>(row));
    for (const PreparedMember& member : members) {
        if (!member.prepared) continue;
        const std::vector<std::int64_t>& own = member.prepared->table.knownAt;
        for (std::size_t row = 0; row < own.size(); ++row)
            table.knownAt[static_cast<std::size_t>(member.rows.begin) + row] = own[row] + member.rows.begin;
    }
}

/// The targets as in the file, without what is masked in one of the series.
void joinUnmasked(const std::vector<PreparedMember>& members, std::size_t rows, PreparedSeries& joined) {
    joined.unmasked.assign(joined.targets.size(), std::vector<double>(rows, kNone));
    for (const PreparedMember& member : members)
        for (std::size_t t = 0; member.prepared && t < joined.targets.size(); ++t)
            std::ranges::copy(member.prepared->originalTarget(t),
                              joined.unmasked[t].begin() + static_cast<std::ptrdiff_t>(member.rows.begin));
}

}  // namespace

Result<PreparedPtr> joinMembers(const SeriesPtr& series, std::vector<PreparedMember> members,
                                std::vector<ApartColumn> apart) {
    auto joined = std::make_shared<PreparedSeries>();
    joined->source = series;
    Table& table = joined->table;
    table.time = series->time;
    const auto rows = static_cast<std::size_t>(series->rows());
    double used = 0;
    bool isMasked = false, isAhead = false;
    for (const PreparedMember& member : members) {
        if (!member.prepared) continue;
        const PreparedSeries& own = *member.prepared;
        if (table.columns.empty()) {
            table.others = own.table.others;
            for (const Table::Column& column : own.table.columns)
                table.columns.push_back(
                    {column.name, std::vector<double>(rows, kNone), column.input, column.target, column.known});
            joined->inputs = own.inputs, joined->targets = own.targets;
            joined->savedMinScales.assign(own.targets.size(), 0.0);
        }
        if (own.table.columns.size() != table.columns.size())
            return Error{ErrorCode::Internal, "series with other columns after the recipe: " + member.name};
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            std::ranges::copy(own.table.columns[c].values,
                              table.columns[c].values.begin() + static_cast<std::ptrdiff_t>(member.rows.begin));
            for (const RowRange& masked : own.table.columns[c].masked)
                table.columns[c].masked.push_back({masked.begin + member.rows.begin, masked.end + member.rows.begin});
        }
        isMasked = isMasked || !own.unmasked.empty(), isAhead = isAhead || !own.table.knownAt.empty();
        if (!member.trains) continue;
        const std::vector<double> least = minWindowScales(own);
        for (std::size_t t = 0; t < least.size(); ++t) joined->savedMinScales[t] += least[t];
        used += 1;
    }
    for (double& least : joined->savedMinScales) least /= std::max(1.0, used);
    if (isAhead) joinKnownAt(members, rows, table);
    if (isMasked) joinUnmasked(members, rows, *joined);
    Table stage;
    for (std::size_t t = 0; t < joined->targets.size(); ++t) {
        const std::string& name = table.columns[joined->targets[t]].name;
        stage.columns.push_back({name, series->channels[*series->find(name)].values.vector(), false, true});
    }
    joined->stages.push_back(std::move(stage));
    joined->stepTexts.emplace_back("each series by itself");
    joined->steps.push_back(std::make_unique<ManyStep>(std::move(members), std::move(apart)));
    return PreparedPtr(joined);
}

Result<PreparedPtr> prepareMany(const SeriesPtr& series, const ExperimentConfig& config,
                                std::span<const RecipeStep> kinds) {
    const auto splits = memberSplits(*series, config);
    if (!splits) return splits.error();
    const auto columns = columnsOf(*series, config, *splits);
    if (!columns) return columns.error();
    ExperimentConfig own = config;
    own.targets = columns->targets, own.inputs = columns->inputs;
    const std::vector<SeriesMember> rows = membersOf(*series);
    std::vector<PreparedMember> members;
    Result<> first = Result<>();
    std::size_t used = 0;
    for (std::size_t m = 0; m < rows.size(); ++m) {
        auto made = prepareMember(*series, rows[m], (*splits)[m], *columns, own, kinds);
        if (!made) {
            if (first.ok()) first = made.error();
            const Error& error = made.error();
            members.push_back({rows[m].name,
                               {rows[m].begin, rows[m].end},
                               nullptr,
                               (*splits)[m].trains,
                               error.phrase.empty() ? Phrase(error.message) : error.phrase});
            continue;
        }
        used += made->prepared && made->trains ? 1 : 0;
        members.push_back(std::move(*made));
    }
    if (used == 0) {
        if (!first.ok()) return first.error();
        const auto why = std::ranges::find_if(members, [](const PreparedMember& one) { return !one.leftOut.empty(); });
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Preparing", "none of the %1 series can be trained on; the first, '%2': %3"),
             {members.size(), why != members.end() ? why->name : "", why != members.end() ? why->leftOut : ""}}}
            .ofField("lookback");
    }
    return joinMembers(series, std::move(members), columns->apart);
}

std::vector<Phrase> notesOfMany(const PreparedSeries& prepared, const SplitWindows& windows) {
    const std::vector<PreparedMember>& members = membersOf(prepared);
    if (members.empty()) return {};
    std::vector<Phrase> notes;
    std::vector<std::string> left;
    Phrase why;
    std::int64_t trained = 0;
    for (const PreparedMember& member : members) {
        trained += member.prepared && member.trains ? 1 : 0;
        if (member.prepared) continue;
        left.push_back(member.name);
        if (why.empty()) why = member.leftOut;
    }
    notes.push_back({GATELAB_TEXT("Preparing",
                                  "one network learns from %1 series (%2 windows). Each window counts the same in the "
                                  "loss, on the scale of its own series, so long series weigh more"),
                     {trained, windows.train.size()}});
    if (!left.empty())
        notes.push_back({GATELAB_TEXT("Preparing", "%1 of %2 series were left out (%3); the first: %4"),
                         {left.size(), members.size(), someNames(left), why}});
    return notes;
}

}  // namespace gatelab
