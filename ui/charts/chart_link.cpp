// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_link.h"

#include "charts/line_chart.h"

#include <QScopedValueRollback>
#include <algorithm>
#include <cmath>

namespace gatelab {

template <class Action>
void ChartLink::notify(const LineChart* from, const Action& action) {
    const QScopedValueRollback<bool> deaf(telling_, true);
    for (LineChart* chart : charts_)
        if (chart != from) action(chart);
}

void ChartLink::add(LineChart* chart) {
    charts_.push_back(chart);
    connect(chart, &QObject::destroyed, this, [this, chart] { std::erase(charts_, chart); });
    connect(chart, &LineChart::cursorMoved, this,
            [this, chart](double x) { notify(chart, [x](LineChart* other) { other->setCursor(x); }); });
    connect(chart, &LineChart::pinMoved, this, [this, chart](double x) {
        pin_ = x;
        notify(chart, [x](LineChart* other) { other->setPin(x); });
    });
    const auto viewed = [this, chart](std::optional<std::pair<double, double>> view) {
        if (telling_) return;
        view_ = view;
        if (viewsLinked_) notify(chart, [this](LineChart* other) { showView(other); });
    };
    connect(chart, &LineChart::viewChanged, this, [viewed](double low, double high) { viewed(std::pair(low, high)); });
    connect(chart, &LineChart::fitted, this, [viewed] { viewed({}); });
    connect(chart, &LineChart::ownLeftChanged, this, &ChartLink::shareLeft);
    chart->setPin(pin_);
    const QScopedValueRollback<bool> deaf(telling_, true);
    if (viewsLinked_ && view_) showView(chart);
}

void ChartLink::shareLeft() const {
    double widest = 0;
    for (const LineChart* chart : charts_)
        if (!chart->isHidden()) widest = std::max(widest, chart->ownLeft());
    for (LineChart* chart : charts_) chart->setSharedLeft(widest);
}

void ChartLink::showView(LineChart* chart) const {
    if (view_)
        chart->setXView(view_->first, view_->second);
    else
        chart->fitX();
}

void ChartLink::setViewsLinked(bool on) {
    if (on == viewsLinked_) return;
    viewsLinked_ = on;
    if (on) notify(nullptr, [this](LineChart* chart) { showView(chart); });
}

void ChartLink::reset() {
    pin_ = std::nan("");
    view_.reset();
    notify(nullptr, [](LineChart* chart) {
        chart->setCursor(std::nan(""));  // a place on the axis as it was
        chart->setPin(std::nan(""));
        chart->fit();
    });
}

}  // namespace gatelab
