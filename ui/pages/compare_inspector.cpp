// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare_inspector.h"

#include "config/config_io.h"
#include "models/run_table_model.h"
#include "run_controller.h"
#include "texts.h"
#include "widgets/card.h"
#include "widgets/key_values.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

/// Most bars that the column holds without scrolling.
constexpr std::size_t kMostBars = 10;

/// Settings that decide what is computed, without names and seed.
int settingsBetween(const ExperimentConfig& a, const ExperimentConfig& b) {
    const std::vector<std::string> keys = differingKeys(a, b);
    return static_cast<int>(std::count_if(keys.begin(), keys.end(), [](const std::string& key) { return key != "name" && key != "notes" && key != "seed"; }));
}

/// What keeps two single runs from being a verdict.
QString cautionFor(const RunSummary& first, const RunSummary& second, int settings) {
    for (const RunSummary* run : {&first, &second})
        if (run->state != RunState::Finished) return CompareInspector::tr("%1 did not run to its end: its best value may still have come down.").arg(fromUtf8(run->name));
    if (settings > 0) return CompareInspector::tr("One run of each: another seed may turn the order around. Several seeds of both would tell.");
    if (first.config.seed != second.config.seed) return CompareInspector::tr("The settings are equal: this is the difference that the seed alone makes.");
    return CompareInspector::tr("Settings and seed are equal: only the machine or the version can make a difference.");
}

}  // namespace

CompareInspector::CompareInspector(Theme& theme, RunController& runs, QWidget* parent)
    : QWidget(parent), theme_(&theme), runs_(&runs), verdict_(makeLabel({}, "figure")), text_(new QLabel), caution_(makeLabel({}, "note")),
      bars_(new BarList(theme)), facts_(new KeyValueList), repeat_(new QPushButton(theme.icon(QStringLiteral("dice")), tr("Repeat with another seed"))) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 12);
    column->setSpacing(8);
    for (QLabel* label : {verdict_, text_, caution_}) label->setWordWrap(true);
    column->addWidget(verdict_);
    column->addWidget(text_);
    column->addWidget(bars_);
    column->addWidget(makeLine());
    column->addWidget(facts_);
    column->addWidget(caution_);
    column->addWidget(repeat_, 0, Qt::AlignLeft);
    column->addStretch();
    connect(repeat_, &QPushButton::clicked, this, [this] { Q_EMIT repeatWanted(best_); });
    connect(runs_, &RunController::runsChanged, this, &CompareInspector::refresh);
    refresh();
}

void CompareInspector::setRuns(const QStringList& ids) {
    ids_ = ids;
    refresh();
}

void CompareInspector::showRuns() {
    forecast_ = false;
    refresh();
}

void CompareInspector::showForecast(const QString& verdict, std::vector<BarList::Row> bars) {
    forecast_ = true;
    for (QWidget* widget : std::initializer_list<QWidget*>{facts_, caution_, repeat_}) widget->hide();
    verdict_->setText(bars.empty() ? tr("No scores yet") : tr("Test error, MSE"));
    text_->setText(verdict);
    bars_->setVisible(!bars.empty());
    bars_->setRows(std::move(bars));
}

void CompareInspector::refresh() {
    if (forecast_) return;
    std::vector<const RunSummary*> runs;
    for (const QString& id : ids_)
        if (const RunSummary* run = runs_->findRun(id); run && run->bestEpoch >= 0 && std::isfinite(run->bestValidation)) runs.push_back(run);
    std::stable_sort(runs.begin(), runs.end(), [](const RunSummary* a, const RunSummary* b) { return a->bestValidation < b->bestValidation; });
    const bool some = runs.size() >= 2;
    bars_->setVisible(!runs.empty());
    facts_->setVisible(some);
    caution_->setVisible(some);
    repeat_->setVisible(!runs.empty());
    best_ = runs.empty() ? QString() : fromUtf8(runs.front()->id);
    std::vector<BarList::Row> rows;
    for (std::size_t i = 0; i < std::min(runs.size(), kMostBars); ++i) rows.push_back({fromUtf8(runs[i]->name), runs[i]->bestValidation, theme_->runColour(runs[i]->colour), {}});
    bars_->setRows(std::move(rows));
    if (!some) {
        verdict_->setText(tr("Nothing to compare"));
        text_->setText(runs.empty() ? tr("Tick two runs or more in the table.") : tr("Two runs are needed; one is ticked."));
        return;
    }
    const RunSummary &first = *runs[0], &second = *runs[1];
    const double percent = 100 * (second.bestValidation - first.bestValidation) / std::abs(second.bestValidation);
    const int settings = settingsBetween(first.config, second.config);
    verdict_->setText(tr("Cannot tell"));
    text_->setText(tr("%1 has the lowest validation loss, %2 % below %3.").arg(fromUtf8(first.name), formatNumber(percent, 2), fromUtf8(second.name)));
    facts_->setRows({{tr("Settings between the two"), formatCount(settings)},
                     {tr("Seeds of each"), tr("one")},
                     {tr("Time"), tr("%1 against %2").arg(formatDuration(first.seconds), formatDuration(second.seconds))}});
    caution_->setText(cautionFor(first, second, settings));
}

}  // namespace gatelab
