// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/forecasts/forecast_chart.h"

#include "charts/line_chart.h"
#include "common/texts.h"
#include "data/row_time.h"
#include "data/unit_text.h"
#include "pages/data/row_format.h"
#include "run/series_forecasts.h"
#include "widgets/button.h"
#include "widgets/layouts.h"
#include "widgets/segments.h"

#include <QKeyEvent>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

namespace gatelab {

namespace {

constexpr int kPage = 10, kSlider = 96, kSliderFrom = 1300, kFrame = 20;

/// Places that a key goes on by; more than there are: to the end. 0: none.
int wayOf(int key) {
    constexpr int kAll = std::numeric_limits<int>::max();
    switch (key) {
        case Qt::Key_Left:
            return -1;
        case Qt::Key_Right:
            return 1;
        case Qt::Key_PageUp:
            return -kPage;
        case Qt::Key_PageDown:
            return kPage;
        case Qt::Key_Home:
            return -kAll;
        case Qt::Key_End:
            return kAll;
        default:
            return 0;
    }
}

}  // namespace

ForecastChart::ForecastChart(Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      chart_(new LineChart(theme, tr("Forecast against truth"), {})),
      view_(new Segments({tr("One window"), tr("All windows"), tr("Next rows"), tr("Closed loop")})),
      place_(new QSlider(Qt::Horizontal)),
      number_(new QSpinBox),
      steps_(new QSpinBox) {
    makeColumn(this, {}, 0, {{chart_, 1}});
    view_->setCompact(true);
    view_->setAccessibleName(tr("What is drawn of the forecasts"));
    steps_->setRange(1, 100000);
    steps_->setSuffix(tr(" rows"));
    steps_->setKeyboardTracking(false);
    steps_->setAccessibleName(tr("Rows to forecast after the last one"));
    place_->setFixedWidth(kSlider);
    number_->setKeyboardTracking(false);
    number_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    number_->setAlignment(Qt::AlignHCenter);
    const QString keys = tr("Left and Right: one on; Page up and Page down: ten; Home and End: the first and the last");
    for (QWidget* widget : std::initializer_list<QWidget*>{place_, number_}) {
        widget->setAccessibleName(tr("Window or step"));
        widget->setToolTip(keys);
        widget->installEventFilter(this);
    }
    chart_->installEventFilter(this);
    chart_->addHeaderWidget(view_);
    chart_->addHeaderWidget(place_);
    addPager(-1);
    chart_->addHeaderWidget(number_);
    addPager(1);
    for (const int key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Home, Qt::Key_End})
        new QShortcut(
            Qt::ALT | static_cast<Qt::Key>(key), this, [this, key] { turn(wayOf(key)); },
            Qt::WidgetWithChildrenShortcut);
    chart_->addHeaderWidget(steps_);
    connect(view_, &Segments::chosen, this, [this] {
        showControls();
        Q_EMIT viewChosen();
    });
    connect(place_, &QSlider::valueChanged, this, [this](int place) {
        const QSignalBlocker quiet(number_);
        number_->setValue(place + 1);
        draw();
    });
    connect(number_, &QSpinBox::valueChanged, this, [this](int number) { place_->setValue(number - 1); });
    connect(steps_, &QSpinBox::valueChanged, this, &ForecastChart::stepsChosen);
    showControls();
}

void ForecastChart::addPager(int by) {
    const auto turn = [this, by] { this->turn(by); };
    auto* button = makeIconButton(
        theme_->icon(by < 0 ? QStringLiteral("chevron-left") : QStringLiteral("chevron-right"), Ink::Muted),
        by < 0 ? tr("Previous window or step (Alt+Left)") : tr("Next window or step (Alt+Right)"), this, turn);
    button->setAutoRepeat(true);
    button->installEventFilter(this);
    chart_->addHeaderWidget(button);
    pagers_.push_back(button);
}

void ForecastChart::turn(int by) {
    const std::int64_t place = std::int64_t{place_->value()} + by;
    place_->setValue(static_cast<int>(std::clamp<std::int64_t>(place, 0, place_->maximum())));
}

/// What has the keyboard of the parts that go through the places takes the same keys, and so does the chart while there
/// are places.
bool ForecastChart::eventFilter(QObject* watched, QEvent* event) {
    const bool isTaken = watched != chart_ || (!known_.empty() && !number_->isHidden());
    if (event->type() == QEvent::KeyPress && isTaken) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isPlain = (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
        if (const int way = isPlain ? wayOf(key->key()) : 0; way != 0) {
            turn(way);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

/// The date of a window goes before it.
bool ForecastChart::hasRoomForSlider() const { return width() > qRound(kSliderFrom * theme_->textScale()); }

void ForecastChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place_->setVisible(!number_->isHidden() && hasRoomForSlider());
}

int ForecastChart::place() const { return place_->value(); }

ForecastChart::View ForecastChart::view() const { return static_cast<View>(std::max(0, view_->current())); }

void ForecastChart::setView(View view) {
    view_->setCurrent(view);
    showControls();
}

int ForecastChart::stepsAhead() const { return steps_->value(); }

void ForecastChart::setStepsAhead(std::int64_t steps) {
    const QSignalBlocker quiet(steps_);
    steps_->setValue(static_cast<int>(std::min<std::int64_t>(steps, steps_->maximum())));
}

void ForecastChart::setSource(const QString& name) { source_ = name; }

void ForecastChart::setEmptyText(const QString& text) {
    emptyText_ = text;
    chart_->setEmptyText(emptyText_);
}

/// Those of the view, at a window in the middle, which has a past to be drawn with.
void ForecastChart::showControls() {
    const bool hasPlaces = view() == OneWindow || view() == AllWindows;
    for (QWidget* widget : pagers_) widget->setVisible(hasPlaces);
    place_->setVisible(hasPlaces && hasRoomForSlider());
    number_->setVisible(hasPlaces);
    steps_->setVisible(view() == NextRows);
    {
        const QSignalBlocker quiet(place_), quietNumber(number_);
        const ForecastSet* set = known_.empty() ? nullptr : known_.front().set;
        const std::int64_t places = !set                  ? 1
                                    : view() == OneWindow ? static_cast<std::int64_t>(set->originRows.size())
                                                          : set->horizon;
        place_->setRange(0, static_cast<int>(std::max<std::int64_t>(places, 1)) - 1);
        place_->setValue(view() == OneWindow ? place_->maximum() / 2 : 0);
        number_->setRange(1, place_->maximum() + 1);
        number_->setPrefix(view() == OneWindow ? tr("window ") : tr("step "));
        number_->setSuffix(tr(" of %1").arg(formatCount(place_->maximum() + 1)));
        number_->setValue(place_->value() + 1);
        number_->setFixedWidth(number_->fontMetrics().horizontalAdvance(number_->prefix() + number_->suffix() +
                                                                        QString::number(number_->maximum())) +
                               kFrame);
    }
    draw();
    chart_->fit();
}

void ForecastChart::setRuns(DrawnRuns known, DrawnRuns next) {
    // The sets from before may be gone by now.
    const auto shape = known.empty() ? std::pair<std::size_t, std::int64_t>()
                                     : std::pair(known.front().set->originRows.size(), known.front().set->horizon);
    const bool isOther = shape != shape_ || next.empty() != next_.empty();
    shape_ = shape;
    known_ = std::move(known);
    next_ = std::move(next);
    // The place that a person went to stays while the windows are the same.
    isOther ? showControls() : draw();
}

void ForecastChart::draw() {
    if (view() == NextRows)
        drawNext();
    else
        drawKnown();
}

QString ForecastChart::unitOf(const DrawnRun& run) const {
    const ForecastSet& set = *run.set;
    const std::string& target = set.targets[run.target];
    const std::string unit = unitBeside(target, set.unit);
    return fromUtf8(target + (unit.empty() ? "" : " (" + unit + ")"));
}

/// "from 2018-03-04 05:00", the first row that is forecast.
QString ForecastChart::startOf(const ForecastSet& set, std::int64_t origin) {
    QString time = fromUtf8(rowTime(set.time, origin + 1));
    if (time.endsWith(QLatin1String(":00"))) time.chop(3);
    return tr("from %1").arg(time.isEmpty() ? tr("row %1").arg(formatCount(origin + 1)) : time);
}

void ForecastChart::setTime(const TimeAxis& axis) {
    const auto time = std::make_shared<const TimeAxis>(axis);
    const auto seconds = rowSeconds(time);
    chart_->setXTimes(seconds, rowTimes(time));
    chart_->setXLabel(seconds ? QString() : tr("row"));
}

void ForecastChart::drawKnown() {
    std::vector<ChartRegion> regions;
    if (known_.empty()) {
        chart_->setTitle(tr("Forecast against truth"), {});
        chart_->setEmptyText(emptyText_);
        chart_->setRegions({});
        chart_->setLines({});
        return;
    }
    const ForecastSet& set = *known_.front().set;
    const Palette& palette = theme_->palette();
    const auto place = static_cast<std::size_t>(place_->value());
    setTime(set.time);
    chart_->setEmptyText(view() == ClosedLoop ? tr("Closed loop needs the target among the inputs.") : emptyText_);
    QString where = tr("each forecast is fed back as input");
    if (view() == OneWindow) where = place < set.originRows.size() ? startOf(set, set.originRows[place]) : QString();
    if (const QString series = view() == OneWindow ? fromUtf8(seriesOfWindow(set, place)) : QString();
        !series.isEmpty() && !where.isEmpty())
        where = tr("%1, %2").arg(series, where);
    if (view() == AllWindows) where.clear();  // the field says the step
    const QString unit = unitOf(known_.front());
    chart_->setTitle(view() == ClosedLoop ? tr("Closed loop") : tr("Forecast against truth"),
                     where.isEmpty() ? unit : tr("%1, %2").arg(unit, where));
    if (view() == OneWindow && place < set.originRows.size()) {
        const auto origin = static_cast<double>(set.originRows[place]);
        regions.push_back({origin, origin + static_cast<double>(set.horizon), palette.raised, tr("forecast begins")});
    }
    chart_->setRegions(std::move(regions));
    chart_->setLines(view() == OneWindow    ? windowLines(known_, place, palette)
                     : view() == AllWindows ? stepLines(known_, place, palette)
                                            : closedLoopLines(known_, palette));
}

void ForecastChart::drawNext() {
    const QString title = tr("The next %1 rows").arg(formatCount(stepsAhead()));
    if (next_.empty()) {
        chart_->setTitle(title, {});
        chart_->setEmptyText(emptyText_);
        chart_->setRegions({});
        chart_->setLines({});
        return;
    }
    const ForecastSet& set = *next_.front().set;
    const auto origin = static_cast<double>(set.future.originRow);
    const auto steps = static_cast<double>(set.future.values.size() / set.targets.size());
    // Where nothing is known of their times the steps are rows.
    setTime(set.future.timeNote.empty() ? set.time : TimeAxis());
    chart_->setTitle(title, tr("%1, after %2").arg(unitOf(next_.front()), source_));
    chart_->setRegions({{origin, origin + steps, theme_->palette().raised, tr("forecast begins")}});
    chart_->setLines(futureLines(next_, theme_->palette()));
}

}  // namespace gatelab
