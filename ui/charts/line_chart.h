// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_line.h"
#include "charts/chart_scale.h"
#include "charts/data/metric_store.h"
#include "common/theme.h"

#include <QString>
#include <QVariantMap>
#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

class QMenu;

namespace gatelab {

/// A chart card: header (title, unit, tool buttons), legend with values at the cursor, axes, our own line layer inside
/// a QChart. Zoom by Ctrl+wheel and box, pan with Shift+drag or middle button, all of it also by keys (keysHelp());
/// true log axes; P pins a second cursor; linked cursor through cursorMoved / setCursor (ChartLink). Redraws only when
/// refresh() said data changed and it is visible. Never hides a point: two per pixel column.
class LineChart : public QWidget {
    Q_OBJECT
public:
    LineChart(Theme& theme, const QString& title, const QString& unit, QWidget* parent = nullptr);
    ~LineChart() override;

    void setSource(ChartSource source);
    /// Fixed lines, for charts without a live source.
    void setLines(std::vector<ChartLine> lines);
    /// Those without a label on the picture say it under the pointer
    void setMarkers(std::vector<ChartMarker> markers);
    void setRegions(std::vector<ChartRegion> regions);
    void setPoints(std::vector<ChartPoint> points);  ///< rings: best value, checkpoints
    void setTitle(const QString& title, const QString& unit);
    void setOwner(const QString& owner);  ///< named by exported files: "LSTM 1×32, seed 1, ETTh1.csv"
    void setXLabel(const QString& label);
    /// Text of an x value (categories, counts); empty: a number.
    void setXFormat(std::function<QString(double)> format);
    /// X counts rows: the time of one, seconds since 1970 UTC, not decreasing, for the axis; in a table that is
    /// exported `table` beside its number, ISO 8601. Empty ones: rows without times. Never a log axis.
    void setXTimes(std::function<double(double)> secondsOf, std::function<QString(double)> table);
    void setXCounted(bool on);  ///< x counts epochs or steps: ticks at whole numbers
    /// X is seconds since the start: in one unit, whose name stands at the axis instead of the label
    void setXDuration(bool on);
    /// Axes of things: the names of 0, 1, 2, ...; empty: an axis of numbers.
    void setNames(std::vector<QString> x, std::vector<QString> y);
    /// Axes of few values: ticks at these, in order; empty: at round numbers.
    void setTicks(std::vector<ChartTick> x, std::vector<ChartTick> y);
    /// fit() shows at least this range of x (the planned steps); low > high: only the data.
    void setXExtent(double low, double high);
    void setEmptyText(const QString& text);  ///< shown while there is no line
    /// A button below that text; an empty one: none.
    void setEmptyAction(const QString& text, std::function<void()> act);
    void setYFromZero(bool on);  ///< rates and bytes
    void setYTop(double top);    ///< where a y from zero ends, whatever the data: a capacity; 0: with them
    /// Autoscale leaves outliers out and marks them at the edge (chart_outliers.h): for what is measured
    void setIgnoreOutliers(bool on);
    void setLogY(bool on);  ///< a choice, which stays
    /// Logarithmic by itself as long as all values are above 0; takes a choice back.
    void setUsuallyLogY(bool on);
    void setLogX(bool on);
    [[nodiscard]] bool logY() const;
    [[nodiscard]] bool logX() const;
    void refresh();                            ///< data changed; cheap, drawing happens at most 30 times a second
    void setRedrawInterval(int milliseconds);  ///< 33 by default; longer while training needs the cores
    [[nodiscard]] bool redrawPending() const;  ///< a redraw is due; never for a hidden chart
    void fit();                                ///< follow the data again
    void fitX();                               ///< only along x: y keeps a range that was chosen
    void fitY();
    [[nodiscard]] bool following() const;  ///< false after zoom or pan, until fit()
    [[nodiscard]] std::pair<double, double> xView() const;
    [[nodiscard]] std::pair<double, double> yView() const;
    void setXView(double low, double high);  ///< shows this range; no longer follows
    /// Log axes and, unless it follows the data, what is shown: for a chart built anew.
    [[nodiscard]] QVariantMap viewState() const;
    void restoreViewState(const QVariantMap& state);
    void setCursor(double x);  ///< linked cursor; NaN: none
    /// Room left of the plot at the least, pixels; ChartLink gives charts of one x the same.
    void setSharedLeft(double pixels);
    [[nodiscard]] double ownLeft() const;  ///< what its own labels need
    void setToolsVisible(bool on);
    /// Without frame, title and tools, as a part of a card: keys and the menu remain; the unit stands behind the
    /// legend.
    void setBare();
    /// In the line of the legend, before or behind it: title and buttons of a bare chart.
    void addLegendWidget(QWidget* widget, bool isBehind = false);
    /// Charts below each other end at the same place, and only the last one names the ticks of x. Px right of the plot
    /// at the least, before the text scale.
    void setLeastRight(double pixels);
    void setXLabelled(bool on);
    /// Extra widgets at the right of the header (window pager).
    void addHeaderWidget(QWidget* widget);
    /// The chart can be dragged to another place by its title; its owner puts it there.
    void setMovable(bool on);
    /// Lines of this key stand out; empty: all alike.
    void setHighlight(const QString& key);
    void setPin(double x);  ///< linked second cursor; NaN: none
    [[nodiscard]] double pin() const;

    /// PNG (scale 1 or 2), SVG, PDF by the suffix; CSV of the visible range or all points at full resolution. Returns
    /// an empty string or the error.
    QString exportTo(const QString& path, double scale = 1.0, bool visibleOnly = false) const;
    void copyToClipboard();                     ///< picture and text summary
    [[nodiscard]] QString textSummary() const;  ///< last, best, trend per line, for screen readers
    /// What keys and mouse do, for help texts.
    [[nodiscard]] static QString keysHelp();
    [[nodiscard]] QSize sizeHint() const override { return {480, 320}; }

Q_SIGNALS:
    void cursorMoved(double x);  ///< NaN when the mouse leaves
    void viewChanged(double xLow, double xHigh);
    void fitted();  ///< by fit()
    void ownLeftChanged();
    /// The pointer rests on (clicks on) a line that has a key, in the plot or the legend; index of the nearest sample;
    /// -1 and an empty key: on none.
    void pointed(const QString& key, int index);
    void picked(const QString& key, int index);
    void pinMoved(double x);        ///< by the user; NaN: taken away
    void menuOpening(QMenu* menu);  ///< the context menu: its owner may add actions
    void fullSizeRequested();
    // By the title, to a place of the screen; each drag ends with one of the latter two.
    void dragged(const QPoint& at);
    void dropped(const QPoint& at);
    void dragCancelled();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    struct Private;
    std::unique_ptr<Private> d_;
};

}  // namespace gatelab
