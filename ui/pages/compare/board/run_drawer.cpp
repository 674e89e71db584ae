// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/run_drawer.h"

#include "app/board.h"
#include "baselines/baselines.h"
#include "charts/data/metric_lines.h"
#include "charts/line_chart.h"
#include "common/field_text.h"
#include "common/list_text.h"
#include "common/responder.h"
#include "common/texts.h"
#include "config/setting_predicates.h"
#include "models/chart_table.h"
#include "models/imported_boards.h"
#include "models/run_board.h"
#include "models/run_columns.h"
#include "models/run_figures.h"
#include "pages/compare/board/compress_card.h"
#include "pages/compare/board/export_dialog.h"
#include "pages/compare/board/lineage_list.h"
#include "pages/compare/board/run_facts.h"
#include "pages/compare/board/seed_axis.h"
#include "pages/compare/board/timeline_card.h"
#include "pages/compare/forecasts/forecast_figures.h"
#include "pages/compare/forecasts/run_forecasts.h"
#include "pages/compare/trust/backtest_card.h"
#include "pages/train/advice_card.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "runs/run_loader.h"
#include "store/imported_run.h"
#include "store/validation_score.h"
#include "verdict/run_groups.h"
#include "widgets/badge.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/elided_label.h"
#include "widgets/labels/wrapped_label.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr int kLossHeight = 196, kStepsHeight = 164, kMostSettings = 2, kDigits = 3, kAskMs = 400;
enum BadgeOf { kBest, kBase, kLatest };

/// The step that a key asks for: to the seed before or after; 0: none.
int stepOf(const QKeyEvent& event) {
    if (event.modifiers() & ~Qt::KeypadModifier) return 0;
    return event.key() == Qt::Key_Left ? -1 : event.key() == Qt::Key_Right ? 1 : 0;
}

}  // namespace

RunDrawer::RunDrawer(Theme& theme, RunBoard& board, RunController& runs, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      board_(&board),
      runs_(&runs),
      loader_(new RunLoader(runs, this)),
      forecasts_(new RunForecasts(runs, this)),
      asking_(new QTimer(this)) {
    setFocusPolicy(Qt::ClickFocus);
    setAccessibleName(tr("Run"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 12);
    column->setSpacing(8);
    addHead(*column);
    addCharts(*column);
    lineageTitle_ = makeLabel(tr("Lineage, and what each changed"), "section");
    lineage_ = new LineageList(theme, board, runs);
    backtest_ = new BacktestCard(theme, runs);
    compress_ = new CompressCard(theme, runs);
    facts_ = new RunFacts(theme, runs);
    timeline_ = new TimelineCard(theme, runs);
    for (QWidget* widget :
         std::initializer_list<QWidget*>{lineageTitle_, lineage_, backtest_, compress_, timeline_, facts_})
        column->addWidget(widget);
    column->addStretch();
    addButtons(*column);
    connect(lineage_, &LineageList::rowAsked, this, &RunDrawer::rowAsked);
    const auto follow = [this] {
        if (isVisible()) refresh();
    };
    connect(board_, &RunBoard::boardChanged, this, follow);
    connect(board_, &RunBoard::selectionChanged, this, follow);
    connect(board_, &RunBoard::statesChanged, this, follow);
    connect(theme_, &Theme::changed, this, follow);
    connect(loader_, &RunLoader::loaded, this, [this] {
        unread_.clear(), refresh();
        bringBacktest();
        field_.clear();
    });
    connect(loader_, &RunLoader::failed, this, [this](const QString& message) { unread_ = message, refresh(); });
    connect(runs_, &RunController::ticked, this, [this] {
        if (const auto live = runs_->live(); isVisible() && live && live->id == run_) loss_->refresh();
    });
    asking_->setSingleShot(true);
    asking_->setInterval(kAskMs);
    connect(asking_, &QTimer::timeout, this, &RunDrawer::askForecasts);
    connect(forecasts_, &RunForecasts::changed, this, follow);
    clear();
}

void RunDrawer::addHead(QVBoxLayout& column) {
    marker_ = new QLabel;
    name_ = new ElidedLabel;
    name_->setProperty("role", "title");
    badges_ = {new Badge(*theme_, tr("best"), Tone::Success), new Badge(*theme_, tr("base"), Tone::Info),
               new Badge(*theme_, tr("latest"))};
    auto* head = new QHBoxLayout;
    head->setSpacing(6);
    head->addWidget(marker_);
    head->addWidget(name_);
    for (Badge* badge : badges_) head->addWidget(badge);
    head->addStretch();
    head->addWidget(
        makeIconButton(theme_->icon(QStringLiteral("close"), Ink::Muted), tr("Close"), this, &RunDrawer::closed));
    column.addLayout(head);
    line_ = new WrappedLabel("note");
    problem_ = new WrappedLabel("warning");
    problem_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    figure_ = makeLabel({}, "figure");
    figureNote_ = makeLabel({}, "note");
    auto* score = new QHBoxLayout;
    score->setSpacing(8);
    score->addWidget(figure_);
    score->addWidget(figureNote_, 1, Qt::AlignBottom);
    axis_ = new SeedAxis(*theme_);
    column.addWidget(line_);
    column.addWidget(problem_);
    column.addLayout(score);
    column.addWidget(axis_);
}

void RunDrawer::addCharts(QVBoxLayout& column) {
    const auto turn = [this](int by) { return [this, by] { turnSeed(by); }; };
    before_ =
        makeIconButton(theme_->icon(QStringLiteral("chevron-left"), Ink::Muted), tr("The seed before"), this, turn(-1));
    after_ =
        makeIconButton(theme_->icon(QStringLiteral("chevron-right"), Ink::Muted), tr("The next seed"), this, turn(1));
    loss_ = new LineChart(*theme_, tr("Loss"), {});
    for (QToolButton* button : {before_, after_}) {
        button->setProperty("compact", true);
        button->installEventFilter(this);
        loss_->addHeaderWidget(button);
    }
    loss_->setXLabel(tr("epoch"));
    loss_->setXCounted(true);
    loss_->setUsuallyLogY(true);
    loss_->setIgnoreOutliers(true);
    loss_->setFixedHeight(qRound(kLossHeight * theme_->textScale()));
    loss_->setSource([this](double low, double high, int pixels) { return lossLines(low, high, pixels); });
    steps_ = new LineChart(*theme_, tr("Error by step"), tr("mean absolute, validation"));
    steps_->setXLabel(tr("step"));
    steps_->setXCounted(true);
    steps_->setYFromZero(true);
    steps_->setFixedHeight(qRound(kStepsHeight * theme_->textScale()));
    advice_ = new AdviceCard(*theme_, *runs_);
    for (QWidget* widget : std::initializer_list<QWidget*>{loss_, steps_, advice_}) column.addWidget(widget);
}

void RunDrawer::addButtons(QVBoxLayout& column) {
    const auto ask = [this](const char* key) {
        return [this, key] { responderOf(*this).ask(Command(QString::fromLatin1(key), run_)); };
    };
    again_ = makeButton({}, tr("Train again..."), this, ask("again"));
    open_ = makeButton({}, tr("Open on Train"), this, ask("open-run"));
    export_ = makeButton({}, tr("Export..."), this, [this] { ExportDialog::open(*theme_, *runs_, run_, this); });
    why_ = makeButton({}, tr("Why..."), this, [this] {
        responderOf(*this).ask(Command::show({QStringLiteral("learn"), QStringLiteral("why"), run_}));
    });
    data_ = makeButton({}, tr("Of which data..."), this, [] {});
    data_->setToolTip(tr("Puts the runs of this project on the board of your own runs on these data"));
    data_->setMenu(new QMenu(data_));
    setStyleProperty(data_, "menu", true);
    connect(data_->menu(), &QMenu::aboutToShow, this, &RunDrawer::fillData);
    column.addWidget(data_);
    why_->setToolTip(tr("What an answer of this run is made of, and what matters to all of them"));
    for (const auto& pair : {std::pair(again_, open_), std::pair(why_, export_)}) {
        auto* buttons = new QHBoxLayout;
        buttons->setSpacing(8);
        for (QPushButton* button : {pair.first, pair.second}) buttons->addWidget(button, 1);
        column.addLayout(buttons);
    }
}

void RunDrawer::show(const std::string& rowKey, const QString& runId) {
    if (!board_->board().find(rowKey)) setRun({});
    key_ = rowKey;
    const BoardRow* shown = row();
    if (shown && !runId.isEmpty() && shown->has(runId.toStdString())) setRun(runId);
    refresh();
}

void RunDrawer::fillData() {
    QMenu& menu = *data_->menu();
    menu.clear();
    const RunSummary* run = runs_->findRun(run_);
    if (!run) return;
    const auto add = [&](const QString& text, const QString& scope, bool isNow) {
        QAction* action = menu.addAction(text, this, [this, scope, id = run->id] {
            if (const RunSummary* one = runs_->findRun(fromUtf8(id))) ImportedBoards::of(*board_).put(*one, scope);
        });
        action->setCheckable(true);
        action->setChecked(isNow);
    };
    bool isBeside = false;
    for (const RunBoard::Scope& scope : board_->scopes()) {
        const RunSummary* own = board_->newestRun(scope.key);
        if (scope.isLesson || !own || !hasSettings(*own)) continue;
        const bool isNow = board_->scopeOf(*run) == scope.key;
        isBeside = isBeside || isNow;
        add(scope.label, scope.key, isNow);
    }
    if (menu.isEmpty()) menu.addAction(tr("No own run is here yet"))->setEnabled(false);
    menu.addSeparator();
    add(tr("Not known: a board of their own"), {}, !isBeside);
}

void RunDrawer::showField(const QString& field) {
    if (const ExportKindRow* kind = findExportKind(field.toStdString()))
        return ExportDialog::open(*theme_, *runs_, run_, this, kind->kind);
    field_ = field;
    bringBacktest();
    if (loader_->view(run_)) field_.clear();
}

void RunDrawer::bringBacktest() {
    if (!field_.isEmpty() && !backtest_->isHidden()) backtest_->showField(field_);
}

void RunDrawer::clear() {
    key_.clear();
    setRun({});
    refresh();
}

/// The group of an older run that was deleted goes by another key.
const BoardRow* RunDrawer::row() const {
    const BoardRow* row = board_->board().find(key_);
    return row ? row : board_->board().find(run_.toStdString());
}

const BoardSeed* RunDrawer::seed(const BoardRow& row) const {
    const auto found = std::ranges::find(row.seeds, run_.toStdString(), &BoardSeed::run);
    return found == row.seeds.end() ? nullptr : &*found;
}

const BoardRow* RunDrawer::baseline() const {
    const Board& board = board_->board();
    return board.bestBaseline < 0 ? nullptr : &board.rows[static_cast<std::size_t>(board.bestBaseline)];
}

void RunDrawer::setRun(const QString& runId) {
    if (runId == run_) return;
    run_ = runId;
    unread_.clear(), field_.clear();
    loader_->want(run_.isEmpty() ? QStringList() : QStringList(run_));
    loss_->fit();
    asking_->start();
    Q_EMIT runShown(run_);
}

bool RunDrawer::turnSeed(int by) {
    const BoardRow* shown = row();
    const BoardSeed* now = shown ? seed(*shown) : nullptr;
    if (!now) return false;
    const auto next = (now - shown->seeds.data()) + by;
    if (next < 0 || next >= std::ssize(shown->seeds)) return false;
    setRun(fromUtf8(shown->seeds[static_cast<std::size_t>(next)].run));
    refresh();
    return true;
}

void RunDrawer::refresh() {
    const BoardRow* shown = row();
    // A board without rows may only not be there yet.
    const bool isGone = !shown && !key_.empty() && !(board_->board().rows.empty() && run_.isEmpty());
    if (isGone) {
        clear();
        return Q_EMIT closed();
    }
    const bool isGroup = shown && !shown->isBaseline();
    if (shown) key_ = shown->key;
    if (isGroup && !seed(*shown)) {
        const auto trains = std::ranges::find_if(shown->seeds.rbegin(), shown->seeds.rend(),
                                                 [](const BoardSeed& one) { return isGoingOn(one.state); });
        const auto counts = std::ranges::find(shown->seeds, true, &BoardSeed::counts);
        setRun(fromUtf8(trains != shown->seeds.rend()  ? trains->run
                        : counts != shown->seeds.end() ? counts->run
                                                       : shown->seeds.front().run));
    }
    if (!isGroup) setRun({});
    const auto view = isGroup ? loader_->view(run_) : nullptr;
    for (QWidget* widget : std::initializer_list<QWidget*>{marker_, name_, line_, figure_, figureNote_, axis_})
        widget->setVisible(shown != nullptr);
    const RunSummary* summary = runs_->findRun(run_);
    // Of an imported run there are curves and texts: no weights, no settings to train with.
    const bool isOwn = !summary || hasSettings(*summary);
    for (QWidget* widget : std::initializer_list<QWidget*>{lineageTitle_, lineage_, why_, open_})
        widget->setVisible(isGroup && isOwn);
    data_->setVisible(isGroup && !isOwn);
    again_->setVisible(isGroup && isOwn && seed(*shown) && !isGoingOn(seed(*shown)->state));
    export_->setVisible(isGroup && isOwn && seed(*shown) && hasEnded(seed(*shown)->state));
    timeline_->showRun(view && isOwn ? run_ : QString());
    timeline_->setVisible(isOwn);
    advice_->showRun(isOwn ? view.get() : nullptr);
    backtest_->showRun(isOwn ? summary : nullptr);
    compress_->showRun(isOwn ? summary : nullptr);
    facts_->showRun(view, view ? board_->stateText(view->summary) : QString());
    QString problem = view ? runProblem(*view) : unread_;
    if (view && problem.isEmpty()) problem = translated(view->unread);
    problem_->setFullText(problem);
    setStyleProperty(problem_, "role", unread_.isEmpty() ? "warning" : "error");
    problem_->setVisible(isGroup && !problem.isEmpty());
    if (!shown)
        for (Badge* badge : badges_) badge->hide();
    if (shown) showHead(*shown), showScore(*shown);
    loss_->setVisible(isGroup);
    steps_->setVisible(isGroup && isOwn && summary && isForecast(*summary->config) && hasEnded(summary->state) &&
                       forecasts_->problem(run_).isEmpty());
    if (isGroup) showLoss(*shown), showStepErrors(*shown), lineage_->setRow(*shown);
}

void RunDrawer::showHead(const BoardRow& row) {
    marker_->setVisible(!row.isBaseline());
    marker_->setPixmap(row.isBaseline() ? QPixmap() : theme_->marker(board_->slotOf(row)));
    name_->setFullText(board_->nameOf(row));
    setAccessibleName(board_->nameOf(row));
    const QString line = lineOf(row);
    line_->setFullText(line);
    line_->setVisible(!line.isEmpty());
    showBadges(row);
}

void RunDrawer::showBadges(const BoardRow& row) {
    const Board& board = board_->board();
    const int at = board.rowOf(row.key);
    badges_[kBest]->setVisible(at == board.best || at == board.bestBaseline);
    badges_[kBase]->setVisible(at == board.base);
    badges_[kLatest]->setVisible(at == board.latest);
}

QString RunDrawer::lineOf(const BoardRow& row) const {
    if (row.isBaseline())
        return std::isfinite(row.test) ? tr("test %1").arg(formatNumber(row.test, kDigits)) : QString();
    QStringList parts{
        hasSettings(row.group.config)
            ? tr("%n seed(s)", nullptr, static_cast<int>(row.seedCount()))
            : tr("imported from %1: settings are not known").arg(fromUtf8(importedFrom(row.group.config).tool))};
    if (const BoardRow* base = board_->base(); base && base != board_->board().find(row.key)) {
        const std::vector<ConfigChange> changes = effectiveChanges(base->group.config, row.group.config);
        for (std::size_t i = 0; i < std::min<std::size_t>(changes.size(), kMostSettings); ++i)
            parts << tr("%1 %2").arg(settingWord(*changes[i].field), displayValue(*changes[i].field, changes[i].to));
    }
    if (const QString end = endOf(row); !end.isEmpty()) parts << end;
    return listText(parts);
}

QString RunDrawer::endOf(const BoardRow& row) const {
    double ended = 0;
    for (const BoardSeed& one : row.seeds) {
        const RunSummary* run = runs_->findRun(fromUtf8(one.run));
        // The strip offers to go on with a paused one.
        if (run && (isGoingOn(run->state) || board_->stateOf(*run) == RunState::Paused)) return board_->stateText(*run);
        if (run) ended = std::max(ended, run->ended);
    }
    if (ended <= 0) return {};
    const QDateTime at = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(ended * 1000));
    const bool isToday = at.date() == QDate::currentDate();
    return tr("ended %1").arg(isToday ? at.toString(QStringLiteral("HH:mm")) : formatMoment(ended));
}

void RunDrawer::showScore(const BoardRow& row) {
    const Score* score = findScore(board_->board().metric);
    const QString of = score ? translated(Text{"Scores", score->name}) : tr("loss");
    const auto counted = static_cast<int>(row.scored());
    figure_->setText(formatNumber(row.score, kDigits));
    figureNote_->setText(counted > 1                        ? tr("mean of %1, validation %2").arg(counted).arg(of)
                         : counted == 1 || row.isBaseline() ? tr("validation %1").arg(of)
                         : std::isfinite(row.score)         ? tr("validation %1 so far").arg(of)
                                                            : tr("no score yet"));
    const BoardRow* best = baseline();
    axis_->setRow(row, best, best ? board_->titleOf(*best) : QString(), board_->slotOf(row));
    axis_->setVisible(std::isfinite(row.score));
}

void RunDrawer::showLoss(const BoardRow& row) {
    const BoardSeed* one = seed(row);
    if (!one) return;
    const RunSummary* summary = runs_->findRun(run_);
    const bool isOwn = hasSettings(row.group.config);
    loss_->setTitle(tr("Loss"), !isOwn            ? QStringLiteral("#%1").arg(one->number)
                                : one->number > 0 ? tr("seed %1, run #%2").arg(one->seed).arg(one->number)
                                                  : tr("seed %1").arg(one->seed));
    loss_->setXLabel(isOwn || !summary || importedFrom(*summary).hasEpochs ? tr("epoch") : tr("step"));
    loss_->setOwner(board_->nameOf(row));
    before_->setEnabled(one != &row.seeds.front());
    after_->setEnabled(one != &row.seeds.back());
    const auto view = loader_->view(run_);
    loss_->setEmptyText(view && !isOwn      ? tr("The tracker has no curve of a loss.")
                        : view              ? tr("The curve appears with the first steps.")
                        : unread_.isEmpty() ? tr("Reading the run...")
                                            : tr("Its record cannot be read."));
    std::vector<ChartPoint> best = view ? bestPoint(*view, XAxis::Epoch, theme_->palette()) : std::vector<ChartPoint>{};
    for (ChartPoint& point : best) point.colour = theme_->runColour(board_->slotOf(row));
    loss_->setPoints(std::move(best));
    loss_->refresh();
}

std::vector<ChartLine> RunDrawer::lossLines(double low, double high, int pixels) const {
    const BoardRow* shown = row();
    const auto view = loader_->view(run_);
    if (!shown || !view) return {};
    // Under its title; a file needs the whole names.
    const auto nameOf = [pixels](MetricId id, const QString& brief) {
        return pixels == kEverySample ? translated(gatelab::metric(id).label) : brief;
    };
    std::vector<ChartLine> lines = smoothedPair(view->metrics, MetricId::TrainLoss, XAxis::Epoch, low, high, pixels,
                                                nameOf(MetricId::TrainLoss, tr("train")), theme_->palette().text);
    if (const MetricSeries& series = view->metrics.series(MetricId::ValidationLoss); series.size() > 0) {
        ChartLine line = metricLine(series, XAxis::Epoch, low, high, pixels, false);
        line.name = nameOf(MetricId::ValidationLoss, tr("validation"));
        line.colour = theme_->runColour(board_->slotOf(*shown));
        line.style = ChartLine::Style::Smooth;
        lines.push_back(std::move(line));
    }
    // Only where the loss is the very score that the baselines have.
    const BoardRow* best = baseline();
    const bool isScore = hasSettings(view->summary) && view->summary.config->loss == board_->board().metric &&
                         std::isfinite(validationScore(view->summary));
    if (!best || !isScore || pixels == kEverySample) return lines;
    double first = HUGE_VAL, last = -HUGE_VAL;
    for (const ChartLine& line : lines)
        for (const double x : line.x) first = std::min(first, x), last = std::max(last, x);
    if (first >= last) return lines;
    lines.push_back({.name = board_->titleOf(*best),
                     .colour = theme_->palette().muted,
                     .style = ChartLine::Style::Dashed,
                     .x = {first, last},
                     .y = {best->score, best->score},
                     .isSet = true});
    return lines;
}

void RunDrawer::askForecasts() {
    const RunSummary* run = runs_->findRun(run_);
    if (!isVisible() || !run || !hasSettings(*run) || !hasEnded(run->state) || !isForecast(*run->config)) return;
    forecasts_->ask({run_}, {.part = ForecastRequest::Part::Validation});
}

void RunDrawer::showStepErrors(const BoardRow& row) {
    if (steps_->isHidden()) return;
    const auto set = forecasts_->of(run_);
    const BoardRow* best = baseline();
    steps_->setEmptyText(tr("Computing the forecasts."));
    steps_->setLines(set ? stepErrorLines({{.set = set.get(), .colour = theme_->runColour(board_->slotOf(row))}},
                                          {best ? best->method : std::string()}, theme_->palette())
                         : std::vector<ChartLine>());
    steps_->setOwner(board_->nameOf(row));
}

void RunDrawer::showEvent(QShowEvent* event) {
    asking_->start();
    refresh();
    QWidget::showEvent(event);
}

/// A chart with the focus moves its cursor instead.
void RunDrawer::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) return Q_EMIT closed();
    if (const int by = stepOf(*event); by != 0) {
        turnSeed(by);
        return;
    }
    QWidget::keyPressEvent(event);
}

/// A button would give the focus to the next one.
bool RunDrawer::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress)
        if (const int by = stepOf(*static_cast<QKeyEvent*>(event)); by != 0) return turnSeed(by), true;
    return QWidget::eventFilter(watched, event);
}

}  // namespace gatelab
