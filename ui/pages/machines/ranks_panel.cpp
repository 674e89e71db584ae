// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/machines/ranks_panel.h"

#include "common/background_job.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "runs/run_controller.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"

#include <QHeaderView>
#include <QTreeWidget>

#include <cmath>

namespace gatelab {

namespace {

enum Column { kRun, kRanks, kWaiting, kBytes, kSlowest, kColumns };
constexpr int kLookMs = 2000;
constexpr double kPercent = 100;

QString percent(double share) { return RanksPanel::tr("%1 %").arg(formatNumber(kPercent * share, 2)); }

}  // namespace

RanksPanel::RanksPanel(RunController& runs, QWidget* parent)
    : QWidget(parent),
      runs_(runs),
      list_(new QTreeWidget),
      empty_(new WrappedLabel("note")),
      job_(new BackgroundJob(this)) {
    list_->setColumnCount(kColumns);
    list_->setHeaderLabels({tr("Run"), tr("Ranks"), tr("Waiting"), tr("Bytes per step"), tr("Slowest rank")});
    list_->setAccessibleName(tr("Runs with ranks"));
    for (int column = 0; column < kSlowest; ++column)
        list_->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    list_->header()->setStretchLastSection(true);
    for (int column = kRanks; column <= kBytes; ++column)
        list_->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    list_->headerItem()->setToolTip(kWaiting, tr("Share of a step, mean over the ranks: all but their own computing"));
    list_->headerItem()->setToolTip(kBytes, tr("Sent and received by rank 0"));
    empty_->setFullText(
        tr("No run trains with ranks now. To begin one: Ranks or Hosts in \"Where it runs\" on Model."));
    makeColumn(this, {}, 8, {empty_, {list_, 1}});
    timer_.setInterval(kLookMs);
    connect(&timer_, &QTimer::timeout, this, &RanksPanel::read);
    fill({});
}

RanksPanel::~RanksPanel() = default;

void RanksPanel::read() {
    const auto workspace = runs_.workspace();
    if (!workspace || job_->running()) return;
    job_->run<Result<std::vector<RankActivity>>>([workspace](const Progress&) { return rankActivities(*workspace); },
                                                 [this, workspace](const Result<std::vector<RankActivity>>& found) {
                                                     if (workspace == runs_.workspace() && found.ok()) fill(*found);
                                                     if (!found.ok()) empty_->setFullText(translated(found.error()));
                                                 });
}

void RanksPanel::fill(const std::vector<RankActivity>& runs) {
    const QString chosen = list_->currentItem() ? list_->currentItem()->data(kRun, Qt::UserRole).toString() : QString();
    list_->clear();
    for (const RankActivity& one : runs) {
        auto* item = new QTreeWidgetItem(list_);
        const bool isTold = !std::isnan(one.waiting);
        item->setText(kRun, shownRunName(one.run));
        item->setData(kRun, Qt::UserRole, fromUtf8(one.run.id));
        item->setText(kRanks, formatCount(one.ranks));
        item->setText(kWaiting, isTold ? percent(one.waiting) : QStringLiteral("-"));
        item->setText(kBytes, isTold ? formatBytes(one.bytes) : QStringLiteral("-"));
        const std::int64_t slowest = one.slowestRank();
        item->setText(kSlowest, slowest < 0 ? QStringLiteral("-")
                                            : tr("rank %1, in %2 of the steps")
                                                  .arg(QString::number(slowest),
                                                       percent(one.slowest[static_cast<std::size_t>(slowest)])));
        for (std::size_t rank = 0; rank < one.slowest.size(); ++rank) {
            auto* line = new QTreeWidgetItem(item);
            line->setText(kRun, tr("rank %1").arg(rank));
            line->setText(kSlowest, tr("the slowest in %1 of the steps").arg(percent(one.slowest[rank])));
        }
        for (int column = kRanks; column <= kBytes; ++column)
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        item->setExpanded(true);
        if (fromUtf8(one.run.id) == chosen) list_->setCurrentItem(item);
    }
    empty_->setVisible(runs.empty());
}

void RanksPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    timer_.start();
    read();
}

void RanksPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    timer_.stop();
}

}  // namespace gatelab
