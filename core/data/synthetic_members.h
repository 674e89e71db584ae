// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"

#include <cstdint>
#include <string>
#include <vector>

/// The members of the built-in table; only core/data includes this. Each takes (length, seed).
namespace gatelab::synthetic {

inline constexpr std::int64_t kMostSequences = 200'000;

Dataset sineMix(std::int64_t length, std::uint64_t seed);
Dataset lorenz(std::int64_t length, std::uint64_t seed);
Dataset mackeyGlass(std::int64_t length, std::uint64_t seed);
Dataset sine(std::int64_t length, std::uint64_t seed);
Dataset ar2(std::int64_t length, std::uint64_t seed);
Dataset ramp(std::int64_t length, std::uint64_t seed);
Dataset adding(std::int64_t length, std::uint64_t seed);
Dataset temporalOrder(std::int64_t length, std::uint64_t seed);
Dataset copyTask(std::int64_t length, std::uint64_t seed);
Dataset grammar(std::int64_t length, std::uint64_t seed);

/// An empty set named after its built-in, with its report filled in.
SequenceSet emptySet(const char* key, const char* name, std::vector<std::string> channels);
/// The set as a data set; its items belong to no part yet.
Dataset finishSet(SequenceSet set);

}  // namespace gatelab::synthetic
