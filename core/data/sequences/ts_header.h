// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "data/series.h"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// What the header of a .ts file says. It can be wrong (facts of the archive): the data decides, the header only
/// settles what data cannot say, and where the two differ a warning names the line.
struct TsHeader {
    bool classes = false;
    bool targets = false;  ///< @targetLabel true: a number per sequence
    bool timeStamps = false;
    bool inData = false;
    /// Complete: @missing false
    bool equalLength = false, unequalLength = false, univariate = false, complete = false;
    std::int64_t seriesLength = -1, dimensions = -1;  ///< -1: not said
    std::vector<std::string> classNames;
    std::int64_t unknownLine = -1;  ///< of the first directive that is not known, with what it says
    std::string unknownTag;

    /// `number`: the line in the file.
    void readLine(std::string_view line, std::int64_t number);
};

/// Holds the sequences of one file against its header.
class TsHeaderCheck {
public:
    /// One sequence with its values as written; `line`: where it stands.
    void add(const TsHeader& header, const SequenceSet::Item& item, std::int64_t line,
             const std::vector<std::string_view>& channels, std::string_view className);
    /// A warning for each kind of difference, with the first line and how many there are.
    void report(std::vector<ReadWarning>& warnings) const;

private:
    struct Difference {
        std::int64_t count = 0, line = -1;
        std::string seen, message;
    };
    static void note(Difference& difference, std::int64_t line, std::string seen, std::string message);
    void lookForHalves(const std::vector<std::string_view>& channels, std::int64_t line);
    Difference length_, channels_, class_, missing_;
    std::int64_t steps_ = -1;  ///< of the first sequence
    std::int64_t items_ = 0, halves_ = 0, halfLine_ = -1, zeroLed_ = 0, longWholes_ = 0;
};

}  // namespace gatelab
