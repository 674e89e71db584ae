// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_words.h"

#include <array>
#include <cstdio>
#include <ctime>
#include <random>

namespace gatelab::lab_words {

const char* mode(LabMode mode) {
    return mode == LabMode::Ladder ? "ladder" : mode == LabMode::OneOff ? "one-off" : "pair";
}

std::string newName(LabMode which) {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    std::array<char, 32> when{}, part{};
    std::strftime(when.data(), when.size(), "-%Y%m%d-%H%M%S-", &local);
    std::random_device chance;
    std::snprintf(part.data(), part.size(), "%06x", chance() & 0xFFFFFFU);
    return std::string(mode(which)) + when.data() + part.data();
}

const char* group(LabGroup group) {
    return group == LabGroup::SameNumbers    ? "same numbers"
           : group == LabGroup::OtherNumbers ? "other precision"
                                             : "trades time for something else";
}

const char* disturbance(LabDisturbance what) {
    return what == LabDisturbance::Training ? "training of this program"
           : what == LabDisturbance::Load   ? "load by other programs"
                                            : "none";
}

std::string status(const LabRung& rung, const LabFigures& figures) {
    if (!rung.supported()) return std::string("not here: ") + rung.reason.source;
    if (rung.leftOut) return "left out";
    return figures.problem.empty() ? std::string() : "failed: " + figures.problem;
}

}  // namespace gatelab::lab_words
