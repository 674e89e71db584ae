// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "replay/opened_network.h"

#include <string>
#include <vector>

namespace gatelab {

/// What a unit may go along with, one column each: inputs or tokens, then "hour" and "weekday" where the time is known,
/// then the targets, or the classes. Refers to the network.
class UnitColumns {
public:
    explicit UnitColumns(const OpenedNetwork& network);

    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    [[nodiscard]] std::int64_t inputs() const { return inputs_; }  ///< or tokens; the first columns
    [[nodiscard]] bool hasTokens() const { return tokens_ > 0; }
    [[nodiscard]] bool hasTime() const { return hasTime_; }          ///< "hour" and "weekday" come next
    [[nodiscard]] std::int64_t targets() const { return targets_; }  ///< come next; 0: no forecast
    [[nodiscard]] std::int64_t classes() const { return classes_; }  ///< the last columns

    /// Of windows numbers[first ...], as many as the batch has: [time, batch, column], float64.
    [[nodiscard]] at::Tensor of(WindowPart part, const std::vector<std::int64_t>& numbers, std::size_t first,
                                const Batch& batch) const;
    /// Rows of the series that they read, [time, batch], float64. Forecasts only.
    [[nodiscard]] at::Tensor rows(WindowPart part, const std::vector<std::int64_t>& numbers, std::size_t first,
                                  const Batch& batch) const;

private:
    [[nodiscard]] at::Tensor ofClasses(const at::Tensor& target) const;
    [[nodiscard]] at::Tensor ofRows(const at::Tensor& rows) const;

    const TrainPlan& plan_;
    std::vector<std::string> names_;
    std::int64_t inputs_ = 0, tokens_ = 0, targets_ = 0, classes_ = 0;
    bool hasTime_ = false;
};

}  // namespace gatelab
