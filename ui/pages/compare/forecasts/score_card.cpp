// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/forecasts/score_card.h"

#include "common/theme.h"
#include "models/quantile_model.h"
#include "models/run_figures.h"
#include "run/heldout_scores.h"
#include "widgets/segments.h"
#include "widgets/tables/table_style.h"

#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

/// The run, the best baseline and another.
constexpr int kMinRows = 3;

QTableView* makeTable(QAbstractItemModel* model, const QString& name) {
    auto* table = new QTableView;
    table->setModel(model);
    styleTable(*table);
    table->horizontalHeader()->setStretchLastSection(false);  // numbers stay beside the others of their row
    table->setAccessibleName(name);
    return table;
}

}  // namespace

ScoreCard::ScoreCard(QWidget* parent)
    : Card(tr("Test part"), tr("errors beside the baselines"), parent),
      model_(new ScoreModel(this)),
      quantiles_(new QuantileModel(this)),
      what_(new Segments({tr("Methods"), tr("Quantiles")})),
      scale_(new Segments({tr("Original"), tr("Standardised")})),
      stack_(new QStackedWidget),
      table_(makeTable(model_, tr("Scores on the test part"))),
      quantileTable_(makeTable(quantiles_, tr("Quantiles on the test part"))),
      interval_(makeLabel({}, "note")) {
    setBodyPadding(0);
    for (Segments* segments : {what_, scale_}) {
        segments->setCompact(true);
        addHeaderWidget(segments);
    }
    auto* second = new QWidget;
    auto* column = new QVBoxLayout(second);
    column->setContentsMargins(0, 8, 0, 0);
    interval_->setWordWrap(true);
    interval_->setContentsMargins(12, 0, 12, 0);
    column->addWidget(interval_);
    column->addWidget(quantileTable_, 1);
    stack_->addWidget(table_);
    stack_->addWidget(second);
    body()->addWidget(stack_);
    connect(table_->horizontalScrollBar(), &QScrollBar::rangeChanged, this, [this] { updateGeometry(); });
    connect(what_, &Segments::chosen, stack_, &QStackedWidget::setCurrentIndex);
    connect(scale_, &Segments::chosen, this, [this] {
        fill();
        Q_EMIT scaleChanged();
    });
    fill();
}

void ScoreCard::setScores(const std::vector<TestScore>& scores, const std::string& unit) {
    all_ = scores;
    unit_ = unit;
    // Tasks with sequences have one scale.
    const bool both = std::ranges::any_of(all_, [](const TestScore& score) { return score.scale == "standardised"; });
    scale_->setVisible(both || all_.empty());
    if (!both) scale_->setCurrent(0);
    model_->setScores(all_);
    fill();
}

void ScoreCard::fill() {
    const std::string scale = scale_->current() == 1 ? "standardised" : "original";
    model_->setScale(scale);
    const bool errors = std::ranges::any_of(
        all_, [](const TestScore& score) { return findScore(score.metric) && !findScore(score.metric)->isShare; });
    setTitle(tr("Test part"),
             errors ? tr("errors beside the baselines, %1").arg(scaleName(scale, unit_)) : tr("beside the baselines"));
    std::vector<QuantileScore> quantiles = quantileScores(all_, "model", scale);
    what_->setVisible(!quantiles.empty());
    if (quantiles.empty()) {
        what_->setCurrent(0);
        stack_->setCurrentIndex(0);
    }
    quantiles_->setScores(std::move(quantiles));
    const double nominal = model_->value("model", "coverage_nominal"), coverage = model_->value("model", "coverage");
    interval_->setVisible(std::isfinite(nominal));
    QString text = tr("The interval of %1 % held %2 % of the truths; its mean width is %3.")
                       .arg(formatNumber(100 * nominal, 3), formatNumber(100 * coverage, 3),
                            formatNumber(model_->value("model", "width")));
    if (const double crossed = model_->value("model", "crossed"); crossed > 0)
        text += QLatin1Char(' ') + tr("In %1 % of the forecasts quantiles crossed; they are put in order.")
                                       .arg(formatNumber(100 * crossed, 2));
    interval_->setText(text);
    for (QTableView* table : {table_, quantileTable_})
        if (table->model()->columnCount() > 1)
            table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    stack_->setMinimumHeight(heightOf(kMinRows));
    updateGeometry();
}

int ScoreCard::heightOf(int rows) const {
    const QScrollBar* across = table_->horizontalScrollBar();
    const int bar = across->maximum() > 0 ? across->sizeHint().height() : 0;
    return table_->horizontalHeader()->sizeHint().height() + rows * table_->verticalHeader()->defaultSectionSize() +
           bar + 2 * table_->frameWidth();
}

QSize ScoreCard::sizeHint() const {
    QSize hint = Card::sizeHint();
    hint.rheight() += heightOf(std::max(model_->rowCount(), kMinRows)) - stack_->sizeHint().height();
    return hint;
}

}  // namespace gatelab
