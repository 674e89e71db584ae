// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/native/native.h"

#include <hwy/targets.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace gatelab::testing {

/// While it lives, the kernels that are made anew use one instruction set of this processor: all other tests have its
/// best alone. One at a time, for the whole process.
class InstructionSet {
public:
    /// `targets`: those of Highway that may be used, the best of them is.
    explicit InstructionSet(std::int64_t targets) { use(targets); }
    ~InstructionSet() { use(0); }
    InstructionSet(const InstructionSet&) = delete;
    InstructionSet& operator=(const InstructionSet&) = delete;

    /// What the kernels call it: "AVX2".
    [[nodiscard]] static std::string name() { return native::kernels<float>().instructionSet; }
    /// Values for the constructor, one for each set that this processor has and the kernels are compiled for, the best
    /// first, down to that of every x86-64 processor.
    static std::vector<std::int64_t> all() {
        std::vector<std::string> seen;
        std::vector<std::int64_t> sets;
        for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {  // a lower bit is a better set
            const InstructionSet set(left);
            if (std::ranges::find(seen, name()) != seen.end()) continue;
            seen.push_back(name());
            sets.push_back(left);
        }
        return sets;
    }

private:
    static void use(std::int64_t targets) {  // 0: what the processor has
        hwy::SetSupportedTargetsForTest(targets);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
};

}  // namespace gatelab::testing
