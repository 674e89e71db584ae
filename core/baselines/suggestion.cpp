// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/suggestion.h"

#include "baselines/baselines.h"
#include "baselines/column_error.h"
#include "baselines/season.h"
#include "baselines/signal_check.h"
#include "baselines/suggested_keys.h"
#include "baselines/target_choice.h"
#include "config/architecture.h"
#include "config/field_use.h"
#include "config/linear_path.h"
#include "config/obstacles/xla_obstacle.h"
#include "config/setting_predicates.h"
#include "config/task_data.h"
#include "data/experiment_check.h"
#include "data/findings/blank_pair.h"
#include "data/findings/drift.h"
#include "data/findings/mended_series.h"
#include "data/findings/stand_ins.h"
#include "data/look/season_lookback.h"
#include "data/look/spectrum.h"
#include "data/many/many_series.h"
#include "data/many/member_split.h"
#include "data/many/static_columns.h"
#include "data/model_shape.h"
#include "data/prepared_windows.h"
#include "data/recipe/categories.h"
#include "data/recipe/known_ahead.h"
#include "data/recipe/rescaled_rows.h"
#include "data/resample/event_rows.h"
#include "data/rows_ahead.h"
#include "data/sequences/running_text.h"
#include "data/sequences/sequence_sizes.h"
#include "data/split.h"
#include "data/time_step.h"
#include "data/windows.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace gatelab {

namespace {

// Of validation and test: all of their windows are judged, those of the validation part after every epoch
constexpr std::int64_t kMaxPartRows = 10'000;
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kMinEpochs = 12;  // so often the validation part is looked at
constexpr std::int64_t kMaxEpochs = 400;
constexpr std::int64_t kMinToValidate = 200;  // sequences, of which a part can be spared and tells something
constexpr double kLevelsTell = 0.97, kLastTells = 0.85;
constexpr std::int64_t kSequenceSteps = 800;
constexpr std::int64_t kTextSteps = 1500, kMinTextEpochs = 2, kMaxTextEpochs = 40;
// Time steps of sequences in about 20 s on two cores: of 32 units, and of 64 in two layers
constexpr double kMaxWork = 16e6, kMaxDeepWork = 3.5e6;

/// All that may be suggested; the window lets these go with their data.
constexpr std::string_view kSuggested[] = {
    "task",           "loss",          "split",          "targets",     "inputs",      "recipe",
    "horizon",        "lookback",      "stride",         "anchor",      "linear_path", "cell",
    "layers",         "bidirectional", "embedding_size", "hidden_size", "pooling",     "learning_rate",
    "initialisation", "schedule",      "epochs",         "early_stop",  "batch_size"};

/// A column whose values of the rows to come seem to be given, and make a linear forecast better by a tenth.
struct GivenColumn {
    std::string column;
    double error = 1;      ///< with them over without
    bool isNamed = false;  ///< by its name alone; else it has values behind the last one of the target
};

/// What is found once of a series, whatever is suggested then.
struct FoundFacts : SeriesFacts {
    std::vector<GivenColumn> given;
    /// Columns that would help, whose values end before those of the target: at the end, where a forecast is made and
    /// judged, what fills them is invented
    std::vector<std::string> ended;
};

/// Collects suggestions, and the configuration as it becomes with them.
class Suggester {
public:
    Suggester(const ExperimentConfig& config, const std::function<bool(std::string_view)>& isGiven)
        : config_(config), isGiven_(isGiven) {}
    [[nodiscard]] const ExperimentConfig& config() const { return config_; }
    [[nodiscard]] bool isGiven(const char* key) const { return isGiven_ && isGiven_(key); }
    /// Nothing for a field that is given, nor for one that is none of kSuggested; of one that was suggested already,
    /// more of it: both reasons are told.
    void suggest(const char* key, FieldValue value, Phrase reason) {
        const Field* field = findField(key);
        if (field == nullptr || !isSuggested(key) || isGiven(key) || !setFieldValue(config_, *field, value).ok())
            return;
        const auto before = std::ranges::find(all_, field, &Suggestion::field);
        if (before != all_.end()) {
            reason = {GATELAB_TEXT("Suggestion", "%1; and %2"), {before->reason, std::move(reason)}};
            all_.erase(before);
        }
        all_.push_back({field, std::move(value), std::move(reason)});
    }
    /// What one would take instead of the last one that was suggested, if it was.
    void insteadOf(const char* key, std::vector<std::pair<const char*, FieldValue>> other, double error = kUnknown,
                   double time = kUnknown) {
        if (all_.empty() || std::string_view(all_.back().field->key) != key) return;
        Suggestion& last = all_.back();
        for (auto& [name, value] : other) last.other.push_back({findField(name), std::move(value)});
        last.otherError = error, last.otherTime = time;
    }
    /// Of the inputs, where they were suggested last.
    void priceColumns(const SeriesFacts& facts) {
        if (all_.empty() || std::string_view(all_.back().field->key) != "inputs") return;
        for (const auto& [name, error] : facts.columnErrors) all_.back().columnErrors.emplace_back(name, error - 1);
    }
    /// Of a target about which nothing can be learned an error that changes is chance, and is not told.
    void leaveErrorsOut(const std::string& target) {
        for (Suggestion& one : all_) {
            one.otherError = kUnknown;
            one.columnErrors.clear();
            if (std::string_view(one.field->key) == "initialisation")
                one.reason = {GATELAB_TEXT("Suggestion",
                                           "%1; about '%2' nothing can be learned here: what one start or another errs "
                                           "on it is chance, and is not told"),
                              {one.reason, target}};
        }
    }
    std::vector<Suggestion> take() { return std::move(all_); }

private:
    ExperimentConfig config_;
    const std::function<bool(std::string_view)>& isGiven_;
    std::vector<Suggestion> all_;
};

std::int64_t batchFor(std::int64_t examples) {
    return examples >= 1024 ? 64 : examples >= 256 ? 32 : examples >= 64 ? 16 : 8;
}

/// How long: `steps`, whatever there is to learn from. seconds: what that takes where it is long; 0: less than 20.
void suggestLength(Suggester& to, std::int64_t examples, std::int64_t steps, std::int64_t seconds = 0) {
    to.suggest("batch_size", batchFor(examples),
               {GATELAB_TEXT("Suggestion",
                             "%1 examples to learn from: batches large enough for the processor, small enough for "
                             "several steps per epoch"),
                {examples}});
    const std::int64_t batch = std::max<std::int64_t>(1, to.config().batchSize),
                       perEpoch = (examples + batch - 1) / batch;
    const std::int64_t epochs = std::clamp(steps / std::max<std::int64_t>(1, perEpoch), kMinEpochs, kMaxEpochs);
    to.suggest(
        "epochs", epochs,
        seconds > 0
            ? Phrase(GATELAB_TEXT("Suggestion",
                                  "about %1 steps, %2 in each epoch, which take about %3 s: long sequences learn "
                                  "slowly, and more epochs would go on to better scores"),
                     {epochs * perEpoch, perEpoch, seconds})
            : Phrase(GATELAB_TEXT("Suggestion",
                                  "about %1 steps, %2 in each epoch: steps, not epochs, decide what is learned, "
                                  "and so many take less than 20 seconds on two cores"),
                     {epochs * perEpoch, perEpoch}));
    if (seconds > 0) to.insteadOf("epochs", {{"epochs", 2 * to.config().epochs}}, kUnknown, 2);
    if (!hasValidation(to.config())) return;
    to.suggest(
        "early_stop", std::max<std::int64_t>(5, to.config().epochs * 2 / 5),
        GATELAB_TEXT("Suggestion", "two fifths of the run without a better validation loss: more would only overfit"));
    to.insteadOf("early_stop", {{"early_stop", std::int64_t{0}}});
}

Phrase seasonReason(const SeriesFacts& facts) {
    const std::int64_t season = facts.season;
    if (season > 1 && facts.secondSeason > 0)
        return {GATELAB_TEXT("Suggestion", "the seasons of %1 and %2 that were found"),
                {shownPeriod(static_cast<double>(season), facts.stepMicros),
                 shownPeriod(static_cast<double>(facts.secondSeason), facts.stepMicros)}};
    return season > 1 ? Phrase(GATELAB_TEXT("Suggestion", "the season of %1 rows that was found"), {season})
                      : Phrase(GATELAB_TEXT("Suggestion", "no season was found"));
}

/// As many rows as wait for a forecast, where the parts hold several of that length.
void suggestHorizon(Suggester& to, const SeriesFacts& facts) {
    constexpr std::int64_t kLongest = 400;  // rows; the network answers for all of them at once
    const std::int64_t season = facts.season, half = std::max<std::int64_t>(1, facts.testRows / 2);
    const std::int64_t waiting = facts.waitingRows;
    if (waiting > 0 && waiting <= std::min({half, facts.trainRows / 4, kLongest})) {
        to.suggest("horizon", waiting,
                   {GATELAB_TEXT("Suggestion",
                                 "%1 rows at the end wait for a forecast, so that one reaches over all of them; a test "
                                 "part of %2 rows holds several"),
                    {waiting, facts.testRows}});
        return;
    }
    const std::int64_t wanted = season > 1 && season <= 24 && facts.rows < 1000 ? season : facts.rows < 300 ? 12 : 24;
    const std::int64_t horizon = std::clamp<std::int64_t>(std::min(wanted, half), 1, 24);
    const Phrase why = horizon < wanted ? Phrase(GATELAB_TEXT("Suggestion", "%1 rows would be usual"), {wanted})
                       : wanted == season
                           ? seasonReason(facts)
                           : Phrase(GATELAB_TEXT("Suggestion", "%1 rows are usual, whatever the season"), {wanted});
    const Phrase usual{GATELAB_TEXT("Suggestion", "%1; a test part of %2 rows must hold several forecasts"),
                       {why, facts.testRows}};
    to.suggest("horizon", horizon,
               waiting == 0
                   ? usual
                   : Phrase{GATELAB_TEXT("Suggestion",
                                         "%1, too few for one over the %2 rows that wait for a forecast at the end"),
                            {usual, waiting}});
}

/// Lookback and horizon that leave a short series enough windows.
void suggestWindows(Suggester& to, const Series& series, const SeriesFacts& facts) {
    const std::int64_t season = facts.season;
    suggestHorizon(to, facts);
    if (const std::int64_t step = areEvents(series.time) ? eventStep(series.time) : 0; step > 0)
        to.suggest("horizon", to.config().horizon,
                   {GATELAB_TEXT("Suggestion",
                                 "a row is no step of time in these data, since rows come when something happens: "
                                 "resampled to %1 it would be one"),
                    {shownStep(step)}});
    const SuitingLookback suiting = suitingLookback(series, facts.trainRows, season, to.config());
    const std::int64_t usual = suiting.rows, twice = 2 * usual;
    const Phrase why{GATELAB_TEXT("Suggestion", "%1; a quarter of the %2 training rows, at least, must begin a window"),
                     {seasonReason(facts), facts.trainRows}};
    if (twice > suiting.most) return to.suggest("lookback", usual, why);
    ExperimentConfig shorter = to.config();
    shorter.lookback = usual;
    const double error = lookbackError(series, shorter, twice);
    // Twice the work must bring so much.
    constexpr double kWorthTwice = 0.8;
    if (error > 0 && error < kWorthTwice) {
        to.suggest("lookback", twice,
                   {GATELAB_TEXT("Suggestion",
                                 "%1; a linear forecast errs %2 % less with twice the %3 rows that are usual, and 20 % "
                                 "are worth twice the work"),
                    {why, std::llround(100 * (1 - error)), usual}});
        return to.insteadOf("lookback", {{"lookback", usual}}, 1 / error - 1, 0.5);
    }
    to.suggest("lookback", usual, why);
    to.insteadOf("lookback", {{"lookback", twice}}, error - 1, 2);
}

void suggestAnchor(Suggester& to, const SeriesFacts& facts) {
    const std::int64_t percent = std::llround(100 * std::abs(facts.levelError - 1));
    // Where a network has no linear map beside it that holds the level, it wanders off a walk.
    if (!seeksForecast(to.config()) && facts.season <= 1 && facts.lastError < kLastTells) {
        to.suggest("anchor", std::string("last"),
                   {GATELAB_TEXT("Suggestion",
                                 "the last value errs %1 % less than the mean of its window, and a network that has "
                                 "learned nothing is then as good as persistence"),
                    {std::llround(100 * (1 - facts.lastError))}});
        to.insteadOf("anchor", {{"anchor", std::string("revin")}});
    } else if (facts.levelError < kLevelsTell && !facts.drifting.empty()) {
        // Levels of the training part tell nothing of one beyond it, whatever they are worth within.
        const bool isGoal = seeksForecast(to.config());
        to.suggest("anchor", std::string(isGoal ? "revin" : "last"),
                   {GATELAB_TEXT("Suggestion",
                                 "'%1' lies elsewhere in the test part than in training: a forecast that starts from "
                                 "the level of its window follows it there"),
                    {facts.drifting}});
        to.insteadOf("anchor", {{"anchor", std::string(isGoal ? "last" : "revin")}});
    } else if (facts.levelError < kLevelsTell) {
        to.suggest("anchor", std::string("none"),
                   {GATELAB_TEXT("Suggestion",
                                 "a linear forecast that sees levels errs %1 % less, on training rows that it has not "
                                 "seen, than one that sees each window by itself"),
                    {percent}});
        to.insteadOf("anchor", {{"anchor", std::string("revin")}}, 1 / facts.levelError - 1);
    } else {
        to.suggest(
            "anchor", std::string("revin"),
            GATELAB_TEXT(
                "Suggestion",
                "levels tell little beyond their window, and those to come may be new: each window is seen by itself"));
        to.insteadOf("anchor", {{"anchor", std::string("none")}}, facts.levelError - 1);
    }
}

/// Of those that were chosen by what they are worth.
Phrase helpReason(const SeriesFacts& facts, const std::vector<std::string>& copies, std::size_t helping) {
    if (!facts.telling.empty()) {
        std::string names;
        for (const std::string& name : facts.telling) names += (names.empty() ? "" : ", ") + name;
        return {GATELAB_TEXT("Suggestion",
                             "left out is what seems to hold coming values of the target (%1): the scores would be too "
                             "good; of the others %2 make a linear forecast of it better on rows that it has not seen"),
                {names, helping}};
    }
    if (!copies.empty()) {
        std::string names;
        for (const std::string& name : copies) names += (names.empty() ? "" : ", ") + name;
        return {GATELAB_TEXT("Suggestion",
                             "left out is the target in another unit or under another name, or nearly so (%1); of the "
                             "others %2 make "
                             "a linear forecast of it better on rows that it has not seen"),
                {names, helping}};
    }
    if (helping == 0)
        return GATELAB_TEXT("Suggestion",
                            "no other column makes a linear forecast of the target better on rows that it has not "
                            "seen, and columns that do not help do harm");
    return {GATELAB_TEXT("Suggestion",
                         "the target, and those columns (%1) that make a linear forecast of it better on rows that it "
                         "has not seen"),
            {helping}};
}

/// The column of words that a channel is a word of, else itself.
std::string wholeColumn(const Series& series, const std::string& name) {
    for (const Category& one : categoriesOf(series))
        if (isWordIn(series, name, one.column)) return one.column;
    return name;
}

std::string joined(const std::vector<std::string>& names, const char* between) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : between) + name;
    return text;
}

/// Columns of inputs whose coming values seem to be given, as a recipe can name them.
std::vector<std::string> givenColumns(const Series& series, const ExperimentConfig& config, const FoundFacts& facts) {
    const std::vector<std::string> known = knownAheadColumns(config.recipe);
    std::vector<std::string> names;
    for (const GivenColumn& one : facts.given) {
        const std::string name = wholeColumn(series, one.column);
        const auto has = [&](const std::vector<std::string>& list) {
            return std::ranges::find(list, name) != list.end();
        };
        const bool isInput = config.inputs.empty() || has(config.inputs);
        const bool isWritten = name.find_first_of("|,()=!") == std::string::npos;
        if (isInput && isWritten && !has(known) && !has(names)) names.push_back(name);
    }
    return names;
}

/// The values of the horizon of what is planned are read, where they drive the target.
void suggestGiven(Suggester& to, const Series& series, const FoundFacts& facts) {
    const std::vector<std::string> names = givenColumns(series, to.config(), facts);
    if (names.empty()) return;
    double error = 1;
    bool isNamed = false;
    for (const GivenColumn& one : facts.given) error = std::min(error, one.error), isNamed |= one.isNamed;
    const std::vector<std::string> before = to.config().recipe;
    std::vector<std::string> recipe = before;
    recipe.push_back("known(columns=" + joined(names, "|") + ")");
    const std::int64_t percent = std::llround(100 * (1 - error));
    to.suggest("recipe", recipe,
               isNamed ? Phrase(GATELAB_TEXT("Suggestion",
                                             "%1 is called like what is planned, and a linear forecast that sees its "
                                             "value of the row that is forecast errs %2 % less: right where those "
                                             "values are known beforehand, and then a forecast asks for them"),
                                {joined(names, ", "), percent})
                       : Phrase(GATELAB_TEXT("Suggestion",
                                             "%1 has values behind the last one of the target, and a linear forecast "
                                             "that sees its value of the row that is forecast errs %2 % less"),
                                {joined(names, ", "), percent}));
    to.insteadOf("recipe", {{"recipe", before}}, 1 / error - 1);
}

/// `asked`: columns of words that the recipe asks for, of which `facts` tells what they are worth as well.
Phrase inputsReason(const SeriesFacts& facts, const std::vector<std::string>& copies,
                    const std::vector<std::string>& asked, const Series& series) {
    if (asked.empty()) return helpReason(facts, copies, facts.helping.size());
    std::string names;
    for (const std::string& name : asked) names += (names.empty() ? "" : ", ") + name;
    const auto others = std::ranges::count_if(facts.helping, [&](const std::string& name) {
        return std::ranges::none_of(asked, [&](const std::string& column) { return isWordIn(series, name, column); });
    });
    return {GATELAB_TEXT("Suggestion",
                         "the words of %1 are inputs because the recipe asks for them, whatever they are worth; "
                         "besides: %2"),
            {names, helpReason(facts, copies, static_cast<std::size_t>(others))}};
}

/// The reason with what is left out because it ends early.
Phrase withEnded(const Phrase& reason, const FoundFacts& facts) {
    if (facts.ended.empty()) return reason;
    return {GATELAB_TEXT("Suggestion",
                         "%1; left out is what ends before the target (%2): what fills it there would be invented"),
            {reason, joined(facts.ended, ", ")}};
}

/// Columns as a plan counts them: one of words once.
std::size_t wholeColumns(const Series& series) {
    std::size_t columns = series.channels.size();
    for (const Category& one : categoriesOf(series)) columns -= one.channels.size() - 1;
    return columns;
}

/// Which columns the network sees besides the targets.
void suggestInputs(Suggester& to, const Series& series, const ExperimentConfig& alone, const FoundFacts& facts) {
    if (series.channels.size() < 2 || alone.inputs != alone.targets) return;
    std::vector<std::string> inputs = alone.inputs;
    const std::vector<Category> categories = categoriesOf(series);
    // What the recipe asks to be read as words is an input, whatever it is worth to a linear map.
    const std::set<std::string> named = namedCategories(to.config().recipe);
    std::vector<std::string> asked;
    for (const Category& category : categories)
        if (named.contains(category.column) && !leavesOut(to.config().recipe, category.column))
            asked.push_back(category.column);
    inputs.insert(inputs.end(), asked.begin(), asked.end());
    ExperimentConfig all = alone;
    all.inputs.clear();
    const std::vector<std::string> given =
        to.isGiven("recipe") ? std::vector<std::string>() : givenColumns(series, all, facts);
    std::vector<std::string> more = facts.helping;
    more.insert(more.end(), given.begin(), given.end());
    for (const std::string& name : knownAheadColumns(to.config().recipe))  // asked for
        if (series.find(name) && std::ranges::find(alone.targets, name) == alone.targets.end()) more.push_back(name);
    for (const std::string& name : more) {
        // A column of words helps as a whole.
        const std::string used = wholeColumn(series, name);
        if (std::ranges::find(inputs, used) == inputs.end()) inputs.push_back(used);
    }
    const std::vector<std::string> copies =
        alone.targets.size() == 1 ? copiesOf(series, alone.targets.front()) : std::vector<std::string>();
    const Phrase reason = withEnded(inputsReason(facts, copies, asked, series), facts);
    to.suggest("inputs", inputs,
               given.empty()
                   ? reason
                   : Phrase(GATELAB_TEXT("Suggestion", "%1; and %2, whose values of the rows to come seem to be given"),
                            {reason, joined(given, ", ")}));
    to.priceColumns(facts);
    // A column of words is one input: all of them are no other choice.
    if (inputs.size() < wholeColumns(series) && facts.telling.empty() && copies.empty())
        to.insteadOf("inputs", {{"inputs", std::vector<std::string>()}}, facts.allColumnsError - 1);
    else if (!facts.helping.empty())
        to.insteadOf("inputs", {{"inputs", alone.targets}});
}

/// The network alone, or beside a linear map that is fitted before it learns; what the map is worth, alone.
void suggestStart(Suggester& to, const Series& series) {
    const double linear = linearError(series, to.config());
    const FieldValue drawn = std::string("uniform"), fitted = std::string(kLeastSquares);
    if (seeksForecast(to.config()) && !isXla(to.config().device)) {
        to.suggest("linear_path", true,
                   GATELAB_TEXT("Suggestion",
                                "most series are forecast well by a linear map; the network adds what that cannot"));
        to.suggest("initialisation", fitted,
                   GATELAB_TEXT("Suggestion",
                                "the linear path is fitted before the first step, so that the run starts at the best "
                                "of linear and simple forecasts and keeps it where nothing better comes"));
        to.insteadOf("initialisation", {{"linear_path", false}, {"initialisation", drawn}}, 1 / linear - 1);
        return;
    }
    const bool onXla = isXla(to.config().device);
    to.suggest(
        "linear_path", false,
        onXla ? GATELAB_TEXT("Suggestion", "XLA devices compute no linear map beside the network")
              : GATELAB_TEXT("Suggestion", "an experiment is about the network: no linear map forecasts beside it"));
    to.suggest("initialisation", drawn,
               GATELAB_TEXT("Suggestion",
                            "the network starts from drawn weights, so that what it forecasts is what it has learned"));
    if (!onXla) to.insteadOf("initialisation", {{"linear_path", true}, {"initialisation", fitted}}, linear - 1);
}

/// With the price of twice as many.
void suggestUnits(Suggester& to) {
    const std::int64_t units = ExperimentConfig().hiddenSize;
    to.suggest("hidden_size", units,
               GATELAB_TEXT("Suggestion", "over a panel of series twice as many did no better, and take longer"));
    ExperimentConfig twice = to.config();
    twice.hiddenSize = 2 * units;
    const ModelShape shape{std::max<std::int64_t>(1, std::ssize(twice.inputs)),
                           std::max<std::int64_t>(1, std::ssize(twice.targets))};
    to.insteadOf(
        "hidden_size", {{"hidden_size", twice.hiddenSize}}, kUnknown,
        describeArchitecture(twice, shape).multiplyAdds / describeArchitecture(to.config(), shape).multiplyAdds);
}

/// Some of many series with their training rows, or the one.
std::vector<JudgedSeries> judgedSeries(const SeriesPtr& all, const ExperimentConfig& config) {
    constexpr std::size_t kMost = 12;
    std::vector<JudgedSeries> judged;
    const std::vector<SeriesMember> members = membersOf(*all);
    if (members.empty()) {
        const auto split = splitRows(observedSplit(*all, config), all->rows(), config.splitGap);
        if (split.ok()) judged.push_back({all, split->train});
        return judged;
    }
    const auto splits = memberSplits(*all, config);
    const std::size_t every = (members.size() + kMost - 1) / kMost;
    for (std::size_t m = 0; splits.ok() && m < members.size(); m += every) {
        const auto split = splitRows((*splits)[m].parts, members[m].rows(), config.splitGap);
        if (split.ok() && (*splits)[m].trains && (*splits)[m].leftOut.empty())
            judged.push_back({memberSeries(*all, members[m]), split->train});
    }
    return judged;
}

/// Which columns help, judged over many series where there are many: in the few rows of one chance helps. And which
/// seem to be given for the rows to come. `asRead`: the one series before its recipe: a masked end of the target makes
/// no other column known ahead.
void judgeColumns(const SeriesPtr& all, const Series& asRead, const ExperimentConfig& config, FoundFacts& facts) {
    constexpr double kHelps = 0.97, kDrives = 0.9;
    const std::vector<JudgedSeries> judged = judgedSeries(all, config);
    if (config.targets.size() != 1 || judged.empty()) return;
    const std::string& target = config.targets.front();
    std::vector<std::string> telling = copiesOf(*all, target);
    telling.insert(telling.end(), facts.telling.begin(), facts.telling.end());
    const auto tells = [&](const std::string& name) { return std::ranges::find(telling, name) != telling.end(); };
    const Series& first = *judged.front().series;
    const auto ahead = [&](const std::string& name) {
        const bool isGiven = isMany(*all) || givenAhead(asRead, name, target) != GivenAhead::No;
        return isGiven ? givenAhead(first, name, target) : GivenAhead::No;
    };
    std::vector<std::string> columns;
    for (const Channel& channel : first.channels)
        if (!tells(channel.name) && (isMany(*all) || ahead(channel.name) != GivenAhead::No))
            columns.push_back(channel.name);
    if (isMany(*all)) facts.helping.clear(), facts.columnErrors.clear();
    for (const ColumnError& one : columnErrors(judged, target, columns)) {
        if (std::isnan(one.past)) continue;
        if (isMany(*all)) facts.columnErrors.emplace_back(one.name, one.past);
        if (isMany(*all) && one.past < kHelps) facts.helping.push_back(one.name);
        const GivenAhead why = ahead(one.name);
        if (one.given > 0 && one.given < kDrives && why != GivenAhead::No)
            facts.given.push_back({one.name, one.given, why == GivenAhead::Name});
    }
    if (isMany(*all)) facts.allColumnsError = kUnknown;  // it was of one
}

/// Takes from those that help what ends `kEarly` rows or more before the only target does.
void leaveEndedOut(const Series& series, const std::vector<std::string>& targets, FoundFacts& facts) {
    constexpr std::int64_t kEarly = 10;  // as the doctor tells of it
    if (targets.size() != 1) return;
    const auto lastOf = [&series](const std::string& name) {
        const auto channel = series.find(name);
        if (!channel) return std::int64_t{-1};
        std::int64_t row = series.rows() - 1;
        while (row >= 0 && !std::isfinite(series.channels[*channel].values[static_cast<std::size_t>(row)])) --row;
        return row;
    };
    const std::int64_t end = lastOf(targets.front());
    std::erase_if(facts.helping, [&](const std::string& name) {
        const bool isEnded = end - lastOf(name) >= kEarly;
        if (isEnded) facts.ended.push_back(name);
        return isEnded;
    });
}

/// One of many series that is shorter than most of them: what suits it leaves out few.
SeriesPtr typicalMember(const Series& all) {
    std::vector<SeriesMember> members = membersOf(all);
    const auto quarter = members.begin() + std::ssize(members) / 4;
    std::ranges::nth_element(members, quarter, {}, &SeriesMember::rows);
    return memberSeries(all, *quarter);
}

/// Blanks of a ledger that mean 0.
void suggestZeros(Suggester& to, const Series& series) {
    const std::vector<std::string> before = to.config().recipe;
    const std::vector<BlankPair> pairs = blankPairs(series);
    if (pairs.empty()) return;
    for (const BlankPair& pair : pairs) {
        const std::vector<std::string> recipe = withStep(to.config().recipe, blankPairStep(pair));
        const Phrase why =
            pair.isProven()
                ? Phrase(GATELAB_TEXT("Suggestion",
                                      "a blank of %1 and %2 is 0: each row has one of them, and they make %3 of the %4 "
                                      "steps of %5"),
                         {pair.firstName, pair.secondName, pair.explained, pair.steps, pair.balance})
                : Phrase(GATELAB_TEXT("Suggestion",
                                      "a blank of %1 and %2 is 0: each row has one of them, and they are called like "
                                      "money that comes in or goes out"),
                         {pair.firstName, pair.secondName});
        to.suggest("recipe", recipe, why);
    }
    std::vector<std::string> without = before;
    std::erase_if(without, [](const std::string& text) {
        const auto step = parseRecipeStep(text);
        return step.ok() && isConstantFill(*step) && !namedColumns(*step).empty();
    });
    to.insteadOf("recipe", {{"recipe", without}});
}

/// Numbers that certainly stand for "missing", with their columns.
using StandIns = std::map<double, std::vector<std::string>>;
StandIns standInsOf(const Series& series) {
    StandIns found;
    for (const DataFinding& one : certainStandIns(series)) found[one.before].push_back(one.column);
    return found;
}

/// Nobody learns from them.
void suggestMissing(Suggester& to, const StandIns& standIns) {
    const std::vector<std::string> before = to.config().recipe;
    for (const auto& [value, names] : standIns) {
        std::vector<std::string> open = names;
        std::erase_if(open, [&, value = value](const std::string& name) {
            return std::ranges::any_of(before, [&](const std::string& step) { return masksValue(step, name, value); });
        });
        if (!open.empty())
            to.suggest("recipe", withStep(to.config().recipe, maskValuesStep(open, value)),
                       {GATELAB_TEXT("Suggestion", "%1 of %2 means missing: it lies far from all other values"),
                        {formatFieldValue(value), joined(open, ", ")}});
    }
    if (to.config().recipe != before) to.insteadOf("recipe", {{"recipe", before}});
}

/// `refused`: columns about which nothing can be learned with the settings that were suggested for them. False: there
/// is nothing to choose, or nothing can be learned of any. `all`: the many series that `series` is one of, or itself.
bool suggestTarget(Suggester& to, const Series& series, const std::vector<std::string>& refused, const Series& all) {
    if (to.isGiven("targets") || !to.config().targets.empty()) return false;
    const auto choice = chooseTarget(series, to.config(), refused);
    const std::string& last = series.channels.back().name;
    const Phrase isStatic{GATELAB_TEXT("Suggestion",
                                       "'%1', the last column, is constant in each series: a static covariate, which "
                                       "has nothing to forecast"),
                          {last}};
    if (choice)
        to.suggest("targets", std::vector<std::string>{choice->target},
                   choice->target != last && isStaticColumn(all, last) ? isStatic : choice->reason);
    return series.channels.size() > 1 && (!choice || choice->isLearnable);
}

/// The target about which nothing can be learned with these settings, as the doctor would say of them; empty: there is
/// none.
std::string unlearnable(const Series& series, const ExperimentConfig& config) {
    if (isMany(series)) return {};
    for (const SignalCheck& check : checkSignals(series, config))
        if (check.verdict == SignalCheck::Verdict::None) return check.target;
    return {};
}

/// Training windows of these data with these settings, as the window and a run count them; of long series their places,
/// those with missing values among them.
std::int64_t trainExamples(const SeriesPtr& all, ExperimentConfig config, std::int64_t stride) {
    constexpr std::int64_t kMostValues = 500'000;  // that are prepared at once
    config.stride = stride;
    if (all->rows() * std::ssize(all->channels) <= kMostValues)
        if (const auto prepared = prepareWindows(all, config); prepared.ok()) return prepared->windows.train.size();
    const auto placesIn = [&](std::string_view parts, std::int64_t rows) {
        const auto split = splitRows(parts, rows, config.splitGap);
        return split.ok() ? windowPlaces(split->train, config.lookback, config.horizon, trainStride(config)) : 0;
    };
    if (!isMany(*all)) return placesIn(observedSplit(*all, config), all->rows());
    const auto splits = memberSplits(*all, config);
    const std::vector<SeriesMember> members = membersOf(*all);
    std::int64_t places = 0;
    for (std::size_t i = 0; splits.ok() && i < members.size(); ++i)
        if ((*splits)[i].trains) places += placesIn((*splits)[i].parts, members[i].rows());
    return places;
}

/// `found`: facts of the same series and columns, once they are known. `all`: many series like this one that are
/// learned from together, or itself.
void suggestForecast(Suggester& to, const SeriesPtr& series, const SeriesPtr& all, std::optional<FoundFacts>& found) {
    const std::int64_t rows = series->rows() - rowsWaiting(*series, to.config(), 0, series->rows());
    if (rows > 5 * kMaxPartRows)
        to.suggest(
            "split",
            std::to_string(rows - 2 * kMaxPartRows) + "/" + std::to_string(kMaxPartRows) + "/" +
                std::to_string(kMaxPartRows),
            {GATELAB_TEXT("Suggestion", "of %1 rows, so many are enough to judge by; all others are learned from"),
             {rows}});
    ExperimentConfig alone = to.config();
    if (!to.isGiven("inputs") && alone.inputs.empty()) {
        if (alone.targets.empty()) alone.targets = {series->channels.back().name};
        alone.inputs = alone.targets;
    }
    const SeriesPtr mended = mendedSeries(series, alone);
    if (!found) {
        found = FoundFacts{seriesFacts(series, alone), {}, {}};
        if (isMany(*all)) found->drifting.clear();  // of many series nothing is told of it
        if (found->trainRows >= 4) judgeColumns(isMany(*all) ? all : mended, *series, alone, *found);
        if (!isMany(*all)) leaveEndedOut(*series, alone.targets, *found);
    }
    const FoundFacts& facts = *found;
    if (facts.trainRows < 4) return;
    suggestInputs(to, *mended, alone, facts);
    suggestGiven(to, *mended, facts);
    suggestWindows(to, *mended, facts);
    suggestAnchor(to, facts);
    suggestStart(to, *mended);
    suggestUnits(to);
    to.suggest("learning_rate", 0.01,
               GATELAB_TEXT("Suggestion", "the rate that did best over a panel of series with this schedule"));
    to.suggest("schedule", std::string("one-cycle"),
               GATELAB_TEXT("Suggestion", "few steps go furthest when the rate rises and falls once over the run"));
    if (!splitRows(observedSplit(*series, to.config()), series->rows(), to.config().splitGap).ok()) return;
    constexpr std::int64_t kSteps = 1200;
    const std::int64_t most = kSteps / kMinEpochs * 64;
    std::int64_t examples = trainExamples(all, to.config(), to.isGiven("stride") ? to.config().stride : 1);
    if (!to.isGiven("stride") && examples > most) {
        to.suggest("stride", std::clamp<std::int64_t>((examples + most - 1) / most, 1, to.config().lookback),
                   {GATELAB_TEXT("Suggestion",
                                 "%1 windows that share all but one row: every so many of them are enough, and the "
                                 "validation part is looked at more often"),
                    {examples}});
        to.insteadOf("stride", {{"stride", std::int64_t{1}}}, kUnknown, static_cast<double>(to.config().stride));
        examples = trainExamples(all, to.config(), to.config().stride);
    }
    suggestLength(to, std::max<std::int64_t>(1, examples), kSteps);
}

/// Time steps of all sequences that a suggested run reads.
double sequenceWork(const SequenceSet& set, std::int64_t train) {
    double steps = 0;
    for (const SequenceSet::Item& item : set.items) steps += static_cast<double>(item.steps);
    return steps / static_cast<double>(std::max<std::size_t>(1, set.items.size())) *
           static_cast<double>(std::max(kSequenceSteps * batchFor(train), kMinEpochs * train));
}

/// The larger of two networks was better on seven sets of the UCR and UEA archives, as tried with an earlier version;
/// not measured again since.
ExperimentConfig withNetwork(const Suggester& to, bool isLarge) {
    ExperimentConfig config = to.config();
    if (!to.isGiven("hidden_size")) config.hiddenSize = isLarge ? 64 : ExperimentConfig().hiddenSize;
    if (!to.isGiven("layers")) config.layers = isLarge ? 2 : 1;
    if (!to.isGiven("pooling")) config.pooling = isLarge ? "max" : "attention";
    return config;
}

/// Which of them is a rule, and is said to be one: of so short a training the validation part could not choose, and few
/// sequences have none.
Phrase networkReason(const ExperimentConfig& config, std::int64_t items, double work) {
    const auto seconds = [work](double most) { return std::llround(20 * work / most); };
    if (isClassification(config) && work <= kMaxDeepWork)
        return GATELAB_TEXT("Suggestion",
                            "there is time for 64 units in two layers, which did better on seven other sets: a rule of "
                            "the length of the sequences, not chosen on the validation part of these data");
    if (isClassification(config))
        return {GATELAB_TEXT("Suggestion",
                             "64 units in two layers did better on seven other sets, and would take about %1 s instead "
                             "of %2 s here: a rule of the length of the sequences, not chosen on the validation part "
                             "of these data"),
                {seconds(kMaxDeepWork), seconds(kMaxWork)}};
    if (isRegression(config) && items < kMinToValidate)
        return {GATELAB_TEXT("Suggestion",
                             "of only %1 sequences with numbers nothing is claimed, of no size of the network: hold "
                             "its score against the mean of the training targets"),
                {items}};
    return GATELAB_TEXT("Suggestion",
                        "larger networks were tried on sequences with one class each alone; not chosen on the "
                        "validation part of these data");
}

void suggestNetwork(Suggester& to, const Dataset& data, std::int64_t items, double work) {
    const bool isLarge = isClassification(to.config()) && work <= kMaxDeepWork;
    const ExperimentConfig chosen = withNetwork(to, isLarge), other = withNetwork(to, !isLarge);
    const Phrase reason = networkReason(to.config(), items, work);
    const ModelShape shape = modelShape(to.config(), data);
    const auto times = [&](const ExperimentConfig& one) {
        return describeArchitecture(one, shape).multiplyAdds / describeArchitecture(chosen, shape).multiplyAdds;
    };
    ExperimentConfig units = chosen, layers = chosen;
    units.hiddenSize = other.hiddenSize, layers.layers = other.layers;
    to.suggest("hidden_size", chosen.hiddenSize, reason);
    to.insteadOf("hidden_size", {{"hidden_size", other.hiddenSize}}, kUnknown, times(units));
    to.suggest("layers", chosen.layers,
               isLarge
                   ? GATELAB_TEXT("Suggestion", "the second layer reads what both directions of the first one found")
                   : reason);
    to.insteadOf("layers", {{"layers", other.layers}}, kUnknown, times(layers));
    if (isLabelling(to.config())) return;
    to.suggest("pooling", chosen.pooling,
               isLarge ? GATELAB_TEXT("Suggestion",
                                      "a class shows somewhere in the sequence: the largest value over time finds it")
                       : GATELAB_TEXT("Suggestion", "every step of a sequence can tell the answer, not only the last"));
    to.insteadOf("pooling", {{"pooling", other.pooling}});
}

/// A running text, whose next token is said: read in its order only.
void suggestText(Suggester& to, const SequenceSet& set) {
    const auto sizes = sequenceSizes(set, to.config());
    if (!sizes.ok()) return;
    to.suggest(
        "hidden_size", std::int64_t{128},
        GATELAB_TEXT("Suggestion", "what a text goes on with depends on much: 128 units say more of it than 32"));
    to.insteadOf("hidden_size", {{"hidden_size", std::int64_t{256}}}, kUnknown, 3);
    to.suggest("embedding_size", std::int64_t{32},
               GATELAB_TEXT("Suggestion", "room to tell letters, signs and words apart by what they are used for"));
    to.suggest("learning_rate", 0.005,
               GATELAB_TEXT("Suggestion", "a usual rate for characters and words with this schedule"));
    to.suggest("schedule", std::string("one-cycle"),
               GATELAB_TEXT("Suggestion", "few steps go furthest when the rate rises and falls once over the run"));
    const std::int64_t batch = batchFor(sizes->train), perEpoch = (sizes->train + batch - 1) / batch;
    to.suggest("batch_size", batch,
               {GATELAB_TEXT("Suggestion",
                             "%1 examples to learn from: batches large enough for the processor, small enough for "
                             "several steps per epoch"),
                {sizes->train}});
    const std::int64_t epochs = std::clamp(kTextSteps / perEpoch, kMinTextEpochs, kMaxTextEpochs);
    to.suggest("epochs", epochs,
               {GATELAB_TEXT("Suggestion",
                             "about %1 steps, %2 in each epoch: a text is learned slowly, and more epochs "
                             "go on to better scores"),
                {epochs * perEpoch, perEpoch}});
    to.insteadOf("epochs", {{"epochs", 2 * to.config().epochs}}, kUnknown, 2);
}

void suggestSequences(Suggester& to, const Dataset& data) {
    const SequenceSet& set = *data.sequences;
    if (isRunningText(set)) return suggestText(to, set);
    const std::int64_t given = givenTest(set), known = static_cast<std::int64_t>(set.items.size()) - given;
    const bool hasClasses = isClassification(to.config());
    if (givenValidation(set) > 0 && given > 0) {
        // each part is given
    } else if (given > 0 && known < kMinToValidate)
        to.suggest("split", std::string("100%/0%"),
                   {GATELAB_TEXT("Suggestion",
                                 "the test part is given, and of only %1 other sequences each is needed to learn from: "
                                 "the run goes to its end, where the learning rate is near 0"),
                    {known}});
    else if (given > 0)
        to.suggest("split", std::string(hasClasses ? "85%/15% stratified" : "85%/15%"),
                   {GATELAB_TEXT("Suggestion", "the test part is given; of the %1 others a share tells when to stop"),
                    {known}});
    else if (hasClasses)
        to.suggest("split", std::string("70%/15%/15% stratified"),
                   GATELAB_TEXT("Suggestion", "no test part is given; each part has its share of every class"));
    const auto sizes = sequenceSizes(set, to.config());
    const std::int64_t train = sizes.ok() ? sizes->train : known;
    const double work = sequenceWork(set, train);
    if (set.tokens == 0) {
        to.suggest("cell", std::string("gru"),
                   GATELAB_TEXT("Suggestion", "as good as an LSTM on short labelled sequences, and faster"));
    }
    to.suggest("bidirectional", true,
               GATELAB_TEXT("Suggestion", "a sequence is there as a whole, so it is read from both ends"));
    if (set.tokens == 0) suggestNetwork(to, data, known, work);
    to.suggest("learning_rate", 0.005,
               GATELAB_TEXT("Suggestion", "the rate that did best over a panel of sequence sets with this schedule"));
    to.suggest("schedule", std::string("one-cycle"),
               GATELAB_TEXT("Suggestion", "few steps go furthest when the rate rises and falls once over the run"));
    if (!sizes.ok()) return;
    suggestLength(to, train, kSequenceSteps, work > kMaxWork ? std::llround(work / kMaxWork * 20) : 0);
}

}  // namespace

bool isSuggested(std::string_view key) { return std::ranges::find(kSuggested, key) != std::end(kSuggested); }

std::vector<Suggestion> suggestSettings(const Dataset& data, const ExperimentConfig& config,
                                        const std::function<bool(std::string_view key)>& isGiven) {
    return suggestForGoals(data, config, isGiven).of(config);
}

const std::vector<Suggestion>& GoalSuggestions::of(const ExperimentConfig& config) const {
    return seeksForecast(config) ? forecast : experiment;
}

GoalSuggestions suggestForGoals(const Dataset& data, const ExperimentConfig& config,
                                const std::function<bool(std::string_view key)>& isGiven) {
    std::optional<FoundFacts> facts;  // found once
    const std::int64_t many = data.series ? std::max<std::int64_t>(1, std::ssize(membersOf(*data.series))) : 1;
    std::optional<StandIns> standIns;  // likewise
    std::vector<std::string> refused;
    const auto suggestFor = [&](const char* goal) {
        constexpr std::size_t kMostRefused = 3;
        ExperimentConfig start = config;
        start.goal = goal;
        for (;;) {
            Suggester to(start, isGiven);
            if (const char* task = fittingTask(dataFacts(&data).kind); task != nullptr && config.task != task) {
                to.suggest("task", std::string(task), GATELAB_TEXT("Suggestion", "what these data can be asked for"));
                const ExperimentConfig fitting = withTask(to.config(), to.config().task);
                to.suggest("loss", fitting.loss, GATELAB_TEXT("Suggestion", "the loss of this task"));
            }
            if (data.sequences && !isForecast(to.config())) suggestSequences(to, data);
            if (!data.series || !isForecast(to.config()) || data.series->channels.empty()) return to.take();
            const SeriesPtr one = many > 1 ? typicalMember(*data.series) : data.series;
            if (!standIns) standIns = standInsOf(*data.series);
            suggestMissing(to, *standIns);
            if (many == 1) suggestZeros(to, *one);
            const SeriesPtr mended = mendedSeries(one, to.config());
            const bool isChosen = suggestTarget(to, *mended, refused, *data.series) && refused.size() < kMostRefused;
            suggestForecast(to, one, data.series, facts);
            const std::string none = unlearnable(*mended, to.config());
            if (!none.empty()) to.leaveErrorsOut(none);
            if (none.empty() || !isChosen || std::ranges::find(refused, none) != refused.end()) return to.take();
            // Which columns it sees may decide: the next better one, or none, which is then said.
            refused.push_back(none), facts.reset();
        }
    };
    return {suggestFor("experiment"), suggestFor("forecast")};
}

ExperimentConfig withSuggestions(ExperimentConfig config, std::span<const Suggestion> suggestions) {
    for (const Suggestion& one : suggestions) (void)setFieldValue(config, *one.field, one.value).ok();
    return config;
}

}  // namespace gatelab
