// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/lab/lab_panel.h"

#include "common/file_job.h"
#include "common/responder.h"
#include "common/texts.h"
#include "config/config_difference.h"
#include "lab/lab_json.h"
#include "measure/lab_controller.h"
#include "models/lab_model.h"
#include "pages/compare/lab/case_dialog.h"
#include "pages/compare/lab/lab_bar.h"
#include "pages/compare/lab/lab_headline_card.h"
#include "pages/compare/lab/lab_table.h"
#include "runs/lineage.h"
#include "store/run_name.h"
#include "widgets/banner.h"
#include "widgets/card.h"
#include "widgets/layouts.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kMaxNamed = 8;  ///< changes

}  // namespace

LabPanel::LabPanel(Theme& theme, LabController& lab, QWidget* parent)
    : ComparePanel(parent),
      theme_(&theme),
      lab_(&lab),
      bar_(new LabBar(theme, lab, this)),
      headline_(new LabHeadlineCard(theme, lab)),
      model_(new LabModel(this)),
      table_(new LabTable(theme, *model_)),
      used_(new Banner(theme)),
      first_(new QComboBox),
      second_(new QComboBox),
      sides_(makeSides()),
      choices_(new QWidget) {
    bar_->hide();  // until the page takes it
    auto* card = new Card;
    card->setBodyPadding(0);
    card->body()->addWidget(table_);
    makeRow(choices_, {}, 8, {sides_, spring(1)});
    makeColumn(this, {}, 12, {choices_, used_, headline_, {card, 1}});
    connect(lab_, &LabController::reportChanged, this, [this] {
        if (shown_) showReport();
    });
    connect(lab_, &LabController::stateChanged, this, [this] {
        if (shown_) showState();
    });
    connect(bar_, &LabBar::exportClicked, this, &LabPanel::askExport);
    connect(bar_, &LabBar::copyClicked, this, &LabPanel::copyCommand);
    connect(bar_, &LabBar::caseClicked, this, &LabPanel::openCase);
    connect(used_, &Banner::action, lab_, &LabController::undoUse);
    connect(used_, &Banner::closed, lab_, &LabController::forgetUse);
    connect(table_, &LabTable::rungActivated, this, &LabPanel::copyRung);
    connect(model_, &LabModel::toggled, this,
            [this](const QString& key, bool wanted) { lab_->leaveOut(key.toStdString(), !wanted); });
    showReport();
    showState();
}

/// What A and B are, above what they come to.
QWidget* LabPanel::makeSides() {
    for (QComboBox* box : {first_, second_}) {
        box->addItem(tr("The plain loop"), QStringLiteral("baseline"));
        box->addItem(tr("All switches"), QStringLiteral("all"));
        box->addItem(tr("As it is now"), QStringLiteral("current"));
        for (const Switch& row : switches()) {
            const QString title = translated(row.title), key = QString::fromLatin1(row.key);
            box->addItem(tr("With: %1").arg(title), key);
            box->addItem(tr("Without: %1").arg(title), QStringLiteral("no-") + key);
        }
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(16);
        connect(box, &QComboBox::activated, this, [this] {
            lab_->setSides(
                {first_->currentData().toString().toStdString(), second_->currentData().toString().toStdString()});
        });
    }
    first_->setAccessibleName(tr("A"));
    second_->setAccessibleName(tr("B"));
    auto* sides = new QWidget;
    makeRow(sides, {}, 8, {makeLabel(tr("A"), "name"), first_, gap(8), makeLabel(tr("B"), "name"), second_});
    return sides;
}

QWidget* LabPanel::bar() const { return bar_; }

void LabPanel::setCompact(bool compact) {
    compact_ = compact;
    bar_->setCompact(compact, compact ? static_cast<QBoxLayout*>(choices_->layout()) : nullptr);
    showState();
}

void LabPanel::setShown(bool shown) {
    shown_ = shown;
    if (!shown) return;
    showReport();
    showState();
}

void LabPanel::showReport() { model_->setReport(lab_->report(), lab_->choice().lines.leftOut); }

void LabPanel::showState() {
    const LabLines& lines = lab_->choice().lines;
    const bool running = lab_->running();
    model_->setLocked(running);
    bar_->showState();
    headline_->showState();
    sides_->setVisible(lines.mode == LabMode::Pair);
    choices_->setVisible(compact_ || lines.mode == LabMode::Pair);
    sides_->setEnabled(!running);
    first_->setCurrentIndex(std::max(0, first_->findData(fromUtf8(lines.sides.first))));
    second_->setCurrentIndex(std::max(0, second_->findData(fromUtf8(lines.sides.second))));
    showUse();
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

/// Of what was measured, else of what would be.
void LabPanel::openCase() {
    if (!case_) case_ = new CaseDialog(*theme_, lab_->measurements(), this);
    case_->show();
    case_->raise();
    case_->activateWindow();
}

void LabPanel::copyCommand() {
    LabPlan plan = lab_->report().plan;
    if (plan.rungs.empty()) return;
    if (!lab_->finished()) plan.repeats = lab_->choice().repeats;
    QGuiApplication::clipboard()->setText(fromUtf8(labCommand(plan)));
    responderOf(*this).reportDone(tr("Command copied"));
}

void LabPanel::copyRung(std::size_t rung) {
    const LabPlan& plan = lab_->report().plan;
    if (rung >= plan.rungs.size()) return;
    QGuiApplication::clipboard()->setText(fromUtf8(reproduceCommand(plan.rungs[rung].config)));
    responderOf(*this).reportDone(tr("Command of %1 copied").arg(LabModel::title(plan.rungs[rung])));
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
