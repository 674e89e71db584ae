// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metric_store.h"
#include "theme.h"

#include <QPen>
#include <QString>
#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

namespace gatelab {

/// A polyline ready to draw in data coordinates; NaN breaks it (a lone point between gaps is a dot).
struct ChartLine {
    enum class Style { Raw, Smooth, Plain, Dashed, Dotted, Dots, Band };
    QString name;      ///< legend; empty: not in the legend
    QColor colour;
    Style style = Style::Plain;
    int slot = -1;     ///< run slot for its marker; -1: none
    std::vector<double> x, y, y2;  ///< y2: upper edge for Band
};
/// Dashed vertical with a label at its top right.
struct ChartMarker { double x = 0; QString label; };
/// Shaded range of x, e.g. "forecast begins", test part.
struct ChartRegion { double low = 0, high = 0; QColor colour; QString label; };

/// Asks for the lines of the visible range: called when data or view change and only while the chart is visible. low > high: everything.
/// pixels: width of the plot. Must be quick (pyramid look-ups).
using ChartSource = std::function<std::vector<ChartLine>(double low, double high, int pixels)>;

/// A chart card: header (title, unit, tool buttons), legend with values at the cursor, axes, our own line layer inside a QChart. Zoom by wheel and
/// box, pan with Shift+drag or middle button, double click or F fits, L / Shift+L toggle log y / x, true log axes; linked cursor through
/// cursorMoved / setCursor. Redraws only when refresh() said data changed and it is visible. Never hides a point: two per pixel column.
class LineChart : public QWidget {
    Q_OBJECT
public:
    LineChart(Theme& theme, const QString& title, const QString& unit, QWidget* parent = nullptr);
    ~LineChart() override;

    void setSource(ChartSource source);
    /// Fixed lines, for charts without a live source.
    void setLines(std::vector<ChartLine> lines);
    void setMarkers(std::vector<ChartMarker> markers);
    void setRegions(std::vector<ChartRegion> regions);
    void setTitle(const QString& title, const QString& unit);
    void setXLabel(const QString& label);
    /// Text of an x value (dates, counts); default: number.
    void setXFormat(std::function<QString(double)> format);
    void setEmptyText(const QString& text);  ///< shown while there is no line
    void setYFromZero(bool on);              ///< rates and bytes
    void setLogY(bool on);
    void setLogX(bool on);
    [[nodiscard]] bool logY() const;
    [[nodiscard]] bool logX() const;
    void refresh();                          ///< data changed; cheap, drawing happens at most 30 times a second
    void fit();                              ///< follow the data again
    void setCursor(double x);                ///< linked cursor; NaN: none
    void setToolsVisible(bool on);
    /// Extra widgets at the right of the header (window pager).
    void addHeaderWidget(QWidget* widget);

    /// PNG (scale 1 or 2), SVG, PDF by the suffix; CSV of the visible range or all points at full resolution. Returns an empty string or the error.
    QString exportTo(const QString& path, double scale = 1.0, bool visibleOnly = false) const;
    [[nodiscard]] QString textSummary() const;  ///< last, best, trend per line, for screen readers

Q_SIGNALS:
    void cursorMoved(double x);   ///< NaN when the mouse leaves
    void fullSizeRequested();
    void exported(const QString& path);
    void failed(const QString& message);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Private;
    std::unique_ptr<Private> d_;
};

/// Charts of a page move their cursors together.
void linkCursors(const std::vector<LineChart*>& charts);

}  // namespace gatelab
