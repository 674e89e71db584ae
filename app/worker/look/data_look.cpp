// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/look/data_look.h"

#include "worker/look/named_data.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_number.h"
#include "worker/output/progress_line.h"

#include "config/field.h"
#include "data/look/insight.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct LookOptions {
    ExperimentOptions experiment;
    std::vector<std::filesystem::path> files;
    std::string channel;  ///< empty: all, of many the first kMost
    bool json = false;
};

constexpr std::size_t kMost = 30;
constexpr std::size_t kLags = 96;  // of other columns

/// "--lookback 48": what the button of the window would change.
std::string flagsOf(const Insight& insight, const ExperimentConfig& config) {
    const ExperimentConfig after = afterAction(config, insight);
    std::string flags;
    for (const Field& field : fields())
        if (const FieldValue value = fieldValue(after, field); value != fieldValue(config, field))
            flags += (flags.empty() ? "" : " ") + fieldFlag(field) + " '" + formatFieldValue(value) + "'";
    return flags;
}

Json jsonOf(const Insights& insights, const ExperimentConfig& config) {
    Json list = Json::array();
    for (const Insight& one : insights) {
        Json row = {{"says", one.text.english()}};
        if (!one.action.empty()) row["do"] = one.action.english(), row["flags"] = flagsOf(one, config);
        list.push_back(row);
    }
    return list;
}

Json numbers(const std::vector<double>& values) {
    Json list = Json::array();
    for (const double value : values) list.push_back(number(value));
    return list;
}

Json jsonOf(const PartDistributions::Part& part) {
    const ValueFigures& f = part.figures;
    return {{"rows", part.rows.size()},
            {"count", f.count},
            {"missing", f.missing},
            {"min", number(f.low)},
            {"lower_quartile", number(f.lowerQuartile)},
            {"median", number(f.median)},
            {"upper_quartile", number(f.upperQuartile)},
            {"max", number(f.high)},
            {"mean", number(f.mean)},
            {"deviation", number(f.deviation)},
            {"rms", number(f.rms)},
            {"skewness", number(f.skewness)},
            {"shares", numbers(part.shares)}};
}

Json jsonOf(const SeriesTest& test) {
    return {
        {"statistic", number(test.statistic)}, {"p", number(test.pValue)}, {"lags", test.lags}, {"rows", test.rows}};
}

/// One column, and what the others have to do with it.
struct ColumnLook {
    ChannelLook look;
    std::vector<Leader> leaders;
    Insights insights;
};

Json jsonOf(const Series& series, const ColumnLook& column, const ExperimentConfig& config) {
    const ChannelLook& look = column.look;
    Json found = Json::array(), others = Json::array();
    for (const Season& season : look.seasons)
        found.push_back({{"rows", season.rows},
                         {"name", shownPeriod(static_cast<double>(season.rows), series.time.stepMicros).english()},
                         {"explained", number(season.explained)}});
    for (const Leader& one : column.leaders)
        others.push_back({{"column", series.channels[one.channel].name},
                          {"lag", one.lag},
                          {"correlation", number(one.value)},
                          {"at_once", number(one.atOnce)},
                          {"beyond_chance", one.isBeyondChance}});
    const PartDistributions& d = look.distributions;
    return {{"column", series.channels[look.channel].name},
            {"looked_at", {{"first_row", look.rows.begin}, {"rows", look.rows.size()}, {"of", look.trainRows}}},
            {"edges", numbers(d.edges)},
            {"whole", jsonOf(d.whole)},
            {"train", jsonOf(d.train)},
            {"validation", jsonOf(d.validation)},
            {"test", jsonOf(d.test)},
            {"seasons", found},
            {"autocorrelation", numbers(look.autocorrelation.values)},
            {"partial_autocorrelation", numbers(look.autocorrelation.partial)},
            {"partial_bound", number(look.autocorrelation.partialBound)},
            {"dickey_fuller", jsonOf(look.stationarity.dickeyFuller)},
            {"kpss", jsonOf(look.stationarity.kpss)},
            {"leaders", others},
            {"says", jsonOf(column.insights, config)}};
}

void print(const Insights& insights, const ExperimentConfig& config) {
    for (const Insight& one : insights) {
        std::printf("  %s\n", plainText(one.text).c_str());
        if (!one.action.empty())
            std::printf("      %s: %s\n", plainText(one.action).c_str(), flagsOf(one, config).c_str());
    }
}

void print(const Series& series, const ColumnLook& column, const ExperimentConfig& config) {
    const ChannelLook& look = column.look;
    std::printf("\n%s", shown(series.channels[look.channel].name).c_str());
    if (look.isSampled())
        std::printf("  (seasons and levels of the last %lld of %lld training rows)",
                    static_cast<long long>(look.rows.size()), static_cast<long long>(look.trainRows));
    std::printf("\n  %-12s %10s %9s %11s %11s %11s %11s %11s\n", "part", "rows", "missing", "mean", "SD", "min",
                "median", "max");
    const PartDistributions& d = look.distributions;
    for (const auto& [name, part] : {std::pair("whole", &d.whole), std::pair("train", &d.train),
                                     std::pair("validation", &d.validation), std::pair("test", &d.test)}) {
        const ValueFigures& f = part->figures;
        if (part->rows.size() == 0) continue;
        std::printf("  %-12s %10lld %9lld %11s %11s %11s %11s %11s\n", name, static_cast<long long>(part->rows.size()),
                    static_cast<long long>(f.missing), figureText(f.mean, 5).c_str(),
                    figureText(f.deviation, 5).c_str(), figureText(f.low, 5).c_str(), figureText(f.median, 5).c_str(),
                    figureText(f.high, 5).c_str());
    }
    print(column.insights, config);
}

ColumnLook lookAt(const Series& series, std::size_t channel, const Split& split, const ExperimentConfig& config) {
    ColumnLook column{lookAtChannel(series, channel, split), {}, {}};
    column.leaders = leaders(series, channel, column.look.rows, kLags);
    column.insights = distributionInsights(series, column.look, config);
    for (const Insights& more :
         {seasonInsights(series, column.look, config), relationInsights(series, channel, column.leaders, config)})
        column.insights.insert(column.insights.end(), more.begin(), more.end());
    return column;
}

Result<std::vector<std::size_t>> wanted(const Series& series, const std::string& name) {
    std::vector<std::size_t> channels;
    if (name.empty()) {
        for (std::size_t c = 0; c < std::min(kMost, series.channels.size()); ++c) channels.push_back(c);
        return channels;
    }
    const auto channel = series.find(name);
    if (!channel)
        return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Look", "there is no column '%1' in the data"), {name}}};
    channels.push_back(*channel);
    return channels;
}

int lookAtSeries(const Series& series, const ExperimentConfig& config, const LookOptions& options) {
    const auto channels = wanted(series, options.channel);
    if (!channels.ok()) return fail(channels.error(), options.json);
    const auto parts = splitRows(config.split, series.rows(), config.splitGap);
    const Split split = parts.ok() ? *parts : Split{};
    const RowRange train = split.train.size() > 0 ? split.train : RowRange{0, series.rows()};
    const Insights missing = missingInsights(series, missingMap(series, 100), config);
    const Insights twins = twinInsights(series, correlations(series, train), config);
    Json columns = Json::array();
    if (!options.json) print(missing, config), print(twins, config);
    ProgressLine progress(options.json);
    for (std::size_t i = 0; i < channels->size(); ++i) {
        progress.show(shown(series.channels[(*channels)[i]].name),
                      static_cast<double>(i) / static_cast<double>(channels->size()));
        const ColumnLook column = lookAt(series, (*channels)[i], split, config);
        progress.end();
        if (options.json)
            columns.push_back(jsonOf(series, column, config));
        else
            print(series, column, config);
    }
    if (!options.json && options.channel.empty() && series.channels.size() > kMost)
        std::printf("\n%zu more columns: name one with --channel\n", series.channels.size() - kMost);
    if (options.json) {
        const Json whole = {{"rows", series.rows()},
                            {"missing", jsonOf(missing, config)},
                            {"same", jsonOf(twins, config)},
                            {"columns", columns}};
        std::printf("%s\n", whole.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
    }
    return kDone;
}

int lookAtSequences(const SequenceSet& set, const ExperimentConfig& config, const LookOptions& options) {
    std::size_t channel = 0;
    if (!options.channel.empty()) {
        const auto found = std::ranges::find(set.channelNames, options.channel);
        if (found == set.channelNames.end())
            return fail({ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Look", "there is no column '%1' in the data"), {options.channel}}},
                        options.json);
        channel = static_cast<std::size_t>(found - set.channelNames.begin());
    }
    const std::vector<SequenceClass> classes =
        set.channelNames.empty() ? std::vector<SequenceClass>() : sequenceClasses(set, channel);
    const Insights insights = classInsights(set, classes, config);
    Json rows = Json::array();
    if (!options.json)
        std::printf("%-28s %9s %9s %9s %9s %9s\n", "class", "sequences", "test", "shortest", "longest", "missing");
    for (const SequenceClass& one : classes) {
        const std::string name = one.label < 0 ? "-" : set.classNames[static_cast<std::size_t>(one.label)];
        if (options.json)
            rows.push_back({{"class", one.label < 0 ? Json() : Json(name)},
                            {"sequences", one.count()},
                            {"test", one.test},
                            {"shortest", one.shortest},
                            {"longest", one.longest},
                            {"missing", one.missing},
                            {"mean", numbers(one.mean)},
                            {"deviation", numbers(one.deviation)}});
        else
            std::printf("%-28s %9lld %9lld %9lld %9lld %9lld\n", shown(name).c_str(),
                        static_cast<long long>(one.count()), static_cast<long long>(one.test),
                        static_cast<long long>(one.shortest), static_cast<long long>(one.longest),
                        static_cast<long long>(one.missing));
    }
    if (options.json) {
        const Json whole = {{"sequences", set.items.size()}, {"classes", rows}, {"says", jsonOf(insights, config)}};
        std::printf("%s\n", whole.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
    } else {
        print(insights, config);
    }
    return kDone;
}

int look(const LookOptions& options) {
    auto config = options.experiment.config();
    if (!config.ok()) return fail(config.error(), options.json);
    const auto data = readNamed(options.files, *config, true);
    if (!data.ok()) return fail(data.error(), options.json);
    if (data->series) return lookAtSeries(*data->series, *config, options);
    config->task = "classification";
    return lookAtSequences(*data->sequences, *config, options);
}

}  // namespace

DataLookCommand addDataLook(CLI::App& data) {
    const auto options = std::make_shared<LookOptions>();
    CLI::App* command = data.add_subcommand(
        "look",
        "What a file tells before anything is trained on it: distributions of the parts, seasons, memory, level, other "
        "columns, gaps, classes; each with the flags that answer it. The settings of training are flags here too");
    command->add_option("files", options->files, "Any file that is read; several, or a folder of them, together")
        ->required();
    command->add_option("--channel", options->channel, "Only this column");
    command->add_flag("--json", options->json, "As JSON, with every figure");
    options->experiment.addTo(*command);
    return {command, [options] { return look(*options); }};
}

}  // namespace gatelab::worker
