// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/experiment_check.h"

#include "base/category_names.h"
#include "config/field.h"
#include "config/linear_path.h"
#include "config/setting_predicates.h"
#include "data/many/many_series.h"
#include "data/many/prepare_many.h"
#include "data/recipe/categories.h"
#include "data/recipe/known_ahead.h"
#include "data/recipe/recipe.h"
#include "data/sequences/running_text.h"
#include "data/sequences/sequence_classes.h"
#include "data/sequences/sequence_parts.h"
#include "data/sequences/sequence_sizes.h"
#include "data/split.h"
#include "data/windows.h"

#include <algorithm>
#include <array>
#include <map>

namespace gatelab {
namespace {

DataKind kindOf(const Dataset& data) {
    if (data.series) return DataKind::Series;
    if (!data.sequences) return DataKind::Unknown;
    return gatelab::kindOf(*data.sequences);
}

/// Steps of the whole run; windows that are left out because of gaps count as if they were there.
std::int64_t totalSteps(const ExperimentConfig& c, RowRange train) {
    const std::int64_t windows = windowPlaces(train, c.lookback, c.horizon, trainStride(c)),
                       batch = std::max<std::int64_t>(1, c.batchSize * std::max<std::int64_t>(1, c.accumulate));
    const std::int64_t all = (windows + batch - 1) / batch * c.epochs;
    return c.maxSteps > 0 ? std::min(all, c.maxSteps) : all;
}

void checkSteps(const ExperimentConfig& c, std::int64_t steps, std::vector<ConfigFinding>& findings) {
    if (steps < 1) return;
    if (c.warmupSteps >= steps)
        findings.push_back(
            {Severity::Warning,
             "warmup_steps",
             {GATELAB_TEXT("Finding",
                           "lasts longer than the run, which has %1 steps: the learning rate is never reached"),
              {steps}}});
    if (isStepSchedule(c) && c.scheduleSteps >= steps)
        findings.push_back(
            {Severity::Warning,
             "schedule_steps",
             {GATELAB_TEXT("Finding", "is longer than the run, which has %1 steps: the learning rate is never cut"),
              {steps}}});
}

/// `columns`: of the file; none where they are not known.
void checkLinearStart(const ExperimentConfig& c, std::size_t columns, std::vector<ConfigFinding>& findings) {
    const auto inputs = static_cast<std::int64_t>(c.inputs.empty() ? columns : c.inputs.size());
    if (!fitsLinearPath(c) || inputs * c.lookback <= kMaxLinearColumns) return;
    findings.push_back(
        {Severity::Warning,
         "initialisation",
         {GATELAB_TEXT("Finding", "has no linear start: %1 values a window, limit %2; a lookback of %3 fits"),
          {inputs * c.lookback, kMaxLinearColumns, kMaxLinearColumns / inputs}}});
}

void checkNoTestPart(std::int64_t test, std::vector<ConfigFinding>& findings) {
    if (test == 0) findings.push_back({Severity::Info, "split", kNoTestPart});
}

const Text kMeantShares = GATELAB_TEXT("Finding", "takes 100 of %1: shares are written with %, as %2%/%3%/%4%");

/// "70/15/15" of many examples are numbers that were meant as shares. fits: whether they can be used as they stand.
void checkMeantShares(const ExperimentConfig& c, const Split& split, std::int64_t examples, bool fits,
                      std::vector<ConfigFinding>& findings) {
    const std::int64_t used = split.train.size() + split.validation.size() + split.test.size();
    if (used != 100 || examples <= 100 || c.split.find('%') != std::string::npos) return;
    findings.push_back({fits ? Severity::Warning : Severity::Error,
                        "split",
                        {kMeantShares, {examples, split.train.size(), split.validation.size(), split.test.size()}}});
}

const Text kLacksClass = GATELAB_TEXT("Finding",
                                      "leaves %1 without a sequence of class '%2', of which there are %3; write "
                                      "\"stratified\" after the shares, or give that part more");

const Text kOnlyTested = GATELAB_TEXT("Finding",
                                      "cannot mend it: class '%1' stands in the test file alone (%2 sequences), so "
                                      "it is never learned. Add some to the training file, or take them out"),
           kNeverTested = GATELAB_TEXT("Finding",
                                       "cannot mend it: the test file holds no sequence of class '%1', so how well "
                                       "it is told is never seen. Add some to the test file");

/// What no split can mend where the test part is a file of its own; empty: a split can.
Phrase lackOfFiles(const std::array<std::int64_t, 3>& there, const std::string& name) {
    if (there[0] + there[1] == 0) return {kOnlyTested, {name, there[2]}};
    if (there[2] == 0) return {kNeverTested, {name}};
    return {};
}

/// A class that a part has no sequence of is learned but never judged, or judged but never learned.
void checkClasses(const ExperimentConfig& c, const SequenceSet& set, std::vector<ConfigFinding>& findings) {
    const auto parts = isClassification(c) ? splitSequences(set, c) : Result<SequenceParts>(SequenceParts());
    if (!parts.ok()) return;
    std::map<std::int32_t, std::array<std::int64_t, 3>> counts;
    const std::array<const std::vector<std::int64_t>*, 3> all = {&parts->train, &parts->validation, &parts->test};
    for (std::size_t part = 0; part < all.size(); ++part)
        for (const std::int64_t item : *all[part])
            if (const auto label = set.items[static_cast<std::size_t>(item)].label; label >= 0) ++counts[label][part];
    constexpr std::array kParts = {GATELAB_TEXT("Finding", "the training part"),
                                   GATELAB_TEXT("Finding", "the validation part"),
                                   GATELAB_TEXT("Finding", "the test part")};
    for (const auto& [label, there] : counts)
        for (std::size_t part = 0; part < all.size(); ++part) {
            if (there[part] > 0 || all[part]->empty()) continue;
            const auto number = static_cast<std::size_t>(label);
            const std::string name = number < set.classNames.size() ? set.classNames[number] : std::to_string(label);
            const Phrase ofFiles = givenTest(set) > 0 ? lackOfFiles(there, name) : Phrase();
            findings.push_back({Severity::Warning, "split",
                                !ofFiles.empty()
                                    ? ofFiles
                                    : Phrase{kLacksClass, {kParts[part], name, there[0] + there[1] + there[2]}}});
            return;  // one is enough to mend first
        }
}

void checkSequences(const ExperimentConfig& c, const SequenceSet& set, std::vector<ConfigFinding>& findings) {
    const std::int64_t given = givenTest(set), others = static_cast<std::int64_t>(set.items.size()) - given;
    const auto sizes = sequenceSizes(set, c);
    if (!sizes.ok()) {
        findings.push_back({Severity::Error, "split", sizes.error().phrase});
        return;
    }
    checkNoTestPart(sizes->test, findings);
    if (set.tokens > 0 && augments(c))
        findings.push_back(
            {Severity::Error, "augment_share",
             GATELAB_TEXT("Finding", "tokens are no numbers that could be changed a little: set it to 0")});
    if (isRunningText(set) && c.bidirectional)
        findings.push_back(
            {Severity::Error, "bidirectional",
             GATELAB_TEXT("Finding", "would read the next token of the text before saying it: switch it off")});
    if (isRunningText(set) && c.carryState && sizes->train < 2 * c.batchSize)
        findings.push_back(
            {Severity::Error,
             "carry_state",
             {GATELAB_TEXT("Finding",
                           "needs at least two pieces of the text in each of the %1 streams of a batch, and the "
                           "training part has %2: use a batch of at most %3, or a shorter lookback"),
              {c.batchSize, sizes->train, std::max<std::int64_t>(1, sizes->train / 2)}}});
    checkClasses(c, set, findings);
    const auto split = splitRows(c.split, others, 0);
    if (!split.ok()) return;
    if (given > 0 && split->test.size() > 0)
        findings.push_back(
            {Severity::Info,
             "split",
             {GATELAB_TEXT("Finding", "third part unused: the data bring %1 test sequences; %2 train, %3 validate"),
              {given, sizes->train, sizes->validation}}});
    else
        checkMeantShares(c, *split, others, true, findings);
}

/// Steps in an order that undoes or spoils what the earlier one did.
struct FoolishOrder {
    std::string_view earlier, later;
    Text why;
};
constexpr Text kLogOfCentred =
    GATELAB_TEXT("Finding", "\"%2\" comes after \"%1\", where values are negative: move it up");
constexpr Text kLogOfChanges =
    GATELAB_TEXT("Finding", "\"%2\" comes after \"%1\", whose changes are often negative: move it up");
constexpr Text kFilledLate =
    GATELAB_TEXT("Finding", "\"%2\" comes after \"%1\", which has used the gaps: move it first");
constexpr Text kScaledTwice = GATELAB_TEXT("Finding", "scales twice: \"%2\" undoes what \"%1\" did, switch one off");
constexpr Text kScaledEarly =
    GATELAB_TEXT("Finding", "\"%2\" comes after \"%1\", so values are no longer scaled: scale last");
const FoolishOrder kFoolish[] = {
    {"standardise", "log", kLogOfCentred},
    {"robust", "log", kLogOfCentred},
    {"standardise", "boxcox", kLogOfCentred},
    {"robust", "boxcox", kLogOfCentred},
    {"difference", "log", kLogOfChanges},
    {"difference", "boxcox", kLogOfChanges},
    {"detrend", "log", kLogOfChanges},
    {"detrend", "boxcox", kLogOfChanges},
    {"seasonal_difference", "log", kLogOfChanges},
    {"seasonal_difference", "boxcox", kLogOfChanges},
    {"smooth", "fill", kFilledLate},
    {"difference", "fill", kFilledLate},
    {"seasonal_difference", "fill", kFilledLate},
    {"detrend", "fill", kFilledLate},
    {"standardise", "minmax", kScaledTwice},
    {"standardise", "robust", kScaledTwice},
    {"standardise", "standardise", kScaledTwice},
    {"minmax", "standardise", kScaledTwice},
    {"minmax", "robust", kScaledTwice},
    {"robust", "standardise", kScaledTwice},
    {"robust", "minmax", kScaledTwice},
    {"standardise", "difference", kScaledEarly},
    {"minmax", "difference", kScaledEarly},
    {"robust", "difference", kScaledEarly},
    {"standardise", "seasonal_difference", kScaledEarly},
    {"minmax", "seasonal_difference", kScaledEarly},
    {"robust", "seasonal_difference", kScaledEarly},
    {"standardise", "detrend", kScaledEarly},
    {"minmax", "detrend", kScaledEarly},
    {"robust", "detrend", kScaledEarly},
};

/// The first foolish pair among the steps that are on; one is enough to mend first.
void checkOrder(const std::vector<std::string>& recipe, std::vector<ConfigFinding>& findings) {
    std::vector<std::string> on;
    for (const std::string& text : recipe)
        if (const auto step = parseRecipeStep(text); step && step->enabled) on.push_back(step->key);
    for (std::size_t later = 1; later < on.size(); ++later)
        for (std::size_t earlier = 0; earlier < later; ++earlier)
            for (const FoolishOrder& order : kFoolish) {
                if (order.earlier != on[earlier] || order.later != on[later]) continue;
                findings.push_back(
                    {Severity::Warning,
                     "recipe",
                     {order.why, {findRecipeStep(order.earlier)->label, findRecipeStep(order.later)->label}}});
                return;
            }
}

/// A step that asks for a column of words that there is not.
void checkCategories(const std::vector<std::string>& recipe, const Series& series,
                     std::vector<ConfigFinding>& findings) {
    const std::vector<Category> categories = categoriesOf(series);
    std::string there;
    for (const Category& one : categories) there += (there.empty() ? "'" : ", '") + one.column + "'";
    const std::vector<std::string> known = knownAheadColumns(recipe);
    for (const std::string& column : namedCategories(recipe))
        if ((!series.find(column) || categoryUse(recipe, column) == kAsEmbedding) && !leavesOut(recipe, column) &&
            std::ranges::find(known, column) == known.end() &&
            std::ranges::find(categories, column, &Category::column) == categories.end())
            findings.push_back({Severity::Error, "recipe",
                                there.empty()
                                    ? Phrase(GATELAB_TEXT("Finding", "there is no column of words '%1'"), {column})
                                    : Phrase(GATELAB_TEXT("Finding", "there is no column of words '%1'; there are %2"),
                                             {column, there})});
    for (const auto& [column, size] : embeddedColumns(recipe))
        for (const Channel& channel : series.channels)
            if (isWordOf(channel.name, column) && !isWordIn(series, channel.name, column))
                findings.push_back({Severity::Error,
                                    "recipe",
                                    {GATELAB_TEXT("Finding",
                                                  "column '%1' is called like a word of '%2', which is read as an "
                                                  "embedding; give one of the two columns another name"),
                                     {channel.name, column}}});
}

void checkMany(const ExperimentConfig& c, const Series& series, std::vector<ConfigFinding>& findings) {
    const bool many = isMany(series);
    if (!many && splitBy(c.split) != SplitBy::Rows)
        findings.push_back(
            {Severity::Warning, "split",
             GATELAB_TEXT("Finding", "is by 'series' or 'dates', which has no effect: these data are one series")});
    if (many && splitBy(c.split) == SplitBy::Dates && !series.time.known())
        findings.push_back({Severity::Error, "split",
                            GATELAB_TEXT("Finding", "is at the same dates, and these series have no times")});
    if (many && c.carryState)
        findings.push_back(
            {Severity::Error, "carry_state",
             GATELAB_TEXT("Finding",
                          "goes on from window to window of one series, and these are many: do not carry "
                          "the state")});
}

}  // namespace

DataFacts dataFacts(const Dataset* data) {
    DataFacts facts;
    if (data) facts.kind = kindOf(*data);
    if (data && data->series) {
        facts.rows = data->series->rows();
        facts.left = data->series->report.skippedColumns;
        for (const Channel& channel : data->series->channels) facts.columns.push_back(channel.name);
    }
    return facts;
}

std::vector<ConfigFinding> checkExperiment(const ExperimentConfig& config, const Dataset* data) {
    auto findings = checkExperiment(config, dataFacts(data));
    if (data && data->series && isForecast(config)) {
        checkMany(config, *data->series, findings);
        checkCategories(config.recipe, *data->series, findings);
    }
    if (data && data->sequences && !isForecast(config)) checkSequences(config, *data->sequences, findings);
    return findings;
}

std::vector<ConfigFinding> checkExperiment(const ExperimentConfig& config, const DataFacts& facts) {
    auto findings = checkConfig(config, facts);
    if (isForecast(config)) checkOrder(config.recipe, findings);
    if (facts.rows < 0 || !isForecast(config)) return findings;
    const auto split = splitRows(config.split, facts.rows, config.splitGap);
    if (!split.ok()) {
        findings.push_back({Severity::Error, "split", split.error().phrase});
        return findings;
    }
    checkNoTestPart(split->test.size(), findings);
    checkLinearStart(config, facts.columns.size(), findings);
    const bool fits = std::ranges::all_of(std::array{split->train, split->validation, split->test}, [&](RowRange part) {
        return part.size() == 0 || windowPlaces(part, config.lookback, config.horizon, 1) > 0;
    });
    checkMeantShares(config, *split, facts.rows, fits, findings);
    if (writtenSplit(config.split).isStratified)
        findings.push_back({Severity::Warning, "split",
                            GATELAB_TEXT("Finding",
                                         "is 'stratified', which has no effect: the parts of a series follow each "
                                         "other in time")});
    checkSteps(config, totalSteps(config, split->train), findings);
    return findings;
}

bool lacksClass(const ConfigFinding& finding) { return finding.message.source == kLacksClass.source; }
bool meansShares(const ConfigFinding& finding) { return finding.message.source == kMeantShares.source; }

Result<> firstError(const std::vector<ConfigFinding>& findings) {
    for (const ConfigFinding& finding : findings)
        if (finding.severity == Severity::Error) {
            const Field* field = findField(finding.key);
            return Error{ErrorCode::InvalidInput, field ? labelled(field->label, finding.message) : finding.message}
                .ofField(finding.key);
        }
    return {};
}

}  // namespace gatelab
