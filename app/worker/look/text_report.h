// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"

#include <nlohmann/json_fwd.hpp>

namespace gatelab::worker {

/// A running text for people: how long it is, how it begins, and its most frequent tokens with their counts.
void printText(const SequenceSet& set);
/// The same with every token of the vocabulary.
nlohmann::ordered_json textJson(const SequenceSet& set);

}  // namespace gatelab::worker
