// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/chart_controls.h"

#include "common/action_properties.h"
#include "common/texts.h"
#include "device/switch_machine.h"
#include "models/chart_table.h"
#include "pages/train/chart_menu.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "widgets/layouts.h"
#include "widgets/segments.h"
#include "widgets/smoothing_box.h"

#include <QToolButton>

#include <algorithm>
#include <array>
#include <string_view>

namespace gatelab {

ChartControls::ChartControls(Theme& theme, ExperimentModel& experiment, RunController& runs, Preferences& preferences,
                             QWidget* parent)
    : QWidget(parent),
      experiment_(&experiment),
      runs_(&runs),
      axis_(new Segments({tr("Step", "horizontal axis"), tr("Epoch"), tr("Seconds")})),
      smoothing_(new SmoothingBox),
      more_(new QToolButton),
      menu_(new ChartMenu(
          preferences, [this] { return PopoverAnchor(more_); }, this)) {
    makeRow(this, {}, 12, {smoothing_, axis_});
    axis_->setCompact(true);
    axis_->setAccessibleName(tr("Horizontal axis"));
    named(more_, tr("More charts"));
    more_->setIcon(theme.icon(QStringLiteral("plus"), Ink::Muted));
    more_->setProperty("compact", true);
    more_->setPopupMode(QToolButton::InstantPopup);
    more_->setMenu(menu_);
    menu_->menuAction()->setProperty(kInMenuBar, true);
    menu_->setObstacle([this](const ChartRow& row) { return chartObstacle(row); });
    connect(axis_, &Segments::chosen, this, [this](int index) { Q_EMIT axisChosen(static_cast<XAxis>(index)); });
}

QString ChartControls::chartObstacle(const ChartRow& row) const {
    const auto run = runs_->current();
    if (run && std::ranges::any_of(
                   row.curves, [&](const ChartCurve& curve) { return run->metrics.series(curve.metric).size() > 0; }))
        return {};
    constexpr std::array kOfGpu = {"temperature", "power", "clock"};
    const bool isOfGpu = std::ranges::find(kOfGpu, std::string_view(row.key)) != kOfGpu.end();
    if (isOfGpu && runs_->engine() && !trainingGpu(runs_->engine()->info(), "auto")) return translated(row.absent);
    const Text why = gatelab::chartObstacle(row, shownConfig());
    return why.isEmpty() ? QString() : translated(why);
}

const ExperimentConfig& ChartControls::shownConfig() const {
    const auto run = runs_->current();
    return run ? *run->summary.config : experiment_->config();
}

void ChartControls::setAxis(XAxis axis) { axis_->setCurrent(static_cast<int>(axis)); }

void ChartControls::fit(int width) {
    const int others = axis_->sizeHint().width() + layout()->spacing();
    for (int level = 0; level < 3; ++level) {
        smoothing_->showParts(level < 1, level < 2);
        if (smoothing_->sizeHint().width() + others <= width) return;
    }
}

}  // namespace gatelab
