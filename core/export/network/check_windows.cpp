// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/check_windows.h"

#include "base/rng.h"
#include "config/setting_predicates.h"
#include "data/many/many_series.h"
#include "data/readers.h"
#include "export/network/told_distribution.h"
#include "store/saved_preparation_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace gatelab {

namespace {

constexpr std::size_t kInC = 10;  ///< windows that a C file keeps
constexpr std::int64_t kSomeSeries = 20;
constexpr double kRemembered = 0.95;  ///< of a made-up row, in the next one

double asFloat(double value) { return static_cast<double>(static_cast<float>(value)); }

template <class Number>
RawTensor tensorOf(const char* dtype, std::vector<std::int64_t> shape, const std::vector<Number>& values) {
    RawTensor made{dtype, std::move(shape), std::vector<char>(values.size() * sizeof(Number))};
    if (!values.empty()) std::memcpy(made.bytes.data(), values.data(), made.bytes.size());
    return made;
}

/// The kept columns of these rows, rounded to floats; null: some value is missing.
SeriesPtr cut(const Series& series, const FittedRecipe& recipe, std::int64_t begin, std::int64_t rows) {
    auto made = std::make_shared<Series>();
    made->name = series.name;
    made->time.name = series.time.name;
    made->time.stepMicros = series.time.stepMicros;
    const auto part = [&](const auto& values) {
        return std::vector(values.begin() + begin, values.begin() + begin + rows);
    };
    if (series.time.known()) made->time.values = part(series.time.values);
    for (const FittedRecipe::Column& column : recipe.columns) {
        const auto channel = series.find(column.name);
        if (!channel) return nullptr;
        std::vector<double> values = part(series.channels[*channel].values);
        for (double& value : values) {
            if (!std::isfinite(value)) return nullptr;
            value = asFloat(value);
        }
        made->channels.push_back({column.name, column.unit, std::move(values)});
    }
    for (const ApartColumn& column : recipe.apart) {
        const auto channel = series.find(column.name);
        made->channels.push_back({column.name, "",
                                  channel ? part(series.channels[*channel].values)
                                          : std::vector<double>(static_cast<std::size_t>(rows), 0.0)});
        for (const double value : made->channels.back().values)
            if (!std::isfinite(value)) return nullptr;
    }
    return made;
}

/// The newest stretch without a gap; null: there is none.
SeriesPtr newestRows(const Dataset& data, const FittedRecipe& recipe, std::int64_t least, std::int64_t wanted) {
    if (!data.series) return nullptr;
    const std::int64_t rows = std::min(wanted, data.series->rows());
    for (std::int64_t end = data.series->rows(); end >= rows && rows >= least;
         end -= std::max<std::int64_t>(1, rows / 4))
        if (SeriesPtr found = cut(*data.series, recipe, end - rows, rows)) return found;
    return nullptr;
}

/// Rows about the level of each column's training part, each like the one before it.
SeriesPtr madeUpRows(const FittedRecipe& recipe, std::int64_t rows) {
    auto made = std::make_shared<Series>();
    made->name = "rows";
    made->time.stepMicros = recipe.stepMicros;
    Rng random(1, RandomPurpose::Test);
    for (const FittedRecipe::Column& column : recipe.columns) {
        const bool known = column.learned.known();
        const double mean = known ? column.learned.mean : 0, deviation = known ? column.learned.deviation : 1;
        std::vector<double> values;
        double at = 0;
        for (std::int64_t row = 0; row < rows; ++row) {
            at = kRemembered * at + random.uniform(-1, 1) * std::sqrt(3 * (1 - kRemembered * kRemembered));
            values.push_back(asFloat(mean + deviation * at));
        }
        made->channels.push_back({column.name, column.unit, std::move(values)});
    }
    for (const ApartColumn& column : recipe.apart) {
        std::vector<double> values;
        for (std::int64_t row = 0; row < rows; ++row) values.push_back(random.below(3) == 0 ? 1 : 0);
        made->channels.push_back({column.name, "", std::move(values)});
    }
    return made;
}

/// A window's answer [horizon][target][told] from the set, whose arrays are [window][horizon][target].
std::vector<double> answerOf(const ForecastSet& set, std::size_t window, const PortableNetwork& network) {
    const auto each = static_cast<std::size_t>(network.config.horizon * std::ssize(network.targets));
    std::vector<double> answer;
    for (std::size_t i = window * each; i < (window + 1) * each; ++i) {
        if (const std::int64_t parameters = toldParameters(network.config); parameters > 0) {
            answer.push_back(set.forecast[i]);
            answer.insert(answer.end(), static_cast<std::size_t>(parameters - 1), 0.0);  // the run tells them not
            for (const auto& quantile : set.spread.quantiles) answer.push_back(quantile[i]);
        } else if (isGaussianNll(network.config.loss)) {
            answer.push_back(set.spread.mean[i]);
            answer.push_back(set.spread.deviation[i]);
        } else if (network.values > 1) {
            for (const auto& quantile : set.spread.quantiles) answer.push_back(quantile[i]);
        } else {
            answer.push_back(set.forecast[i]);
        }
    }
    return answer;
}

ForecastRequest requestOf(const std::filesystem::path& runFolder, std::shared_ptr<const Dataset> data) {
    ForecastRequest request;
    request.runFolder = runFolder;
    request.data = std::move(data);
    request.isOtherData = true;
    return request;
}

/// Rows of some of many series, spread over all of them, one below the other; those without a stretch that is long
/// enough are passed over. `loaded`: none: rows are made up.
Result<SeriesPtr> someSeries(const Dataset* loaded, const FittedRecipe& recipe, std::int64_t least, std::int64_t most) {
    const std::int64_t count = std::ssize(recipe.members), some = std::min(count, kSomeSeries),
                       wanted = least + (most + some - 1) / some - 1;
    const std::vector<SeriesMember> members =
        loaded != nullptr && loaded->series ? membersOf(*loaded->series) : std::vector<SeriesMember>();
    std::vector<std::pair<std::string, SeriesPtr>> parts;
    for (std::int64_t i = 0; i < some; ++i) {
        const auto m = static_cast<std::size_t>(i * count / some);
        const std::string& name = recipe.names[m];
        SeriesPtr rows = loaded == nullptr ? madeUpRows(recipe.members[m], wanted) : nullptr;
        if (const auto found = std::ranges::find(members, name, &SeriesMember::name); found != members.end())
            rows = newestRows({memberSeries(*loaded->series, *found), nullptr}, recipe.members[m], least, wanted);
        if (rows) parts.emplace_back(name, rows);
    }
    if (parts.empty()) return SeriesPtr();
    if (parts.size() == 1) {
        auto named = std::make_shared<Series>(*parts.front().second);
        named->name = parts.front().first;
        return SeriesPtr(asOnlyMember(*named));
    }
    auto joined = joinSeries(parts);
    if (!joined.ok()) return joined.error();
    return SeriesPtr(std::move(*joined));
}

/// Rows to forecast windows of: those of the data, else made up, which is told.
Result<SeriesPtr> rowsToCheck(const PortableNetwork& network, const FittedRecipe& recipe, std::int64_t most,
                              bool& madeUp) {
    const std::int64_t least = network.config.lookback + std::max(network.config.horizon, network.aheadRows()),
                       wanted = least + most - 1;
    const auto loaded = loadDataset(network.config);
    madeUp = false;
    if (loaded.ok()) {
        auto found = network.isMany() ? someSeries(&*loaded, recipe, least, most)
                                      : Result<SeriesPtr>(newestRows(*loaded, recipe, least, wanted));
        if (!found.ok() || *found) return found;
    }
    madeUp = true;
    return network.isMany() ? someSeries(nullptr, recipe, least, most) : Result<SeriesPtr>(madeUpRows(recipe, wanted));
}

Result<CheckWindows> ofSeries(Engine& engine, const std::filesystem::path& runFolder, const PortableNetwork& network,
                              const FittedRecipe& recipe, std::int64_t most, const Progress& progress) {
    const std::int64_t lookback = network.config.lookback;
    CheckWindows made;
    auto data = std::make_shared<Dataset>();
    auto rows = rowsToCheck(network, recipe, most, made.madeUp);
    if (!rows.ok()) return rows.error();
    data->series = std::move(*rows);
    const auto set = engine.forecast(requestOf(runFolder, data), progress);
    if (!set.ok()) return set.error();
    std::vector<const Channel*> channels;
    for (const auto& column : network.columns)
        channels.push_back(&data->series->channels[*data->series->find(column.name)]);
    const auto value = [&](std::int64_t column, std::int64_t row) {
        return static_cast<float>(channels[static_cast<std::size_t>(column)]->values[static_cast<std::size_t>(row)]);
    };
    const std::vector<SeriesMember> members = membersOf(*data->series);
    for (std::size_t w = 0; w < set->originRows.size() && std::ssize(made.windows) < most; ++w) {
        CheckWindows::Window window{lookback, {}, 0, {}, answerOf(*set, w, network)};
        const std::int64_t origin = set->originRows[w];
        std::int64_t end = data->series->rows();
        for (const SeriesMember& member : members) {
            if (origin < member.begin || origin >= member.end) continue;
            end = member.end;
            const auto found = std::ranges::find(network.series, member.name, &PortableNetwork::SeriesScale::name);
            window.series = found - network.series.begin();
        }
        if (origin + network.aheadRows() >= end && !network.ahead.empty()) continue;
        for (std::int64_t row = origin - lookback + 1; row <= origin; ++row)
            for (std::int64_t c = 0; c < std::ssize(network.columns); ++c) window.rows.push_back(value(c, row));
        for (std::int64_t row = origin + 1; row <= origin + network.aheadRows(); ++row)
            for (const std::int64_t column : network.known) window.known.push_back(value(column, row));
        made.windows.push_back(std::move(window));
    }
    return made;
}

Result<CheckWindows> ofSequences(Engine& engine, const std::filesystem::path& runFolder, const PortableNetwork& network,
                                 std::int64_t most, const Progress& progress) {
    const auto loaded = loadDataset(network.config);
    if (!loaded.ok()) return loaded.error();
    if (!loaded->sequences)
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Export", "the run's data are no sequences any more")};
    auto some = std::make_shared<SequenceSet>(*loaded->sequences);
    some->items.clear();
    const auto& all = loaded->sequences->items;
    for (auto item = all.rbegin(); item != all.rend() && std::ssize(some->items) < most; ++item) {
        if (item->steps == 0 || item->steps > network.longest) continue;
        some->items.push_back(*item);
        for (double& value : some->items.back().values) value = asFloat(value);
    }
    some->parts.assign(some->items.size(), SequenceSet::Part::Test);
    auto data = std::make_shared<Dataset>();
    data->sequences = some;
    const auto set = engine.forecast(requestOf(runFolder, data), progress);
    if (!set.ok()) return set.error();
    const SequenceAnswers& answers = set->answers;
    CheckWindows made;
    for (std::size_t row = 0; row < answers.rows(); ++row) {
        const SequenceSet::Item& item = some->items[static_cast<std::size_t>(answers.sequence[row])];
        if (answers.step.empty() || answers.step[row] == 1)
            made.windows.push_back({item.steps, {item.values.begin(), item.values.end()}, 0, {}, {}});
        const auto& from = answers.classes.empty() ? answers.numbers : answers.probability;
        const auto width = static_cast<std::ptrdiff_t>(network.outputs);
        if (std::ssize(from) < (static_cast<std::ptrdiff_t>(row) + 1) * width)
            return Error{ErrorCode::Unsupported,
                         GATELAB_TEXT("Export", "the answers of these sequences are too many to be compared")};
        const auto begin = from.begin() + static_cast<std::ptrdiff_t>(row) * width;
        made.windows.back().answers.insert(made.windows.back().answers.end(), begin, begin + width);
    }
    return made;
}

}  // namespace

Result<CheckWindows> makeCheckWindows(Engine& engine, const std::filesystem::path& runFolder,
                                      const PortableNetwork& network, std::int64_t most, const Progress& progress) {
    if (!network.isForecast()) return ofSequences(engine, runFolder, network, most, progress);
    const auto kept = readPreparation(runFolder);
    if (!kept.ok()) return kept.error();
    return ofSeries(engine, runFolder, network, *kept->series, most, progress);
}

void addCheck(const CheckWindows& check, const PortableNetwork& network, std::size_t most, TensorFile& file) {
    std::vector<double> slack;
    for (std::int64_t i = 0; i < network.answerWidth(); ++i) slack.push_back(network.answerSlack(i));
    const auto scalesOf = [&](std::int64_t series) {
        std::vector<double> scales;
        for (std::int64_t i = 0; i < network.answerWidth(); ++i) scales.push_back(network.answerScale(i, series));
        return tensorOf("F64", {std::ssize(scales)}, scales);
    };
    if (!network.isMany()) file.tensors["check.scales"] = scalesOf(0);
    if (std::ranges::any_of(slack, [](double one) { return one > 0; }))
        file.tensors["check.slack"] = tensorOf("F64", {std::ssize(slack)}, slack);
    for (std::size_t i = 0; i < std::min(most, check.windows.size()); ++i) {
        const CheckWindows::Window& window = check.windows[i];
        const std::string number = std::to_string(i);
        if (network.tokens > 0)
            file.tensors["check.rows." + number] =
                tensorOf("I64", {window.steps}, std::vector<std::int64_t>(window.rows.begin(), window.rows.end()));
        else
            file.tensors["check.rows." + number] =
                tensorOf("F32", {window.steps, std::ssize(network.columns)}, window.rows);
        if (network.isMany()) {
            file.tensors["check.scales." + number] = scalesOf(window.series);
            file.tensors["check.series." + number] = tensorOf("I64", {1}, std::vector{window.series});
        }
        if (!network.ahead.empty())
            file.tensors["check.known." + number] =
                tensorOf("F32", {network.aheadRows(), std::ssize(network.known)}, window.known);
        file.tensors["check.answers." + number] = tensorOf("F64", {std::ssize(window.answers)}, window.answers);
    }
}

void addSeriesTables(const PortableNetwork& network, TensorFile& file) {
    std::vector<double> offsets, scales;
    for (const PortableNetwork::SeriesScale& one : network.series) {
        offsets.insert(offsets.end(), one.offsets.begin(), one.offsets.end());
        scales.insert(scales.end(), one.scales.begin(), one.scales.end());
    }
    const std::vector<std::int64_t> shape{std::ssize(network.series), std::ssize(network.scaleNames())};
    file.tensors["series.offsets"] = tensorOf("F64", shape, offsets);
    file.tensors["series.scales"] = tensorOf("F64", shape, scales);
}

CSelfTest selfTestOf(const CheckWindows& check, const PortableNetwork& network) {
    CSelfTest test;
    if (network.columns.empty()) return test;
    const auto width = static_cast<std::size_t>(network.answerWidth());
    for (std::size_t i = 0; i < std::min(kInC, check.windows.size()); ++i) {
        const CheckWindows::Window& window = check.windows[i];
        if (test.steps == 0) test.steps = window.steps;
        if (window.steps != test.steps) continue;
        const std::size_t columns = network.columns.size();
        const bool follows = !test.rows.empty() && network.isForecast() && !network.isMany();
        if (network.isMany()) test.series.push_back(window.series);
        test.known.insert(test.known.end(), window.known.begin(), window.known.end());
        // Windows of a series follow each other by a row.
        test.starts.push_back(follows ? test.starts.back() + 1 : std::ssize(test.rows) / std::ssize(network.columns));
        test.rows.insert(test.rows.end(),
                         follows ? window.rows.end() - static_cast<std::ptrdiff_t>(columns) : window.rows.begin(),
                         window.rows.end());
        // Of labels those of the last step.
        test.answers.insert(test.answers.end(), window.answers.end() - static_cast<std::ptrdiff_t>(width),
                            window.answers.end());
    }
    return test;
}

}  // namespace gatelab
