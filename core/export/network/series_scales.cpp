// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/series_scales.h"

#include "config/setting_predicates.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace gatelab {
namespace {

using Column = PortableNetwork::Column;

/// A column of the table behind the recipe: of the data, or of one of them some rows later.
struct Scaled {
    Column column;
    std::size_t source = 0;  ///< of the data
    std::int64_t rows = 0;   ///< later than the row itself; 0: the column of the data
};

bool scalesAlone(const std::string& key) { return key == "standardise" || key == "minmax" || key == "robust"; }

/// The columns that a step "known" adds: those of a table without rows, so that the step itself says which.
Result<> addAhead(const RecipeStepConfig& step, const FittedRecipe::Step& kept, const FittedRecipe& recipe,
                  std::vector<Scaled>& all) {
    Table table;
    for (std::size_t c = 0; c < all.size(); ++c) {
        const bool isData = c < recipe.columns.size();
        table.columns.push_back(
            {all[c].column.name, {}, !isData || recipe.columns[c].input, isData && recipe.columns[c].target});
    }
    const auto made = findRecipeStep(step.key)->restore({kept.learned, step, {}});
    if (!made.ok()) return made.error();
    (*made)->apply(table);
    for (std::size_t c = all.size(); c < table.columns.size(); ++c) {
        const std::string& name = table.columns[c].name;
        const std::size_t mark = name.rfind(" +");
        const auto source = std::ranges::find(all, name.substr(0, mark), [](const Scaled& s) { return s.column.name; });
        const std::int64_t rows = mark == std::string::npos ? 0 : std::atoll(name.c_str() + mark + 2);
        if (source == all.end() || rows <= 0)
            return Error{ErrorCode::Corrupt,
                         {GATELAB_TEXT("Export", "what the recipe's step '%1' learned is not complete"), {kept.text}}};
        Scaled ahead = *source;
        ahead.column.name = name, ahead.rows += rows;
        all.push_back(std::move(ahead));
    }
    return {};
}

/// Steps of a recipe that change single values, or nothing of a window without gaps, in their order, as one offset and
/// scale per column.
Result<std::vector<Scaled>> scalingOf(const FittedRecipe& recipe) {
    std::vector<Scaled> columns;
    for (const FittedRecipe::Column& column : recipe.columns)
        columns.push_back({{column.name, column.unit, 0, 1}, columns.size()});
    for (const FittedRecipe::Step& step : recipe.steps) {
        const auto config = parseRecipeStep(step.text);
        if (!config.ok()) return config.error();
        constexpr std::array<std::string_view, 4> kOfNoWindow{"fill", "mask", "rescale", "category"};
        if (std::ranges::find(kOfNoWindow, config->key) != kOfNoWindow.end()) continue;
        if (config->key == "known") {
            if (auto added = addAhead(*config, step, recipe, columns); !added.ok()) return added.error();
            continue;
        }
        if (!scalesAlone(config->key))
            return Error{ErrorCode::Unsupported,
                         {GATELAB_TEXT("Export",
                                       "the recipe's step '%1' cannot go with the network: it needs more than the "
                                       "values of the window, or is no straight scaling; train a run without it"),
                          {step.text}}};
        const auto offset = step.learned.numbers.find("offset"), scale = step.learned.numbers.find("scale");
        if (offset == step.learned.numbers.end() || scale == step.learned.numbers.end() ||
            offset->second.size() < columns.size() || scale->second.size() < columns.size())
            return Error{ErrorCode::Corrupt,
                         {GATELAB_TEXT("Export", "what the recipe's step '%1' learned is not complete"), {step.text}}};
        for (std::size_t c = 0; c < columns.size(); ++c) {
            columns[c].column.offset += columns[c].column.scale * offset->second[c];
            columns[c].column.scale *= scale->second[c];
        }
    }
    return columns;
}

/// The columns that the network reads, what is known ahead of them, and the targets; places[c]: of the c-th column in a
/// SeriesScale, -1: it is not read. leastScales: PortableNetwork::Target::minScale.
Result<> addColumns(const FittedRecipe& recipe, const std::vector<Scaled>& all, const std::vector<double>& leastScales,
                    PortableNetwork& network) {
    const bool anchored = isAnchored(network.config.anchor);
    std::vector<std::int64_t> rowOf(recipe.columns.size(), -1), read;
    for (std::size_t c = 0; c < recipe.columns.size(); ++c) {
        const FittedRecipe::Column& kept = recipe.columns[c];
        const bool isRead = kept.input || (kept.target && anchored);
        PortableNetwork::Target target{all[c].column};
        if (isRead) target.row = rowOf[c] = std::ssize(network.columns);
        if (kept.input) target.input = std::ssize(network.inputs), network.inputs.push_back(target.row);
        if (isRead) network.columns.push_back(all[c].column);
        if (!kept.target) continue;
        if (network.targets.size() < leastScales.size()) target.minScale = leastScales[network.targets.size()];
        network.targets.push_back(std::move(target));
    }
    const std::int64_t apart = std::ssize(network.columns) + std::ssize(recipe.apart);
    for (std::size_t c = recipe.columns.size(); c < all.size(); ++c) {
        const std::int64_t row = rowOf[all[c].source];
        if (row < 0)
            return Error{ErrorCode::Corrupt,
                         {GATELAB_TEXT("Export", "'%1' is known ahead, and the network does not read '%2'"),
                          {all[c].column.name, recipe.columns[all[c].source].name}}};
        const auto known = std::ranges::find(network.known, row);
        const std::int64_t at = known - network.known.begin();
        if (known == network.known.end()) network.known.push_back(row);
        network.inputs.push_back(apart + std::ssize(network.ahead));
        network.ahead.push_back({all[c].column, at, all[c].rows});
    }
    for (const ApartColumn& column : recipe.apart) {
        network.inputs.push_back(std::ssize(network.columns));
        network.columns.push_back({column.name, {}, column.offset, column.scale});
    }
    std::int64_t further = std::ssize(network.columns) + std::ssize(network.ahead);
    for (PortableNetwork::Target& target : network.targets) target.scale = target.row >= 0 ? target.row : further++;
    network.longest = network.config.lookback;
    if (network.targets.empty() || network.inputs.empty())
        return Error{ErrorCode::Corrupt, GATELAB_TEXT("Preparing", "the run's record names no target column")};
    return {};
}

/// The scales of one of many series, in the order of scaleNames().
PortableNetwork::SeriesScale scaleOfMember(const std::string& name, const FittedRecipe& member,
                                           const std::vector<Scaled>& all, const PortableNetwork& network) {
    std::map<std::string, std::pair<double, double>> known;
    for (const ApartColumn& one : member.apart) known[one.name] = {one.offset, one.scale};
    for (const Scaled& one : all) known[one.column.name] = {one.column.offset, one.column.scale};
    PortableNetwork::SeriesScale made{name, {}, {}};
    for (const std::string& one : network.scaleNames()) {
        made.offsets.push_back(known[one].first);
        made.scales.push_back(known[one].second);
    }
    return made;
}

std::string ruleOf(const RecipeStepConfig& step) {
    if (step.key == "standardise") return "offset = mean, scale = standard deviation (squares divided by their number)";
    if (step.key == "robust") return "offset = median, scale = distance of the quartiles";
    const auto limit = [&](const char* name, const char* usual) {
        const auto found = step.parameters.find(name);
        return found == step.parameters.end() ? std::string(usual) : found->second;
    };
    return "scale = (largest - smallest) / (" + limit("high", "1") + " - " + limit("low", "0") +
           "), offset = smallest - " + limit("low", "0") + " * scale";
}

/// What no step scales: columns that stand apart, and words of tables, which are 0 and 1 in every series.
std::string alikeOf(const FittedRecipe& recipe, const PortableNetwork& network) {
    std::string alike;
    const std::vector<std::string> names = network.scaleNames();
    for (std::size_t c = 0; c < names.size(); ++c) {
        const bool isApart = std::ranges::find(recipe.apart, names[c], &ApartColumn::name) != recipe.apart.end();
        const bool isPlain = std::ranges::all_of(network.series, [c](const PortableNetwork::SeriesScale& one) {
            return one.offsets[c] == 0 && one.scales[c] == 1;
        });
        if (isApart || isPlain) alike += (alike.empty() ? "" : ", ") + names[c];
    }
    return alike;
}

/// How memberRecipe() scales a series that the training did not have.
std::string scaleRuleOf(const FittedRecipe& recipe, const PortableNetwork& network) {
    std::string rules;
    for (const FittedRecipe::Step& step : recipe.steps) {
        const auto config = parseRecipeStep(step.text);
        if (!config.ok() || !scalesAlone(config->key)) continue;
        rules += (rules.empty() ? "" : "; then of the result: ") + ruleOf(*config);
    }
    if (rules.empty()) return "offset = 0, scale = 1, but for columns that are alike in every series";
    const std::string alike = alikeOf(recipe, network);
    return "of the first half of its rows, at least " + std::to_string(network.config.lookback) + ": " + rules +
           "; a scale of 0 is 1" + (alike.empty() ? "" : "; as in every other series: " + alike);
}

}  // namespace

Result<> addSeriesScales(const FittedRecipe& recipe, PortableNetwork& network) {
    const FittedRecipe& first = recipe.members.empty() ? recipe : recipe.members.front();
    const auto columns = scalingOf(first);
    if (!columns.ok()) return columns.error();
    if (auto added = addColumns(first, *columns, recipe.minScales, network); !added.ok()) return added;
    if (recipe.members.empty()) return {};
    const Error misfit{ErrorCode::Corrupt,
                       GATELAB_TEXT("Export", "the series of the run's record do not have the same columns")};
    if (recipe.names.size() != recipe.members.size()) return misfit;
    for (std::size_t m = 0; m < recipe.members.size(); ++m) {
        const FittedRecipe& member = recipe.members[m];
        const auto own = scalingOf(member);
        if (!own.ok()) return own.error().withContext(recipe.names[m]);
        const auto isAlike = [](const Scaled& a, const Scaled& b) {
            return a.column.name == b.column.name && a.source == b.source && a.rows == b.rows;
        };
        if (!std::ranges::equal(*own, *columns, isAlike) ||
            !std::ranges::equal(member.apart, first.apart, {}, &ApartColumn::name, &ApartColumn::name))
            return misfit;
        network.series.push_back(scaleOfMember(recipe.names[m], member, *own, network));
    }
    network.scaleRule = scaleRuleOf(first, network);
    return {};
}

}  // namespace gatelab
