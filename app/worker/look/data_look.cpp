// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/look/data_look.h"

#include "io/json/json.h"
#include "worker/look/named_data.h"
#include "worker/look/text_report.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/finding_hint.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"
#include "worker/output/padded.h"
#include "worker/output/progress_line.h"

#include "app/experiment_data.h"
#include "baselines/signal_check.h"
#include "config/field.h"
#include "data/doctor.h"
#include "data/findings/mended_series.h"
#include "data/findings/remedy.h"
#include "data/look/insight.h"
#include "data/many/many_series.h"
#include "data/many/static_columns.h"
#include "data/recipe/categories.h"
#include "data/recipe/recipe.h"
#include "data/recipe/rescaled_rows.h"
#include "data/rows_ahead.h"
#include "data/sequences/running_text.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct LookOptions {
    ExperimentOptions experiment;
    std::vector<std::filesystem::path> files;
    std::string channel;                    ///< empty: all, of many the first kMost
    std::string series;                     ///< of many series; empty: the longest
    std::size_t of = 0;                     ///< so many series; 0: one
    std::vector<std::string> statics = {};  ///< columns that are constant in each of them
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
            {"static", look.isStatic},
            {"by_clock", look.isByClock},
            {"absent_steps", look.absent},
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

ColumnLook lookAt(const Series& series, std::size_t channel, const Split& split, const ExperimentConfig& config,
                  const std::vector<std::string>& statics) {
    ColumnLook column{lookAtChannel(series, channel, split), {}, {}};
    column.look.isStatic = std::ranges::find(statics, series.channels[channel].name) != statics.end();
    column.insights = distributionInsights(series, column.look, config);
    if (column.look.isStatic || wordChannels(series).contains(channel)) return column;
    column.leaders = leaders(series, channel, column.look.rows, kLags);
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

/// What stands for missing (a finding "sentinel" has it in `before`) is missing.
void leaveOut(const std::vector<DataFinding>& findings, Series& series) {
    for (const DataFinding& finding : findings)
        if (const auto channel = series.find(finding.column); finding.code == "sentinel" && channel)
            std::ranges::replace(series.channels[*channel].values.edit(), finding.before,
                                 std::numeric_limits<double>::quiet_NaN());
}

struct Told {
    Phrase text;
    std::string hint;       ///< the flags that mend it, in brackets
    bool isOfFile = false;  ///< said by the reader, which names settings by their words
};

/// What reading the file and the doctor warn of, before anything is told of the values. `asked`: the settings
/// as they are, `config`: with all rows in one unit and on one level, `windowed`: with the windows of a run.
std::vector<Told> warningsOf(const Series& series, const std::vector<DataFinding>& findings,
                             const ExperimentConfig& asked, const ExperimentConfig& config,
                             const ExperimentConfig& windowed, const std::vector<std::string>& statics) {
    std::vector<Told> all;
    for (const ReadWarning& warning : series.report.warnings) all.push_back({warning.message, {}, true});
    for (const auto& [text, hint] : toldFindings(findings, series, asked)) all.push_back({text, hint});
    if (!isInOrder(series.time)) return all;
    std::vector<DataFinding> ofRun = examineExperiment(series, config);
    std::erase_if(ofRun, [](const DataFinding& finding) { return finding.code == "few-windows"; });
    // One of many series does not know that the others have another value.
    for (DataFinding& finding : ofRun)
        if (finding.code == "no-signal" && std::ranges::find(statics, finding.column) != statics.end())
            finding.message = noSignalText({.target = finding.column, .isStatic = true});
    for (const auto& [text, hint] : toldFindings(ofRun, series, config)) all.push_back({text, hint});
    if (const auto few = fewWindows(series, windowed))
        all.push_back({few->message, remedyHint(*few, series, windowed)});
    return all;
}

/// The same as it is: its parts would be cut, and its seasons be counted, in the order of the file.
ColumnLook lookUnordered(const Series& series, std::size_t channel) {
    ColumnLook column{lookAtChannel(series, channel, Split{}), {}, {}};
    column.look.seasons.clear();
    return column;
}

/// With the steps that bring rows of another unit or level, which were found, to the one after them, and those that say
/// what a blank means.
ExperimentConfig inOneUnit(const std::vector<DataFinding>& findings, ExperimentConfig config) {
    for (const DataFinding& finding : findings)
        if ((changesAt(finding) && finding.recipe.starts_with("rescale")) || finding.code == "blank-zero")
            config.recipe = withStep(config.recipe, finding.recipe);
    return config;
}

int lookAtSeries(const Series& given, const ExperimentConfig& asked, const LookOptions& options) {
    std::vector<DataFinding> findings = examineAs(given, asked);
    const ExperimentConfig config = options.of > 0 ? asked : inOneUnit(findings, asked);
    // What is constant in each series tells it from the others.
    std::erase_if(findings, [&](const DataFinding& finding) {
        return finding.code == "constant" &&
               std::ranges::find(options.statics, finding.column) != options.statics.end();
    });
    // As a run would see it: rows in another unit or on another level are no jump any more.
    const std::optional<Series> rescaled = options.of > 0 ? std::nullopt : rescaledSeries(given, config.recipe);
    Series series = rescaled ? *rescaled : given;
    leaveOut(findings, series);
    const bool inOrder = isInOrder(series.time);
    std::vector<Told> warnings = warningsOf(given, findings, asked, config,
                                            withUsualWindows(given, config, options.experiment), options.statics);
    if (config.recipe != asked.recipe)
        warnings.push_back(
            {GATELAB_TEXT("Look", "What follows is told of the values as those steps of the recipe make them."), {}});
    if (!inOrder)
        warnings.push_back(
            {GATELAB_TEXT("Look",
                          "The rows are not in the order of their times: parts, seasons and levels are not told. "
                          "--sort-time brings them into order."),
             {}});
    const auto channels = wanted(series, options.channel);
    if (!channels.ok()) return fail(channels.error(), options.json);
    const auto parts = splitRows(observedSplit(series, config), series.rows(), config.splitGap);
    const Split split = parts.ok() ? *parts : Split{};
    const RowRange train = split.train.size() > 0 ? split.train : RowRange{0, series.rows()};
    const Insights missing = missingInsights(series, missingMap(series, 100), config);
    const Insights twins = twinInsights(series, correlations(series, train), config),
                   words = wordInsights(series, config);
    Json columns = Json::array(), warned = Json::array(), remedies = Json::array();
    for (const Told& one : warnings) {
        warned.push_back(one.text.english());
        if (!one.hint.empty()) remedies.push_back({{"warning", warned.back()}, {"flags", bareFlags(one.hint)}});
        const std::string text = one.isOfFile ? saidWithFlags(one.text) : plainText(one.text);
        if (!options.json) std::printf("warning: %s%s\n", text.c_str(), one.hint.c_str());
    }
    if (!options.json) print(missing, config), print(twins, config), print(words, config);
    ProgressLine progress(options.json);
    for (std::size_t i = 0; i < channels->size(); ++i) {
        progress.show(shown(series.channels[(*channels)[i]].name),
                      static_cast<double>(i) / static_cast<double>(channels->size()));
        const ColumnLook column = inOrder ? lookAt(series, (*channels)[i], split, config, options.statics)
                                          : lookUnordered(series, (*channels)[i]);
        progress.end();
        if (options.json)
            columns.push_back(jsonOf(series, column, config));
        else
            print(series, column, config);
    }
    if (!options.json && options.channel.empty() && series.channels.size() > kMost)
        std::printf("\n%zu more columns: name one with --channel\n", series.channels.size() - kMost);
    if (options.json) {
        Json whole = {{"rows", series.rows()},
                      {"warnings", warned},
                      {"remedies", remedies},
                      {"in_order", inOrder},
                      {"missing", jsonOf(missing, config)},
                      {"same", jsonOf(twins, config)},
                      {"words", jsonOf(words, config)},
                      {"columns", columns}};
        if (options.of > 0) whole["series"] = options.series, whole["of_series"] = options.of;
        printJson(whole);
    }
    return kDone;
}

/// The one of many series that was named, else the longest; that it is one of them, and which, is said.
int lookAtOne(const Series& all, const ExperimentConfig& config, const LookOptions& options) {
    const std::vector<SeriesMember> members = membersOf(all);
    const auto one = options.series.empty() ? std::ranges::max_element(members, {}, &SeriesMember::rows)
                                            : std::ranges::find(members, options.series, &SeriesMember::name);
    if (one == members.end())
        return fail({ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Look", "there is no series '%1' among the %2 of these data"),
                      {options.series, members.size()}}},
                    options.json);
    const Phrase what = options.series.empty()
                            ? Phrase{GATELAB_TEXT("Look",
                                                  "These data are %1. This is one of them: '%2', the longest; another "
                                                  "is looked at by its name: --series NAME"),
                                     {describeMembers(all), one->name}}
                            : Phrase{GATELAB_TEXT("Look", "These data are %1. This is one of them: '%2'"),
                                     {describeMembers(all), one->name}};
    if (options.json)
        std::fprintf(stderr, "note: %s\n", consoleText(what).c_str());
    else
        std::printf("%s\n", plainText(what).c_str());
    LookOptions within = options;
    within.series = one->name, within.of = members.size(), within.statics = staticColumns(all);
    ExperimentConfig alone = config;
    alone.csvShape = ExperimentConfig().csvShape;
    Series series = *memberSeries(all, *one);
    series.report.warnings = all.report.warnings;
    return lookAtSeries(series, alone, within);
}

int lookAtSequences(const SequenceSet& set, const ExperimentConfig& config, const LookOptions& options) {
    if (isRunningText(set)) {
        if (options.json)
            printJson({{"text", textJson(set)}});
        else
            printText(set);
        return kDone;
    }
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
            std::printf("%s %9lld %9lld %9lld %9lld %9lld\n", padded(name, 28).c_str(),
                        static_cast<long long>(one.count()), static_cast<long long>(one.test),
                        static_cast<long long>(one.shortest), static_cast<long long>(one.longest),
                        static_cast<long long>(one.missing));
    }
    if (options.json) {
        const Json whole = {{"sequences", set.items.size()}, {"classes", rows}, {"says", jsonOf(insights, config)}};
        printJson(whole);
    } else {
        print(insights, config);
    }
    return kDone;
}

int look(const LookOptions& options) {
    auto config = options.experiment.config();
    if (!config.ok()) return fail(config.error(), options.json);
    for (const std::string& text : config->recipe)
        if (const auto step = parseRecipeStep(text); !step.ok()) return fail(step.error(), options.json);
    const auto data = readNamed(options.files, *config, chosenReading(options.experiment));
    if (!data.ok()) return fail(data.error(), options.json);
    if (data->series && isMany(*data->series)) return lookAtOne(*data->series, *config, options);
    if (data->series && !options.series.empty())
        return fail({ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Look", "there is no series '%1': these data are one series; leave out --series"),
                      {options.series}}},
                    options.json);
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
    command->add_option("--series", options->series, "Of many series, the one of this name; else the longest");
    command->add_flag("--json", options->json, "As JSON, with every figure");
    options->experiment.addTo(*command);
    return {command, [options] { return look(*options); }};
}

}  // namespace gatelab::worker
