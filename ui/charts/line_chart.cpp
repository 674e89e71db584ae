// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/line_chart_private.h"

#include <QGraphicsLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <cmath>

namespace gatelab {

void LineChart::Private::build(const QString& title, const QString& unit) {
    content.title = title, content.unit = unit;
    content.emptyText = LineChart::tr("Nothing to draw yet");
    header = new ChartHeader(theme, &chart);
    header->setTitle(title, unit);
    legend = new ChartLegend(content, theme, &chart);
    // Qt Charts gives the scene and the plot area; the axes are drawn by the layer, because every range change of a
    // QValueAxis costs 1.5 ms of label layout.
    auto* picture = new QChart;
    picture->setBackgroundVisible(false);
    picture->legend()->hide();
    picture->setAnimationOptions(QChart::NoAnimation);
    picture->layout()->setContentsMargins(0, 0, 0, 0);
    picture->setMargins({});
    auto* chartView = new QChartView(picture, &chart);
    view = chartView;
    view->setFrameShape(QFrame::NoFrame);
    view->setFocusPolicy(Qt::NoFocus);
    view->viewport()->setFocusPolicy(Qt::NoFocus);  // the chart itself takes the keys
    view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view->setBackgroundBrush(Qt::NoBrush);
    view->viewport()->setAutoFillBackground(false);
    view->setStyleSheet(QStringLiteral("background: transparent"));
    view->setContextMenuPolicy(Qt::NoContextMenu);
    resizeScene = [picture, chartView](const QSizeF& size) {
        picture->resize(size);
        chartView->setSceneRect(QRectF(QPointF(), size));
    };
    publishPlot = [picture](const QRectF& plot) { picture->setPlotArea(plot); };
    layer = new ChartLayer(content, theme, picture);
    cursor = new CursorLayer(content, theme, *layer, picture);
    pointer = new ChartPointer(view->viewport());
    exportMenu = new QMenu(&chart);
    exportMenu->menuAction()->setObjectName(QStringLiteral("save-chart"));
    fillExportMenu();
    header->setExportMenu(exportMenu);
    auto* column = new QVBoxLayout(&chart);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    auto* legendRow = new QHBoxLayout;
    legendRow->setContentsMargins(12, 0, 12, 2);
    legendRow->addWidget(legend);
    column->addWidget(header);
    column->addLayout(legendRow);
    column->addWidget(view, 1);
    // Not a part of the view, whose style its children would take over.
    remedy = new QPushButton(&chart);
    remedy->hide();
}

void LineChart::Private::connectAll() {
    timer.setSingleShot(true);
    timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(remedy, &QPushButton::clicked, &chart, [this] {
        if (emptyAction) emptyAction();
    });
    QObject::connect(&timer, &QTimer::timeout, &chart, [this] { redraw(); });
    QObject::connect(&theme, &Theme::changed, &chart, [this] { relayout(), legend->updateGeometry(), chart.update(); });
    QObject::connect(header, &ChartHeader::triggered, &chart, [this](ChartHeader::Tool tool) { trigger(tool); });
    QObject::connect(header, &ChartHeader::dragged, &chart, [this](const QPoint& at) {
        chart.setFocus(Qt::MouseFocusReason);  // Esc takes it back
        Q_EMIT chart.dragged(at);
    });
    QObject::connect(header, &ChartHeader::dropped, &chart, &LineChart::dropped);
    QObject::connect(header, &ChartHeader::dragCancelled, &chart, &LineChart::dragCancelled);
    QObject::connect(legend, &ChartLegend::toggled, &chart, [this] { dirty = true, schedule(); });
    QObject::connect(pointer, &ChartPointer::hovered, &chart, [this](QPointF at) {
        const QRectF plot = layer->geometry().plot;
        point(hitLine(content, layer->geometry(), at));
        moveCursor(at.x() >= plot.left() && at.x() <= plot.right() ? snapped(at.x(), std::nan("")) : std::nan(""),
                   true);
    });
    QObject::connect(pointer, &ChartPointer::left, &chart, [this] {
        moveCursor(std::nan(""), true);
        point({});
    });
    QObject::connect(pointer, &ChartPointer::clicked, &chart, [this](QPointF at) {
        if (const ChartHit hit = hitLine(content, layer->geometry(), at); !hit.key.isEmpty())
            Q_EMIT chart.picked(hit.key, hit.index);
    });
    QObject::connect(legend, &ChartLegend::hovered, &chart, [this](const QString& key) { point({key, -1}); });
    QObject::connect(pointer, &ChartPointer::pressed, &chart, [this] { chart.setFocus(Qt::MouseFocusReason); });
    QObject::connect(pointer, &ChartPointer::zoomed, &chart,
                     [this](QPointF at, double factor, bool vertically) { zoom(at, factor, vertically); });
    QObject::connect(pointer, &ChartPointer::panned, &chart, [this](QPointF by) { pan(by); });
    QObject::connect(pointer, &ChartPointer::boxing, &chart, [this](const QRectF& box) { cursor->setBox(box); });
    QObject::connect(pointer, &ChartPointer::boxed, &chart, [this](const QRectF& box) { zoomToBox(box); });
    QObject::connect(pointer, &ChartPointer::fitRequested, &chart, [this] { chart.fit(); });
    // A chart that was scrolled out of sight and comes back.
    QObject::connect(pointer, &ChartPointer::painted, &chart, [this] {
        if (dirty) schedule();
    });
}

LineChart::LineChart(Theme& theme, const QString& title, const QString& unit, QWidget* parent)
    : QWidget(parent), d_(std::make_unique<Private>(*this, theme)) {
    d_->build(title, unit);
    d_->connectAll();
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(title);
    setWhatsThis(keysHelp());
    setMinimumSize(200, 140);
    setAttribute(Qt::WA_Hover);
}

LineChart::~LineChart() {
    // The layers point into d_, which goes before the child widgets would.
    delete d_->view;
}

void LineChart::setSource(ChartSource source) {
    d_->source = std::move(source);
    d_->exactX = true;
    refresh();
}

void LineChart::setLines(std::vector<ChartLine> lines) {
    d_->source = {};
    d_->fixed = std::move(lines);
    d_->exactX = true;
    refresh();
}

void LineChart::setMarkers(std::vector<ChartMarker> markers) { d_->content.markers = std::move(markers), refresh(); }
void LineChart::setRegions(std::vector<ChartRegion> regions) { d_->content.regions = std::move(regions), refresh(); }
void LineChart::setPoints(std::vector<ChartPoint> points) { d_->content.points = std::move(points), refresh(); }
void LineChart::setXLabel(const QString& label) { d_->content.xLabel = label, refresh(); }
void LineChart::setXFormat(std::function<QString(double)> format, std::function<QString(double)> table) {
    d_->content.xFormat = std::move(format), d_->content.xTable = std::move(table), refresh();
}
void LineChart::setXCounted(bool on) { d_->content.xCounted = on, refresh(); }
void LineChart::setYCounted(bool on) { d_->content.yCounted = on, refresh(); }
void LineChart::setXDuration(bool on) { d_->content.xDuration = on, refresh(); }

void LineChart::setNames(std::vector<QString> x, std::vector<QString> y) {
    d_->content.xNames = std::move(x), d_->content.yNames = std::move(y);
    refresh();
}

void LineChart::setTicks(std::vector<ChartTick> x, std::vector<ChartTick> y) {
    d_->content.xSet = std::move(x), d_->content.ySet = std::move(y);
    refresh();
}

void LineChart::setXTime(bool on) {
    d_->content.xTime = on;
    if (on) setLogX(false);
    refresh();
}
void LineChart::setXExtent(double low, double high) {
    d_->extentLow = low, d_->extentHigh = high, d_->exactX = true, refresh();
}
void LineChart::setEmptyText(const QString& text) { d_->content.emptyText = text, refresh(); }

void LineChart::setEmptyAction(const QString& text, std::function<void()> act) {
    d_->emptyAction = std::move(act);
    d_->remedy->setText(text);
    d_->remedy->setAccessibleName(text);
    refresh();
}

void LineChart::setYFromZero(bool on) { d_->fromZero = on, d_->forgetY(); }
void LineChart::setIgnoreOutliers(bool on) { d_->ignoreOutliers = on, d_->forgetY(); }
void LineChart::setRedrawInterval(int milliseconds) { d_->intervalMs = std::max(1, milliseconds); }
bool LineChart::redrawPending() const { return d_->timer.isActive(); }
bool LineChart::logY() const { return d_->content.y.logarithmic; }
bool LineChart::logX() const { return d_->content.x.logarithmic; }
bool LineChart::following() const { return d_->followX && d_->autoY; }
std::pair<double, double> LineChart::xView() const { return {d_->content.x.low, d_->content.x.high}; }
std::pair<double, double> LineChart::yView() const { return {d_->content.y.low, d_->content.y.high}; }
void LineChart::setToolsVisible(bool on) { d_->header->setToolsAllowed(on); }
void LineChart::addHeaderWidget(QWidget* widget) { d_->header->addWidget(widget); }
void LineChart::setYFormat(std::function<QString(double)> format) {
    d_->content.yFormat = std::move(format), refresh();
}

void LineChart::setHighlight(const QString& key) {
    if (key == d_->content.highlight) return;
    d_->content.highlight = key;
    d_->relayout();
}

void LineChart::setMovable(bool on) { d_->header->setMovable(on); }
void LineChart::setPin(double x) { d_->setPin(x, false); }
double LineChart::pin() const { return d_->content.pinned; }
void LineChart::setCursor(double x) { d_->moveCursor(x, false); }

void LineChart::setTitle(const QString& title, const QString& unit) {
    d_->content.title = title, d_->content.unit = unit;
    d_->header->setTitle(title, unit);
    setAccessibleName(title);
}

void LineChart::setOwner(const QString& owner) { d_->content.owner = owner; }

void LineChart::refresh() {
    d_->dirty = true;
    d_->schedule();
}

void LineChart::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    d_->schedule();
}

void LineChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layout()->activate();
    d_->dirty = true;
    d_->relayout();
    d_->schedule();
}

void LineChart::paintEvent(QPaintEvent*) {
    const Palette& p = d_->theme.palette();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool ring = hasFocus() && d_->keyboardFocus;
    painter.setPen(QPen(ring ? p.accent : p.border, ring ? 2 : 1));
    painter.setBrush(p.surface);
    const double inset = ring ? 1 : 0.5;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 6, 6);
}

void LineChart::enterEvent(QEnterEvent*) { d_->header->setActive(true); }
void LineChart::leaveEvent(QEvent*) { d_->header->setActive(hasFocus()); }

void LineChart::focusInEvent(QFocusEvent* event) {
    d_->keyboardFocus = event->reason() != Qt::MouseFocusReason && event->reason() != Qt::ActiveWindowFocusReason;
    d_->header->setActive(true);
    d_->describe();
    update();
}

void LineChart::focusOutEvent(QFocusEvent*) {
    d_->header->setActive(underMouse());
    update();
}

}  // namespace gatelab
