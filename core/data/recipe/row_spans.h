// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/recipe/recipe.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gatelab::steps {

/// Rows that the text of a step names: first and last row, counted from 0, or first and last time in microseconds.
struct RowSpan {
    bool isTime = false;
    std::int64_t first = 0, last = 0;
};

/// "120..180|2016-12-05 03:00..2016-12-07"; the error says what is no range.
Result<std::vector<RowSpan>> rowSpans(const std::string& text);
/// The same for a step that is fitted; an error also where it names times that the data do not have.
Result<std::vector<RowSpan>> rowSpans(const TrainView& train, const std::string& text);

/// The rows of a span among `count`; times need not be in order, so they may be in pieces. `firstRow`: of these rows,
/// counted from the first row of the data whose rows are numbered; none: not known, and only times say which are meant.
std::vector<RowRange> rowsOf(const TimeAxis& time, std::int64_t count, const RowSpan& span,
                             std::optional<std::int64_t> firstRow);
/// Whether each of them names some row; the error says which rows there are.
Result<> checkRows(const Table& table, std::span<const RowSpan> spans, std::optional<std::int64_t> firstRow);

/// As the texts of steps have them: by the times of these rows where they are known and in order, else by their
/// numbers.
std::string rowsText(std::span<const RowRange> rows, const TimeAxis& time);

/// Of a list of columns "a|b" in the text of a step; NotFound: the data have no such column.
Result<std::vector<std::string>> columnsIn(const TrainView& train, const std::string& text);

/// The parts of a list "a | b", in which nothing is unescaped.
std::vector<std::string_view> listParts(std::string_view text);

}  // namespace gatelab::steps
