// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/look/look_views.h"

#include "charts/series/series_view.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "pages/data/look/distribution_panel.h"
#include "pages/data/look/insight_list.h"
#include "pages/data/look/relations_panel.h"
#include "pages/data/look/seasons_panel.h"
#include "pages/data/look/series_look.h"
#include "runs/column_uses.h"
#include "runs/experiment_model.h"

#include <QComboBox>

#include <algorithm>
#include <cmath>

namespace gatelab {

LookViews::LookViews(Theme& theme, ExperimentModel& experiment, SeriesView& view, QObject* parent)
    : QObject(parent),
      experiment_(experiment),
      view_(view),
      look_(new SeriesLook(this)),
      column_(new QComboBox),
      distribution_(new DistributionPanel(theme, experiment, *look_)),
      seasons_(new SeasonsPanel(theme, experiment, *look_)),
      relations_(new RelationsPanel(theme, experiment, *look_)) {
    column_->setAccessibleName(tr("Column to look at"));
    column_->setProperty("compact", true);
    connect(column_, &QComboBox::activated, this,
            [this](int index) { look_->setChannel(static_cast<std::size_t>(index)); });
    for (InsightList* list : {&distribution_->insights(), &seasons_->insights(), &relations_->insights()})
        connect(list, &InsightList::asked, this, [this](const Insight& insight) {
            experiment_.replace(afterAction(experiment_.config(), insight), translated(insight.action));
        });
    connect(&view, &SeriesView::rangeChanged, this, &LookViews::showVisible);
    connect(look_, &SeriesLook::changed, this, &LookViews::showVisible);
    connect(look_, &SeriesLook::changed, this, [this] { Q_EMIT progressed(1); });
    connect(&look_->job(), &BackgroundJob::progressed, this, [this](double share) {
        if (!look_->values()) Q_EMIT progressed(share);
    });
}

std::array<QWidget*, 3> LookViews::pages() const { return {distribution_, seasons_, relations_}; }

void LookViews::takeSeries() {
    column_->clear();
    const SeriesPtr& series = view_.series();
    if (!series) return look_->setSeries(nullptr, {});
    for (const Channel& channel : series->channels) column_->addItem(fromUtf8(channel.name));
    const auto uses = columnUses(*series, experiment_.config());
    const auto target = std::ranges::find_if(uses, &ColumnUse::target);
    const auto first = target == uses.end() ? 0 : target - uses.begin();
    look_->setSeries(series, view_.split());
    look_->setChannel(static_cast<std::size_t>(first));
    column_->setCurrentIndex(static_cast<int>(first));
}

void LookViews::takeSplit() {
    if (look_->series()) look_->setSeries(view_.series(), view_.split());
}

void LookViews::setShown(int view) {
    shown_ = view;
    column_->setVisible(view >= 0 && column_->count() > 1);
    look_->want(view >= 0);
    if (view < 0) Q_EMIT progressed(1);
    showVisible();
}

void LookViews::showVisible() {
    if (shown_ != Distribution || !view_.series()) return;
    distribution_->setVisibleRows({view_.rowAt(view_.low()), view_.rowAt(std::nextafter(view_.high(), HUGE_VAL))});
}

}  // namespace gatelab
