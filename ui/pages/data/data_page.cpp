// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/data_page.h"

#include "charts/series/series_plot.h"
#include "charts/series/series_view.h"
#include "common/background_job.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "config/choices.h"
#include "data/findings/mended_series.h"
#include "data/findings/remedy.h"
#include "data/many/member_split.h"
#include "data/many/static_columns.h"
#include "data/rows_ahead.h"
#include "data/sequences/running_text.h"
#include "data/split.h"
#include "form/plan_bar.h"
#include "models/series_model.h"
#include "pages/data/data_inspector.h"
#include "pages/data/finding_text.h"
#include "pages/data/look/insight_list.h"
#include "pages/data/look/look_views.h"
#include "pages/data/look/series_look.h"
#include "pages/data/member_box.h"
#include "pages/data/prepared_panel.h"
#include "pages/data/row_blocks.h"
#include "pages/data/sequence_panel.h"
#include "pages/data/sequence_plot.h"
#include "pages/scope_box.h"
#include "runs/column_uses.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/empty_state.h"
#include "widgets/find_line.h"
#include "widgets/layouts.h"
#include "widgets/segments.h"
#include "widgets/thin_progress.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {
// The first six as the segments are numbered
enum View { kSeries, kDistribution, kSeasons, kRelations, kPrepared, kTable, kEmpty, kSequences };
constexpr int kFindFrom = 8, kFindWidth = 150;  // columns, px
}  // namespace

DataPage::DataPage(Theme& theme, ExperimentModel& experiment, RunController& runs, RunBoard& board, QWidget* parent)
    : Page(parent),
      theme_(theme),
      experiment_(experiment),
      view_(new SeriesView(this)),
      drawingJob_(new BackgroundJob(this)) {
    setFocusPolicy(Qt::StrongFocus);
    auto* layout = makeColumn(this, {}, 0, {makeBar(board)});
    auto* plan = new PlanBar(theme, experiment, runs, this);
    layout->addWidget(plan);
    progress_ = new ThinProgress(this);
    layout->addWidget(progress_);

    card_ = new Card({}, {}, this);
    card_->setBodyPadding(0);
    stack_ = new QStackedWidget(card_);
    plot_ = new SeriesPlot(theme_, *view_);
    stack_->addWidget(plot_);
    look_ = new LookViews(theme, experiment_, *view_, this);
    for (QWidget* page : look_->pages()) stack_->addWidget(page);
    prepared_ = new PreparedPanel(theme, experiment_, stack_);
    stack_->addWidget(prepared_);
    stack_->addWidget(makeTable());
    empty_ =
        new EmptyState(theme, QStringLiteral("table"),
                       tr("Open a file, drop it here, paste a table (Ctrl+V), or use the built-in series."), stack_);
    empty_->addButton(tr("Open"), QStringLiteral("open"), this, [this] { ask(QStringLiteral("open")); });
    empty_->addButton(tr("Use the built-in series"), QStringLiteral("series"), this,
                      [this] { experiment_.openBuiltin(QStringLiteral("sine-mix")); });
    stack_->addWidget(empty_);
    sequences_ = new SequencePanel(theme, stack_);
    stack_->addWidget(sequences_);
    card_->body()->addWidget(stack_);
    makeHeader();
    layout->addLayout(makeColumn(nullptr, {12, 12, 12, 12}, -1, {card_}), 1);

    // Last: Tab goes through the page first
    inspector_ = new DataInspector(theme, experiment, runs, this);
    inspector_->hide();
    plan->standInFor(*inspector_);
    connect(inspector_, &DataInspector::rowsAsked, this, &DataPage::showRows);
    connect(inspector_, &DataInspector::shapesAsked, this, [this] { Q_EMIT placeAsked({QStringLiteral("import")}); });
    connect(plot_, &SeriesPlot::inputAsked, this, &DataPage::setInput);
    connect(plot_, &SeriesPlot::targetAsked, this, &DataPage::setTarget);
    connect(view_, &SeriesView::splitChanged, this, &DataPage::takeSplit);
    connect(&experiment_, &ExperimentModel::dataLoading, this, &DataPage::showLoading);
    connect(&experiment_, &ExperimentModel::dataChanged, this, &DataPage::showData);
    connect(&experiment_, &ExperimentModel::findingsChanged, this, &Page::markChanged);
    connect(&experiment_, &ExperimentModel::configChanged, this, &DataPage::showSplit);
    connect(&experiment_, &ExperimentModel::configChanged, this, &DataPage::showClasses);
    connect(&experiment_, &ExperimentModel::preparedChanged, this, &DataPage::showSplit);
    connect(&experiment_, &ExperimentModel::preparedChanged, this, &DataPage::showMarks);
    connect(&experiment_, &ExperimentModel::configChanged, this, &DataPage::followMends);
    connect(sequences_, &SequencePanel::counted, this, &DataPage::showClasses);
    connect(&sequences_->insights(), &InsightList::asked, this, &DataPage::follow);
    connect(look_, &LookViews::progressed, this, [this](double share) {
        if (experiment_.loading()) return;
        progress_->setVisible(share < 1);
        progress_->setRange(0, 1000);
        progress_->setValue(static_cast<int>(share * 1000));
    });
    showLoading();
    if (!experiment_.loading()) showData();
}

QWidget* DataPage::makeTable() {
    model_ = new SeriesModel(theme_, this);
    auto* rows = new QWidget(stack_);
    table_ = new QTableView(rows);
    said_ = new InsightList(theme_, rows);
    connect(said_, &InsightList::asked, this, &DataPage::follow);
    makeColumn(rows, {}, -1, {said_, {new RowBlocks(*model_, rows), 0, Qt::AlignRight}, {table_, 1}});
    table_->setModel(model_);
    styleSeriesTable(*table_);
    table_->setAccessibleName(tr("Rows of the series"));
    return rows;
}

void DataPage::follow(const Insight& insight) {
    experiment_.replace(afterAction(experiment_.config(), insight), translated(insight.action));
}

QWidget* DataPage::makeBar(RunBoard& board) {
    auto* bar = new QFrame(this);
    bar->setProperty("bar", true);
    bar->setMinimumHeight(44);
    auto* scope = new ScopeBox(theme_, board, experiment_, bar);
    views_ = new Segments(
        {tr("Series"), tr("Distribution"), tr("Seasons"), tr("Relations"), tr("Prepared"), tr("Table")}, bar);
    connect(views_, &Segments::chosen, this, &DataPage::showView);
    busy_ = makeLabel({}, "muted", bar);
    auto* settings = makeButton(
        theme_.icon(QStringLiteral("sliders")), tr("Import settings"), this,
        [this] { Q_EMIT placeAsked({QStringLiteral("import")}); }, bar);
    settings->setToolTip(tr("How the file is read"));
    makeRow(bar, {12, 8, 12, 8}, 8, {scope, views_, spring(), busy_, settings, makeOpenButton(bar)});
    return bar;
}

/// Beside the title, by what is shown: the columns to find, all of the series, the column that is looked at.
void DataPage::makeHeader() {
    find_ = new QLineEdit(card_);
    find_->setPlaceholderText(tr("Find a column"));
    find_->setProperty(kFindLine, true);
    find_->setClearButtonEnabled(true);
    find_->setMaximumWidth(qRound(kFindWidth * theme_.textScale()));
    find_->hide();
    connect(find_, &QLineEdit::textChanged, this, &DataPage::showChannels);
    fit_ = makeIconButton(
        theme_.icon(QStringLiteral("fit"), Ink::Muted), tr("Show everything (double click)"), this,
        [this] { view_->showAll(); }, card_);
    member_ = new MemberBox(card_);
    connect(member_, &MemberBox::chosen, this, &DataPage::showMember);
    for (QWidget* widget : std::initializer_list<QWidget*>{member_, find_, &look_->column(), fit_})
        card_->addHeaderWidget(widget);
}

/// A file first, then the series that are built in.
QWidget* DataPage::makeOpenButton(QWidget* bar) {
    auto* open = new QPushButton(theme_.icon(QStringLiteral("open")), tr("Open"), bar);
    open->setProperty("menu", true);
    open->setToolTip(tr("Open data (Ctrl+O)"));
    auto* menu = new QMenu(open);
    menu->setToolTipsVisible(true);
    menu->addAction(theme_.icon(QStringLiteral("open")), tr("File..."), this, [this] { ask(QStringLiteral("open")); });
    menu->addSection(tr("Built-in"));
    for (const auto& choice : builtinChoices())
        menu->addAction(translated(choice.label), this,
                        [this, key = QString::fromLatin1(choice.key)] { experiment_.openBuiltin(key); })
            ->setToolTip(translated(choice.help));
    open->setMenu(menu);
    return open;
}

void DataPage::showView(int view) {
    if (stack_->currentIndex() == kSequences)
        sequences_->showTable(view == kTable);
    else
        stack_->setCurrentIndex(view);
    arrange();
}

void DataPage::arrange() {
    const int shown = stack_->currentIndex();
    const bool isLook = shown == kDistribution || shown == kSeasons || shown == kRelations;
    const auto& series = view_->series();
    prepared_->setShown(shown == kPrepared);
    fit_->setVisible(shown == kSeries);
    member_->setVisible(member_->isMany() && shown != kEmpty && shown != kSequences);
    find_->setVisible(shown == kSeries && series && series->channels.size() > kFindFrom);
    look_->setShown(isLook ? shown - kDistribution : -1);
}

void DataPage::showClasses() {
    const auto data = experiment_.dataset();
    if (data && data->sequences)
        sequences_->insights().setInsights(
            classInsights(*data->sequences, sequences_->classes(), experiment_.config()));
}

QWidget* DataPage::inspector() { return inspector_; }

PageMark DataPage::mark() const {
    if (experiment_.loading()) return PageMark::Begun;
    if (!experiment_.dataset()) return PageMark::Error;
    for (const auto& finding : experiment_.findings()) {
        const Field* field = findField(finding.key);
        if (finding.severity != Severity::Error || !field) continue;
        if (field->group <= FieldGroup::Augmentation && field->group >= FieldGroup::Source) return PageMark::Error;
    }
    switch (inspector_->worst()) {
        case Tone::Error:
            return PageMark::Error;
        case Tone::Warning:
            return PageMark::Warning;
        default:
            return PageMark::Ready;
    }
}

void DataPage::showPlace(const Place& place) {
    if (place.field.isEmpty() || inspector_->focusField(place.field)) return;
    if (place.field != QLatin1String("targets") && place.field != QLatin1String("inputs")) return;
    views_->setCurrent(kSeries);
    showView(kSeries);
    plot_->setFocus(Qt::ShortcutFocusReason);
}

QVariantMap DataPage::viewState() const {
    if (!view_->series()) return restored_;
    return {{QStringLiteral("low"), view_->low()},
            {QStringLiteral("high"), view_->high()},
            {QStringLiteral("series"), member_->isMany() ? member_->currentText() : QString()},
            {QStringLiteral("view"), views_->current()}};
}

void DataPage::restoreViewState(const QVariantMap& state) {
    restored_ = state;
    if (view_->series()) applyViewState();
}

void DataPage::applyViewState() {
    if (restored_.isEmpty()) return;
    const QVariantMap state = std::exchange(restored_, {});
    member_->showName(state.value(QStringLiteral("series")).toString());
    if (!view_->series()) {  // that one is drawn first
        restored_ = state;
        return;
    }
    const int view = state.value(QStringLiteral("view")).toInt();
    views_->setCurrent(view);
    showView(view);
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
    member_->setSeries(series);
    model_->setSeries(member_->shown());
    drawSeries(member_->shown());
    views_->setSegmentEnabled(kSeries, data != nullptr, tr("There is nothing to draw yet."));
    const bool sequences = data && data->sequences && !data->sequences->items.empty();
    views_->setSegmentEnabled(kTable, series || sequences, tr("There are no rows yet."));
    views_->setSegmentEnabled(kPrepared, series != nullptr, tr("Sequences are prepared one by one, in training."));
    for (const View view : {kDistribution, kSeasons, kRelations})
        views_->setSegmentEnabled(view, series != nullptr, tr("Sequences are looked at by class."));
    if (!series && views_->current() != kTable) views_->setCurrent(kSeries);
    const bool isText = sequences && isRunningText(*data->sequences);
    views_->setText(kSeries, isText ? tr("Text") : sequences ? tr("Sequences") : tr("Series"));
    sequences_->setSequences(sequences ? data->sequences : nullptr);
    if (sequences) sequences_->showTable(views_->current() == kTable);
    stack_->setCurrentIndex(series ? views_->current() : sequences ? kSequences : kEmpty);
    arrange();
    if (series) {
        card_->setTitle(shownDataName(experiment_.config()), sizeText(*series));
        arrangeTable();
    } else if (data) {
        const auto& set = *data->sequences;
        card_->setTitle(shownDataName(experiment_.config()),
                        (isText ? tr("%1 pieces, %2 different tokens") : tr("%1 sequences, %2 classes"))
                            .arg(formatCount(static_cast<qint64>(set.items.size())),
                                 formatCount(static_cast<qint64>(set.classNames.size()))));
        empty_->setSentence(tr("This set has no sequence."));
    } else {
        card_->setTitle(shownDataName(experiment_.config()), {});
        empty_->setSentence(experiment_.dataError().isEmpty()
                                ? tr("Open a file, drop it here, paste a table (Ctrl+V), or use the built-in series.")
                                : tr("%1. The file is unchanged; undo brings back the data that was open before.")
                                      .arg(experiment_.dataError()));
    }
    showSplit();
    Q_EMIT markChanged();
}

/// From when to when all rows are, behind their number.
void DataPage::showSpan(const Series& series, RowRange ends, const SpanAndStep& times) {
    if (!series.time.known() || series.rows() == 0) return;
    const QString span =
        tr("%1, %2 to %3")
            .arg(sizeText(series, times), FindingText::day(series, ends.begin), FindingText::day(series, ends.end));
    card_->setTitle(shownDataName(experiment_.config()),
                    mends_.empty() || member_->isMany() ? span : tr("%1, as mended").arg(span));
}

/// Getting a long series ready to be drawn takes a while: the page stays alive meanwhile.
void DataPage::drawSeries(const SeriesPtr& series) {
    view_->setSeries(nullptr);
    look_->takeSeries();
    find_->clear();
    plot_->setEmptyText(tr("Reading the series."));
    if (!series) return drawingJob_->cancel();
    drawMended(series);
}

/// With what the recipe rescales, masks or clips as it is then: curve and figures are those that a network is given,
/// but for their scale. What is drawn stays until it is ready, and the rows that are seen stay.
void DataPage::drawMended(const SeriesPtr& series) {
    struct Ready {
        SeriesPtr mended;
        std::shared_ptr<const SeriesDrawing> drawing;
        RowRange ends;  ///< rows of the first and the last time: of many series no row need be the last
        SpanAndStep times;
        std::vector<std::string> statics;
    };
    mends_ = mendingSteps(experiment_.config().recipe);
    drawingJob_->run<Ready>(
        [series, all = member_->all(), config = experiment_.config()](const Progress&) {
            const auto& times = all->time.values;
            const auto [first, last] = std::ranges::minmax_element(times);
            SeriesPtr mended = series == all ? mendedSeries(series, config) : series;
            auto drawing = buildDrawing(*mended);
            return Ready{std::move(mended),
                         std::move(drawing),
                         {first - times.begin(), last - times.begin()},
                         spanAndStep(all->time),
                         staticColumns(*all)};
        },
        [this, series](Ready ready) {
            if (member_->shown() != series) return;
            showSpan(*member_->all(), ready.ends, ready.times);
            const bool isAgain = view_->series() != nullptr;
            const double low = view_->low(), high = view_->high();
            view_->setSeries(std::move(ready.mended), std::move(ready.drawing));
            if (isAgain) view_->setRange(low, high);
            look_->look().setStatics(std::move(ready.statics));
            showSplit();
            showMarks();
            showChannels();
            look_->takeSeries();
            arrange();
            applyViewState();
            if (asked_ && view_->series()) showOwnRows(*std::exchange(asked_, std::nullopt));
            followMends();  // of an edit that came meanwhile
        });
}

void DataPage::followMends() {
    if (view_->series() && mendingSteps(experiment_.config().recipe) != mends_) drawMended(member_->shown());
}

/// Of what is shown of the data, which alone know which columns were words.
std::vector<std::size_t> DataPage::orderOf(const Series& shown) const {
    const Series& all = *member_->all();
    if (&shown == &all) return shownOrder(all, columnUses(all, experiment_.config()));
    std::vector<std::size_t> order;
    for (const std::size_t channel : shownOrder(all, columnUses(all, experiment_.config())))
        if (const auto own = shown.find(all.channels[channel].name)) order.push_back(*own);
    return order;
}

/// As wide as its cells, what is forecast first.
void DataPage::arrangeTable() {
    table_->resizeColumnsToContents();
    if (const SeriesPtr& shown = member_->shown()) orderColumns(*table_, *shown, orderOf(*shown));
}

void DataPage::showMember() {
    model_->setSeries(member_->shown());
    arrangeTable();
    drawSeries(member_->shown());
}

/// The parts of what is shown, in its own rows.
Split DataPage::shownSplit() const {
    const ExperimentConfig& config = experiment_.config();
    // By the rows as they were read: masked ones wait for no forecast.
    std::string parts = view_->series() ? observedSplit(*member_->shown(), config) : config.split;
    if (member_->isMany()) {
        const auto all = memberSplits(*member_->all(), config);
        if (!all.ok()) return {};
        parts = (*all)[static_cast<std::size_t>(member_->number())].parts;
    }
    const auto split = splitRows(parts, view_->rows(), config.splitGap);
    return split.ok() ? *split : Split{};
}

void DataPage::showMarks() {
    const auto& series = view_->series();
    if (!series) return;
    std::vector<SeriesMark> marks;
    for (const auto& finding : experiment_.dataFindings()) {
        const auto channel = series->find(finding.column);
        if (!channel || finding.firstRow < member_->firstRow() || finding.firstRow >= member_->endRow()) continue;
        const std::int64_t first = finding.firstRow - member_->firstRow(),
                           last = std::max(finding.firstRow, finding.lastRow) - member_->firstRow();
        if (changesAt(finding) && mendedIn(finding, experiment_.config())) continue;  // it is there no more
        // What is true of the whole column has no place in it.
        if (finding.code == "constant" || finding.code == "no-values" || finding.code == "slower" ||
            finding.code == "drift")
            continue;
        const bool isShift = finding.code == "level-shift" || finding.code == "unit-jump";
        const bool isMissing = finding.code == "missing" || finding.code == "short" || finding.code == "late";
        const auto kind = isMissing                ? SeriesMark::Kind::Missing
                          : isShift                ? SeriesMark::Kind::Shift
                          : finding.code == "flat" ? SeriesMark::Kind::Stretch
                                                   : SeriesMark::Kind::Outlier;
        marks.push_back({kind,
                         static_cast<int>(*channel),
                         {first, std::min(last + 1, series->rows())},
                         FindingText::label(*member_->all(), finding)});
    }
    plot_->setMarks(std::move(marks));
}

void DataPage::showSplit() {
    const auto& series = view_->series();
    if (!series) return;
    said_->setInsights(tableInsights(*member_->all(), experiment_.config()));
    view_->setSplit(shownSplit());
    look_->takeSplit();
    if (member_->isMany())
        prepared_->showPart(PreparedPanel::Part{{member_->firstRow(), member_->endRow()}, view_->split()});
    else
        prepared_->showPart(std::nullopt);
    const auto uses = columnUses(*series, experiment_.config());
    const std::vector<double> prices = experiment_.columnPrices();
    std::vector<ChannelUse> shown;
    for (std::size_t i = 0; i < uses.size(); ++i) {
        const auto own = member_->all()->find(series->channels[i].name);
        shown.push_back({uses[i].target, uses[i].input, own && *own < prices.size() ? prices[*own] : std::nan("")});
    }
    plot_->setUses(std::move(shown));
}

/// Those with the words that are looked for in their names.
void DataPage::showChannels() {
    const auto& series = view_->series();
    if (!series) return;
    std::vector<std::size_t> channels = orderOf(*series);
    std::erase_if(channels, [&](std::size_t i) {
        return !fromUtf8(series->channels[i].name).contains(find_->text().trimmed(), Qt::CaseInsensitive);
    });
    plot_->setEmptyText(tr("No column has this in its name."));
    plot_->setChannels(std::move(channels));
}

void DataPage::setInput(int channel, bool on) {
    auto uses = columnUses(*view_->series(), experiment_.config());
    uses[static_cast<std::size_t>(channel)].input = on;
    setUses(uses);
}

/// A column that is forecast is an input too: its own past tells most.
void DataPage::setTarget(int channel, bool besides) {
    ExperimentConfig config = experiment_.config();
    takeTarget(config, *view_->series(), static_cast<std::size_t>(channel), besides);
    if (config != experiment_.config()) return experiment_.replace(config, tr("choose columns"));
    showSplit();  // as it was
}

void DataPage::setUses(const std::vector<ColumnUse>& uses) {
    if (std::ranges::any_of(uses, &ColumnUse::target) && std::ranges::any_of(uses, &ColumnUse::input)) {
        ExperimentConfig config = experiment_.config();
        setColumnUses(config, *view_->series(), uses);
        if (config != experiment_.config()) return experiment_.replace(config, tr("choose columns"));
    }
    showSplit();  // as it was
}

void DataPage::takeSplit(const Split& split) {
    ExperimentConfig config = experiment_.config();
    // Of many series each is cut at the same share of its own rows; dates and whole series are not one's own.
    if (member_->isMany() && splitBy(config.split) != SplitBy::Rows) return showSplit();
    const std::int64_t waiting = rowsWaiting(*member_->shown(), config, 0, view_->rows());
    config.split =
        member_->isMany() ? formatShares(split, view_->rows() - waiting) : formatSplit(split, config.splitGap);
    experiment_.replace(config, tr("move a border of the split"));
}

void DataPage::showRows(const QString& column, qint64 begin, qint64 end) {
    if (!member_->shown()) return;
    const bool isOther = member_->showRow(begin);
    const AskedRows rows{column, begin - member_->firstRow(), end - member_->firstRow()};
    if (isOther && stack_->currentIndex() != kTable)
        asked_ = rows;
    else
        showOwnRows(rows);
}

void DataPage::showOwnRows(const AskedRows& rows) {
    const auto& [column, begin, end] = rows;
    const auto& series = view_->series();
    if (stack_->currentIndex() == kTable) {
        const QModelIndex row = model_->indexOfRow(begin);
        table_->selectRow(row.row());
        return table_->scrollTo(row, QAbstractItemView::PositionAtCenter);
    }
    if (!series) return;
    views_->setCurrent(kSeries);
    showView(kSeries);
    if (const auto channel = series->find(column.toStdString())) {
        find_->clear();
        plot_->showChannel(*channel);
    }
    // Some rows around the place, so that it is seen in its surroundings.
    const qint64 margin = std::max<qint64>(50, end - begin);
    view_->setRange(view_->xOfRow(std::max<qint64>(0, begin - margin)),
                    view_->xOfRow(std::min<qint64>(view_->rows() - 1, end + margin)));
}

}  // namespace gatelab
