// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/suggestion.h"
#include "config/experiment_config.h"

#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {

/// Collects suggestions, and the configuration as it becomes with them. Of one thread; keeps a reference to `isGiven`.
class Suggester {
public:
    static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

    Suggester(const ExperimentConfig& config, const std::function<bool(std::string_view)>& isGiven)
        : config_(config), isGiven_(isGiven) {}
    [[nodiscard]] const ExperimentConfig& config() const { return config_; }
    [[nodiscard]] bool isGiven(const char* key) const { return isGiven_ && isGiven_(key); }
    /// Nothing for a field that is given, nor for one that none suggests (isSuggested()); of one that was suggested
    /// already, more of it: both reasons are told.
    void suggest(const char* key, FieldValue value, Phrase reason);
    /// What one would take instead of the last one that was suggested, if it was.
    void insteadOf(const char* key, std::vector<std::pair<const char*, FieldValue>> other, double error = kUnknown,
                   double time = kUnknown);
    /// Of the inputs, where they were suggested last.
    void priceColumns(const SeriesFacts& facts);
    /// Of a target about which nothing can be learned an error that changes is chance, and is not told.
    void leaveErrorsOut(const std::string& target);
    std::vector<Suggestion> take() { return std::move(all_); }

private:
    ExperimentConfig config_;
    const std::function<bool(std::string_view)>& isGiven_;
    std::vector<Suggestion> all_;
};

}  // namespace gatelab
