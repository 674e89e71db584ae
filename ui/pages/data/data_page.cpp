// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/data_page.h"

#include "charts/series/series_overview.h"
#include "charts/series/series_plot.h"
#include "charts/series/series_view.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "config/choices.h"
#include "data/split.h"
#include "models/series_model.h"
#include "pages/data/data_inspector.h"
#include "pages/data/prepared_panel.h"
#include "pages/data/row_blocks.h"
#include "pages/data/sequence_panel.h"
#include "pages/data/sequence_plot.h"
#include "runs/column_uses.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/empty_state.h"
#include "widgets/layouts.h"
#include "widgets/segments.h"
#include "widgets/thin_progress.h"

#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <algorithm>
#include <utility>

namespace gatelab {

namespace {
enum View { kSeries, kTable, kPrepared, kEmpty, kSequences };  // the first three as the segments are numbered

QString dataTitle(const ExperimentConfig& config) {
    if (!config.dataPath.empty()) return QFileInfo(fromUtf8(config.dataPath)).fileName();
    const Choice* choice = findChoice(builtinChoices(), config.builtin);
    return choice ? translated(choice->label) : fromUtf8(config.builtin);
}
}  // namespace

DataPage::DataPage(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent)
    : Page(parent),
      theme_(theme),
      experiment_(experiment),
      view_(new SeriesView(this)),
      drawingJob_(new BackgroundJob(this)) {
    setFocusPolicy(Qt::StrongFocus);
    auto* layout = makeColumn(this, {}, 0, {makeBar()});
    progress_ = new ThinProgress(this);
    layout->addWidget(progress_);

    card_ = new Card({}, {}, this);
    card_->setBodyPadding(0);
    stack_ = new QStackedWidget(card_);
    stack_->addWidget(makeDrawing());
    model_ = new SeriesModel(theme, this);
    auto* rows = new QWidget(stack_);
    auto* rowsLayout = makeColumn(rows, {}, -1, {{new RowBlocks(*model_, rows), 0, Qt::AlignRight}});
    table_ = new QTableView(rows);
    rowsLayout->addWidget(table_, 1);
    table_->setModel(model_);
    styleSeriesTable(*table_);
    table_->setAccessibleName(tr("Rows of the series"));
    stack_->addWidget(rows);
    prepared_ = new PreparedPanel(theme, experiment_, stack_);
    stack_->addWidget(prepared_);
    empty_ = new EmptyState(theme, QStringLiteral("table"),
                            tr("Open a file, drop it here, or use the built-in series."), stack_);
    empty_->addButton(tr("Open"), QStringLiteral("open"), this, [this] { ask(QStringLiteral("open")); });
    empty_->addButton(tr("Use the built-in series"), QStringLiteral("series"), this,
                      [this] { experiment_.openBuiltin(QStringLiteral("sine-mix")); });
    stack_->addWidget(empty_);
    sequences_ = new SequencePanel(theme, stack_);
    stack_->addWidget(sequences_);
    card_->body()->addWidget(stack_);
    layout->addLayout(makeColumn(nullptr, {12, 12, 12, 12}, -1, {card_}), 1);

    inspector_ = new DataInspector(theme, experiment, runs, this);
    inspector_->hide();
    connect(inspector_, &DataInspector::rowsAsked, this, &DataPage::showRows);
    connect(view_, &SeriesView::splitChanged, this, &DataPage::takeSplit);
    connect(&experiment_, &ExperimentModel::dataLoading, this, &DataPage::showLoading);
    connect(&experiment_, &ExperimentModel::dataChanged, this, &DataPage::showData);
    connect(&experiment_, &ExperimentModel::findingsChanged, this, &Page::markChanged);
    connect(&experiment_, &ExperimentModel::configChanged, this, &DataPage::showSplit);
    connect(&experiment_, &ExperimentModel::preparedChanged, this, &DataPage::showSplit);
    showLoading();
    if (!experiment_.loading()) showData();
}

QWidget* DataPage::makeBar() {
    auto* bar = new QFrame(this);
    bar->setProperty("bar", true);
    bar->setMinimumHeight(44);
    auto* row = makeRow(bar, {12, 8, 12, 8}, 8);
    auto* open = makeButton(
        theme_.icon(QStringLiteral("open")), tr("Open"), this, [this] { Q_EMIT commandAsked(QStringLiteral("open")); },
        bar);
    open->setToolTip(tr("Open data (Ctrl+O)"));
    row->addWidget(open);
    auto* builtin = new QPushButton(theme_.icon(QStringLiteral("series")), tr("Built-in"), bar);
    builtin->setProperty("menu", true);
    auto* menu = new QMenu(builtin);
    menu->setToolTipsVisible(true);
    for (const auto& choice : builtinChoices())
        menu->addAction(translated(choice.label), this,
                        [this, key = QString::fromLatin1(choice.key)] { experiment_.openBuiltin(key); })
            ->setToolTip(translated(choice.help));
    builtin->setMenu(menu);
    row->addWidget(builtin);
    auto* settings = makeButton(
        theme_.icon(QStringLiteral("sliders")), tr("Import settings"), this,
        [this] { Q_EMIT placeAsked({QStringLiteral("import")}); }, bar);
    settings->setToolTip(tr("How the file is read"));
    row->addWidget(settings);
    row->addSpacing(8);
    views_ = new Segments({tr("Series"), tr("Table"), tr("Prepared")}, bar);
    connect(views_, &Segments::chosen, this, &DataPage::showView);
    row->addWidget(views_);
    row->addStretch();
    busy_ = makeLabel({}, "muted", bar);
    row->addWidget(busy_);
    auto* statisticsLabel = makeLabel(tr("Statistics"), "muted", bar);
    row->addWidget(statisticsLabel);
    statistics_ = new Segments({tr("Visible"), tr("Whole")}, bar);
    statistics_->setCompact(true);
    statistics_->setCurrent(1);
    connect(statistics_, &Segments::chosen, this, [this](int which) { plot_->setVisibleStatistics(which == 0); });
    row->addWidget(statistics_);
    auto* fit = makeIconButton(
        theme_.icon(QStringLiteral("fit"), Ink::Muted), tr("Show everything (double click)"), this,
        [this] { view_->showAll(); }, bar);
    row->addWidget(fit);
    ofSeries_ = {statisticsLabel, statistics_, fit};
    return bar;
}

void DataPage::showView(int view) {
    if (stack_->currentIndex() == kSequences)
        sequences_->showTable(view == kTable);
    else
        stack_->setCurrentIndex(view);
    prepared_->setShown(stack_->currentIndex() == kPrepared);
}

QWidget* DataPage::inspector() { return inspector_; }

PageMark DataPage::mark() const {
    if (experiment_.loading()) return PageMark::Begun;
    if (!experiment_.dataset()) return PageMark::Error;
    for (const auto& finding : experiment_.findings()) {
        const Field* field = findField(finding.key);
        if (finding.severity != Severity::Error || !field) continue;
        if (field->group <= FieldGroup::Windows && field->group >= FieldGroup::Source) return PageMark::Error;
    }
    const auto& data = *experiment_.dataset();
    const bool warned = !(data.series ? data.series->report : data.sequences->report).warnings.empty();
    return warned ? PageMark::Warning : PageMark::Ready;
}

void DataPage::setCompact(bool) {}

void DataPage::showPlace(const Place& place) { inspector_->focusField(place.field); }

QVariantMap DataPage::viewState() const {
    if (!view_->series()) return restored_;
    return {{QStringLiteral("low"), view_->low()},
            {QStringLiteral("high"), view_->high()},
            {QStringLiteral("view"), views_->current()},
            {QStringLiteral("visible"), statistics_->current() == 0}};
}

void DataPage::restoreViewState(const QVariantMap& state) {
    restored_ = state;
    if (view_->series()) applyViewState();
}

void DataPage::applyViewState() {
    const QVariantMap state = std::exchange(restored_, {});
    if (state.isEmpty()) return;
    const int view = state.value(QStringLiteral("view")).toInt(),
              statistics = state.value(QStringLiteral("visible")).toBool() ? 0 : 1;
    views_->setCurrent(view);
    showView(view);
    statistics_->setCurrent(statistics);
    plot_->setVisibleStatistics(statistics == 0);
    view_->setRange(state.value(QStringLiteral("low")).toDouble(), state.value(QStringLiteral("high")).toDouble());
}

void DataPage::showLoading() {
    auto* job = experiment_.loadJob();
    progress_->setVisible(job != nullptr);
    busy_->setText(job ? tr("Reading") : QString());
    if (!job) return;
    progress_->setRange(0, 0);
    connect(job, &BackgroundJob::progressed, this, [this](double share) {
        if (share < 0) return;
        progress_->setRange(0, 1000);
        progress_->setValue(static_cast<int>(share * 1000));
    });
    Q_EMIT markChanged();
}

void DataPage::showData() {
    showLoading();
    const auto data = experiment_.dataset();
    const SeriesPtr series = data ? data->series : nullptr;
    model_->setSeries(series);
    drawSeries(series);
    views_->setSegmentEnabled(kSeries, data != nullptr, tr("There is nothing to draw yet."));
    const bool sequences = data && data->sequences && !data->sequences->items.empty();
    views_->setSegmentEnabled(kTable, series || sequences, tr("There are no rows yet."));
    views_->setSegmentEnabled(kPrepared, series != nullptr, tr("Sequences are prepared one by one, in training."));
    if (!series && views_->current() == kPrepared) views_->setCurrent(kSeries);
    views_->setText(kSeries, sequences ? tr("Sequences") : tr("Series"));
    for (QWidget* widget : ofSeries_) widget->setVisible(!sequences);
    sequences_->setSequences(sequences ? data->sequences : nullptr);
    if (sequences) sequences_->showTable(views_->current() == kTable);
    stack_->setCurrentIndex(series ? views_->current() : sequences ? kSequences : kEmpty);
    prepared_->setShown(stack_->currentIndex() == kPrepared);
    if (series) {
        card_->setTitle(dataTitle(experiment_.config()), sizeText(*series));
        table_->resizeColumnsToContents();
    } else if (data) {
        const auto& set = *data->sequences;
        card_->setTitle(dataTitle(experiment_.config()),
                        tr("%1 sequences, %2 classes")
                            .arg(formatCount(static_cast<qint64>(set.items.size())),
                                 formatCount(static_cast<qint64>(set.classNames.size()))));
        empty_->setSentence(tr("This set has no sequence."));
    } else {
        card_->setTitle(dataTitle(experiment_.config()), {});
        empty_->setSentence(experiment_.dataError().isEmpty()
                                ? tr("Open a file, drop it here, or use the built-in series.")
                                : tr("%1. The file is unchanged; undo brings back the data that was open before.")
                                      .arg(experiment_.dataError()));
    }
    showSplit();
    Q_EMIT markChanged();
}

QWidget* DataPage::makeDrawing() {
    auto* box = new QWidget;
    auto* layout = makeColumn(box, {12, 4, 12, 12}, 8);
    plot_ = new SeriesPlot(theme_, *view_, box);
    plot_->setEmptyText(tr("Reading the series."));
    layout->addWidget(plot_, 1);
    auto* row = makeRow(
        {makeLabel(
             tr("Drag a border to move the split; Ctrl+wheel zooms, Shift+drag pans, double click shows everything."),
             "note", box),
         spring()});
    splitText_ = makeLabel({}, "note", box);
    row->addWidget(splitText_);
    layout->addLayout(row);
    overview_ = new SeriesOverview(theme_, *view_, box);
    connect(plot_, &SeriesPlot::sidesChanged, overview_, [this] { overview_->setSides(plot_->sides()); });
    layout->addWidget(overview_);
    return box;
}

/// Getting a long series ready to be drawn takes a while: the page stays alive meanwhile.
void DataPage::drawSeries(const SeriesPtr& series) {
    view_->setSeries(nullptr);
    if (!series) return drawingJob_->cancel();
    drawingJob_->run<std::shared_ptr<const SeriesDrawing>>(
        [series](const Progress&) { return buildDrawing(*series); },
        [this, series](std::shared_ptr<const SeriesDrawing> drawing) {
            const auto data = experiment_.dataset();
            if (!data || data->series != series) return;
            view_->setSeries(series, std::move(drawing));
            showSplit();
            showMarks();
            applyViewState();
        });
}

void DataPage::showMarks() {
    const auto& series = view_->series();
    if (!series) return;
    std::vector<SeriesMark> marks;
    for (const auto& finding : experiment_.dataFindings()) {
        const auto channel = series->find(finding.column);
        if (!channel || finding.firstRow < 0) continue;
        const auto kind = finding.code == "missing" ? SeriesMark::Kind::Missing
                          : finding.rows == 1       ? SeriesMark::Kind::Outlier
                                                    : SeriesMark::Kind::Stretch;
        marks.push_back({kind,
                         static_cast<int>(*channel),
                         {finding.firstRow, std::max(finding.firstRow, finding.lastRow) + 1},
                         {}});
    }
    plot_->setMarks(std::move(marks));
}

void DataPage::showSplit() {
    const auto& series = view_->series();
    if (!series) return;
    const auto& config = experiment_.config();
    const auto split = splitRows(config.split, series->rows(), config.splitGap);
    view_->setSplit(split.ok() ? *split : Split{});
    splitText_->setText(split.ok() ? tr("%1 | %2 | %3 rows")
                                         .arg(formatCount(split->train.size()), formatCount(split->validation.size()),
                                              formatCount(split->test.size()))
                                   : translated(split.error()));
    std::vector<std::size_t> targets, chosen;
    const auto roles = columnUses(*series, config);
    for (std::size_t i = 0; i < roles.size(); ++i) {
        if (roles[i].target) targets.push_back(i);
        if (roles[i].target || roles[i].input) chosen.push_back(i);
    }
    plot_->setChannels(std::move(chosen));
    if (!targets.empty()) overview_->setChannel(targets.front());
    plot_->setTargets(std::move(targets));
}

void DataPage::takeSplit(const Split& split) {
    ExperimentConfig config = experiment_.config();
    config.split = formatSplit(split, config.splitGap);
    experiment_.replace(config, tr("move a border of the split"));
}

void DataPage::showRows(qint64 begin, qint64 end) {
    if (!view_->series()) return;
    if (stack_->currentIndex() == kTable) {
        const QModelIndex row = model_->indexOfRow(begin);
        table_->selectRow(row.row());
        return table_->scrollTo(row, QAbstractItemView::PositionAtCenter);
    }
    // Some rows around the place, so that it is seen in its surroundings.
    const qint64 margin = std::max<qint64>(50, end - begin);
    view_->setRange(view_->xOfRow(std::max<qint64>(0, begin - margin)),
                    view_->xOfRow(std::min<qint64>(view_->rows() - 1, end + margin)));
}

}  // namespace gatelab
