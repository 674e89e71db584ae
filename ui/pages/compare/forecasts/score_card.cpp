// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/forecasts/score_card.h"

#include "common/texts.h"
#include "common/theme.h"
#include "models/quantile_model.h"
#include "models/run_figures.h"
#include "models/series_score_model.h"
#include "run/heldout_scores.h"
#include "widgets/segments.h"
#include "widgets/tables/table_style.h"

#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

/// The run, the best baseline and another.
constexpr int kMinRows = 3;
/// Of the table of series, which scrolls.
constexpr int kSeriesRows = 12;

QTableView* makeTable(QAbstractItemModel* model, const QString& name) {
    auto* table = new QTableView;
    table->setModel(model);
    styleTable(*table);
    table->horizontalHeader()->setStretchLastSection(false);  // numbers stay beside the others of their row
    table->setAccessibleName(name);
    return table;
}

/// Where 99 of 100 of these sizes lie below; 0: there is none.
double reachOf(std::vector<double> sizes) {
    std::erase_if(sizes, [](double size) { return !std::isfinite(size); });
    if (sizes.empty()) return 0;
    const auto at = sizes.begin() + static_cast<std::ptrdiff_t>((sizes.size() - 1) * 99 / 100);
    std::ranges::nth_element(sizes, at);
    return *at;
}

/// Mean and histogram over -reach to reach; what lies beyond stands in the outer bins.
MethodResiduals residualsOf(const std::string& method, const QColor& colour, const std::vector<double>& values,
                            double reach) {
    constexpr int kBins = 41;
    MethodResiduals made{method, colour, 0, std::vector<double>(kBins)};
    double sum = 0, count = 0;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        sum += value, count += 1;
        const double place = (std::clamp(value, -reach, reach) + reach) / (2 * reach) * kBins;
        made.counts[static_cast<std::size_t>(std::min(place, kBins - 1.0))] += 1;
    }
    made.mean = count > 0 ? sum / count : NAN;
    return made;
}

/// Counts of residuals as bars about a line at zero.
class ResidualDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const QVariantList counts = index.data(ScoreModel::CountsRole).toList();
        double most = 0;
        for (const QVariant& count : counts) most = std::max(most, count.toDouble());
        if (!(most > 0)) return;
        const QRectF room = QRectF(option.rect).adjusted(12, 3, -12, -3);
        const double width = room.width() / static_cast<double>(counts.size());
        const QColor colour = index.data(ScoreModel::ColourRole).value<QColor>();
        for (qsizetype i = 0; i < counts.size(); ++i) {
            const double high = counts[i].toDouble() / most * room.height();
            painter->fillRect(QRectF(room.left() + static_cast<double>(i) * width, room.bottom() - high, width, high),
                              colour);
        }
        painter->fillRect(QRectF(room.center().x() - 0.5, room.top(), 1, room.height()),
                          option.palette.color(QPalette::Text));
    }
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        constexpr int kWidth = 140;
        return QStyledItemDelegate::sizeHint(option, index).expandedTo({kWidth, 0});
    }
};

}  // namespace

ScoreCard::ScoreCard(QWidget* parent)
    : Card(tr("Test part"), tr("errors beside the baselines"), parent),
      model_(new ScoreModel(this)),
      quantiles_(new QuantileModel(this)),
      series_(new SeriesScoreModel(this)),
      what_(new Segments),
      scale_(new Segments({tr("Original"), tr("Standardised")})),
      stack_(new QStackedWidget),
      table_(makeTable(model_, tr("Scores on the test part"))),
      quantileTable_(makeTable(quantiles_, tr("Quantiles on the test part"))),
      seriesTable_(makeTable(series_, tr("Scores of each series"))),
      interval_(makeLabel({}, "note")),
      verdict_(makeLabel({}, "note")),
      residuals_(new ResidualDelegate(this)) {
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
    stack_->addWidget(makeSeriesPage());
    body()->addWidget(stack_);
    connect(table_->horizontalScrollBar(), &QScrollBar::rangeChanged, this, [this] { updateGeometry(); });
    connect(what_, &Segments::chosen, this, [this](int segment) {
        choosePage(pages_[static_cast<std::size_t>(segment)]);
        updateGeometry();
    });
    connect(scale_, &Segments::chosen, this, [this] {
        fill();
        Q_EMIT scaleChanged();
    });
    fill();
}

QWidget* ScoreCard::makeSeriesPage() {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 8, 0, 0);
    verdict_->setWordWrap(true);
    verdict_->setContentsMargins(12, 0, 12, 0);
    column->addWidget(verdict_);
    column->addWidget(seriesTable_, 1);
    seriesTable_->setSelectionMode(QAbstractItemView::SingleSelection);
    seriesTable_->setToolTip(tr("A row shows the forecast of its series; a head sorts"));
    seriesTable_->horizontalHeader()->setSortIndicator(series_->sortColumn(), series_->sortOrder());
    seriesTable_->setSortingEnabled(true);
    connect(series_, &QAbstractItemModel::modelReset, this, [this] { chooseSeries(chosen_); });
    connect(seriesTable_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) {
                if (isChoosing_ || !row.isValid()) return;
                chosen_ = series_->series()[static_cast<std::size_t>(row.row())].name;
                Q_EMIT seriesChosen(fromUtf8(chosen_));
            });
    return page;
}

void ScoreCard::setSeries(std::vector<SeriesScore> series) {
    verdict_->setText(translated(seriesVerdict(series)));
    series_->setSeries(std::move(series));
    fillPages();
    if (series_->rowCount() > 0) fitToContents(*seriesTable_);
    updateGeometry();
}

void ScoreCard::chooseSeries(const std::string& name) {
    chosen_ = name;
    const QScopedValueRollback quiet(isChoosing_, true);
    const int row = name.empty() ? -1 : series_->rowOf(name);
    if (row < 0) {
        seriesTable_->selectionModel()->clear();
    } else {
        seriesTable_->selectRow(row);
        seriesTable_->setCurrentIndex(series_->index(row, 0));
    }
}

void ScoreCard::choosePage(Page page) { stack_->setCurrentIndex(page); }

/// What there is to be chosen; what is gone gives way to the methods.
void ScoreCard::fillPages() {
    std::vector<Page> pages{Methods};
    if (quantiles_->rowCount() > 0) pages.push_back(Quantiles);
    if (series_->rowCount() > 0) pages.push_back(Series);
    const auto current = std::ranges::find(pages, static_cast<Page>(stack_->currentIndex()));
    const Page page = current != pages.end() ? *current : Methods;
    if (pages != pages_) {
        pages_ = std::move(pages);
        what_->clear();
        for (const Page one : pages_)
            what_->add(one == Methods ? tr("Methods") : one == Quantiles ? tr("Quantiles") : tr("Series"));
        what_->setCompact(true);
    }
    what_->setCurrent(static_cast<int>(std::ranges::find(pages_, page) - pages_.begin()));
    what_->setVisible(pages_.size() > 1);
    choosePage(page);
}

void ScoreCard::setRuns(std::vector<ScoredRun> runs, const std::string& unit) {
    all_.clear();
    for (const ScoredRun& run : runs) all_.insert(all_.end(), run.scores.begin(), run.scores.end());
    first_ = runs.empty() ? std::vector<TestScore>() : runs.front().scores;
    unit_ = unit;
    // Tasks with sequences have one scale.
    const bool both = std::ranges::any_of(all_, [](const TestScore& score) { return score.scale == "standardised"; });
    scale_->setVisible(both || all_.empty());
    if (!both) scale_->setCurrent(0);
    model_->setRuns(std::move(runs));
    fill();
}

void ScoreCard::setErrors(const std::vector<Errors>& errors) {
    std::vector<double> sizes;
    for (const Errors& one : errors)
        for (const double value : one.values) sizes.push_back(std::abs(value));
    const double reach = reachOf(std::move(sizes));
    std::vector<MethodResiduals> made;
    if (reach > 0)
        for (const Errors& one : errors) made.push_back(residualsOf(one.method, one.colour, one.values, reach));
    model_->setResiduals(std::move(made), reach);
    fill();
}

void ScoreCard::setPart(const QString& part) {
    part_ = part;
    fill();
}

void ScoreCard::fill() {
    const std::string scale = scale_->current() == 1 ? "standardised" : "original";
    model_->setScale(scale);
    const bool errors = std::ranges::any_of(
        all_, [](const TestScore& score) { return findScore(score.metric) && !findScore(score.metric)->isShare; });
    setTitle(part_.isEmpty() ? tr("Test part") : part_,
             errors ? tr("errors beside the baselines, %1").arg(scaleName(scale, unit_)) : tr("beside the baselines"));
    std::vector<QuantileScore> quantiles = quantileScores(first_, "model", scale);
    quantiles_->setScores(std::move(quantiles));
    fillPages();
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
    for (int column = 0; column < model_->columnCount(); ++column)
        table_->setItemDelegateForColumn(column, column == model_->residualColumn() ? residuals_ : nullptr);
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
    const int rows = stack_->currentIndex() == Series ? std::min(series_->rowCount(), kSeriesRows) : model_->rowCount();
    hint.rheight() += heightOf(std::max(rows, kMinRows)) - stack_->sizeHint().height();
    return hint;
}

}  // namespace gatelab
