// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/lab/lab_panel.h"

#include "common/file_job.h"
#include "common/list_text.h"
#include "common/texts.h"
#include "config/architecture.h"
#include "config/config_identity.h"
#include "lab/lab_json.h"
#include "lab/lab_resolution.h"
#include "measure/lab_controller.h"
#include "models/lab_model.h"
#include "pages/compare/lab/lab_bar.h"
#include "pages/compare/lab/lab_chart.h"
#include "runs/lineage.h"
#include "store/run_name.h"
#include "widgets/banner.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/tables/table_style.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr int kRowHeight = 36, kLowRow = 24;
constexpr int kMaxNamed = 8;            ///< changes
constexpr int kExplained = 2;           ///< lines of an explanation that usually do
constexpr int kMinChart = 220;          ///< height beside a table whose rows are all seen
constexpr std::size_t kMaxListed = 50;  ///< earlier tables

QString dateText(std::int64_t seconds) {
    return seconds > 0 ? formatMoment(static_cast<double>(seconds))
                       : QCoreApplication::translate("gatelab::LabPanel", "date unknown");
}

}  // namespace

LabPanel::LabPanel(Theme& theme, LabController& lab, QWidget* parent)
    : ComparePanel(parent),
      theme_(&theme),
      lab_(&lab),
      bar_(new LabBar(theme, lab)),
      state_(makeLabel({}, "note")),
      subject_(makeLabel({}, "note")),
      explanation_(makeLabel({}, "note")),
      other_(makeButton({}, {}, this, [this] { isOfOther() ? lab_->showPresent() : lab_->openLast(); })),
      earlier_(new QPushButton(tr("Earlier tables"))),
      table_(new QTableView),
      model_(new LabModel(theme, this)),
      chart_(new LabChart(theme)),
      card_(new Card(tr("Optimisation lab"))),
      used_(new Banner(theme)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(bar_);
    column->addWidget(used_);
    card_->setBodyPadding(0);
    card_->addHeaderWidget(state_);
    auto* about = new QHBoxLayout;
    about->setContentsMargins(12, 2, 12, 4);
    subject_->setWordWrap(true);
    about->addWidget(subject_, 1);
    for (QPushButton* button : {other_, earlier_}) {
        button->setProperty("compact", true);
        about->addWidget(button);
    }
    earlier_->setMenu(new QMenu(earlier_));
    setStyleProperty(earlier_, "menu", true);
    earlier_->setToolTip(
        tr("What the lab measured in this workspace, the newest first. Nothing of it is thrown away."));
    connect(earlier_->menu(), &QMenu::aboutToShow, this, &LabPanel::fillEarlier);
    card_->body()->addLayout(about);
    card_->body()->addWidget(table_);
    card_->body()->addWidget(explanation_);
    explanation_->setWordWrap(true);
    explanation_->setContentsMargins(12, 4, 12, 8);
    explanation_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    explanation_->ensurePolished();
    // Nothing moves when another rung is explained.
    explanation_->setMinimumHeight(kExplained * explanation_->fontMetrics().lineSpacing() + 12);
    column->addWidget(card_, 3);
    column->addWidget(chart_, 2);
    table_->setModel(model_);
    styleTable(*table_);
    table_->setItemDelegate(new LabDelegate(theme, table_));
    table_->setAccessibleName(tr("Optimisation lab"));
    table_->horizontalHeader()->setStretchLastSection(false);
    table_->viewport()->installEventFilter(this);
    connect(lab_, &LabController::reportChanged, this, [this] {
        if (shown_) showReport();
    });
    connect(lab_, &LabController::stateChanged, this, [this] {
        if (shown_) showState();
    });
    connect(bar_, &LabBar::exportClicked, this, &LabPanel::askExport);
    connect(bar_, &LabBar::chartChosen, this, [this](bool on) {
        isChart_ = on;
        arrange();
    });
    connect(used_, &Banner::action, lab_, &LabController::undoUse);
    connect(used_, &Banner::closed, lab_, &LabController::forgetUse);
    connect(bar_, &LabBar::copyClicked, this, &LabPanel::copyCommand);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &LabPanel::showExplanation);
    connect(model_, &LabModel::toggled, this,
            [this](const QString& key, bool wanted) { lab_->leaveOut(key.toStdString(), !wanted); });
    connect(chart_, &LabChart::figureChosen, lab_, &LabController::setFigure);
    chart_->setFigure(lab_->choice().figure);
    showReport();
    showState();
}

void LabPanel::setShown(bool shown) {
    shown_ = shown;
    if (!shown) return;
    showReport();
    showState();
}

/// The first rung until another is chosen, so that it is seen that there is something to read.
void LabPanel::showExplanation() {
    const int row = std::max(0, table_->currentIndex().row());
    const bool isThere = row < model_->rowCount();
    explanation_->setText(
        isThere ? tr("%1. %2").arg(LabModel::title(model_->report().plan.rungs[static_cast<std::size_t>(row)]),
                                   model_->explanation(row))
                : QString());
    explanation_->setVisible(isThere);
}

void LabPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

bool LabPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) fitColumns();
    return QWidget::eventFilter(watched, event);
}

void LabPanel::arrange() {
    const QScrollBar& across = *table_->horizontalScrollBar();
    const int heads = table_->horizontalHeader()->sizeHint().height() + 2 * table_->frameWidth() +
                      (across.maximum() > 0 ? across.sizeHint().height() : 0);
    const auto needed = [&](int row) { return heads + model_->rowCount() * qRound(row * theme_->textScale()); };
    const int alone = tableRoom(), beside = alone - layout()->spacing() - qRound(kMinChart * theme_->textScale());
    const bool isTabbed = needed(kLowRow) > beside, isOneLine = needed(kRowHeight) > (isTabbed ? alone : beside);
    const int row = isOneLine ? kLowRow : kRowHeight;
    bar_->setTabbed(isTabbed);
    card_->setVisible(!isTabbed || !isChart_);
    chart_->setVisible(!isTabbed || isChart_);
    model_->setOneLine(isOneLine);
    table_->verticalHeader()->setMinimumSectionSize(qRound(kLowRow * theme_->textScale()));
    table_->verticalHeader()->setDefaultSectionSize(qRound(row * theme_->textScale()));
    table_->setMinimumHeight(isTabbed ? 0 : needed(row));
    fitColumns();
}

int LabPanel::tableRoom() const {
    const auto heightOf = [this](const QWidget& widget) {
        return widget.hasHeightForWidth() ? widget.heightForWidth(width()) : widget.sizeHint().height();
    };
    const int gap = layout()->spacing(), banner = used_->isHidden() ? 0 : heightOf(*used_) + gap;
    const int table = std::max(table_->sizeHint().height(), table_->minimumHeight());
    return height() - bar_->sizeHint().height() - gap - banner - (heightOf(*card_) - table);
}

void LabPanel::fitColumns() {
    QHeaderView* heads = table_->horizontalHeader();
    table_->ensurePolished();  // before, the style's padding is not known
    heads->ensurePolished();
    int rest = table_->viewport()->width();
    for (int column = LabModel::ColumnCount - 1; column >= 0; --column) {
        int wanted = std::max(static_cast<const QAbstractItemView*>(table_)->sizeHintForColumn(column),
                              heads->sectionSizeHint(column));
        if (lab_->running()) wanted = std::max(wanted, column == LabModel::Rung ? 0 : table_->columnWidth(column));
        table_->setColumnWidth(column, column == LabModel::Rung ? std::max(wanted, rest) : wanted);
        rest -= wanted;
    }
}

void LabPanel::showReport() {
    model_->setReport(lab_->report());
    // A reason stands where the figures would be.
    table_->clearSpans();
    for (int row = 0; row < model_->rowCount(); ++row)
        if (!model_->note(row).isEmpty()) table_->setSpan(row, 0, 1, LabModel::ColumnCount);
    showExplanation();
    arrange();
    chart_->setReport(lab_->report());
    Q_EMIT findingsChanged();
}

void LabPanel::showState() {
    const bool running = lab_->running(), finished = lab_->finished();
    model_->setLocked(running);
    bar_->show(lab_->choice());
    LabBar::State state;
    state.measures = running;
    state.isStopping = lab_->stopping();
    state.canRun = lab_->canStart();
    state.canExport = lab_->measured();  // one that is not whole says so by itself
    const std::size_t best = finished && lab_->report().plan.mode != LabMode::OneOff ? labBest(lab_->report()) : 0;
    state.canUse = best > 0;
    if (best > 0 && isOfOther())
        state.useTip = tr("They were measured on %1, and the present experiment is another.")
                           .arg(fromUtf8(runName(lab_->report().plan.base)));
    if (best > 0)
        state.use = lab_->report().plan.mode == LabMode::Pair ? tr("Use B")
                    : best == 1                               ? tr("Use rung 1")
                                                              : tr("Use rungs 1 to %1").arg(best);
    state.seconds = running ? kNotMeasured : lab_->secondsNeeded();
    state.runTip = lab_->isBusy() ? tr("Something else trains or measures: it and the lab would disturb each other.")
                                  : tr("Trains each rung for some hundred steps, several times: %1.")
                                        .arg(translated(labRuns(lab_->report())));
    bar_->show(state);
    showUse();
    if (std::exchange(ran_, running) != running) Q_EMIT findingsChanged();
    const bool ofOther = isOfOther();
    other_->setVisible(ofOther || (!running && !finished && lab_->hasLast()));
    other_->setText(ofOther ? tr("Present settings") : tr("Last table"));
    other_->setToolTip(ofOther ? tr("What would be measured now. This table comes back with a click.")
                               : tr("What was measured last in this mode"));
    earlier_->setVisible(!running && !lab_->kept().empty());
    subject_->setText(subject());
    state_->setText(stateText());
    arrange();
}

void LabPanel::fillEarlier() {
    QMenu& menu = *earlier_->menu();
    menu.clear();
    const auto& kept = lab_->kept();
    const auto shown = std::min(kept.size(), kMaxListed);
    for (auto report = kept.rbegin(); report != kept.rbegin() + static_cast<std::ptrdiff_t>(shown); ++report) {
        const QString mode = report->plan.mode == LabMode::Ladder   ? tr("cumulative")
                             : report->plan.mode == LabMode::OneOff ? tr("one at a time off")
                                                                    : tr("A against B");
        const QString end = report->finished()
                                ? tr("finished")
                                : tr("cut off after %1 of %2 rounds").arg(report->rounds()).arg(report->plan.repeats);
        QString what = tr("%1  %2 on %3, %4")
                           .arg(dateText(report->when()), fromUtf8(runName(report->plan.base)),
                                fromUtf8(dataName(report->plan.base)), mode);
        what.replace(QLatin1Char('&'), QStringLiteral("&&"));
        const QString rungs = tr("%1 of %2 rungs, %3").arg(report->measuredRungs()).arg(report->wantedRungs()).arg(end);
        QAction* action =
            menu.addAction(what + QLatin1Char('\t') + rungs, this, [this, name = report->name] { lab_->open(name); });
        action->setCheckable(true);
        action->setChecked(report->name == lab_->report().name);
    }
    if (shown < kept.size())
        menu.addAction(tr("%1 older ones: gatelab-worker lab --kept").arg(kept.size() - shown))->setEnabled(false);
}

/// What was just taken over, for as long as it is the last change.
void LabPanel::showUse() {
    const auto& use = lab_->used();
    if (!use) return used_->hide();
    if (use->changes.empty())
        return used_->show(Tone::Info, tr("Nothing was changed: the present experiment has these switches."), {});
    const QString text = use->others.empty() ? QString()
                                             : tr("They were measured on %1, and the present experiment is another "
                                                  "(%2): measure again to know what they are worth for it.")
                                                   .arg(fromUtf8(runName(use->measured)), changesText(use->others));
    used_->show(use->others.empty() ? Tone::Success : Tone::Warning,
                tr("Changed: %1.").arg(changesText(use->changes, kMaxNamed)), text, tr("Undo"));
}

bool LabPanel::isOfOther() const { return lab_->measured() && !lab_->isOfPresent(); }

QString LabPanel::subject() const {
    const LabReport& report = lab_->report();
    if (!lab_->measured()) {
        const QString present =
            tr("The present experiment on this machine, on %1.").arg(fromUtf8(dataName(report.plan.base)));
        if (report.plan.rungs.empty()) return present;
        return tr("%1 Planned: %2. %3")
            .arg(present, translated(labRuns(report)),
                 translated(labResolutionText(report.plan, labResolution(report.plan, lab_->kept()))));
    }
    const QString what = tr("%1 on %2, settings %3")
                             .arg(fromUtf8(runName(report.plan.base)), fromUtf8(dataName(report.plan.base)),
                                  fromUtf8(shortIdentity(settingsIdentity(report.plan.base))));
    QString text = report.finished() ? tr("%1, measured %2.").arg(what, dateText(report.when()))
                                     : tr("%1, not measured to the end.").arg(what);
    text = tr("%1 Planned: %2.").arg(text, translated(labRuns(report)));
    return isOfOther() ? tr("%1 The present experiment is another.").arg(text) : text;
}

QString LabPanel::stateText() const {
    const LabReport& report = lab_->report();
    if (!lab_->problem().isEmpty() && !lab_->running() && !lab_->measured()) return lab_->problem();
    QString text;
    if (lab_->finished())
        text = tr("%1 runs on %2").arg(report.done).arg(fromUtf8(report.device));
    else if (lab_->measured())
        text = tr("interrupted after %1 of %2 rounds, %3 of %4 runs")
                   .arg(report.rounds())
                   .arg(report.plan.repeats)
                   .arg(report.done)
                   .arg(report.total);
    if (lab_->running()) {
        const double left = lab_->secondsLeft();
        const QString done = report.total > 0 ? tr("%1 of %2 runs").arg(report.done).arg(report.total) : tr("starting");
        text = tr("%1, %2").arg(done, std::isfinite(left) ? tr("about %1 left").arg(formatTimeLeft(left))
                                                          : tr("the time is being measured"));
    }
    int leftOut = 0, counted = 0;
    for (const LabFigures& f : report.figures) {
        leftOut += f.leftOut();
        counted += f.disturbed() - f.leftOut();
    }
    QStringList disturbed;
    if (const int again = report.again(); again > 0) disturbed << tr("%1 measured again").arg(again);
    if (const int open = lab_->running() ? report.toMeasureAgain() : 0; open > 0)
        disturbed << tr("%1 to be measured again").arg(open);
    if (leftOut > 0) disturbed << tr("%1 left out").arg(leftOut);
    if (counted > 0) disturbed << tr("%1 counted").arg(counted);
    return disturbed.isEmpty() ? text : tr("%1; repeats disturbed: %2").arg(text, listText(disturbed));
}

QStringList LabPanel::findings() const {
    QStringList lines;
    if (!lab_->finished()) return lines;
    for (const LabFinding& finding : labFindings(lab_->report())) lines << translated(finding.text);
    return lines;
}

QString LabPanel::headline() const {
    if (lab_->running()) return tr("Measuring");
    if (lab_->measured() && !lab_->finished())
        return tr("Stopped after %1 of %2 runs").arg(lab_->report().done).arg(lab_->report().total);
    const auto findings = lab_->finished() ? labFindings(lab_->report()) : std::vector<LabFinding>();
    return findings.empty() ? QString() : translated(findings.front().figure);
}

/// Of what was measured, else of what would be.
void LabPanel::copyCommand() const {
    LabPlan plan = lab_->report().plan;
    if (plan.rungs.empty()) return;
    if (!lab_->finished()) plan.repeats = lab_->choice().repeats;
    QGuiApplication::clipboard()->setText(fromUtf8(labCommand(plan)));
    bar_->reportCopied();
}

void LabPanel::askExport() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the lab's table"), QStringLiteral("lab.md"),
                                                      tr("Markdown (*.md);;CSV (*.csv);;JSON (*.json)"));
    if (path.isEmpty()) return;
    const LabReport& report = lab_->report();
    const QString kind = QFileInfo(path).suffix().toLower();
    const std::string text = kind == QLatin1String("csv")    ? labCsv(report)
                             : kind == QLatin1String("json") ? labJson(report)
                                                             : labMarkdown(report);
    writeInBackground(*this, path, text);
}

}  // namespace gatelab
