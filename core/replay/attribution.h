// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/explanation.h"
#include "replay/opened_network.h"

namespace gatelab {

/// `network`: in float64.
Result<Attribution> attributeAnswer(const OpenedNetwork& network, const AttributionQuestion& question,
                                    const Progress& progress);

/// The number that is explained, of each example of a batch: [batch]. Resolves the label to the likeliest of the first
/// example; InvalidInput where there is no such target, step or class.
Result<at::Tensor> explainedNumber(const OpenedNetwork& network, const ObjectiveResult& result,
                                   AttributionQuestion& question);
/// Names of what is read, in the order of the input's columns; "token" where it is tokens.
std::vector<std::string> columnsRead(const OpenedNetwork& network);

/// Columns that are one to people: all words of a column of words.
struct ColumnTogether {
    std::string name;
    std::vector<std::int64_t> inputs;  ///< of the network, rising
};
/// All of them, in the order of their first inputs.
std::vector<ColumnTogether> columnsTogether(const OpenedNetwork& network);

}  // namespace gatelab
