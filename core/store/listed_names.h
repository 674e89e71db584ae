// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/field.h"
#include "store/workspace.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// What runs are called beside those that they are listed with: "GRU 1×32", "learning rate 0.0086", "lookback 48",
/// "seed 3". The settings in which the listed runs differ and that have an effect on the run: first those in which runs
/// of the same data differ, the data and the seed last, without what comes with a file. A switch, and where more than
/// four differ any setting, only where it is not as in most of them. What a person has put behind the name stays, what
/// it says of other settings does not, and a name that a person has given is told as it is.
class ListedNames {
public:
    /// Of no runs: every name as it is.
    ListedNames() = default;
    /// Of thousands of runs the newest 500 tell what differs. `listed` newest first.
    explicit ListedNames(std::span<const RunSummary* const> listed);
    /// In the words of run_name.h, the model first; `withSeed` false: of runs that differ in nothing but the seed.
    [[nodiscard]] std::vector<std::string> parts(const std::string& name, const ExperimentConfig& config,
                                                 bool withSeed = true) const;
    friend bool operator==(const ListedNames&, const ListedNames&) = default;

private:
    struct Telling {
        const Field* field = nullptr;
        FieldValue usual;        ///< of most of the listed runs
        int digits = 10;         ///< of a number: so many tell all values apart
        bool onlyOther = false;  ///< told only where it is not as usual

        friend bool operator==(const Telling&, const Telling&) = default;
    };
    [[nodiscard]] std::string textOf(const Telling& telling, const ExperimentConfig& config) const;
    bool isListed_ = false;
    std::vector<Telling> telling_;
};

}  // namespace gatelab
