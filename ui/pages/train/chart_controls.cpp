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

#include <QPushButton>

#include <algorithm>
#include <array>
#include <string_view>

namespace gatelab {

ChartControls::ChartControls(Theme& theme, ExperimentModel& experiment, RunController& runs, Preferences& preferences,
                             QWidget* parent)
    : QWidget(parent),
      experiment_(&experiment),
      runs_(&runs),
      smoothing_(new SmoothingBox),
      axis_(new Segments({tr("Step", "horizontal axis"), tr("Epoch"), tr("Seconds")})),
      charts_(named(new QPushButton(theme.icon(QStringLiteral("plus")), tr("Chart")), tr("Chart"),
                    tr("Which charts are shown"))),
      menu_(new ChartMenu(
          preferences, [this] { return PopoverAnchor(charts_); }, this)) {
    makeRow(this, {}, 8, {smoothing_, axis_, charts_});
    axis_->setCompact(true);
    axis_->setAccessibleName(tr("Horizontal axis"));
    charts_->setProperty("compact", true);
    charts_->setMenu(menu_);
    menu_->menuAction()->setProperty(kInMenuBar, true);
    menu_->setObstacle([this](const ChartRow& row) { return chartObstacle(row); });
    menu_->setConfig([this] { return shownConfig(); });
    setStyleProperty(charts_, "menu", true);
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

QWidget* ChartControls::chartsButton() const { return charts_; }

void ChartControls::setAxis(XAxis axis) { axis_->setCurrent(static_cast<int>(axis)); }

}  // namespace gatelab
