// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/recipe/recipe.h"
#include "data/windows.h"

#include <string>
#include <vector>

namespace gatelab {

/// One of many series, prepared by itself: every step is fitted on its own training rows.
struct PreparedMember {
    std::string name;
    RowRange rows;         ///< its place in the common table
    PreparedPtr prepared;  ///< rows counted from its first one; null: it is left out
    bool trains = true;    ///< false: its training part gives the steps what they learn, but no windows
    Phrase leftOut;        ///< why, where it is
};

/// A column that no step changes, because it tells many series apart (constant in each of them) or is a yes or no:
/// (value - offset) / scale, the same map in all series.
struct ApartColumn {
    std::string name;
    double offset = 0, scale = 1;
};

/// The only step of many series (PreparedSeries::steps): each goes its own way back. Their rows stand one below the
/// other in the common table, whose split has no part.
class ManyStep final : public FittedStep {
public:
    ManyStep(std::vector<PreparedMember> members, std::vector<ApartColumn> apart)
        : members_(std::move(members)), apart_(std::move(apart)) {}
    [[nodiscard]] const std::vector<PreparedMember>& members() const { return members_; }
    [[nodiscard]] const std::vector<ApartColumn>& apart() const { return apart_; }
    /// The series that a row of the common table belongs to; null: none.
    [[nodiscard]] const PreparedMember* at(std::int64_t row) const;

    void apply(Table&) const override {}
    void invert(std::size_t column, std::span<const double> history, std::span<double> values) const override;
    [[nodiscard]] std::string state() const override;

private:
    std::vector<PreparedMember> members_;
    std::vector<ApartColumn> apart_;
};
/// Null: it is one series.
const ManyStep* manyOf(const PreparedSeries& prepared);
/// Of one series: none.
const std::vector<PreparedMember>& membersOf(const PreparedSeries& prepared);

/// The windows of one of many series, in its own rows, and their places among all windows.
struct MemberWindows {
    const PreparedMember* member;
    WindowSet windows;
    std::vector<std::size_t> places;
};
/// Of one series alone: nothing.
std::vector<MemberWindows> windowsByMember(const PreparedSeries& prepared, const WindowSet& windows);

/// Whether the rows have a training part, by which forecasts can be scaled.
bool hasTrainingPart(const PreparedSeries& prepared);

}  // namespace gatelab
