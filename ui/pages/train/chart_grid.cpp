// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/chart_grid.h"

#include "common/texts.h"
#include "pages/train/chart_menu.h"
#include "pages/train/run_charts.h"
#include "widgets/button.h"
#include "widgets/empty_state.h"
#include "widgets/place_mark.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>
#include <limits>

namespace gatelab {

namespace {

constexpr int kFastMs = 33, kSlowMs = 100;
/// No chart is narrower.
constexpr int kNarrowest = 340;
constexpr int kRowHeight = 220;
constexpr int kGap = 12;
/// Beside the keys of charts.
const QString kFullSize = QStringLiteral(" full size");

}  // namespace

ChartGrid::ChartGrid(Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      layout_(new QGridLayout(this)),
      charts_(new RunCharts(theme, *this, [this](const LiveChange& change) { Q_EMIT settingRequested(change); })),
      mark_(new PlaceMark(theme, this)) {
    layout_->setContentsMargins(0, 0, 0, 0);
    layout_->setSpacing(kGap);
    makeEmptyState();
    back_ = makeButton(
        theme.icon(QStringLiteral("chevron-left")), tr("All charts (Esc)"), this, [this] { setFullSize({}); }, this);
    back_->setProperty("compact", true);
    back_->hide();
}

LineChart* ChartGrid::chart(const QString& key) const { return charts_->find(key); }

void ChartGrid::connectChart(const QString& key) {
    LineChart* chart = this->chart(key);
    connect(chart, &LineChart::menuOpening, this, [this, key](QMenu* menu) { fillMenu(menu, key); });
    connect(chart, &LineChart::fullSizeRequested, this,
            [this, key] { setFullSize(fullSize_ == key ? QString() : key); });
    connect(chart, &LineChart::dragged, this, [this, key](const QPoint& at) { showDrop(key, at); });
    connect(chart, &LineChart::dropped, this, [this, key](const QPoint& at) { drop(key, at); });
    connect(chart, &LineChart::dragCancelled, mark_, &QWidget::hide);
}

void ChartGrid::setDashboard(const Dashboard& dashboard) {
    const bool isMarkedAnew = dashboard.marks != dashboard_.marks;
    dashboard_ = dashboard;
    charts_->setLinked(dashboard_.linked);
    charts_->setMarked(dashboard_.marks);
    const QStringList visible = dashboard_.visible();
    if (!visible.contains(fullSize_)) fullSize_.clear();
    const QStringList made = charts_->keep(visible);
    for (const QString& key : made) connectChart(key);
    arrange();
    if (isMarkedAnew || !made.isEmpty()) redraw();
}

int ChartGrid::columns() const { return std::clamp(width() / kNarrowest, 1, dashboard_.columns); }

void ChartGrid::arrange() {
    while (layout_->count() > 0) delete layout_->takeAt(0);
    for (int row = 0; row < layout_->rowCount(); ++row) layout_->setRowStretch(row, 0);
    columns_ = columns();
    for (int column = 0; column < Dashboard::kMaxColumns; ++column)
        layout_->setColumnStretch(column, column < columns_ ? 1 : 0);
    standing_ = standing();
    for (const auto& [key, chart] : charts_->all())
        chart->setVisible(fullSize_.isEmpty() ? standing_.contains(key) : key == fullSize_);
    empty_->hide();
    back_->setVisible(!fullSize_.isEmpty());
    if (!fullSize_.isEmpty()) {
        layout_->addWidget(back_, 0, 0, 1, columns_, Qt::AlignLeft);
        layout_->addWidget(chart(fullSize_), 1, 0, 1, columns_);
        layout_->setRowStretch(1, 1);
        setMinimumHeight(0);
        return;
    }
    const QStringList& visible = standing_;
    empty_->setVisible(visible.isEmpty());
    if (visible.isEmpty()) {
        layout_->addWidget(empty_, 0, 0, 1, columns_);
        layout_->setRowStretch(0, 1);
    }
    int row = 0, column = 0;
    QWidget* previous = nullptr;  // the one that takes what is left of its row
    const auto endRow = [&] {
        if (column == 0) return;
        if (column < columns_) layout_->addWidget(previous, row, column - 1, 1, columns_ - column + 1);
        ++row, column = 0;
    };
    for (const QString& key : visible) {
        const bool wide = dashboard_.wide.contains(key);
        if (wide || column == columns_) endRow();
        layout_->setRowStretch(row, 1);
        layout_->addWidget(chart(key), row, column, 1, wide ? columns_ : 1);
        previous = chart(key);
        column = wide ? columns_ : column + 1;
    }
    endRow();
    // The order of the Tab key is that of reading.
    for (qsizetype i = 1; i < visible.size(); ++i) setTabOrder(chart(visible[i - 1]), chart(visible[i]));
    setMinimumHeight(row > 2 ? row * kRowHeight + (row - 1) * kGap : 0);
}

void ChartGrid::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (columns() != columns_) arrange();
}

void ChartGrid::setFullSize(const QString& key) {
    if (!key.isEmpty() && !chart(key)) return;
    fullSize_ = key;
    arrange();
}

QVariantMap ChartGrid::viewState() const {
    QVariantMap state{{kFullSize, fullSize_}};
    for (const auto& [key, chart] : charts_->all()) state.insert(key, chart->viewState());
    return state;
}

void ChartGrid::restoreViewState(const QVariantMap& state) {
    for (const auto& [key, chart] : charts_->all()) chart->restoreViewState(state.value(key).toMap());
    setFullSize(state.value(kFullSize).toString());
}

void ChartGrid::setRun(std::shared_ptr<RunView> run) {
    charts_->setRun(std::move(run));
    redraw();
}

QStringList ChartGrid::standing() const {
    QStringList keys = dashboard_.visible();
    if (keys.size() > 1 && charts_->lacksAnswers() && dashboard_.suited(false).charts == Dashboard::usual().charts)
        keys.removeAll(QString::fromUtf8(kForecastChart.data()));
    return keys;
}

void ChartGrid::setAxis(XAxis axis) {
    charts_->setAxis(axis);
    redraw();
}

void ChartGrid::setSmoothing(double epochs) {
    charts_->setSmoothing(epochs);
    redraw();
}

void ChartGrid::setRowTimes(std::function<double(double)> secondsOf, std::function<QString(double)> table) {
    charts_->setRowTimes(std::move(secondsOf), std::move(table));
}

void ChartGrid::refresh(bool slow) {
    charts_->setRedrawInterval(slow ? kSlowMs : kFastMs);
    redraw();
}

void ChartGrid::redraw() {
    if (standing() != standing_) arrange();
    charts_->redraw();
}

void ChartGrid::change(const std::function<void(Dashboard&)>& edit) {
    Dashboard changed = dashboard_;
    edit(changed);
    setDashboard(changed);
    Q_EMIT dashboardChanged(dashboard_);
}

void ChartGrid::fillMenu(QMenu* menu, const QString& key) {
    const auto add = [&](const QString& text, bool enabled, const std::function<void(Dashboard&)>& edit) {
        QAction* action = menu->addAction(text, this, [this, edit] { change(edit); });
        action->setEnabled(enabled);
        return action;
    };
    const QStringList mine = dashboard_.visible();
    const qsizetype place = mine.indexOf(key);
    menu->addSeparator();
    add(tr("Move forward\tCtrl+Left"), place > 0, [key](Dashboard& d) { d.move(key, -1); });
    add(tr("Move back\tCtrl+Right"), place + 1 < mine.size(), [key](Dashboard& d) { d.move(key, 1); });
    QAction* wide = add(tr("Takes a whole row"), true, [key](Dashboard& d) {
        if (!d.wide.removeAll(key)) d.wide << key;
    });
    wide->setCheckable(true);
    wide->setChecked(dashboard_.wide.contains(key));
    for (const DashboardSwitch& one : dashboardSwitches()) {
        QAction* action = add(translated(one.label), key.toStdString() != kForecastChart,
                              [member = one.on](Dashboard& d) { d.*member = !(d.*member); });
        action->setCheckable(true);
        action->setChecked(dashboard_.*one.on);
    }
    if (!dashboard_.tabs.isEmpty()) {
        QMenu* tabs = menu->addMenu(tr("Put onto tab"));
        for (const QString& tab : dashboard_.tabs) {
            QAction* action = tabs->addAction(ChartMenu::tabTitle(tab), this, [this, key, tab] {
                change([&](Dashboard& changed) { changed.place(key, tab); });
            });
            action->setEnabled(tab != dashboard_.tab);
        }
    }
    add(tr("Remove this chart"), dashboard_.charts.size() > 1 || dashboard_.tabsOf(key).size() > 1,
        [key](Dashboard& d) { d.show(key, false); });
}

void ChartGrid::makeEmptyState() {
    empty_ = new EmptyState(
        *theme_, QStringLiteral("grid"),
        tr("No chart is on this tab yet. Add one, or move one here by the menu of a chart on another tab."), this);
    empty_->hide();
    QPushButton* button = empty_->addButton(tr("Add a chart"), QStringLiteral("plus"));
    auto* menu = new QMenu(button);
    button->setMenu(menu);
    for (const ChartRow& row : chartRows()) {
        QAction* action = menu->addAction(translated(row.title), this, [this, key = QString::fromUtf8(row.key)] {
            change([&](Dashboard& changed) { changed.show(key, true); });
        });
        action->setToolTip(translated(row.help));
    }
    menu->setToolTipsVisible(true);
}

QString ChartGrid::keyOf(const QWidget* widget) const {
    for (const auto& [key, chart] : charts_->all())
        if (widget && (chart == widget || chart->isAncestorOf(widget))) return key;
    return {};
}

void ChartGrid::keyPressEvent(QKeyEvent* event) {
    const bool left = event->key() == Qt::Key_Left, right = event->key() == Qt::Key_Right;
    const QString key = keyOf(focusWidget());
    if (event->key() == Qt::Key_Escape && !fullSize_.isEmpty()) return setFullSize({});
    if (!event->modifiers().testFlag(Qt::ControlModifier) || !(left || right) || key.isEmpty())
        return QWidget::keyPressEvent(event);
    change([&](Dashboard& changed) { changed.move(key, left ? -1 : 1); });
}

QString ChartGrid::dropTarget(const QPoint& at) const {
    for (const QWidget* area = this; area; area = area->isWindow() ? nullptr : area->parentWidget())
        if (!area->rect().contains(area->mapFromGlobal(at))) return {};
    const QPoint place = mapFromGlobal(at);
    QString nearest;
    int least = std::numeric_limits<int>::max();
    for (const auto& [key, chart] : charts_->all()) {
        const QRect there = chart->geometry();
        const QPoint inside(std::clamp(place.x(), there.left(), there.right()),
                            std::clamp(place.y(), there.top(), there.bottom()));
        const int distance = (place - inside).manhattanLength();
        if (chart->isVisible() && distance < least) nearest = key, least = distance;
    }
    return nearest;
}

void ChartGrid::showDrop(const QString& key, const QPoint& at) {
    constexpr int kEdge = 32;  // of the seen part, where what lies beyond comes into sight
    const QString target = dropTarget(at);
    if (target.isEmpty() || target == key)
        mark_->hide();
    else
        mark_->showAt(chart(target)->geometry());
    if (target.isEmpty()) return;
    for (QWidget* up = parentWidget(); up; up = up->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(up)) {
            const QPoint place = area->widget()->mapFromGlobal(at);
            area->ensureVisible(place.x(), place.y(), 0, kEdge);
        }
}

/// The dragged chart takes the place of the one it is dropped on.
void ChartGrid::drop(const QString& key, const QPoint& at) {
    mark_->hide();
    const QString target = dropTarget(at);
    if (target.isEmpty() || target == key) return;
    const QStringList mine = dashboard_.visible();
    change([&](Dashboard& changed) { changed.move(key, static_cast<int>(mine.indexOf(target) - mine.indexOf(key))); });
}

}  // namespace gatelab
