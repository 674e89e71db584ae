// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/line_chart.h"

#include "charts/chart_export.h"
#include "charts/chart_header.h"
#include "charts/chart_legend.h"
#include "charts/chart_marks.h"
#include "charts/chart_navigation.h"
#include "charts/chart_range.h"
#include "charts/chart_scene.h"
#include "common/responder.h"
#include "widgets/labels/elided_label.h"
#include "widgets/labels/wrapped_tips.h"
#include "widgets/pointer_keys.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QElapsedTimer>
#include <QFontMetrics>
#include <QGraphicsView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QTimer>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWhatsThis>
#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr int kLeastAside = 60;  ///< a shorter stump of the unit says nothing; px

}  // namespace

/// What a LineChart is made of.
struct LineChart::Private {
    Private(LineChart& owner, Theme& look, const QString& title, const QString& unit);

    LineChart& chart;
    Theme& theme;
    ChartContent content;
    ChartRange range{content};
    ChartHeader* header;
    ChartLegend* legend;
    ElidedLabel* aside;  ///< the unit of a bare chart
    QHBoxLayout* legendRow;
    QMenu* exportMenu;
    QPushButton* remedy;  ///< below the words of an empty chart
    std::function<void()> emptyAction;
    QTimer timer;
    QElapsedTimer sinceDraw;
    int intervalMs = 33;
    bool dirty = true, keyboardFocus = false, isBare = false;
    ChartScene scene;
    ChartNavigation navigation;

    void schedule();
    void redraw();
    void relayout();
    void fitAside();
    void placeRemedy();
    void showLogY() { header->setChecked(ChartHeader::Tool::LogY, content.y.logarithmic); }
    void forgetY();
    void togglePin();
    void setPin(double x, bool isShown);
    void trigger(ChartHeader::Tool tool);
    void fillExportMenu();
    void saveAs(const QString& suffix, double scale, bool visibleOnly);
    [[nodiscard]] QByteArray csv(bool visibleOnly) const;
    void describe();
};

LineChart::Private::Private(LineChart& owner, Theme& look, const QString& title, const QString& unit)
    : chart(owner),
      theme(look),
      header(new ChartHeader(theme, &chart)),
      legend(new ChartLegend(content, theme, &chart)),
      aside(new ElidedLabel({}, Qt::ElideRight, &chart)),
      legendRow(new QHBoxLayout),
      exportMenu(new QMenu(&chart)),
      remedy(new QPushButton(&chart)),  // not a part of the view, whose style its children would take over
      scene(content, theme, &chart),
      navigation(chart, content, range, scene) {
    content.title = title, content.unit = unit;
    content.emptyText = LineChart::tr("Nothing to draw yet");
    header->setTitle(title, unit);
    exportMenu->menuAction()->setObjectName(QStringLiteral("save-chart"));
    fillExportMenu();
    header->setExportMenu(exportMenu);
    remedy->hide();
    auto* column = new QVBoxLayout(&chart);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    legendRow->setContentsMargins(12, 0, 12, 2);
    legendRow->addWidget(legend, 1);
    legendRow->addWidget(aside);
    aside->setProperty("role", "unit");
    aside->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    aside->hide();
    column->addWidget(header);
    column->addLayout(legendRow);
    column->addWidget(&scene.view(), 1);
    timer.setSingleShot(true);
    timer.setTimerType(Qt::PreciseTimer);
    connect(&timer, &QTimer::timeout, &chart, [this] { redraw(); });
    connect(remedy, &QPushButton::clicked, &chart, [this] {
        if (emptyAction) emptyAction();
    });
    connect(&theme, &Theme::changed, &chart, [this] { relayout(), legend->updateGeometry(), chart.update(); });
    connect(header, &ChartHeader::triggered, &chart, [this](ChartHeader::Tool tool) { trigger(tool); });
    connect(header, &ChartHeader::dragged, &chart, [this](const QPoint& at) {
        chart.setFocus(Qt::MouseFocusReason);  // Esc takes it back
        Q_EMIT chart.dragged(at);
    });
    connect(header, &ChartHeader::dropped, &chart, &LineChart::dropped);
    connect(header, &ChartHeader::dragCancelled, &chart, &LineChart::dragCancelled);
    connect(legend, &ChartLegend::toggled, &chart, &LineChart::refresh);
    connect(legend, &ChartLegend::hovered, &chart, [this](const QString& key) { navigation.point({key, -1}); });
}

LineChart::LineChart(Theme& theme, const QString& title, const QString& unit, QWidget* parent)
    : QWidget(parent), d_(std::make_unique<Private>(*this, theme, title, unit)) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(title);
    setWhatsThis(keysHelp());
    setMinimumSize(200, 140);
    setAttribute(Qt::WA_Hover);
    new PointerKeys(this, {Qt::Key_F, Qt::Key_L, Qt::Key_P, Qt::Key_F11});
}

LineChart::~LineChart() = default;

void LineChart::Private::schedule() {
    if (!dirty || timer.isActive() || !chart.isVisible() || chart.visibleRegion().isEmpty()) return;
    const qint64 since = sinceDraw.isValid() ? sinceDraw.elapsed() : intervalMs;
    timer.start(static_cast<int>(std::clamp<qint64>(intervalMs - since, 0, intervalMs)));
}

void LineChart::Private::redraw() {
    if (!dirty || !chart.isVisible()) return;
    dirty = false;
    sinceDraw.start();
    const bool wasLog = content.y.logarithmic;
    range.pixels = std::max(50, scene.view().viewport()->width() - 60);  // known before the first layout
    range.update();
    if (content.y.logarithmic != wasLog) showLogY();
    relayout();
    legend->refresh();
    if (QAccessible::isActive()) describe();
}

void LineChart::Private::relayout() {
    if (scene.view().viewport()->size().isEmpty()) return;
    const double before = scene.geometry().ownLeft;
    scene.layOut();
    fitAside();
    placeRemedy();
    if (scene.geometry().ownLeft != before) Q_EMIT chart.ownLeftChanged();
}

/// The names of lines stand before the unit: it has what they leave over.
void LineChart::Private::fitAside() {
    if (!isBare || content.unit.isEmpty()) return aside->hide();
    const QMargins margins = chart.layout()->contentsMargins() + legendRow->contentsMargins();
    int room = chart.width() - margins.left() - margins.right();
    for (int i = 0; i < legendRow->count(); ++i) {
        const QWidget* one = legendRow->itemAt(i)->widget();
        if (one && one != legend && one != aside && !one->isHidden())
            room -= one->sizeHint().width() + legendRow->spacing();
    }
    room -= legend->wholeWidth() + legendRow->spacing();
    aside->setMaximumWidth(std::max(0, room));
    aside->setVisible(room >= std::min(aside->sizeHint().width(), kLeastAside));
}

void LineChart::Private::placeRemedy() {
    const QString note = content.elsewhere || remedy->text().isEmpty() ? QString() : content.note();
    remedy->setVisible(!note.isEmpty());
    if (note.isEmpty()) return;
    const QRect plot = scene.geometry().plot.toAlignedRect().translated(scene.view().pos());
    const QRect words = QFontMetrics(theme.font(13)).boundingRect(plot, Qt::AlignCenter | Qt::TextWordWrap, note);
    const QSize size = remedy->sizeHint();
    remedy->setGeometry(QRect(
        {plot.center().x() - size.width() / 2, std::min(words.bottom() + 8, plot.bottom() - size.height() - 4)}, size));
    remedy->raise();
}

void LineChart::Private::forgetY() {
    range.forgetY();
    chart.refresh();
}

void LineChart::Private::togglePin() { setPin(std::isnan(content.pinned) ? content.cursor : std::nan(""), true); }

void LineChart::Private::setPin(double x, bool isShown) {
    if (isShown) Q_EMIT chart.pinMoved(x);
    content.pinned = x;
    header->setChecked(ChartHeader::Tool::Pin, !std::isnan(content.pinned));
    scene.updateCursor();
    legend->refresh();
}

void LineChart::setSource(ChartSource source) {
    d_->range.source = std::move(source);
    d_->range.forgetX();
    d_->range.forgetY();  // it is of the lines there are, not of those there were
    refresh();
}

void LineChart::setLines(std::vector<ChartLine> lines) {
    d_->range.source = {};
    d_->range.fixed = std::move(lines);
    d_->range.forgetX();
    refresh();
}

void LineChart::setMarkers(std::vector<ChartMarker> markers) { d_->content.markers = std::move(markers), refresh(); }
void LineChart::setRegions(std::vector<ChartRegion> regions) { d_->content.regions = std::move(regions), refresh(); }
void LineChart::setPoints(std::vector<ChartPoint> points) { d_->content.points = std::move(points), refresh(); }
void LineChart::setXLabel(const QString& label) { d_->content.xLabel = label, refresh(); }

void LineChart::setXFormat(std::function<QString(double)> format) {
    d_->content.xFormat = std::move(format), refresh();
}

void LineChart::setXTimes(std::function<double(double)> secondsOf, std::function<QString(double)> table) {
    d_->content.xSeconds = std::move(secondsOf), d_->content.xTable = std::move(table);
    if (d_->content.xSeconds) setLogX(false);
    refresh();
}

void LineChart::setXCounted(bool on) { d_->content.xCounted = on, refresh(); }
void LineChart::setXDuration(bool on) { d_->content.xDuration = on, refresh(); }

void LineChart::setNames(std::vector<QString> x, std::vector<QString> y) {
    d_->content.xNames = std::move(x), d_->content.yNames = std::move(y);
    refresh();
}

void LineChart::setTicks(std::vector<ChartTick> x, std::vector<ChartTick> y) {
    d_->content.xSet = std::move(x), d_->content.ySet = std::move(y);
    refresh();
}

void LineChart::setXExtent(double low, double high) { d_->range.setExtent(low, high), refresh(); }
void LineChart::setEmptyText(const QString& text) { d_->content.emptyText = text, refresh(); }

void LineChart::setEmptyAction(const QString& text, std::function<void()> act) {
    d_->emptyAction = std::move(act);
    d_->remedy->setText(text);
    d_->remedy->setAccessibleName(text);
    refresh();
}

void LineChart::setYFromZero(bool on) { d_->range.fromZero = on, d_->forgetY(); }
void LineChart::setYTop(double top) {
    if (std::exchange(d_->range.top, top) != top) d_->forgetY();
}
void LineChart::setIgnoreOutliers(bool on) { d_->range.ignoreOutliers = on, d_->forgetY(); }
void LineChart::setRedrawInterval(int milliseconds) { d_->intervalMs = std::max(1, milliseconds); }
bool LineChart::redrawPending() const { return d_->timer.isActive(); }
bool LineChart::logY() const { return d_->content.y.logarithmic; }
bool LineChart::logX() const { return d_->content.x.logarithmic; }
bool LineChart::following() const { return d_->range.followsX() && d_->range.followsY(); }
std::pair<double, double> LineChart::xView() const { return {d_->content.x.low, d_->content.x.high}; }
std::pair<double, double> LineChart::yView() const { return {d_->content.y.low, d_->content.y.high}; }
double LineChart::ownLeft() const { return d_->scene.geometry().ownLeft; }

void LineChart::setSharedLeft(double pixels) {
    if (pixels == d_->content.sharedLeft) return;
    d_->content.sharedLeft = pixels;
    d_->relayout();
}

void LineChart::setToolsVisible(bool on) { d_->header->setToolsAllowed(on); }

void LineChart::setBare() {
    d_->isBare = true;
    d_->header->hide();
    d_->fitAside();
}

void LineChart::addLegendWidget(QWidget* widget, bool isBehind) {
    d_->legendRow->insertWidget(isBehind ? -1 : 0, widget);
}

void LineChart::setLeastRight(double pixels) { d_->content.leastRight = pixels, refresh(); }

void LineChart::setXLabelled(bool on) { d_->content.xUnlabelled = !on, refresh(); }

void LineChart::addHeaderWidget(QWidget* widget) { d_->header->addWidget(widget); }

void LineChart::setHighlight(const QString& key) {
    if (key == d_->content.highlight) return;
    d_->content.highlight = key;
    d_->relayout();
}

void LineChart::setMovable(bool on) { d_->header->setMovable(on); }
void LineChart::setPin(double x) { d_->setPin(x, false); }
double LineChart::pin() const { return d_->content.pinned; }

void LineChart::setCursor(double x) {
    ChartContent& content = d_->content;
    if (x == content.cursor || (std::isnan(x) && std::isnan(content.cursor))) return;
    content.cursor = x;
    content.pointer = false;
    if (!isVisible()) return;
    d_->scene.updateCursor();
    d_->legend->refresh();
}

void LineChart::setTitle(const QString& title, const QString& unit) {
    d_->content.title = title, d_->content.unit = unit;
    d_->header->setTitle(title, unit);
    d_->aside->setFullText(unit);
    d_->fitAside();
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
    Q_EMIT ownLeftChanged();  // it counts now
}

void LineChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layout()->activate();
    d_->dirty = true;
    d_->relayout();
    d_->schedule();
}

void LineChart::paintEvent(QPaintEvent*) {
    d_->schedule();  // it may have been scrolled out of sight
    const Palette& p = d_->theme.palette();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool ring = hasFocus() && d_->keyboardFocus;
    if (d_->isBare && !ring) return;
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

void LineChart::setLogY(bool on) {
    d_->range.setLogY(on);
    d_->showLogY();
    refresh();
}

void LineChart::setUsuallyLogY(bool on) {
    d_->range.setUsuallyLogY(on);
    d_->showLogY();
    refresh();
}

void LineChart::setLogX(bool on) {
    // The logarithm of a date says nothing.
    on = on && !d_->content.xSeconds;
    if (on == d_->content.x.logarithmic) return;
    const ChartScale before = d_->content.x;
    const bool followed = d_->range.followsX();
    d_->range.setLogX(on);
    if (!followed) d_->navigation.setX({before.low, before.high, on});
    refresh();
}

void LineChart::fit() {
    fitX();
    fitY();
    Q_EMIT fitted();
}

void LineChart::fitX() {
    d_->range.followX();
    refresh();
}

void LineChart::fitY() {
    d_->range.followY();
    refresh();
}

void LineChart::setXView(double low, double high) { d_->navigation.setX({low, high, d_->content.x.logarithmic}); }
QVariantMap LineChart::viewState() const { return d_->range.state(); }

void LineChart::restoreViewState(const QVariantMap& state) {
    if (state.isEmpty()) return;
    setLogX(state.value(QStringLiteral("logX")).toBool());
    if (const auto chosen = state.find(QStringLiteral("logY")); chosen != state.end()) setLogY(chosen->toBool());
    if (const QPointF x = state.value(QStringLiteral("x")).toPointF(); x.x() < x.y()) setXView(x.x(), x.y());
    for (const bool log : {false, true})
        if (const QPointF y = state.value(log ? QStringLiteral("yLog") : QStringLiteral("y")).toPointF();
            y.x() < y.y()) {
            d_->range.setY({y.x(), y.y(), log});
            d_->showLogY();
        }
    refresh();
}

void LineChart::Private::trigger(ChartHeader::Tool tool) {
    using Tool = ChartHeader::Tool;
    switch (tool) {
        case Tool::Fit:
            return chart.fit();
        case Tool::LogY:
            return chart.setLogY(!chart.logY());
        case Tool::Pin:
            return togglePin();
        case Tool::Copy:
            return chart.copyToClipboard();
        case Tool::Export:
            return;  // its menu
        case Tool::Full:
            Q_EMIT chart.fullSizeRequested();
            return;
    }
}

void LineChart::Private::fillExportMenu() {
    const auto add = [this](const QString& text, const QString& suffix, double scale, bool visibleOnly) {
        exportMenu->addAction(text, &chart, [this, suffix, scale, visibleOnly] { saveAs(suffix, scale, visibleOnly); });
    };
    for (const PictureFormat& format : pictureFormats()) add(format.text, format.suffix, format.scale, false);
    add(LineChart::tr("Table, CSV, visible range"), QStringLiteral("csv"), 1, true);
    add(LineChart::tr("Table, CSV, every point"), QStringLiteral("csv"), 1, false);
}

void LineChart::Private::saveAs(const QString& suffix, double scale, bool visibleOnly) {
    askForFile(&chart, ownedTitle(content), suffix, [this, scale, visibleOnly](const QString& path) {
        reportSaved(chart, path, chart.exportTo(path, scale, visibleOnly));
    });
}

QByteArray LineChart::Private::csv(bool visibleOnly) const {
    const double low = visibleOnly ? content.x.low : 1, high = visibleOnly ? content.x.high : 0;
    return chartCsv(range.source ? range.source(low, high, kEverySample) : range.fixed, content.xLabel, low, high,
                    content.xTable);
}

void LineChart::Private::describe() { chart.setAccessibleDescription(chart.textSummary()); }

QString LineChart::exportTo(const QString& path, double scale, bool visibleOnly) const {
    const QString suffix = path.section('.', -1).toLower();
    const Picture picture = chartPicture(d_->content, *d_->legend, d_->theme, size().expandedTo(QSize(320, 200)));
    return keepFile(path, suffix == QLatin1String("csv") ? d_->csv(visibleOnly) : picture.bytes(suffix, scale));
}

void LineChart::copyToClipboard() {
    auto* copied = new QMimeData;
    copied->setImageData(chartPicture(d_->content, *d_->legend, d_->theme, size()).image(2));
    copied->setText(textSummary());
    QApplication::clipboard()->setMimeData(copied);
    reportSaved(*this, {});
}

QString LineChart::textSummary() const { return chartSummary(d_->content); }

QString LineChart::keysHelp() {
    return tr(
        "Keys: arrows, Home and End move the cursor; Shift and arrows move the view; + and - zoom, with Ctrl and the "
        "arrows up and down vertically; F shows everything, "
        "L and Shift+L switch the axes to logarithms, P pins the cursor, Esc takes back, Ctrl+C copies, F11 gives full "
        "size. F, L, P and F11 need no click: the pointer over the chart is enough.\n"
        "Mouse: Ctrl+wheel zooms, with Shift vertically; a box zooms into it; Shift and dragging moves the view; a "
        "double click shows everything, on the title it gives full size.");
}

bool LineChart::event(QEvent* event) {
    // The help of the chart is what it shows, then what can be done.
    if (event->type() == QEvent::ToolTipChange)
        setWhatsThis(toolTip().isEmpty() ? keysHelp() : toolTip() + QStringLiteral("\n\n") + keysHelp());
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QPoint at = d_->scene.view().viewport()->mapFrom(this, help->pos());
        if (const QString text = markText(d_->content, d_->theme, d_->scene.geometry(), at); !text.isEmpty()) {
            QToolTip::showText(help->globalPos(), wrappedTip(text, d_->theme), this,
                               QRect(help->pos() - QPoint(4, 4), QSize(9, 9)));
            return true;
        }
        // Over the plot the help of the chart would cover what is looked at.
        if (!d_->header->geometry().contains(help->pos())) {
            QToolTip::hideText();
            return true;
        }
    }
    return QWidget::event(event);
}

void LineChart::keyPressEvent(QKeyEvent* event) {
    const Qt::KeyboardModifiers with = event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier);
    if (with == Qt::ControlModifier && event->key() == Qt::Key_C) return copyToClipboard();
    // Where + and - lie on a keyboard, with Shift or not, says nothing.
    const bool plus = event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal,
               minus = event->key() == Qt::Key_Minus || event->key() == Qt::Key_Underscore;
    const int key = plus ? static_cast<int>(Qt::Key_Plus) : minus ? static_cast<int>(Qt::Key_Minus) : event->key();
    const Qt::KeyboardModifiers counted = plus || minus ? with & Qt::ControlModifier : with;
    if (d_->navigation.takeKey(key, counted)) return;
    if (with.testFlag(Qt::ControlModifier)) return QWidget::keyPressEvent(event);
    switch (key) {
        case Qt::Key_F:
            return fit();
        case Qt::Key_L:
            return with.testFlag(Qt::ShiftModifier) ? setLogX(!logX()) : setLogY(!logY());
        case Qt::Key_P:
            return d_->togglePin();
        case Qt::Key_F11:
            Q_EMIT fullSizeRequested();
            return;
        case Qt::Key_Escape:
            if (d_->header->cancelDrag() || d_->navigation.cancel()) return;
            if (!std::isnan(d_->content.pinned)) return d_->togglePin();
            if (!following()) return fit();
            break;
        default:
            break;
    }
    QWidget::keyPressEvent(event);
}

void LineChart::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString& text, const char* icon, const auto& action) {
        menu->addAction(d_->theme.icon(QString::fromLatin1(icon)), text, this, action);
    };
    const auto toggle = [&](const QString& text, bool on, const auto& action, bool possible = true) {
        QAction* made = menu->addAction(text);
        made->setCheckable(true);
        made->setChecked(on);
        made->setEnabled(possible);
        connect(made, &QAction::toggled, this, action);
    };
    add(tr("Show everything\tF"), "fit", [this] { fit(); });
    d_->navigation.addTo(*menu->addMenu(tr("Zoom, move, cursor")));
    menu->addSeparator();
    toggle(tr("Logarithmic y axis\tL"), logY(), [this](bool on) { setLogY(on); });
    toggle(
        tr("Logarithmic x axis\tShift+L"), logX(), [this](bool on) { setLogX(on); }, !d_->content.xSeconds);
    toggle(tr("Scale to all values, outliers included"), !d_->range.ignoreOutliers,
           [this](bool on) { setIgnoreOutliers(!on); });
    toggle(tr("Y axis from zero"), d_->range.fromZero, [this](bool on) { setYFromZero(on); });
    menu->addSeparator();
    add(tr("Pin the cursor\tP"), "pin", [this] { d_->togglePin(); });
    add(tr("Copy as a picture\tCtrl+C"), "copy", [this] { copyToClipboard(); });
    QMenu* save = menu->addMenu(d_->theme.icon(QStringLiteral("export")), tr("Save as"));
    save->addActions(d_->exportMenu->actions());
    menu->addSeparator();
    add(tr("Full size\tF11"), "full", [this] { Q_EMIT fullSizeRequested(); });
    add(tr("Keys and mouse"), "help", [this, at = event->globalPos()] { QWhatsThis::showText(at, keysHelp(), this); });
    Q_EMIT menuOpening(menu);
    menu->popup(event->globalPos());
}

}  // namespace gatelab
