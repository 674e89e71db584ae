// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/json_reader_series.h"

#include "data/csv/time/times.h"

#include <algorithm>
#include <limits>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

std::string textOf(const Json& record, const char* name) {
    const auto found = record.find(name);
    if (found == record.end() || found->is_null()) return {};
    return found->is_string() ? found->get<std::string>() : found->dump();
}

/// Numbers, null, or "NaN".
bool areValues(const Json& list) {
    return list.is_array() && std::ranges::all_of(list, [](const Json& value) {
               return value.is_number() || value.is_null() || value == "NaN";
           });
}

}  // namespace

bool isSeriesRecord(const Json& record) {
    if (!record.is_object() || !(record.contains("start") || record.contains("item_id"))) return false;
    const auto target = record.find("target");
    return target != record.end() && target->size() > 1 && areValues(*target);
}

Result<> SeriesRecords::add(const Json& record, std::int64_t number) {
    if (!record.is_object() || !record.contains("target") || !areValues(record.at("target")))
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading", "record %1 is no series with a list 'target', as the first one is"), {number}}};
    names_.texts.push_back(textOf(record, "item_id"));
    freqs_.texts.push_back(textOf(record, "freq"));
    const std::string start = textOf(record, "start");
    const auto look = start.empty() ? std::nullopt : sniffTime(start);
    const auto micros = look && look->hasDate ? timeMicros(*look, DateOrder::YearFirst) : std::nullopt;
    if (!start.empty() && !micros)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading", "record %1: '%2' is no time"), {number, start.substr(0, 40)}}};
    starts_.numbers.push_back(micros ? static_cast<double>(*micros) : kMissing);
    std::vector<double> values;
    for (const Json& value : record.at("target")) values.push_back(value.is_number() ? value.get<double>() : kMissing);
    targets_.lists.push_back(std::move(values));
    for (const auto& [key, value] : record.items())
        if (key != "item_id" && key != "start" && key != "freq" && key != "target" &&
            std::ranges::find(others_, key) == others_.end())
            others_.push_back(key);
    return {};
}

std::vector<ArrowColumn> SeriesRecords::columns() const { return {names_, starts_, freqs_, targets_}; }

}  // namespace gatelab
