// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/import/import_page.h"

#include "app/experiment_data.h"
#include "common/background_job.h"
#include "common/file_words.h"
#include "common/texts.h"
#include "config/config_io.h"
#include "config/setting_predicates.h"
#include "data/readers.h"
#include "data/shapes/shape_choice.h"
#include "models/series_model.h"
#include "pages/data/row_blocks.h"
#include "pages/data/series_header.h"
#include "pages/import/import_form.h"
#include "pages/import/left_out_list.h"
#include "pages/import/line_list.h"
#include "pages/import/near_form.h"
#include "pages/import/parts_form.h"
#include "pages/import/raw_card.h"
#include "pages/import/shape_cards.h"
#include "runs/column_uses.h"
#include "runs/experiment_model.h"
#include "widgets/banner.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/empty_state.h"
#include "widgets/labels/elided_label.h"
#include "widgets/layouts.h"
#include "widgets/thin_progress.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTableView>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kMaxPlaces = 1000;
constexpr int kFormWidth = 392;

/// Rows that hold a missing or infinite value, the first ones.
std::vector<std::int64_t> findPlaces(const SeriesPtr& series, const Progress& progress) {
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < series->rows() && rows.size() < kMaxPlaces; ++row) {
        if (row % 65536 == 0 && !report(progress, -1)) break;
        for (const auto& channel : series->channels)
            if (!std::isfinite(channel.values[static_cast<std::size_t>(row)])) {
                rows.push_back(row);
                break;
            }
    }
    return rows;
}

/// The file, and the one beside it that is the test part.
QString shownFiles(const Dataset& data, const ExperimentConfig& config) {
    const auto nameOf = [](const std::string& path) { return shownFileName(QFileInfo(fromUtf8(path)).fileName()); };
    const QString file = nameOf(config.dataPath);
    if (!data.sequences || data.sequences->testSource.empty()) return file;
    return ImportPage::tr("%1 and %2 (test part)").arg(file, nameOf(data.sequences->testSource));
}

}  // namespace

ImportPage::ImportPage(Theme& theme, ExperimentModel& experiment, RunController&, QWidget* parent)
    : Page(parent),
      theme_(theme),
      present_(experiment),
      draft_(new ExperimentModel(this)),
      placesJob_(new BackgroundJob(this)),
      shapesJob_(new BackgroundJob(this)) {
    setFocusPolicy(Qt::StrongFocus);
    auto* layout = makeColumn(this, {}, 0, {makeBar()});
    progress_ = new ThinProgress(this);
    layout->addWidget(progress_);

    form_ = new ImportForm(theme, *draft_);
    parts_ = new PartsForm(*draft_);
    formScroll_ = makeScrolled(form_);
    form_->setAutoFillBackground(false);  // the card's ground
    formScroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    formCard_ = new Card(tr("How to read it"), {}, this);
    formCard_->addHeaderWidget(makeIconButton(theme.icon(QStringLiteral("reset"), Ink::Muted),
                                              tr("Guess everything again"), form_, &ImportForm::resetAll, formCard_));
    auto* near = new NearForm(*draft_);
    formCard_->body()->addWidget(near);
    formCard_->body()->addWidget(parts_, 1);
    formCard_->body()->addWidget(formScroll_, 3);
    formCard_->body()->addStretch();
    connect(parts_, &PartsForm::gridsShown, near, &NearForm::setGrids);
    formCard_->setFixedWidth(qRound(kFormWidth * theme.textScale()));

    layout->addLayout(makeRow(nullptr, {12, 12, 12, 12}, 12, {formCard_, {makePreview(), 1}}), 1);

    connect(parts_, &PartsForm::shownChanged, this,
            [this] { formCard_->setVisible(isText_ || parts_->isVisibleTo(formCard_)); });
    connect(draft_, &ExperimentModel::dataLoading, this, &ImportPage::showLoading);
    connect(draft_, &ExperimentModel::dataChanged, this, &ImportPage::showData);
    connect(draft_, &ExperimentModel::configChanged, this, [this, path = std::string()]() mutable {
        isOpen_ = isOpen_ || draft_->config() != present_.config();
        if (std::exchange(path, draft_->config().dataPath) != path && isVisible()) showFile();
    });
    connect(&present_, &ExperimentModel::dataChanged, this, [this] {
        if (!isOpen_ && isVisible()) draft_->copyFrom(present_);
    });
    draft_->copyFrom(present_);
}

QWidget* ImportPage::makeBar() {
    auto* bar = new QFrame(this);
    bar->setProperty("bar", true);
    bar->setMinimumHeight(44);
    auto* row = makeRow(bar, {12, 8, 12, 8}, 8, {makeLabel(tr("Import"), "question", bar)});
    file_ = makeLabel({}, "muted", bar);
    row->addWidget(file_);
    row->addStretch();
    result_ = makeLabel({}, "muted", bar);
    row->addWidget(result_);
    stop_ = makeButton({}, tr("Stop reading"), draft_, &ExperimentModel::cancelLoading, bar);
    row->addWidget(stop_);
    cancel_ = makeButton({}, tr("Cancel"), this, &ImportPage::cancel, bar);
    cancel_->setToolTip(tr("Back to the present data (Esc)"));
    row->addWidget(cancel_);
    import_ =
        makeButton(theme_.icon(QStringLiteral("check"), Ink::OnFill), tr("Import"), this, &ImportPage::accept, bar);
    import_->setProperty("primary", true);
    import_->setToolTip(tr("Use the data as shown (Enter)"));
    row->addWidget(import_);
    return bar;
}

QWidget* ImportPage::makeLooking() {
    auto* bar = new QWidget(this);
    bar->setObjectName(QStringLiteral("looking"));
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins({});
    row->addWidget(new QLabel(tr("Looks in which other shapes the file can be read"), bar), 1);
    row->addWidget(makeButton({}, tr("Stop looking"), shapesJob_, &BackgroundJob::cancel, bar));
    connect(shapesJob_, &BackgroundJob::finished, bar, &QWidget::hide);
    bar->hide();
    return bar;
}

QWidget* ImportPage::makePreview() {
    auto* box = new QWidget(this);
    auto* layout = makeColumn(box, {}, 12);
    banner_ = new Banner(theme_, box);
    banner_->hide();
    layout->addWidget(banner_);
    doubts_ = new LineList(tr("What reading says"), LineList::Long::Wrapped, box);
    doubts_->setObjectName(QStringLiteral("doubts"));
    doubts_->addHeaderWidget(makeIconButton(theme_.icon(QStringLiteral("close"), Ink::Muted), tr("Close this list"),
                                            doubts_, &QWidget::hide, doubts_));
    connect(banner_, &Banner::linkClicked, this, [this] { doubts_->setVisible(doubts_->isHidden()); });
    layout->addWidget(doubts_);
    shapes_ = new ShapeCards(theme_, box);
    connect(shapes_, &ShapeCards::chosen, this,
            [this](const QString& shape) { draft_->set("csv_shape", shape.toStdString()); });
    layout->addWidget(shapes_);
    looking_ = makeLooking();
    layout->addWidget(looking_);
    raw_ = new RawCard(theme_, box);
    connect(raw_, &RawCard::linesRead, this, [this] {
        raw_->setVisible(raw_->hasLines());
        // It may have come while the files of a list were still to choose from.
        const auto data = draft_->dataset();
        if (data && data->series && data->series->report.format == "csv") raw_->setReport(data->series->report);
    });
    left_ = new LeftOutList(box);
    layout->addLayout(makeRow(nullptr, {}, 12, {{raw_, 2}, {left_, 1}}));

    previewCard_ = new Card(tr("Preview"), tr("as Gatelab reads it"), box);
    previewCard_->setBodyPadding(0);
    places_ = makeLabel({}, "small", previewCard_);
    previewCard_->addHeaderWidget(places_);
    for (const int by : {-1, 1})
        previewCard_->addHeaderWidget(makeIconButton(
            theme_.icon(by < 0 ? QStringLiteral("chevron-left") : QStringLiteral("chevron-right"), Ink::Muted),
            by < 0 ? tr("Last place to look at") : tr("Next place to look at"), this, [this, by] { goToPlace(by); },
            previewCard_));
    table_ = new QTableView(previewCard_);
    model_ = new SeriesModel(theme_, this);
    previewCard_->addHeaderWidget(new RowBlocks(*model_, previewCard_));
    head_ = new SeriesHeader(theme_, table_);
    table_->setHorizontalHeader(head_);
    table_->setModel(model_);
    styleSeriesTable(*table_);
    table_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table_->setAccessibleName(tr("Preview"));
    previewCard_->body()->addWidget(table_);
    layout->addWidget(previewCard_, 1);
    sequences_ =
        new EmptyState(theme_, QStringLiteral("series"),
                       tr("Sequences have no common rows to show here; the Data page draws each of them."), box);
    layout->addWidget(sequences_, 1);
    return box;
}

void ImportPage::setCompact(bool compact) {
    raw_->setVisibleLines(compact ? 3 : 6);
    left_->setVisibleLines(compact ? 2 : 4);
    doubts_->setVisibleLines(compact ? 4 : 8);
}

void ImportPage::setShown(bool shown) {
    if (shown) {
        if (!isOpen_) draft_->copyFrom(present_);
        return showFile();
    }
    if (std::exchange(isOpen_, false)) {
        const QString file = QFileInfo(fromUtf8(draft_->config().dataPath)).fileName();
        Q_EMIT done(file.isEmpty() ? tr("Nothing was imported.")
                                   : tr("%1 was not imported: this page was left without Import.").arg(file));
    }
    draft_->copyFrom(present_);
}

void ImportPage::openFile(const QString& path) {
    isOpen_ = true;
    draft_->copyFrom(present_);
    seenShape_.clear(), lookedAt_.clear();
    draft_->openFile(path);
}

void ImportPage::reload() {
    lookedAt_.clear();
    draft_->reload();
}

QUndoStack* ImportPage::undoStack() { return &draft_->undoStack(); }

QVariantMap ImportPage::viewState() const {
    if (!isOpen_) return {};
    return {{QStringLiteral("experiment"), fromUtf8(configToJson(draft_->config()))}};
}

void ImportPage::restoreViewState(const QVariantMap& state) {
    const auto kept = configFromJson(state.value(QStringLiteral("experiment")).toString().toStdString());
    if (!kept.ok()) return;
    isOpen_ = true;
    draft_->copyFrom(present_);
    draft_->replace(kept->config, tr("import"));
    draft_->undoStack().clear();
}

void ImportPage::showFile() {
    const QString path = fromUtf8(draft_->config().dataPath);
    if (path.isEmpty()) {
        file_->setText(tr("A built-in series is used; there is nothing to read."));
        return;
    }
    file_->setText(shownFileName(QFileInfo(path).fileName()));
    raw_->setFile(path);
}

/// A text table has its own options, a file of several parts a choice of them; only tables have rows to show.
void ImportPage::showFormat(const std::string& format, bool hasRows) {
    isText_ = format == "csv";
    formScroll_->setVisible(isText_);
    formCard_->setVisible(isText_ || parts_->isVisibleTo(formCard_));
    raw_->setVisible(!draft_->config().dataPath.empty() && raw_->hasLines());
    previewCard_->setVisible(hasRows);
    sequences_->setVisible(!hasRows);
}

/// Before the file is read, its name says the most likely.
void ImportPage::showFormatOfName() {
    if (draft_->config().dataPath.empty()) return showFormat("builtin", true);
    const Reader* named = readerByName(draft_->config().dataPath);
    const std::string format = named ? named->key : "csv";
    showFormat(format, format != "ts" && format != "arff");
}

void ImportPage::showLoading() {
    auto* job = draft_->loadJob();
    progress_->setVisible(job != nullptr);
    stop_->setVisible(job != nullptr);
    import_->setEnabled(job == nullptr);
    if (!job) return;
    showFormatOfName();
    progress_->setRange(0, 0);
    import_->setText(tr("Import"));
    result_->setText(tr("Reading"));
    connect(job, &BackgroundJob::progressed, this, [this](double share) {
        if (share < 0) return;
        progress_->setRange(0, 1000);
        progress_->setValue(static_cast<int>(share * 1000));
        result_->setText(tr("Reading, %1 %").arg(static_cast<int>(share * 100)));
    });
}

void ImportPage::showData() {
    showLoading();
    banner_->hide();
    banner_->setToolTip({});
    doubts_->setLines({});
    const auto data = draft_->dataset();
    import_->setEnabled(data != nullptr);
    if (!data) {
        showFormatOfName();
        model_->setSeries(nullptr);
        head_->setSeries(nullptr);
        result_->clear();
        places_->clear();
        badRows_.clear();
        left_->setAccount({});
        if (draft_->dataError().isEmpty()) lookedAt_.clear(), shapes_->setCandidates({});
        shapes_->setChosen(draft_->config().csvShape);
        form_->setReport({}, {}, {});  // nothing is known of this file
        formCard_->setTitle(tr("How to read it"));
        import_->setText(tr("Import"));
        if (draft_->dataError().isEmpty()) return;
        // Another part of the file may be what is meant.
        parts_->setFile(fromUtf8(draft_->config().dataPath));
        banner_->show(Tone::Error, tr("The file cannot be read like this."),
                      tr("%1. The file and your present data are unchanged.").arg(draft_->dataError()), {}, false);
        return;
    }
    const ReadReport& report = data->series ? data->series->report : data->sequences->report;
    showFormat(report.format, data->series != nullptr);
    parts_->setFile(fromUtf8(draft_->config().dataPath));
    if (report.format == "csv") raw_->setReport(report);
    left_->setAccount(report.account);
    if (!draft_->config().dataPath.empty())
        file_->setText(tr("%1  %2, read in %3 ms")
                           .arg(shownFiles(*data, draft_->config()), formatBytes(static_cast<double>(report.bytes)),
                                formatCount(qRound64(report.seconds * 1000))));
    const std::string& shape = draft_->config().csvShape;
    const Phrase taken = data->series ? describeShapeTaken(*data->series, shape) : describeShapeTaken(*data->sequences);
    const bool isTaken = isReshaped(draft_->config()) &&
                         std::ranges::find(report.warnings, taken, &ReadWarning::message) != report.warnings.end();
    if (isTaken) seenShape_ = shape;
    showDoubts(report, isTaken ? taken : Phrase());
    lookAtShapes();
    showGuesses(*data);
    if (data->series) {
        showSeries(data->series);
    } else {
        model_->setSeries(nullptr);
        head_->setSeries(nullptr);
        const auto count = formatCount(static_cast<qint64>(data->sequences->items.size()));
        result_->setText(tr("%1 sequences, %2 classes")
                             .arg(count, formatCount(static_cast<qint64>(data->sequences->classNames.size()))));
        import_->setText(tr("Import %1 sequences").arg(count));
    }
}

void ImportPage::showGuesses(const Dataset& data) {
    const ReadReport& report = data.series ? data.series->report : data.sequences->report;
    std::vector<std::string> names;
    if (data.series)
        for (const auto& channel : data.series->channels) names.push_back(channel.name);
    form_->setReport(report, names, seenShape_);
    formCard_->setTitle(
        tr("How to read it"),
        report.format == "csv" ? tr("%1 guesses, %2 changed").arg(form_->guesses()).arg(form_->changes()) : QString());
}

/// What the table looks like is nobody's choice, also where it was read so a second time.
void ImportPage::takeSeenShape() {
    const std::string seen = shapes_->guess();
    const auto data = draft_->dataset();
    if (seen.empty() || std::exchange(seenShape_, seen) == seen || !data) return;
    showGuesses(*data);
}

/// In one message what may be wrong with the reading, the others behind the first. A value that stands for "missing"
/// comes first: nothing else tells of it before a run learns from it, and here it is named as such.
/// `taken`: what the pictures of the shapes say.
void ImportPage::showDoubts(const ReadReport& report, const Phrase& taken) {
    std::vector<ReadWarning> doubts;
    for (const DataFinding& finding : draft_->dataFindings())
        if (finding.code == "sentinel") doubts.push_back({-1, finding.message});
    std::ranges::copy_if(report.warnings, std::back_inserter(doubts), [&](const ReadWarning& one) {
        return (taken.empty() || one.message != taken) && !isShapeDoubt(one);
    });
    if (doubts.empty()) return;
    // That the encoding is a guess matters least: a wrong one is seen in the words.
    const Phrase encoding(findField("csv_encoding")->label);
    std::ranges::stable_partition(doubts, [&](const ReadWarning& one) {
        return one.message.arguments.empty() || one.message.arguments.front() != encoding;
    });
    const auto& first = doubts.front();
    const QString where = first.line > 0 ? tr("Line %1:").arg(formatCount(first.line)) : tr("Note:");
    const auto more = static_cast<int>(doubts.size()) - 1;
    banner_->show(Tone::Warning, where, translated(first.message));
    if (more > 0) banner_->addLink(tr("show %1 more").arg(more));
    QStringList all;
    for (const auto& doubt : doubts)
        all << (doubt.line > 0 ? tr("Line %1: %2").arg(doubt.line).arg(translated(doubt.message))
                               : translated(doubt.message));
    banner_->setToolTip(all.mid(0, 40).join(QLatin1Char('\n')));
    doubts_->setLines(all);
    doubts_->hide();
}

/// In which shapes the file can be read; what it is read by otherwise makes other ones.
void ImportPage::lookAtShapes() {
    const std::string& shape = draft_->config().csvShape;
    shapes_->setChosen(shape);
    ExperimentConfig config;
    copyDataFields(draft_->config(), config, FieldGroup::Source, FieldGroup::Import);
    config.csvShape = ExperimentConfig().csvShape;
    const std::string asked = configToJson(config);
    if (std::exchange(lookedAt_, asked) == asked) return;
    shapes_->setCandidates({});
    config.csvShape = shape;
    looking_->show();
    shapesJob_->run<Result<std::vector<ShapeCandidate>>>(
        [config](const Progress& progress) { return shapeCandidates(config, progress); },
        [this, asked](Result<std::vector<ShapeCandidate>> found) {
            if (asked != lookedAt_) return;
            auto candidates = found.ok() ? std::move(*found) : std::vector<ShapeCandidate>();
            // A large file is not read to know of others, but what it looks like is known.
            const auto data = draft_->dataset();
            if (data && data->series && candidates.size() == 1 && candidates.front().outcome.empty())
                if (std::string other = betterShape(data->series->report); !other.empty())
                    candidates.insert(candidates.begin(), {.shape = std::move(other)});
            shapes_->setCandidates(std::move(candidates));
            takeSeenShape();
        });
}

void ImportPage::showSeries(const SeriesPtr& series) {
    model_->setSeries(series);
    const std::vector<ColumnUse> uses = columnUses(*series, draft_->config());
    std::vector<QString> roles;
    for (const auto& role : uses)
        roles.push_back(role.target ? tr("target") : role.input ? tr("input") : tr("not used"));
    model_->setRoles(std::move(roles));
    head_->setSeries(series);
    table_->resizeColumnsToContents();
    orderColumns(*table_, *series, shownOrder(*series, uses));
    result_->setText(sizeText(*series));
    import_->setText(series->rows() == 1 ? tr("Import 1 row") : tr("Import %1 rows").arg(formatCount(series->rows())));
    places_->clear();
    badRows_.clear();
    place_ = -1;
    struct Looked {
        std::vector<std::int64_t> rows;
        SpanAndStep times;
    };
    placesJob_->run<Looked>(
        [series](const Progress& progress) {
            return Looked{findPlaces(series, progress), spanAndStep(series->time)};
        },
        [this, series](Looked looked) {
            if (const auto data = draft_->dataset(); data && data->series == series && !draft_->loading())
                result_->setText(sizeText(*series, looked.times));
            badRows_ = std::move(looked.rows);
            places_->setText(badRows_.empty() ? tr("nothing missing")
                                              : tr("%n places to look at", nullptr, static_cast<int>(badRows_.size())));
        });
}

void ImportPage::goToPlace(int by) {
    if (badRows_.empty()) return;
    const int count = static_cast<int>(badRows_.size());
    place_ = (place_ + by + count) % count;
    const QModelIndex row = model_->indexOfRow(badRows_[static_cast<std::size_t>(place_)]);
    table_->selectRow(row.row());
    table_->scrollTo(row, QAbstractItemView::PositionAtCenter);
    places_->setText(tr("place %1 of %2").arg(place_ + 1).arg(count));
}

void ImportPage::accept() {
    if (!draft_->dataset() || draft_->loading()) return;
    if (std::exchange(isOpen_, false))
        present_.adopt(*draft_, tr("import %1").arg(QFileInfo(fromUtf8(draft_->config().dataPath)).fileName()));
    Q_EMIT placeAsked({QStringLiteral("data")});
}

void ImportPage::cancel() {
    isOpen_ = false;
    Q_EMIT placeAsked({QStringLiteral("data")});
}

void ImportPage::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) return cancel();
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return accept();
    Page::keyPressEvent(event);
}

}  // namespace gatelab
