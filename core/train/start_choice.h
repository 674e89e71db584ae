// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "train/start_families.h"

#include <cstdint>
#include <vector>

namespace gatelab {

/// From what the start of a linear path was put together.
struct LinearStart {
    struct Share {
        Text name;
        double share = 0;  ///< mean over targets; all add to 1
    };
    std::vector<Share> shares;  ///< empty: the path is left at zero
    void add(const Text& name, double share);
    /// One sentence with the largest of them; empty where there is none.
    [[nodiscard]] Phrase describe() const;
};

/// Chooses among families of maps by their squared errors, per target: a mean of each family, then a mean of these.
/// Many windows that do not overlap choose one, few take the mean of the best: the weights are those of the likelihood
/// of normal errors of which as many are independent as fit side by side, and a few more. The last value alone where
/// nothing is better than it by more than chance.
class StartChooser {
public:
    /// Both must outlive it.
    StartChooser(const StartShape& shape, const std::vector<StartFamily>& families);
    /// What the same families, perhaps fitted to fewer windows, err there.
    void judge(const std::vector<StartFamily>& families, const StartWindows& windows);
    [[nodiscard]] std::int64_t judged() const { return judged_; }
    /// Of all targets: [lookback * inputs, steps * targets]. Nothing where nothing was judged.
    StartMap choose();
    /// What choose() chose.
    [[nodiscard]] LinearStart said() const;

private:
    StartMap chooseFor(std::int64_t target);
    [[nodiscard]] bool isChance(std::int64_t target, double least) const;

    const StartShape& shape_;
    const std::vector<StartFamily>& families_;
    std::vector<at::Tensor> errors_;  ///< of each family, [maps, targets]; [maps, 1] of one that is one target's
    std::vector<double> shares_;
    double lastValues_ = 0;
    std::int64_t judged_ = 0;
};

}  // namespace gatelab
