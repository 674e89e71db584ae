// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/shared_preparation.h"

#include "config/field.h"
#include "config/many_series.h"
#include "config/shapes/running_text.h"
#include "data/readers.h"
#include "data/recipe/categories.h"
#include "data/recipe/known_ahead.h"
#include "data/sequences/parts_of_run.h"

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>

namespace gatelab {
namespace {

/// "key=value" of all settings of these groups but some: a setting that comes new is among them.
std::string valuesOf(const ExperimentConfig& config, std::initializer_list<FieldGroup> groups,
                     std::initializer_list<std::string_view> without = {}) {
    std::string text;
    for (const Field& field : fields())
        if (std::ranges::find(groups, field.group) != groups.end() &&
            std::ranges::find(without, std::string_view(field.key)) == without.end())
            text += std::string(field.key) + "=" + formatFieldValue(fieldValue(config, field)) + "\n";
    return text;
}

/// What only cuts or anchors windows leaves the preparation as it is; but for inputs that are known for the horizon,
/// and for many series, of which those are left out that hold no window.
std::string preparationSettings(const ExperimentConfig& config) {
    std::string text = valuesOf(config, {FieldGroup::Columns, FieldGroup::Preparation, FieldGroup::Windows},
                                {"anchor", "lookback", "horizon", "stride"});
    if (readsTogether(config) || !knownAheadColumns(config.recipe).empty())
        text += "windows=" + std::to_string(config.lookback) + "+" + std::to_string(config.horizon) + "\n";
    if (PartsOfRun::holdAllRows()) text += "parts=all rows\n";
    return text;
}

std::string addressOf(const void* place) { return std::to_string(reinterpret_cast<std::uintptr_t>(place)); }

/// A value with what its key names by its address: no other object can come to lie there as long as the key is known.
template <class T, class Named>
struct Holding {
    T value;
    Named named;
};

}  // namespace

std::string dataKey(const ExperimentConfig& config) {
    std::string key = "data:" + valuesOf(config, {FieldGroup::Source, FieldGroup::Import, FieldGroup::Columns},
                                         {"targets", "inputs"});
    // A column of many words is read where the recipe names it.
    for (const std::string& column : namedCategories(config.recipe)) key += "words=" + column + "\n";
    if (readsText(config)) key += "cut=" + std::to_string(config.lookback) + " " + config.split + "\n";
    // Words that the inputs name are columns, whatever the file holds.
    for (const std::string& input : config.inputs)
        if (input.find('=') != std::string::npos) key += "word=" + input + "\n";
    return key;
}

Result<Dataset> sharedDataset(SharedValues* shared, const ExperimentConfig& config) {
    if (shared == nullptr) return loadDataset(config);
    auto data = shared->get<Dataset>(dataKey(config), [&] { return loadDataset(config); });
    if (!data.ok()) return data.error();
    return **data;
}

std::shared_ptr<const Dataset> withPreparation(const Dataset& data, const ExperimentConfig& config,
                                               PreparedPtr prepared) {
    Dataset with = data;
    with.preparation =
        std::make_shared<const MadePreparation>(MadePreparation{preparationSettings(config), std::move(prepared)});
    return std::make_shared<const Dataset>(std::move(with));
}

Result<PreparedPtr> sharedPreparation(SharedValues* shared, const Dataset& data, const ExperimentConfig& config) {
    const std::string settings = preparationSettings(config);
    if (data.preparation && data.preparation->settings == settings) return data.preparation->prepared;
    if (shared == nullptr) return prepareSeries(data.series, config);
    using Held = Holding<PreparedPtr, SeriesPtr>;
    auto prepared =
        shared->get<Held>("prepared:" + addressOf(data.series.get()) + "\n" + settings, [&]() -> Result<Held> {
            auto made = prepareSeries(data.series, config);
            if (!made.ok()) return made.error();
            return Held{std::move(*made), data.series};
        });
    if (!prepared.ok()) return prepared.error();
    return (*prepared)->value;
}

std::string windowsKey(const PreparedPtr& prepared, const ExperimentConfig& config) {
    std::string key =
        addressOf(prepared.get()) + "\n" + valuesOf(config, {FieldGroup::Windows}, {"split", "split_gap"});
    // The streams of a carried state are as many as a batch has windows.
    if (config.carryState) key += "carried by " + std::to_string(config.batchSize);
    return key;
}

Result<SplitWindows> sharedWindows(SharedValues* shared, const PreparedPtr& prepared, const ExperimentConfig& config) {
    if (shared == nullptr) return makeWindows(*prepared, config);
    using Held = Holding<SplitWindows, PreparedPtr>;
    auto windows = shared->get<Held>("windows:" + windowsKey(prepared, config), [&]() -> Result<Held> {
        auto made = makeWindows(*prepared, config);
        if (!made.ok()) return made.error();
        return Held{std::move(*made), prepared};
    });
    if (!windows.ok()) return windows.error();
    return (*windows)->value;
}

}  // namespace gatelab
