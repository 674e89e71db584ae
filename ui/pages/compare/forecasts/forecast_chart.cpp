// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/forecasts/forecast_chart.h"

#include "charts/line_chart.h"
#include "common/texts.h"
#include "pages/data/row_format.h"
#include "widgets/button.h"
#include "widgets/layouts.h"
#include "widgets/segments.h"

#include <QShortcut>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>

#include <algorithm>
#include <memory>
#include <utility>

namespace gatelab {

ForecastChart::ForecastChart(Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      chart_(new LineChart(theme, tr("Forecast against truth"), {})),
      view_(new Segments({tr("One window"), tr("All windows"), tr("Next rows"), tr("Closed loop")})),
      place_(new QSlider(Qt::Horizontal)),
      steps_(new QSpinBox) {
    makeColumn(this, {}, 0, {{chart_, 1}});
    view_->setCompact(true);
    view_->setAccessibleName(tr("What is drawn of the forecasts"));
    steps_->setRange(1, 100000);
    steps_->setSuffix(tr(" rows"));
    steps_->setKeyboardTracking(false);
    steps_->setAccessibleName(tr("Rows to forecast after the last one"));
    place_->setFixedWidth(140);
    place_->setAccessibleName(tr("Window or step"));
    chart_->addHeaderWidget(view_);
    addPager(-1);
    chart_->addHeaderWidget(place_);
    addPager(1);
    chart_->addHeaderWidget(steps_);
    connect(view_, &Segments::chosen, this, [this] {
        showControls();
        Q_EMIT viewChosen();
    });
    connect(place_, &QSlider::valueChanged, this, &ForecastChart::draw);
    connect(steps_, &QSpinBox::valueChanged, this, &ForecastChart::stepsChosen);
    showControls();
}

void ForecastChart::addPager(int by) {
    const auto turn = [this, by] { place_->setValue(place_->value() + by); };
    auto* button = makeIconButton(
        theme_->icon(by < 0 ? QStringLiteral("chevron-left") : QStringLiteral("chevron-right"), Ink::Muted),
        by < 0 ? tr("Previous window or step (Alt+Left)") : tr("Next window or step (Alt+Right)"), this, turn);
    button->setAutoRepeat(true);
    new QShortcut(Qt::ALT | (by < 0 ? Qt::Key_Left : Qt::Key_Right), this, turn, Qt::WidgetWithChildrenShortcut);
    chart_->addHeaderWidget(button);
    pagers_.push_back(button);
}

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
    place_->setVisible(hasPlaces);
    steps_->setVisible(view() == NextRows);
    {
        const QSignalBlocker quiet(place_);
        const ForecastSet* set = known_.empty() ? nullptr : known_.front().set;
        const std::int64_t places = !set                  ? 1
                                    : view() == OneWindow ? static_cast<std::int64_t>(set->originRows.size())
                                                          : set->horizon;
        place_->setRange(0, static_cast<int>(std::max<std::int64_t>(places, 1)) - 1);
        place_->setValue(view() == OneWindow ? place_->maximum() / 2 : 0);
    }
    draw();
    chart_->fit();
}

void ForecastChart::setRuns(DrawnRuns known, DrawnRuns next) {
    const auto shape = [](const DrawnRuns& runs) {
        return runs.empty() ? std::pair<std::size_t, std::int64_t>()
                            : std::pair(runs.front().set->originRows.size(), runs.front().set->horizon);
    };
    const bool isOther = shape(known) != shape(known_) || next.empty() != next_.empty();
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
    return fromUtf8(set.targets[run.target] + (set.unit.empty() ? "" : " (" + set.unit + ")"));
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
    if (view() == OneWindow)
        where =
            tr("window %1 of %2")
                .arg(formatCount(place_->value() + 1), formatCount(static_cast<std::int64_t>(set.originRows.size())));
    if (view() == AllWindows) where = tr("%1 of %2 steps ahead").arg(place_->value() + 1).arg(set.horizon);
    chart_->setTitle(view() == ClosedLoop ? tr("Closed loop") : tr("Forecast against truth"),
                     tr("%1, %2").arg(unitOf(known_.front()), where));
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
    setTime(set.time);
    chart_->setTitle(title, tr("%1, after %2").arg(unitOf(next_.front()), source_));
    chart_->setRegions({{origin, origin + steps, theme_->palette().raised, tr("forecast begins")}});
    chart_->setLines(futureLines(next_, theme_->palette()));
}

}  // namespace gatelab
