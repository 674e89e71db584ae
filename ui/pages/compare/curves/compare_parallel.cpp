// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/curves/compare_parallel.h"

#include "common/preferences.h"
#include "common/texts.h"
#include "models/run_relation.h"
#include "pages/compare/runs/column_menu.h"
#include "pages/compare/runs/comparable_runs.h"
#include "verdict/run_groups.h"
#include "widgets/button.h"
#include "widgets/card.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr std::size_t kMaxAxes = 7;
const QString kAxes = QStringLiteral("compare/parallel");

/// Positive values that span more than two decades, as learning rates do.
bool spansDecades(const std::vector<double>& values) {
    double low = HUGE_VAL, high = 0;
    for (const double value : values) {
        if (std::isnan(value)) continue;
        if (!(value > 0)) return false;
        low = std::min(low, value), high = std::max(high, value);
    }
    return high > 100 * low;
}

}  // namespace

QStringList differingSettings(const RunColumns& columns, const std::vector<const RunSummary*>& runs, std::size_t most) {
    QStringList keys;
    for (const RunColumn& column : columns.all()) {
        if (column.group != RunColumn::Group::Settings || runs.empty() || static_cast<std::size_t>(keys.size()) >= most)
            continue;
        const Field* field = findField(column.key.toStdString());
        if (!field || isFree(*field)) continue;
        const FieldValue first = fieldValue(runs.front()->config, *field);  // not as text: there may be ten thousand
        if (std::ranges::any_of(runs, [&](const RunSummary* run) { return fieldValue(run->config, *field) != first; }))
            keys << column.key;
    }
    return keys;
}

QStringList scoreAxes(const RunColumns& columns, const std::vector<const RunSummary*>& runs) {
    QStringList keys{QStringLiteral("best_validation")};
    const auto isKnown = [&](const RunColumn& column) {
        return column.group == RunColumn::Group::Figures && column.key.startsWith(QLatin1String("test_")) &&
               column.number &&
               std::ranges::any_of(runs, [&](const RunSummary* run) { return std::isfinite(column.number(*run)); });
    };
    if (const auto score = std::ranges::find_if(columns.all(), isKnown); score != columns.all().end())
        keys << score->key;
    return keys;
}

CompareParallel::CompareParallel(Theme& theme, Preferences& preferences, const RunColumns& columns, QWidget* parent)
    : CompareView(parent),
      theme_(&theme),
      preferences_(&preferences),
      columns_(&columns),
      comparable_(new ComparableRuns(preferences)),
      plot_(new ParallelPlot(theme)),
      count_(makeLabel({}, "unit")),
      tick_(makeButton({}, tr("Tick these runs"), this, [this] { Q_EMIT tickRequested(plot_->inside()); })),
      clear_(makeButton({}, tr("Clear ranges"), plot_, &ParallelPlot::clearBrushes)),
      menu_(new ColumnMenu(
          columns, [this] { return this->axes(); }, tr("Settings that differ, and scores"), this)) {
    auto* card = new Card(tr("Parallel coordinates"), tr("drag along an axis to choose a range"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(comparable_);
    column->addWidget(card, 1);
    connect(comparable_, &ComparableRuns::changed, this, &CompareParallel::rebuild);
    auto* axes = new QPushButton(theme.icon(QStringLiteral("sliders")), tr("Axes"));
    axes->setMenu(menu_);
    setStyleProperty(axes, "menu", true);
    card->addHeaderWidget(count_);
    auto* save = new QPushButton(theme.icon(QStringLiteral("export")), tr("Save as"));
    save->setMenu(plot_->exportMenu());
    setStyleProperty(save, "menu", true);
    for (QPushButton* button : {tick_, clear_, axes, save}) {
        button->setProperty("compact", true);
        card->addHeaderWidget(button);
    }
    card->body()->addWidget(plot_, 1);
    plot_->setAccessibleName(tr("Parallel coordinates"));
    const auto show = [this](const QStringList& keys) {
        preferences_->setWindow(kAxes, keys);
        rebuild();
    };
    connect(menu_, &ColumnMenu::turned, this, [this, show](const QString& key, bool on) {
        QStringList keys = this->axes();
        if (on)
            keys << key;
        else
            keys.removeAll(key);
        show(keys);
    });
    connect(menu_, &ColumnMenu::usualRequested, this, [show] { show({}); });
    connect(plot_, &ParallelPlot::brushed, this, &CompareParallel::showCount);
    connect(plot_, &ParallelPlot::pointed, plot_, &ParallelPlot::setHighlight);
    connect(plot_, &ParallelPlot::picked, this, &CompareView::picked);
    showCount();
}

QStringList CompareParallel::axes() const {
    QStringList keys;
    for (const QString& key : preferences_->window(kAxes).toStringList())
        if (columns_->find(key)) keys << key;
    return keys.isEmpty() ? usual_ : keys;
}

void CompareParallel::setListed(ListedRuns runs) {
    listed_ = std::move(runs);
    rebuild();
}

void CompareParallel::rebuild() {
    const std::vector<const RunSummary*> runs = comparable_->shown(listed_(), base_);
    usual_ = differingSettings(*columns_, runs, kMaxAxes) + scoreAxes(*columns_, runs);
    listedCount_ = static_cast<qsizetype>(runs.size());
    std::vector<ParallelAxis> axes;
    std::vector<ParallelLine> lines(runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i)
        lines[i].key = fromUtf8(runs[i]->id), lines[i].colour = theme_->runColour(runs[i]->colour);
    // One run leaves every axis without a range.
    const bool enough = runs.size() > 1;
    for (const QString& key : enough ? this->axes() : QStringList()) {
        const RunColumn& column = *columns_->find(key);
        const ColumnValues values = columnValues(column, runs);
        axes.push_back({column.label, values.categories, spansDecades(values.values), column.isCount(),
                        column.group == RunColumn::Group::Settings});
        for (std::size_t i = 0; i < runs.size(); ++i) lines[i].values.push_back(values.values[i]);
    }
    plot_->setEmptyText(runs.empty() ? tr("Runs that the table lists appear here.")
                                     : tr("Two runs that can be compared are needed; there is one. Train again with "
                                          "another setting, or list more runs in the table."));
    plot_->setContent(std::move(axes), std::move(lines));
    count_->setVisible(enough);
    showCount();
}

void CompareParallel::showCount() {
    const auto inside = plot_->inside().size(), all = listedCount_;
    count_->setText(inside == all ? tr("%1 runs").arg(formatCount(all))
                                  : tr("%1 of %2 runs").arg(formatCount(inside), formatCount(all)));
    tick_->setEnabled(inside > 0 && inside < all);
    clear_->setEnabled(inside < all);
}

}  // namespace gatelab
