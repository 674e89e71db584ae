// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_content.h"
#include "charts/chart_header.h"
#include "charts/chart_layer.h"
#include "charts/chart_legend.h"
#include "charts/chart_pointer.h"
#include "charts/line_chart.h"

#include <QElapsedTimer>
#include <QTimer>

class QGraphicsView;
class QMenu;
class QPushButton;

namespace gatelab {

/// What a LineChart is made of. line_chart.cpp builds it (and alone knows Qt Charts), line_chart_view.cpp decides what
/// is shown, line_chart_actions.cpp holds menus, keys and export.
struct LineChart::Private {
    Private(LineChart& owner, Theme& look) : chart(owner), theme(look) {}

    LineChart& chart;
    Theme& theme;
    ChartContent content;
    ChartSource source;
    std::vector<ChartLine> fixed;
    QGraphicsView* view = nullptr;
    std::function<void(const QSizeF&)> resizeScene;  ///< gives QChart its size
    std::function<void(const QRectF&)> publishPlot;  ///< tells QChart where the plot lies
    ChartLayer* layer = nullptr;
    CursorLayer* cursor = nullptr;
    ChartHeader* header = nullptr;
    ChartLegend* legend = nullptr;
    ChartPointer* pointer = nullptr;
    QMenu* exportMenu = nullptr;
    QPushButton* remedy = nullptr;  ///< below the words of an empty chart
    std::function<void()> emptyAction;
    QTimer timer;
    QElapsedTimer sinceDraw;
    int intervalMs = 33;
    ChartHit pointedAt;
    bool dirty = true, followX = true, autoY = true, exactX = true, freshY = true;
    bool usuallyLog = false, logChosen = false, allPositive = true;  ///< logChosen: by a person, so it stays
    bool fromZero = false, ignoreOutliers = false, keyboardFocus = false;
    double extentLow = 1, extentHigh = 0;  ///< promised x; low > high: none
    double dataLow = 1, dataHigh = 0;      ///< x of the data at the last follow

    void build(const QString& title, const QString& unit);
    void connectAll();
    // What is shown.
    void schedule();
    void redraw();
    void relayout();
    void placeRemedy();
    [[nodiscard]] int plotPixels() const;
    [[nodiscard]] std::vector<ChartLine> ask(double low, double high) const;
    [[nodiscard]] std::vector<ChartLine> askLogX(double low, double high) const;
    void followData();
    /// x of these lines and the promised one; a single x has a little to both sides. Not valid: no data.
    [[nodiscard]] DataRange fullX(const ChartContent& shown) const;
    /// The views that show everything: what zoom and pan go by. `wanted` where there are no data.
    [[nodiscard]] ChartScale wholeX(const ChartScale& wanted) const;
    [[nodiscard]] ChartScale wholeY() const;
    void moveX(double byShare);
    void moveY(double byShare);
    [[nodiscard]] bool liesElsewhere() const;
    void makeLogY(bool on);
    void suitY();  ///< the usual axis, if it can show the data and nobody has chosen one
    void scaleY();
    void forgetY();  ///< scales y anew instead of keeping a range that still holds the data
    void zoom(QPointF at, double factor, bool vertically);
    void pan(QPointF by);
    void zoomByKey(double factor, bool vertically);
    void panByKey(double right, double up);  ///< by shares of the view
    void cursorToEnd(bool last);
    void nudgeCursor(double pixels);  ///< to the next sample
    void zoomToBox(const QRectF& box);
    void setX(ChartScale x);
    void moveCursor(double x, bool notify);
    /// x of the sample nearest to a pixel, of those beyond `from` on the pixel's side of it (NaN: of all); the pixel's
    /// own x where no sample is near.
    [[nodiscard]] double snapped(double pixel, double from) const;
    void point(const ChartHit& hit);
    void togglePin();
    void setPin(double x, bool notify);
    // What can be done.
    void trigger(ChartHeader::Tool tool);
    struct Motion;
    static const std::vector<Motion>& motions();
    void fillExportMenu();
    void addMotions(QMenu* menu);
    void saveAs(const QString& suffix, double scale, bool visibleOnly);
    [[nodiscard]] QByteArray csv(bool visibleOnly) const;
    void describe();
};

}  // namespace gatelab
