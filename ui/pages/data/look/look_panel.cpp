// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/look/look_panel.h"

#include "common/theme.h"
#include "pages/data/look/costly_insights.h"
#include "pages/data/look/insight_list.h"
#include "pages/data/look/series_look.h"
#include "runs/experiment_model.h"

#include <utility>

namespace gatelab {

LookPanel::LookPanel(Theme& theme, ExperimentModel& experiment, SeriesLook& look, QWidget* parent)
    : QWidget(parent), theme_(theme), experiment_(experiment), look_(look), insights_(new InsightList(theme, this)) {
    connect(&look, &SeriesLook::changed, this, &LookPanel::refresh);
    connect(&theme, &Theme::changed, this, &LookPanel::refresh);
    connect(&experiment, &ExperimentModel::configChanged, this, &LookPanel::say);
}

void LookPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (isStale_) refresh();
}

void LookPanel::refresh() {
    isStale_ = !isVisible();
    if (isStale_) return;
    draw(look_.series() && look_.series()->rows() > 0 ? tr("Looking at the column.") : tr("The series has no row."));
    say();
}

void LookPanel::say() {
    isStale_ = !isVisible();
    if (isStale_) return;
    Insights insights = look_.values() ? tell(experiment_.config()) : Insights{};
    withholdCostly(experiment_.plan(), insights);
    insights_->setInsights(std::move(insights));
}

}  // namespace gatelab
