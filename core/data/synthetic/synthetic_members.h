// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/synthetic/synthetic.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// The families of the built-in table; only core/data includes this. A built-in is a function of (length, seed) and a
/// row in its family's file.
namespace gatelab::synthetic {

inline constexpr std::int64_t kMaxSequences = 200'000;

/// Long series.
std::span<const Builtin> series();
/// Sets of sequences.
std::span<const Builtin> sequences();

/// In a file of its own for its vocabulary.
Dataset grammar(std::int64_t length, std::uint64_t seed);
Dataset longGrammar(std::int64_t length, std::uint64_t seed);

/// In a file of its own with its model of a catchment.
Dataset catchments(std::int64_t length, std::uint64_t seed);

/// An empty set named after its built-in, with its report filled in.
SequenceSet emptySet(const char* key, const char* name, std::vector<std::string> channels);
/// The set as a data set; its items belong to no part yet.
Dataset finishSet(SequenceSet set);

}  // namespace gatelab::synthetic
