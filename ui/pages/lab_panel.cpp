// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lab_panel.h"

#include "config/config_identity.h"
#include "io/file_io.h"
#include "lab/lab_json.h"
#include "lab_controller.h"
#include "models/lab_model.h"
#include "pages/lab_bar.h"
#include "pages/lab_chart.h"
#include "store/run_name.h"
#include "texts.h"
#include "widgets/card.h"
#include "widgets/table_style.h"

#include <QClipboard>
#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <cmath>

namespace gatelab {

namespace {

constexpr int kRowHeight = 40, kRungWidth = 250;
/// By LabModel::Column; the first one takes what is left.
constexpr int kWidths[] = {kRungWidth, 118, 82, 116, 90, 82, 100, 104, 100, 150};
static_assert(std::size(kWidths) == LabModel::ColumnCount);
/// Where there is no room these go first.
constexpr LabModel::Column kLeastNeeded[] = {LabModel::Interval, LabModel::EqualTime, LabModel::Difference, LabModel::Limit, LabModel::Validation};

}  // namespace

LabPanel::LabPanel(Theme& theme, LabController& lab, QWidget* parent)
    : QWidget(parent), theme_(&theme), lab_(&lab), bar_(new LabBar(theme)), state_(makeLabel({}, "note")), subject_(makeLabel({}, "note")), explanation_(makeLabel({}, "note")),
      other_(new QPushButton), table_(new QTableView), model_(new LabModel(theme, this)), chart_(new LabChart(theme)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(bar_);
    auto* card = new Card(tr("Optimisation lab"));
    card->setBodyPadding(0);
    card->addHeaderWidget(state_);
    auto* about = new QHBoxLayout;
    about->setContentsMargins(12, 2, 12, 4);
    subject_->setWordWrap(true);
    about->addWidget(subject_, 1);
    other_->setProperty("compact", true);
    about->addWidget(other_);
    card->body()->addLayout(about);
    card->body()->addWidget(table_);
    card->body()->addWidget(explanation_);
    explanation_->setWordWrap(true);
    explanation_->setContentsMargins(12, 4, 12, 8);
    explanation_->hide();
    column->addWidget(card, 3);
    column->addWidget(chart_, 2);
    table_->setModel(model_);
    styleTable(*table_);
    table_->setItemDelegate(new LabDelegate(theme, table_));
    table_->setAccessibleName(tr("Optimisation lab"));
    table_->verticalHeader()->setDefaultSectionSize(qRound(kRowHeight * theme.textScale()));
    table_->horizontalHeader()->setStretchLastSection(false);
    for (int i = 0; i < LabModel::ColumnCount; ++i) table_->setColumnWidth(i, qRound(kWidths[i] * theme.textScale()));
    table_->horizontalHeader()->setSectionResizeMode(LabModel::Rung, QHeaderView::Stretch);
    connect(lab_, &LabController::reportChanged, this, [this] {
        if (shown_) showReport();
    });
    connect(lab_, &LabController::stateChanged, this, [this] {
        if (shown_) showState();
    });
    connect(bar_, &LabBar::modeChosen, lab_, &LabController::setMode);
    connect(bar_, &LabBar::sidesChosen, lab_, &LabController::setSides);
    connect(bar_, &LabBar::repeatsChosen, lab_, &LabController::setRepeats);
    connect(bar_, &LabBar::runClicked, this, [this] { lab_->running() ? lab_->stop() : lab_->start(); });
    connect(bar_, &LabBar::exportClicked, this, &LabPanel::exportTable);
    connect(bar_, &LabBar::useClicked, lab_, &LabController::useBest);
    connect(bar_, &LabBar::copyClicked, this, &LabPanel::copyCommand);
    connect(other_, &QPushButton::clicked, this, [this] { isOfOther() ? lab_->showPresent() : lab_->setMode(lab_->choice().lines.mode); });
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &LabPanel::showExplanation);
    connect(model_, &LabModel::toggled, this, [this](const QString& key, bool wanted) { lab_->leaveOut(key.toStdString(), !wanted); });
    connect(chart_, &LabChart::figureChosen, lab_, &LabController::setFigure);
    connect(chart_, &LineChart::failed, this, &LabPanel::failed);
    connect(chart_, &LineChart::exported, this, &LabPanel::exported);
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

void LabPanel::showExplanation() {
    const QModelIndex current = table_->currentIndex();
    explanation_->setText(current.isValid() ? model_->explanation(current.row()) : QString());
    explanation_->setVisible(current.isValid());
}

void LabPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitColumns();
}

/// Names are never cut to make room for figures of less weight.
void LabPanel::fitColumns() {
    double room = width() - table_->style()->pixelMetric(QStyle::PM_ScrollBarExtent), needed = 0;
    for (int i = 0; i < LabModel::ColumnCount; ++i) needed += kWidths[i] * theme_->textScale();
    for (const LabModel::Column column : kLeastNeeded) {
        table_->setColumnHidden(column, needed > room);
        if (needed > room) needed -= kWidths[column] * theme_->textScale();
    }
}

void LabPanel::showReport() {
    model_->setReport(lab_->report());
    // A reason stands where the figures would be.
    table_->clearSpans();
    for (int row = 0; row < model_->rowCount(); ++row)
        if (!model_->note(row).isEmpty()) table_->setSpan(row, 0, 1, LabModel::ColumnCount);
    showExplanation();
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
    state.canExport = finished;
    state.canUse = finished && lab_->report().plan.mode != LabMode::OneOff && labBest(lab_->report()) > 0;
    state.seconds = running ? kNotMeasured : lab_->secondsNeeded();
    state.runTip = lab_->isBusy() ? tr("Something else trains or measures: it and the lab would disturb each other.") : tr("Trains each line for some hundred steps, several times.");
    bar_->show(state);
    const bool ofOther = isOfOther();
    other_->setVisible(ofOther || (!running && !finished && lab_->hasLast()));
    other_->setText(ofOther ? tr("Present settings") : tr("Last table"));
    other_->setToolTip(ofOther ? tr("What would be measured now. This table comes back with a click.") : tr("What was measured last in this mode"));
    subject_->setText(subject());
    state_->setText(stateText());
}

bool LabPanel::isOfOther() const { return lab_->measured() && !lab_->isOfPresent(); }

QString LabPanel::subject() const {
    if (!lab_->measured()) return tr("The present experiment on this machine.");
    const LabReport& report = lab_->report();
    const QString when = QDateTime::fromSecsSinceEpoch(report.measuredAt).toString(QStringLiteral("yyyy-MM-dd HH:mm"));
    const QString what = tr("%1, settings %2").arg(fromUtf8(runName(report.plan.base)), fromUtf8(shortIdentity(settingsIdentity(report.plan.base))));
    const QString measured = report.finished() ? tr("%1, measured %2.").arg(what, when) : tr("%1, not measured to the end.").arg(what);
    return isOfOther() ? tr("%1 The present settings are others.").arg(measured) : measured;
}

QString LabPanel::stateText() const {
    const LabReport& report = lab_->report();
    if (!lab_->problem().isEmpty() && !lab_->running() && !lab_->measured()) return lab_->problem();
    QString text;
    if (lab_->finished()) text = tr("%1 runs on %2").arg(report.done).arg(fromUtf8(report.device));
    else if (lab_->measured()) text = tr("interrupted after %1 of %2 rounds, %3 of %4 runs").arg(report.rounds()).arg(report.plan.repeats).arg(report.done).arg(report.total);
    if (lab_->running()) {
        const double left = lab_->secondsLeft();
        const QString done = report.total > 0 ? tr("%1 of %2 runs").arg(report.done).arg(report.total) : tr("starting");
        text = tr("%1, %2").arg(done, std::isfinite(left) ? tr("about %1 left").arg(formatDuration(left)) : tr("the time is being measured"));
    }
    int replaced = 0, leftOut = 0, counted = 0;
    for (const LabFigures& f : report.figures) {
        replaced += static_cast<int>(f.replaced.size());
        leftOut += f.leftOut();
        counted += f.disturbed() - f.leftOut();
    }
    return replaced + leftOut + counted == 0 ? text : tr("%1; disturbed: %2 measured again, %3 left out, %4 counted").arg(text).arg(replaced).arg(leftOut).arg(counted);
}

QStringList LabPanel::findings() const {
    QStringList lines;
    if (!lab_->finished()) return lines;
    for (const LabFinding& finding : labFindings(lab_->report())) {
        QString line = translated(finding.text);
        for (std::size_t i = 0; i < finding.words.size(); ++i)
            line.replace(QStringLiteral("%%1").arg(i + 1), finding.words[i].value.empty() ? translated(finding.words[i].text) : fromUtf8(finding.words[i].value));
        lines << line;
    }
    return lines;
}

/// Of what was measured, else of what would be.
void LabPanel::copyCommand() const {
    LabPlan plan = lab_->report().plan;
    if (plan.rungs.empty()) return;
    if (!lab_->finished()) plan.repeats = lab_->choice().repeats;
    QGuiApplication::clipboard()->setText(fromUtf8(labCommand(plan)));
    bar_->tellCopied();
}

void LabPanel::exportTable() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the lab's table"), QStringLiteral("lab.md"), tr("Markdown (*.md);;CSV (*.csv);;JSON (*.json)"));
    if (path.isEmpty()) return;
    const LabReport& report = lab_->report();
    const QString kind = QFileInfo(path).suffix().toLower();
    const std::string text = kind == QLatin1String("csv") ? labCsv(report) : kind == QLatin1String("json") ? labJson(report) : labMarkdown(report) + "\n    " + labCommand(report.plan) + "\n";
    const auto written = writeFileDurably(toPath(path), text);
    if (written.ok()) Q_EMIT exported(path);
    else Q_EMIT failed(translated(written.error()));
}

}  // namespace gatelab
