// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/shape_signs.h"

#include <algorithm>
#include <cmath>

namespace gatelab::csv_shape {
namespace {

/// How much values change from one column to the next, as a share of how much they do from one row to the next.
double roughnessAlongRows(const TableShape& s, std::size_t first) {
    double along = 0, down = 0;
    std::int64_t alongCount = 0, downCount = 0;
    const std::int64_t rows = std::min<std::int64_t>(s.scan.rows, 500);
    for (std::size_t c = first; c < s.layout.width; ++c) {
        const auto& values = s.scan.values[c];
        for (std::size_t r = 0; r < std::min(static_cast<std::size_t>(rows), values.size()); ++r) {
            if (c > first && r < s.scan.values[c - 1].size())
                if (const double step = std::abs(values[r] - s.scan.values[c - 1][r]); std::isfinite(step))
                    along += step, ++alongCount;
            if (r > 0)
                if (const double step = std::abs(values[r] - values[r - 1]); std::isfinite(step))
                    down += step, ++downCount;
        }
    }
    if (alongCount == 0 || downCount == 0 || down == 0) return 1;
    return along / static_cast<double>(alongCount) / (down / static_cast<double>(downCount));
}

/// How much values change from one column to the next, as a share of how much they do over half of the row.
double roughnessWithinRows(const TableShape& s, std::size_t first) {
    constexpr std::int64_t kMostRows = 500;
    double along = 0, across = 0;
    const std::size_t count = s.layout.width - first;
    for (std::size_t i = 1; i < count; ++i) {
        const auto &here = s.scan.values[first + i], &before = s.scan.values[first + i - 1],
                   &far = s.scan.values[first + (i + count / 2) % count];
        const std::size_t rows = std::min(
            {static_cast<std::size_t>(std::min(s.scan.rows, kMostRows)), here.size(), before.size(), far.size()});
        for (std::size_t r = 0; r < rows; ++r) {
            const double step = std::abs(here[r] - before[r]), other = std::abs(here[r] - far[r]);
            if (std::isfinite(step) && std::isfinite(other)) along += step, across += other;
        }
    }
    return across > 0 ? along / across : 1;
}

/// V1, V2, ...: names that only count the columns, at the end of the table.
bool onlyCountsColumns(const TableShape& s) {
    const NumberedName last = numberedName(s.layout.names.back()),
                       before = numberedName(s.layout.names[s.layout.width - 2]);
    return last.number >= 0 && last.number == before.number + 1 && last.prefix == before.prefix;
}

/// Rows with names of their own before columns that are only counted: d_1 to d_1941 of a shop's articles (M5), V2, V3,
/// ... with blanks behind the shorter ones (M4).
bool warnOfNamedRows(const TableShape& s, std::size_t values, std::vector<ReadWarning>& warnings) {
    constexpr std::size_t kMany = 24;
    const auto words =
        static_cast<std::size_t>(std::ranges::count(s.plan.columns, ColumnKind::Text, &ColumnPlan::kind));
    const auto blanks =
        static_cast<std::size_t>(std::ranges::count(s.plan.columns, ColumnKind::Empty, &ColumnPlan::kind));
    if (!s.layout.header || values < kMany || values + words + blanks < s.layout.width || !onlyCountsColumns(s) ||
        !hasRowNames(s))
        return false;
    warnings.push_back(
        {-1,
         {GATELAB_TEXT(
              "Reading",
              "each row has a name of its own and %1 numbers whose columns are only counted ('%2' is the last): "
              "each row seems to be a series, and every column was read as one. If it is, choose 'a row for "
              "each series' as the shape"),
          {values, s.layout.names.back()}}});
    return true;
}

}  // namespace

bool warnOfSequenceRows(const TableShape& s, std::vector<ReadWarning>& warnings) {
    constexpr std::size_t kManyColumns = 12;
    constexpr double kSmooth = 0.6, kSmoothBehindClass = 0.8, kNearlySmooth = 0.95, kSmoothRows = 0.5;
    const std::size_t values = static_cast<std::size_t>(std::ranges::count(s.roles.of, CsvRole::Value));
    if (!s.times.empty() || s.layout.width < kManyColumns) return false;
    if (values + 2 < s.layout.width) return warnOfNamedRows(s, values, warnings);
    // Names that only count the columns are none.
    if (s.layout.header && !onlyCountsColumns(s)) return false;
    const std::string file = s.path.stem().string();
    const bool isPart =
        file.ends_with("_TRAIN") || file.ends_with("_TEST") || file.ends_with("_train") || file.ends_with("_test");
    const bool firstIsClass =
        s.plan.columns[0].kind == ColumnKind::Text ||
        (s.plan.columns[0].kind == ColumnKind::Number && s.scan.evidence[0].whole && !groupsOf(s, 0).empty());
    const double roughness = roughnessAlongRows(s, 1);
    // Rows of one class below each other are alike.
    const bool isSmooth =
        roughness < kSmoothBehindClass || (roughness < kNearlySmooth && roughnessWithinRows(s, 1) < kSmoothRows);
    if (firstIsClass && (isPart || isSmooth)) {
        warnings.push_back(
            {-1, GATELAB_TEXT("Reading",
                              "each row seems to hold a sequence behind its class or name, as in the UCR archive, and "
                              "every column was read as a series. For sequences write a .ts or .arff file; for one "
                              "series exchange rows and columns")});
        return true;
    }
    if (static_cast<std::size_t>(s.scan.rows) * 2 >= values || roughness >= kSmooth)
        return warnOfNamedRows(s, values, warnings);
    warnings.push_back(
        {-1,
         {GATELAB_TEXT(
              "Reading",
              "there are %1 rows and %2 columns, and the values change less from column to column than from "
              "row to row: rows and columns seem to be exchanged. If each row is a series, choose that as the shape"),
          {s.scan.rows, values}}});
    return true;
}

}  // namespace gatelab::csv_shape
