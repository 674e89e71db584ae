// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/series_score_model.h"

#include "common/texts.h"
#include "common/theme.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

void SeriesScoreModel::setSeries(std::vector<SeriesScore> series) { setRows(sorted(std::move(series))); }

int SeriesScoreModel::rowOf(const std::string& name) const {
    const auto found = std::ranges::find(rows(), name, &SeriesScore::name);
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

void SeriesScoreModel::sort(int column, Qt::SortOrder order) {
    if (column < 0 || (column == column_ && order == order_)) return;
    column_ = column, order_ = order;
    setRows(sorted(rows()));
}

std::vector<SeriesScore> SeriesScoreModel::sorted(std::vector<SeriesScore> series) const {
    const auto columns = seriesColumns();
    const auto column = static_cast<std::size_t>(column_);
    if (column < columns.size()) sortSeries(series, columns[column].key, order_ == Qt::DescendingOrder);
    return series;
}

SeriesScoreModel::TableColumns SeriesScoreModel::columns() const {
    TableColumns all;
    for (const SeriesColumn& column : seriesColumns()) {
        const QString title = translated(column.title), help = translated(column.help);
        const std::string key = column.key;
        if (column.value == nullptr)
            all.push_back({title, [](const SeriesScore& row) { return fromUtf8(row.name); }, help, Qt::AlignLeft});
        else if (key == "better")
            all.push_back({title,
                           [](const SeriesScore& row) {
                               const double better = row.isBetter();
                               return std::isnan(better) ? QStringLiteral("-") : better == 1 ? tr("yes") : tr("no");
                           },
                           help});
        else if (key == "rows" || key == "windows")
            all.push_back({title,
                           [value = column.value](const SeriesScore& row) {
                               const double count = value(row);
                               return std::isnan(count) ? QStringLiteral("-") : formatCount(std::llround(count));
                           },
                           help});
        else
            all.push_back(
                {title, [value = column.value](const SeriesScore& row) { return formatNumber(value(row)); }, help});
    }
    return all;
}

}  // namespace gatelab
