// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_content.h"
#include "charts/picture_file.h"

#include <QByteArray>

namespace gatelab {

class ChartLegend;

/// Title with whose curves they are.
QString ownedTitle(const ChartContent& content);
/// The whole card: title, unit, legend, and the plot with its axes in chartArea(). What it is made of has to outlive
/// it.
Picture chartPicture(const ChartContent& content, ChartLegend& legend, const Theme& theme, const QSize& size);
QRectF chartArea(const QSizeF& size);
/// One row per x, one column per line, empty where a line has no sample; numbers in their shortest exact form, "nan"
/// and "inf" as they are; the step in a column of its own where the lines know it. low > high: all rows. `timeOf`: x
/// counts rows, each of which has this time in a column of its own.
QByteArray chartCsv(const std::vector<ChartLine>& lines, const QString& xName, double low, double high,
                    const std::function<QString(double)>& timeOf = {});
/// "train: last 0.0974 at 1 847, lowest 0.0801 at 1 520, falling." For screen readers and the clipboard.
QString chartSummary(const ChartContent& content);

}  // namespace gatelab
