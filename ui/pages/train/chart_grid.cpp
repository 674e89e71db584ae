// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/chart_grid.h"

#include "common/texts.h"
#include "pages/train/chart_menu.h"
#include "pages/train/live_card.h"
#include "pages/train/run_charts.h"
#include "runs/run_view.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/empty_state.h"
#include "widgets/layouts.h"
#include "widgets/place_mark.h"
#include "widgets/segments.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTabBar>

#include <algorithm>
#include <limits>

namespace gatelab {

namespace {

constexpr int kFastMs = 33, kSlowMs = 100;
constexpr int kGap = 12;
/// Of the usual charts the loss has this share of the height, the two below it the rest.
constexpr int kLossShare = 56, kBelowShare = 44;
/// The grid below: no chart is narrower, and no more stand side by side.
constexpr int kNarrowest = 480, kMostColumns = 3, kRowHeight = 260;
constexpr int kFullPlace = 1;  ///< in the column: what leads back, the chart of full size, usual charts, tabs, grid
/// Beside the keys of charts.
const QString kFullSize = QStringLiteral(" full size");
const QString kLoss = QStringLiteral("loss"), kForecast = QStringLiteral("forecast"),
              kAccuracy = QStringLiteral("accuracy"), kMemory = QStringLiteral("memory");

}  // namespace

ChartGrid::ChartGrid(Theme& theme, QWidget* parent)
    : QScrollArea(parent),
      page_(new QWidget),
      usual_(new QWidget),
      grid_(new QWidget),
      usualLayout_(new QGridLayout(usual_)),
      gridLayout_(new QGridLayout(grid_)),
      live_(new LiveCard(theme)),
      tabs_(new QTabBar),
      empty_(new EmptyState(
          theme, QStringLiteral("grid"),
          tr("No chart is on this tab yet. Add one, or move one here by the menu of a chart on another tab."))),
      charts_(new RunCharts(theme, *page_, [this](const LiveChange& change) { Q_EMIT settingRequested(change); })),
      mark_(new PlaceMark(theme, grid_)),
      fullTitle_(makeLabel({}, "title")) {
    back_ = makeButton(theme.icon(QStringLiteral("chevron-left")), tr("All charts (Esc)"), this,
                       [this] { setFullSize({}); });
    back_->setProperty("compact", true);
    back_->setShortcut(Qt::Key_Escape);  // also from what stands beside the charts
    column_ = makeColumn(page_, {kGap, kGap, kGap, kGap}, kGap,
                         {makeRow(nullptr, {}, 8, {back_, fullTitle_, spring(1)}), {usual_, 1}, tabs_, grid_, empty_});
    for (QGridLayout* layout : {usualLayout_, gridLayout_}) {
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(kGap);
    }
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setWidget(page_);
    page_->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
    makeUsual();
    makeTabs();
    rebuild();
}

void ChartGrid::makeUsual() {
    usualLayout_->setRowStretch(0, kLossShare);
    usualLayout_->setRowStretch(1, kBelowShare);
    for (const int column : {0, 1}) usualLayout_->setColumnStretch(column, 1);
    connect(live_, &LiveCard::chosen, this, &ChartGrid::rebuild);
    connect(live_, &LiveCard::fullSizeRequested, this, [this] { setFullSize(RunCharts::liveKey(live_->current())); });
}

void ChartGrid::makeTabs() {
    tabs_->setDocumentMode(true);
    tabs_->setDrawBase(false);
    tabs_->setExpanding(false);
    tabs_->setAccessibleName(tr("Tabs of charts"));
    connect(tabs_, &QTabBar::currentChanged, this, [this](int index) {
        if (index >= 0) change([index](Dashboard& d) { d.bringForward(d.tabs.value(index)); });
    });
}

LineChart* ChartGrid::chart(const QString& key) const {
    LineChart* found = charts_->find(key);
    return found ? found : charts_->find(RunCharts::liveKey(key));
}

void ChartGrid::connectChart(const QString& key) {
    LineChart* chart = charts_->find(key);
    connect(chart, &LineChart::menuOpening, this, [this, key](QMenu* menu) { fillMenu(menu, key); });
    connect(chart, &LineChart::fullSizeRequested, this,
            [this, key] { setFullSize(fullSize_ == key ? QString() : key); });
    connect(chart, &LineChart::dragged, this, [this, key](const QPoint& at) { showDrop(key, at); });
    connect(chart, &LineChart::dropped, this, [this, key](const QPoint& at) { drop(key, at); });
    connect(chart, &LineChart::dragCancelled, mark_, &QWidget::hide);
    if (key != kForecast && key != kAccuracy) return;
    auto* choice = new Segments({tr("Accuracy"), tr("Classes")});
    choice->setCompact(true);
    choice->setAccessibleName(tr("What is shown of the answers"));
    choice->setCurrent(key == kForecast ? 1 : 0);
    chart->addHeaderWidget(choice);
    connect(choice, &Segments::chosen, this, [this](int index) { bringForward(index == 1 ? kForecast : kAccuracy); });
}

bool ChartGrid::answersWithClasses() const { return run_ && measuresAccuracy(*run_->summary.config); }

QString ChartGrid::answersKey() const { return answersWithClasses() && !showsConfusion_ ? kAccuracy : kForecast; }

void ChartGrid::rebuild() {
    const QStringList made = charts_->keep(
        QStringList{kLoss, answersKey(), kMemory, RunCharts::liveKey(live_->current())} + dashboard_.visible());
    for (const QString& key : made) connectChart(key);
    if (!charts_->find(fullSize_)) fullSize_.clear();
    LineChart* answers = charts_->find(answersKey());
    for (Segments* choice : answers->findChildren<Segments*>()) {
        choice->setCurrent(showsConfusion_ ? 1 : 0);
        choice->setVisible(answersWithClasses());
    }
    arrange();
    redraw();
}

void ChartGrid::setDashboard(const Dashboard& dashboard) {
    dashboard_ = dashboard;
    charts_->setLinked(dashboard_.linked);
    charts_->setMarked(dashboard_.marks);
    showTabs();
    rebuild();
}

void ChartGrid::showTabs() {
    const QSignalBlocker quiet(tabs_);
    QStringList shown, wanted;
    for (int i = 0; i < tabs_->count(); ++i) shown << tabs_->tabText(i);
    for (const QString& name : dashboard_.tabs) wanted << ChartMenu::tabTitle(name);
    if (shown != wanted) {
        while (tabs_->count() > 0) tabs_->removeTab(0);
        for (const QString& title : wanted) tabs_->addTab(title);
    }
    tabs_->setCurrentIndex(static_cast<int>(dashboard_.tabs.indexOf(dashboard_.tab)));
}

int ChartGrid::columns() const { return std::clamp(width() / kNarrowest, 1, kMostColumns); }

void ChartGrid::arrange() {
    const bool isFull = !fullSize_.isEmpty(), hasTabs = !dashboard_.tabs.isEmpty(),
               hasGrid = !dashboard_.visible().isEmpty();
    LineChart *loss = charts_->find(kLoss), *answers = charts_->find(answersKey());
    usualLayout_->addWidget(loss, 0, 0, 1, 2);
    usualLayout_->addWidget(answers, 1, 0);
    usualLayout_->addWidget(live_, 1, 1);
    setTabOrder(loss, answers);  // the order of the Tab key is that of reading
    live_->setCharts(charts_->find(RunCharts::liveKey(live_->current())), charts_->find(kMemory));
    arrangeGrid();
    for (const auto& [key, chart] : charts_->all()) chart->show();
    usual_->setVisible(!isFull);
    tabs_->setVisible(!isFull && hasTabs);
    grid_->setVisible(!isFull && hasGrid);
    empty_->setVisible(!isFull && hasTabs && !hasGrid);
    back_->setVisible(isFull);
    const bool isBare = isFull && (fullSize_ == kMemory || fullSize_ == RunCharts::liveKey(live_->current()));
    fullTitle_->setVisible(isBare);
    if (isBare) fullTitle_->setText(charts_->find(fullSize_)->accessibleName());
    if (isFull) column_->insertWidget(kFullPlace, charts_->find(fullSize_), 1);
    fit();
}

void ChartGrid::arrangeGrid() {
    const QStringList keys = dashboard_.visible();
    columns_ = columns();
    for (int column = 0; column < kMostColumns; ++column)
        gridLayout_->setColumnStretch(column, column < columns_ ? 1 : 0);
    const int count = static_cast<int>(keys.size()), rows = (count + columns_ - 1) / columns_;
    for (int i = 0; i < count; ++i) {
        const int row = i / columns_, column = i % columns_;
        // The last one takes what is left of its row.
        gridLayout_->addWidget(charts_->find(keys[i]), row, column, 1, i + 1 == count ? columns_ - column : 1);
        if (i > 0) setTabOrder(charts_->find(keys[i - 1]), charts_->find(keys[i]));
    }
    grid_->setMinimumHeight(rows == 0 ? 0 : rows * kRowHeight + (rows - 1) * kGap);
}

void ChartGrid::fit() {
    const bool isAlone = grid_->isHidden() && tabs_->isHidden();
    usual_->setMinimumHeight(isAlone ? 0 : std::max(0, viewport()->height() - 2 * kGap));
}

void ChartGrid::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    if (columns() != columns_) arrange();
    fit();
}

bool ChartGrid::bringForward(const QString& key) {
    if (key == kForecast || key == kAccuracy)
        showsConfusion_ = key == kForecast;
    else if (key != kLoss && key != kMemory && !live_->setCurrent(key))
        return false;
    rebuild();
    return true;
}

void ChartGrid::setFullSize(const QString& key) {
    const QString live = RunCharts::liveKey(key), found = charts_->find(key)    ? key
                                                          : charts_->find(live) ? live
                                                                                : QString();
    if (found.isEmpty() && !key.isEmpty()) return;
    fullSize_ = found;
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
    if (run_ && run && run_->id != run->id) fullSize_.clear();  // of another run one sees all first
    run_ = run;
    charts_->setRun(std::move(run));
    rebuild();
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

void ChartGrid::setDeviceMemory(double mebibytes) { charts_->setDeviceMemory(mebibytes); }

void ChartGrid::setIdleText(const QString& text) { charts_->setIdleText(text); }

void ChartGrid::refresh(bool slow) {
    charts_->setRedrawInterval(slow ? kSlowMs : kFastMs);
    redraw();
}

void ChartGrid::redraw() { charts_->redraw(); }

void ChartGrid::change(const std::function<void(Dashboard&)>& edit) {
    Dashboard changed = dashboard_;
    edit(changed);
    setDashboard(changed);
    Q_EMIT dashboardChanged(dashboard_);
}

void ChartGrid::fillMenu(QMenu* menu, const QString& key) {
    const auto add = [&](QMenu* to, const QString& text, bool enabled, const std::function<void(Dashboard&)>& edit) {
        QAction* action = to->addAction(text, this, [this, edit] { change(edit); });
        action->setEnabled(enabled);
        return action;
    };
    menu->addSeparator();
    for (const DashboardSwitch& one : dashboardSwitches()) {
        QAction* action = add(menu, translated(one.label), key != kForecast,
                              [member = one.on](Dashboard& d) { d.*member = !(d.*member); });
        action->setCheckable(true);
        action->setChecked(dashboard_.*one.on);
    }
    const QStringList mine = dashboard_.visible();
    const qsizetype place = mine.indexOf(key);
    if (place < 0) return;  // it always stands where it does
    add(menu, tr("Move forward\tCtrl+Left"), place > 0, [key](Dashboard& d) { d.move(key, -1); });
    add(menu, tr("Move back\tCtrl+Right"), place + 1 < mine.size(), [key](Dashboard& d) { d.move(key, 1); });
    if (!dashboard_.tabs.isEmpty()) {
        QMenu* tabs = menu->addMenu(tr("Put onto tab"));
        for (const QString& tab : dashboard_.tabs)
            add(tabs, ChartMenu::tabTitle(tab), tab != dashboard_.tab, [key, tab](Dashboard& d) { d.place(key, tab); });
    }
    add(menu, tr("Remove this chart"), true, [key](Dashboard& d) { d.show(key, false); });
}

QString ChartGrid::keyOf(const QWidget* widget) const {
    for (const auto& [key, chart] : charts_->all())
        if (widget && (chart == widget || chart->isAncestorOf(widget))) return key;
    return {};
}

void ChartGrid::keyPressEvent(QKeyEvent* event) {
    const bool left = event->key() == Qt::Key_Left, right = event->key() == Qt::Key_Right;
    const QString key = keyOf(focusWidget());
    if (!event->modifiers().testFlag(Qt::ControlModifier) || !(left || right) || !dashboard_.visible().contains(key))
        return QScrollArea::keyPressEvent(event);
    change([&](Dashboard& changed) { changed.move(key, left ? -1 : 1); });
}

QString ChartGrid::dropTarget(const QPoint& at) const {
    if (!viewport()->rect().contains(viewport()->mapFromGlobal(at))) return {};
    const QPoint place = grid_->mapFromGlobal(at);
    QString nearest;
    int least = std::numeric_limits<int>::max();
    for (const QString& key : dashboard_.visible()) {
        const LineChart* chart = charts_->find(key);
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
        mark_->showAt(charts_->find(target)->geometry());
    if (target.isEmpty()) return;
    const QPoint place = page_->mapFromGlobal(at);
    ensureVisible(place.x(), place.y(), 0, kEdge);
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
