// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/machines/jobs_panel.h"

#include "common/run_words.h"
#include "common/texts.h"
#include "pages/machines/state_note.h"
#include "runs/machines.h"
#include "widgets/button.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>

namespace gatelab {

namespace {
enum Column { kRun, kJob, kProfile, kNode, kState, kColumns };
}

JobsPanel::JobsPanel(Theme& theme, Machines& machines, QWidget* parent)
    : QWidget(parent),
      machines_(machines),
      list_(new QTreeWidget),
      cancel_(
          makeButton(theme.icon(QStringLiteral("stop")), tr("Cancel"), this, [this] { machines_.cancel(chosen()); })),
      requeue_(makeButton(theme.icon(QStringLiteral("reset")), tr("Requeue"), this,
                          [this] { machines_.requeue(chosen()); })) {
    list_->setColumnCount(kColumns);
    list_->setHeaderLabels({tr("Run"), tr("Job"), tr("Profile"), tr("Node"), tr("State")});
    list_->setRootIsDecorated(false);
    list_->setAccessibleName(tr("Jobs"));
    for (int column = 0; column < kState; ++column)
        list_->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    list_->header()->setStretchLastSection(true);
    cancel_->setToolTip(tr("Takes the job away; the run is kept up to its last checkpoint"));
    requeue_->setToolTip(tr("Ends the job where it trains (it saves) and lets it wait again"));
    for (QPushButton* button : {cancel_, requeue_}) button->setAutoDefault(false);
    note_ = new StateNote(*list_);
    empty_ = new WrappedLabel("note");
    empty_->setFullText(
        tr("Runs that were handed to a cluster stand here until they end. To hand one in: Cluster in \"Where it runs\" "
           "on Model, then Train."));
    makeColumn(this, {}, 8, {empty_, {list_, 1}, note_, makeRow({spring(), requeue_, cancel_})});
    connect(list_, &QTreeWidget::itemSelectionChanged, this, &JobsPanel::enable);
    connect(&machines_, &Machines::changed, this, &JobsPanel::fill);
    fill();
}

QString JobsPanel::chosen() const {
    return list_->currentItem() ? list_->currentItem()->data(kRun, Qt::UserRole).toString() : QString();
}

void JobsPanel::fill() {
    const QString before = chosen();
    list_->clear();
    for (const ClusterRun& one : machines_.jobs()) {
        auto* item = new QTreeWidgetItem(list_);
        const auto& lives = one.history.lives;
        const QString state = translated(stateOf(one));
        item->setText(kRun, shownRunName(one.run));
        item->setData(kRun, Qt::UserRole, fromUtf8(one.run.id));
        item->setText(kJob, fromUtf8(one.history.job.id));
        item->setText(kProfile, fromUtf8(one.history.job.profile));
        item->setText(kNode, lives.empty() ? QStringLiteral("-") : fromUtf8(lives.back().node));
        item->setText(kState, state);
        item->setToolTip(kState, state);
        if (fromUtf8(one.run.id) == before) list_->setCurrentItem(item);
    }
    empty_->setVisible(list_->topLevelItemCount() == 0);
    note_->follow();
    enable();
}

void JobsPanel::enable() {
    const ClusterRun* one = machines_.job(chosen());
    cancel_->setEnabled(one && isUnderWay(*one));
    requeue_->setEnabled(one && one->now.has_value());
}

}  // namespace gatelab
