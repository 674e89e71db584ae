// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

namespace gatelab {

/// The nearest of some items by dynamic time warping within a Sakoe-Chiba band (Sakoe and Chiba 1978): step t of one is
/// held against steps of the other that lie at most `band` times the longer length away from t at equal pace; 1 is no
/// limit. Several channels share one path. Items that cannot be the nearest are left out by their first and last steps
/// (after Kim et al. 2001) and by the distance to the envelope of the other (LB_Keogh, Keogh and Ratanamahatana 2005);
/// a path is given up as soon as its cost and the bound of its rest exceed the best (Rakthanmanon et al. 2012). None of
/// it changes the answer. Token sequences: the cost of a pair is 1 where they differ, and there is no envelope. Missing
/// values count as 0, the mean of a standardised sequence.
class TimeWarping {
public:
    /// `set` and `candidates` (item numbers) must outlive it.
    TimeWarping(const SequenceSet& set, std::span<const std::int64_t> candidates, double band);

    struct Nearest {
        std::size_t position = 0;  ///< among the candidates; of equally near ones the first
        double distance = std::numeric_limits<double>::infinity();  ///< sum of squares, or of different tokens
    };
    Nearest nearest(const SequenceSet::Item& item);
    /// Additions that all searches so far took, about. The same on every machine.
    [[nodiscard]] double operations() const { return operations_; }
    /// The most that one comparison can take.
    static double maxOperations(double steps, double otherSteps, double channels, double band);

private:
    /// The steps of the item that each step of a candidate of one length may be held against, and their least and
    /// greatest values: [candidate step][channel].
    struct Envelope {
        std::vector<std::int64_t> first, last;
        std::vector<double> low, high;
    };
    const double* valuesOf(const SequenceSet::Item& item, std::vector<double>& cleaned) const;
    const Envelope& envelopeFor(std::int64_t candidateSteps);
    double firstAndLast(const double* candidate, std::int64_t steps) const;
    /// The bound, and in rest_ what steps from each one on add at least; stops above `limit`.
    double keogh(const Envelope& envelope, const double* candidate, std::int64_t steps);
    double pathCost(const Envelope& envelope, const double* candidate, std::int64_t steps, double limit);
    double between(std::int64_t i, const double* candidate) const;

    const SequenceSet& set_;
    std::span<const std::int64_t> candidates_;
    std::size_t channels_;
    double band_, operations_ = 0;
    bool tokens_;
    std::vector<std::vector<double>> cleaned_;  ///< of candidates with missing values
    // Of the item searched for now.
    std::int64_t steps_ = 0;
    std::vector<double> item_;                    ///< [channel][step]
    std::map<std::int64_t, Envelope> envelopes_;  ///< by length of the candidate
    std::vector<double> rest_, costs_, before_, now_;
};

}  // namespace gatelab
