// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// What a network says to what it has read so far: a class with the probability of each, or numbers.
struct StreamAnswer {
    std::int32_t answer = -1;  ///< class; -1: it gives numbers
    std::vector<double> probability, numbers;
};

/// A kept run that reads sequences, given one step after another, or text after text; it answers each. Where it labels
/// steps, the answer is that of the newest one. Used by one thread.
class SequenceStream {
public:
    virtual ~SequenceStream() = default;
    /// What a step holds, in this order; of a run that reads tokens the one number of a token.
    [[nodiscard]] virtual const std::vector<std::string>& columns() const = 0;
    /// By their numbers; empty: they have none, or steps are no tokens.
    [[nodiscard]] virtual const std::vector<std::string>& tokens() const = 0;
    [[nodiscard]] virtual bool readsTexts() const = 0;
    /// Names of the classes; empty: it gives numbers.
    [[nodiscard]] virtual std::vector<std::string> classes() const = 0;
    /// One more step of the sequence; NaN: a missing value. Blocks for one pass of the network.
    virtual Result<StreamAnswer> add(const std::vector<double>& step) = 0;
    /// The next step begins another sequence.
    virtual void next() = 0;
    /// Of a run that reads texts: a whole one. InvalidInput where it has no word or character.
    virtual Result<StreamAnswer> read(std::string_view text) = 0;
};

}  // namespace gatelab
