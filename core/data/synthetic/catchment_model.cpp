// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/synthetic/catchment_model.h"

#include "data/synthetic/synthetic_members.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace gatelab::synthetic {
namespace {

constexpr double kYear = 365.25, kFirstDay = 274;  // 1 October
constexpr std::int64_t kSettleDays = 1096;

/// Temperature and precipitation, day by day.
class Weather {
public:
    Weather(const CatchmentTraits& traits, Rng& rng) : mean_(11 - 6.5 * traits.elevation), rng_(rng) {}
    void next(double day, CatchmentDay& out) {
        const double season = std::cos(2 * std::numbers::pi * (kFirstDay + day - 20) / kYear);
        anomaly_ = 0.8 * anomaly_ + 1.8 * rng_.normal();
        out.temperature = mean_ - 9 * season + anomaly_;
        // Wet days follow wet days
        isWet_ = rng_.uniform(0, 1) < (isWet_ ? 0.65 : 0.25);
        out.precipitation = isWet_ ? -6.5 * std::log(1 - rng_.uniform(0, 1)) : 0;
        out.evaporation = std::max(0.0, 0.14 * (out.temperature + 5));
    }

private:
    double mean_, anomaly_ = 0;
    bool isWet_ = false;
    Rng& rng_;
};

/// What lies in the catchment, mm.
class Stores {
public:
    explicit Stores(const CatchmentTraits& traits)
        : room_(80 + 320 * traits.soilDepth),
          quickShare_(0.15 + 0.45 * traits.slope),
          seep_(0.01 + 0.05 * traits.permeability) {}
    void next(CatchmentDay& day) {
        constexpr double kDegreeDay = 3, kShape = 2, kSlowShare = 0.02;
        double water = 0;
        if (day.temperature < 0) {
            snow_ += day.precipitation;
        } else {
            const double melt = std::min(snow_, kDegreeDay * day.temperature);
            snow_ -= melt;
            water = day.precipitation + melt;
        }
        const double past = std::min(water, water * std::pow(std::min(1.0, soil_ / room_), kShape));
        soil_ += water - past;
        const double over = std::max(0.0, soil_ - room_);
        soil_ -= over;
        day.evaporated = std::min(soil_, day.evaporation * std::min(1.0, soil_ / (0.7 * room_)));
        soil_ -= day.evaporated;
        const double seeping = seep_ * soil_;
        soil_ -= seeping, ground_ += seeping, quick_ += past + over;
        const double fast = quickShare_ * quick_, slow = kSlowShare * ground_;
        quick_ -= fast, ground_ -= slow;
        day.discharge = fast + slow;
        day.stored = snow_ + soil_ + quick_ + ground_;
    }

private:
    double room_, quickShare_, seep_;
    double snow_ = 0, soil_ = 60, quick_ = 0, ground_ = 30;
};

}  // namespace

CatchmentTraits CatchmentTraits::draw(Rng& rng) {
    CatchmentTraits traits;
    traits.elevation = rng.uniform(0, 2), traits.soilDepth = rng.uniform(0, 1), traits.slope = rng.uniform(0, 1),
    traits.permeability = rng.uniform(0, 1);
    return traits;
}

std::vector<CatchmentDay> runCatchment(const CatchmentTraits& traits, std::int64_t days, Rng& rng) {
    Weather weather(traits, rng);
    Stores stores(traits);
    std::vector<CatchmentDay> all;
    all.reserve(static_cast<std::size_t>(days));
    for (std::int64_t day = -kSettleDays; day < days; ++day) {
        CatchmentDay one;
        weather.next(static_cast<double>(day), one);
        stores.next(one);
        if (day >= 0) all.push_back(one);
    }
    return all;
}

/// 180 days of weather of one of 40 catchments, and what it is like in four channels that do not change; the target is
/// the discharge of the last day. As Kratzert et al. (2019) train one network on many catchments.
Dataset catchments(std::int64_t length, std::uint64_t seed) {
    constexpr std::int64_t kCatchments = 40, kDays = 7305, kSteps = 180;
    std::vector<CatchmentTraits> traits;
    std::vector<std::vector<CatchmentDay>> days;
    for (std::int64_t k = 0; k < std::min(kCatchments, length); ++k) {
        Rng rng(seed, RandomPurpose::Synthetic, (std::uint64_t{1} << 40) + static_cast<std::uint64_t>(k));
        traits.push_back(CatchmentTraits::draw(rng));
        days.push_back(runCatchment(traits.back(), kDays, rng));
    }
    SequenceSet set =
        emptySet("catchments", "Catchments",
                 {"precipitation", "temperature", "evaporation", "elevation", "soil_depth", "slope", "permeability"});
    for (std::int64_t i = 0; i < length; ++i) {
        Rng rng(seed, RandomPurpose::Synthetic, static_cast<std::uint64_t>(i));
        const std::size_t which = static_cast<std::size_t>(i) % traits.size();
        const CatchmentTraits& one = traits[which];
        const std::size_t first = rng.below(static_cast<std::uint64_t>(kDays - kSteps));
        SequenceSet::Item item;
        item.steps = kSteps;
        for (std::size_t t = first; t < first + kSteps; ++t) {
            const CatchmentDay& day = days[which][t];
            for (const double value : {day.precipitation, day.temperature, day.evaporation, one.elevation,
                                       one.soilDepth, one.slope, one.permeability})
                item.values.push_back(static_cast<float>(value));
        }
        item.targets = {static_cast<float>(days[which][first + kSteps - 1].discharge)};
        set.items.push_back(std::move(item));
    }
    return finishSet(std::move(set));
}

}  // namespace gatelab::synthetic
