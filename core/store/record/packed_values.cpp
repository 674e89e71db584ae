// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/record/packed_values.h"

#include "config/config_io.h"
#include "config/field.h"
#include "io/hash.h"
#include "io/json/json.h"
#include "run/heldout_scores.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace gatelab {
namespace {

void appendNumber(std::string& text, double value) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    text.append(digits.data(), end);
}

double numberOf(std::string_view text) {
    double value = std::numeric_limits<double>::quiet_NaN();
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// The part before `separator`, which is taken off.
std::string_view take(std::string_view& text, char separator) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

}  // namespace

std::string packValues(const CurveValues& values) {
    std::string text;
    for (const auto& [key, value] : values) {
        text += key + '\t';
        appendNumber(text, value);
        text += '\n';
    }
    return text;
}

CurveValues unpackValues(std::string_view packed) {
    CurveValues values;
    while (!packed.empty()) {
        std::string_view line = take(packed, '\n');
        const std::string_view key = take(line, '\t');
        values.emplace_hint(values.end(), key, numberOf(line));
    }
    return values;
}

std::string packScores(const std::vector<TestScore>& scores) {
    std::string text;
    for (const TestScore& score : scores) {
        text += score.method + '\t' + score.scale + '\t' + score.metric + '\t';
        appendNumber(text, score.value);
        text += '\n';
    }
    return text;
}

std::vector<TestScore> unpackScores(std::string_view packed) {
    std::vector<TestScore> scores;
    scores.reserve(static_cast<std::size_t>(std::count(packed.begin(), packed.end(), '\n')));
    while (!packed.empty()) {
        std::string_view line = take(packed, '\n');
        const std::string_view method = take(line, '\t'), scale = take(line, '\t'), metric = take(line, '\t');
        scores.push_back({std::string(method), std::string(scale), std::string(metric), numberOf(line)});
    }
    withoutPooled(scores);
    return scores;
}

std::string packConfig(const ExperimentConfig& config) {
    static const ExperimentConfig kDefaults;
    const auto keys = differingKeys(kDefaults, config);
    const auto all = nlohmann::json::parse(configToJson(config), nullptr, false);
    nlohmann::json packed = {{"gatelab", all.value("gatelab", 1)}};
    for (const std::string& key : keys) packed[key] = all[key];
    return packed.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

ExperimentConfig unpackConfig(std::string_view packed) {
    auto read = configFromJson(packed);
    return read ? std::move(read->config) : ExperimentConfig();
}

std::string configFingerprint() { return sha256(configToJson(ExperimentConfig())); }

}  // namespace gatelab
