// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_content.h"

#include <QByteArray>
#include <QImage>
#include <QSize>

namespace gatelab {

class ChartLegend;

/// The whole card as a picture: title, unit, legend, plot.
void paintPicture(QPainter& painter, const ChartContent& content, ChartLegend& legend, const Theme& theme, const QSizeF& size);
QImage chartImage(const ChartContent& content, ChartLegend& legend, const Theme& theme, const QSize& size, double scale);
QByteArray chartPng(const ChartContent& content, ChartLegend& legend, const Theme& theme, const QSize& size, double scale);
QByteArray chartSvg(const ChartContent& content, ChartLegend& legend, const Theme& theme, const QSize& size);
QByteArray chartPdf(const ChartContent& content, ChartLegend& legend, const Theme& theme, const QSize& size);
/// One row per x, one column per line, empty where a line has no sample; numbers in their shortest exact form. low > high: all rows.
QByteArray chartCsv(const std::vector<ChartLine>& lines, const QString& xName, double low, double high);
/// "train: last 0.0974 at 1 847, lowest 0.0801 at 1 520, falling." For screen readers and the clipboard.
QString chartSummary(const ChartContent& content);

}  // namespace gatelab
