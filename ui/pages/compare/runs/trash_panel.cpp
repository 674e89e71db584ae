// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/runs/trash_panel.h"

#include "common/background_job.h"
#include "common/responder.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "models/run_columns.h"
#include "runs/run_controller.h"
#include "widgets/banner.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/empty_state.h"
#include "widgets/tables/table_style.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>

#include <utility>

namespace gatelab {

TrashPanel::TrashPanel(Theme& theme, RunController& runs, QWidget* parent)
    : ComparePanel(parent),
      theme_(&theme),
      runs_(&runs),
      job_(new BackgroundJob(this)),
      card_(new Card(tr("Deleted runs"))),
      empty_(new EmptyState(theme, QStringLiteral("trash"), tr("The trash is empty. Deleted runs come here."))),
      question_(new Banner(theme)),
      table_(new QTableWidget),
      note_(makeLabel({}, "unit")),
      restore_(makeButton(theme.icon(QStringLiteral("undo")), tr("Restore"), this, &TrashPanel::restore)),
      erase_(makeButton(theme.icon(QStringLiteral("trash")), tr("Delete for good..."), this, &TrashPanel::askErase)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(empty_);
    column->addWidget(card_);
    const auto showRuns = [this] {
        responderOf(*this).ask(Command::show({QStringLiteral("compare"), QStringLiteral("runs")}));
    };
    empty_->addButton(tr("Back to the runs"), {}, this, showRuns);
    auto* back = makeButton({}, tr("Back to the runs"), this, showRuns);
    card_->addHeaderWidget(note_);
    for (QPushButton* button : {restore_, erase_, back}) {
        button->setProperty("compact", true);
        card_->addHeaderWidget(button);
    }
    card_->setBodyPadding(0);
    card_->body()->addWidget(question_);
    card_->body()->addWidget(table_);
    const QStringList heads{tr("Run"), tr("Data"), tr("Best validation"), tr("Epoch"), tr("Started"), tr("Size")};
    table_->setColumnCount(static_cast<int>(heads.size()));
    table_->setHorizontalHeaderLabels(heads);
    table_->setAccessibleName(tr("Deleted runs"));
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    styleTable(*table_);
    fitColumns(*table_);
    connect(question_, &Banner::action, this, &TrashPanel::erase);
    connect(table_, &QTableWidget::itemSelectionChanged, this, &TrashPanel::showChoice);
    for (const auto& [key, act] :
         {std::pair(Qt::Key_Return, &TrashPanel::restore), std::pair(Qt::Key_Delete, &TrashPanel::askErase)})
        new QShortcut(key, table_, this, act, Qt::WidgetShortcut);
    for (const auto signal : {&RunController::runsChanged, &RunController::workspaceChanged})
        connect(runs_, signal, this, &TrashPanel::read);
    fill({});
}

void TrashPanel::setShown(bool shown) {
    if (std::exchange(shown_, shown) == shown) return;
    question_->hide();
    fresh_ = shown;
    read();
}

void TrashPanel::read() {
    const auto workspace = runs_->workspace();
    if (!shown_ || !workspace) return;
    job_->run<Result<std::vector<RunSummary>>>([workspace](const Progress&) { return workspace->deletedRuns(); },
                                               [this](Result<std::vector<RunSummary>> deleted) {
                                                   if (deleted.ok())
                                                       fill(*deleted);
                                                   else
                                                       responderOf(*this).reportProblem(translated(deleted.error()));
                                               });
}

/// What is chosen stays chosen.
void TrashPanel::fill(const std::vector<RunSummary>& deleted) {
    const QStringList chosen = chosenIds();
    const QSignalBlocker quiet(table_);
    table_->clearSelection();
    table_->setRowCount(static_cast<int>(deleted.size()));
    double bytes = 0;
    for (int row = 0; row < table_->rowCount(); ++row) {
        const RunSummary& run = deleted[static_cast<std::size_t>(row)];
        bytes += static_cast<double>(run.bytes);
        const QString texts[] = {shownRunName(run),         fromUtf8(run.dataName),
                                 bestValidationText(run),   formatCount(run.epoch),
                                 formatMoment(run.created), formatBytes(static_cast<double>(run.bytes))};
        for (int at = 0; at < table_->columnCount(); ++at) {
            auto* item = new QTableWidgetItem(texts[at]);
            item->setToolTip(texts[at]);
            table_->setItem(row, at, item);
        }
        table_->item(row, 0)->setData(Qt::UserRole, fromUtf8(run.id));
        if (chosen.contains(fromUtf8(run.id)))
            table_->selectionModel()->select(table_->model()->index(row, 0),
                                             QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    note_->setText(tr("%1 runs, %2").arg(formatCount(static_cast<qint64>(deleted.size())), formatBytes(bytes)));
    empty_->setVisible(deleted.empty());
    card_->setVisible(!deleted.empty());
    fitColumns(*table_);
    if (!deleted.empty() && std::exchange(fresh_, false)) table_->setFocus();
    showChoice();
}

QStringList TrashPanel::chosenIds() const {
    QStringList ids;
    if (!table_->selectionModel()) return ids;
    for (const QModelIndex& row : table_->selectionModel()->selectedRows()) ids << row.data(Qt::UserRole).toString();
    return ids;
}

void TrashPanel::showChoice() {
    const bool any = !chosenIds().isEmpty();
    for (QPushButton* button : {restore_, erase_}) {
        button->setEnabled(any);
        button->setToolTip(any ? QString() : tr("Ctrl and Shift choose several, Ctrl+A all."));
    }
    question_->hide();  // it was about other runs
}

void TrashPanel::restore() {
    const QStringList ids = chosenIds();
    runs_->restore(ids);
    if (!ids.isEmpty()) responderOf(*this).reportDone(tr("Back from the trash: %1.").arg(formatCount(ids.size())));
}

void TrashPanel::askErase() {
    const auto count = chosenIds().size();
    if (count == 0) return;
    question_->show(Tone::Warning, tr("Undo cannot bring them back."),
                    tr("Runs removed for good: %1.").arg(formatCount(count)), tr("Delete for good"));
}

void TrashPanel::erase() {
    question_->hide();
    for (const QString& id : chosenIds()) runs_->eraseDeleted(id);
}

}  // namespace gatelab
