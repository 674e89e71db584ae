// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/rng.h"

#include <cstdint>
#include <vector>

/// A catchment as a driven system: weather in, discharge out, with stores of snow, soil and ground between them.
namespace gatelab::synthetic {

/// What does not change from day to day.
struct CatchmentTraits {
    double elevation = 0.5;     ///< km; 6.5 degrees colder for each
    double soilDepth = 0.5;     ///< share: room for 80 to 400 mm of water
    double slope = 0.5;         ///< share: quick water leaves at 0.15 to 0.6 of its store a day
    double permeability = 0.5;  ///< share: 1 to 6 % of what is in the soil goes to the ground each day
    /// Drawn evenly from 0 to 2 km and 0 to 1.
    static CatchmentTraits draw(Rng& rng);
};

/// Of one day; water in mm over the catchment.
struct CatchmentDay {
    double precipitation = 0, temperature = 0;  ///< mm, degrees Celsius
    double evaporation = 0;                     ///< that the weather asks for, mm
    double discharge = 0;                       ///< mm
    double evaporated = 0, stored = 0;          ///< what did evaporate, and what is in all stores after the day, mm
};

/// Snow by degree days, a soil whose answer grows with what it holds, and a quick and a slow store that empty linearly,
/// as in HBV (Bergstrom 1976; Seibert and Vis 2012). Weather: a season with noise that remembers, wet and dry spells,
/// and exponential amounts. Water is neither made nor lost: stored grows by precipitation - evaporated - discharge. The
/// first day is 1 October; the three years before it, which fill the stores, are not told.
std::vector<CatchmentDay> runCatchment(const CatchmentTraits& traits, std::int64_t days, Rng& rng);

}  // namespace gatelab::synthetic
