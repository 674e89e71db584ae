// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv_columns.h"

#include <algorithm>
#include <bit>

namespace gatelab {
namespace {

/// Formats that the user's choice of decimal and thousands mark allows.
NumberMask allowedFormats(const ExperimentConfig& options) {
    const auto mark = [](const std::string& key) {
        return key == "point" ? '.' : key == "comma" ? ',' : key == "space" ? ' ' : key == "apostrophe" ? '\'' : '\0';
    };
    NumberMask allowed = 0;
    for (std::size_t i = 0; i < kNumberFormats.size(); ++i) {
        const bool decimal = options.csvDecimal == "auto" || kNumberFormats[i].decimal == mark(options.csvDecimal);
        const bool thousands = options.csvThousands == "auto" || kNumberFormats[i].thousands == mark(options.csvThousands);
        if (decimal && thousands) allowed = static_cast<NumberMask>(allowed | 1u << i);
    }
    return allowed;
}

/// Formats under which most cells of the column are numbers; `all` says whether every one of them is.
NumberMask bestFormats(const ColumnEvidence& e, NumberMask allowed, bool& all) {
    std::array<std::int64_t, 8> fits{};
    for (std::size_t mask = 1; mask < e.maskCounts.size(); ++mask)
        for (std::size_t i = 0; i < fits.size(); ++i)
            if (mask >> i & 1u & allowed >> i) fits[i] += e.maskCounts[mask];
    const std::int64_t most = *std::max_element(fits.begin(), fits.end());
    all = most == e.numbers;
    NumberMask best = 0;
    for (std::size_t i = 0; i < fits.size(); ++i)
        if (most > 0 && fits[i] == most) best = static_cast<NumberMask>(best | 1u << i);
    return best;
}

bool onlyPlainIntegers(const ColumnEvidence& e) { return e.maskCounts[kAllFormats] == e.numbers; }

ColumnKind kindOf(const ColumnEvidence& e) {
    const std::int64_t present = e.present();
    if (present == 0) return ColumnKind::Empty;
    // In a short table one stray cell is more than a tenth.
    const auto most = [&](std::int64_t count) { return count * 10 >= present * 9 || (count >= 2 && present - count == 1); };
    if (most(e.numbers)) return ColumnKind::Number;
    if (most(e.dates)) return ColumnKind::Date;
    if (most(e.clocks)) return ColumnKind::Clock;
    return ColumnKind::Text;
}

/// Whether the file as a whole writes a decimal comma, from the columns that leave no choice; else from the delimiter.
bool fileHasDecimalComma(const std::vector<NumberMask>& best, const std::vector<ColumnEvidence>& evidence, const CsvDialect& dialect) {
    std::int64_t points = 0, commas = 0;
    for (std::size_t c = 0; c < best.size(); ++c) {
        if (onlyPlainIntegers(evidence[c]) || best[c] == 0) continue;
        points += (best[c] & kCommaFormats) == 0 ? 1 : 0;
        commas += (best[c] & kPointFormats) == 0 ? 1 : 0;
    }
    if (points != commas) return commas > points;
    return dialect.delimiter == ';' && points == 0;
}

}  // namespace

Result<TablePlan> decideTable(const CsvLayout& layout, const std::vector<ColumnEvidence>& evidence, const CsvDialect& dialect,
                              const ExperimentConfig& options) {
    const NumberMask allowed = allowedFormats(options);
    TablePlan plan;
    std::vector<NumberMask> best;
    for (const ColumnEvidence& e : evidence) {
        ColumnPlan column;
        column.kind = kindOf(e);
        bool all = true;
        best.push_back(column.kind == ColumnKind::Number ? bestFormats(e, allowed, all) : NumberMask{0});
        column.ambiguous = !all;
        if (column.kind == ColumnKind::Number && best.back() == 0) column.kind = ColumnKind::Text;
        column.percent = e.percents * 2 > e.numbers;
        plan.columns.push_back(column);
    }
    const bool comma = fileHasDecimalComma(best, evidence, dialect);
    for (std::size_t c = 0; c < best.size(); ++c) {
        if (best[c] == 0) continue;
        const NumberMask wanted = best[c] & (comma ? kCommaFormats : kPointFormats);
        plan.columns[c].format = static_cast<std::size_t>(std::countr_zero(wanted ? wanted : best[c]));
        plan.columns[c].ambiguous |= !onlyPlainIntegers(evidence[c]) && (best[c] & kPointFormats) && (best[c] & kCommaFormats);
    }
    auto time = decideTime(layout, evidence, plan.columns, options);
    if (!time) return time.error();
    plan.time = std::move(*time);
    return plan;
}

}  // namespace gatelab
