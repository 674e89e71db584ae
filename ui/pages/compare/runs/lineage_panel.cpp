// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/runs/lineage_panel.h"

#include "common/responder.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "models/run_columns.h"
#include "runs/lineage.h"
#include "runs/run_controller.h"
#include "widgets/card.h"
#include "widgets/empty_state.h"
#include "widgets/tables/table_style.h"

#include <QApplication>
#include <QDateTime>
#include <QHeaderView>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace gatelab {

namespace {
enum Column { kName, kWhat, kBest, kEpoch, kSeed, kState, kColumns };
constexpr int kNameWidth = 220, kMaxName = 480, kMinColumn = 60, kAll = 1000;
}  // namespace

LineagePanel::LineagePanel(Theme& theme, RunController& runs, QWidget* parent)
    : ComparePanel(parent),
      theme_(&theme),
      runs_(&runs),
      tree_(new QTreeWidget),
      empty_(new EmptyState(theme, QStringLiteral("compare"),
                            tr("No runs yet. Press Play on the Train page; every run is kept and listed here."))) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* card = new Card(tr("Lineage"), tr("each run below the one that it repeats or branches from"));
    card->setBodyPadding(0);
    card->body()->addWidget(tree_);
    column->addWidget(empty_);
    empty_->addButton(tr("Open the Train page"), QStringLiteral("play"), this,
                      [this] { responderOf(*this).ask(Command::show({QStringLiteral("train")})); });
    column->addWidget(card);
    tree_->setHeader(new TableHeads(tree_));
    tree_->setColumnCount(kColumns);
    tree_->setHeaderLabels(
        {tr("Run"), tr("What changed"), tr("Best validation"), tr("Epoch"), tr("Seed"), tr("State")});
    tree_->setUniformRowHeights(true);
    tree_->setAccessibleName(tr("Runs by parent"));
    tree_->setContextMenuPolicy(Qt::CustomContextMenu);
    tree_->setTextElideMode(Qt::ElideRight);
    // More than there is room for is scrolled to
    tree_->header()->setMinimumSectionSize(qRound(kMinColumn * theme.textScale()));
    connect(tree_->header(), &QHeaderView::sectionResized, this, [this](int section) {
        isSized_ = isSized_ ||
                   (section == kName && tree_->isVisible() && QApplication::mouseButtons().testFlag(Qt::LeftButton));
    });
    // What changed gets all that the others do not need.
    tree_->header()->setStretchLastSection(false);
    tree_->header()->resizeSection(kName, qRound(kNameWidth * theme.textScale()));
    tree_->header()->setSectionResizeMode(kWhat, QHeaderView::Stretch);
    tree_->header()->setResizeContentsPrecision(50);  // not all of ten thousand rows
    for (const int figure : {kBest, kEpoch, kSeed, kState})
        tree_->header()->setSectionResizeMode(figure, QHeaderView::ResizeToContents);
    for (const int number : {kBest, kEpoch, kSeed})
        tree_->headerItem()->setTextAlignment(number, Qt::AlignRight | Qt::AlignVCenter);
    connect(tree_, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
        responderOf(*this).ask(Command(QStringLiteral("open-run"), item->data(kName, Qt::UserRole).toString()));
    });
    connect(tree_, &QTreeWidget::currentItemChanged, this, [this] {
        Q_EMIT findingsChanged();
        Q_EMIT runChosen(isAncestorOf(QApplication::focusWidget()));
    });
    connect(tree_, &QTreeWidget::customContextMenuRequested, this, &LineagePanel::contextMenu);
    connect(runs_, &RunController::runsChanged, this, &LineagePanel::rebuild);
}

void LineagePanel::setShown(bool shown) {
    shown_ = shown;
    if (shown) rebuild();
}

std::optional<PopoverAnchor> LineagePanel::anchor() const {
    return PopoverAnchor(tree_->viewport(), tree_->visualItemRect(tree_->currentItem()));
}

QString LineagePanel::runId() const {
    return tree_->currentItem() ? tree_->currentItem()->data(kName, Qt::UserRole).toString() : QString();
}

void LineagePanel::choose(const QString& runId) {
    for (QTreeWidgetItemIterator item(tree_); *item; ++item)
        if ((*item)->data(kName, Qt::UserRole).toString() == runId) return tree_->setCurrentItem(*item);
}

void LineagePanel::contextMenu(const QPoint& position) {
    const auto* item = tree_->itemAt(position);
    if (!item) return;
    const QString id = item->data(kName, Qt::UserRole).toString();
    QMenu menu(this);
    menu.addAction(tr("Open"), this, [this, id] { responderOf(*this).ask(Command(QStringLiteral("open-run"), id)); });
    menu.addAction(tr("Run again..."), this,
                   [this, id] { responderOf(*this).ask(Command(QStringLiteral("again"), id)); });
    menu.exec(tree_->viewport()->mapToGlobal(position));
}

void LineagePanel::rebuild() {
    if (!shown_) return;
    const auto& runs = runs_->runs();
    empty_->setVisible(runs.empty());
    tree_->parentWidget()->setVisible(!runs.empty());
    const QString chosen = runId();
    tree_->setUpdatesEnabled(false);
    tree_->clear();
    std::map<std::string, std::pair<QTreeWidgetItem*, const RunSummary*>> items;
    // Oldest first: a parent is older than its children.
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        const auto parent = items.find(run->parent);
        auto* item = parent == items.end() ? new QTreeWidgetItem(tree_) : new QTreeWidgetItem(parent->second.first);
        items[run->id] = {item, &*run};
        item->setData(kName, Qt::UserRole, fromUtf8(run->id));
        item->setText(kName, shownRunName(*run));
        if (fromUtf8(run->id) == chosen) tree_->setCurrentItem(item);
        const RunSummary* from = parent == items.end() ? nullptr : parent->second.second;
        const QDateTime begun = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(run->created * 1000));
        item->setToolTip(kName, tr("%1\nSeed %2, begun %3")
                                    .arg(item->text(kName), QString::number(run->config->seed),
                                         QLocale().toString(begun, QLocale::ShortFormat)));
        QString changed = from ? lineageText(from->config, run->config, kAll) : QString();
        if (from && run->branchStep < 0 && from->branchStep >= 0) changed = tr("from the start: %1").arg(changed);
        if (!run->startWeights.empty())
            changed =
                tr("with the weights %1: %2").arg(startText(*run, from), from ? changed : tr("trained from scratch"));
        item->setText(kWhat, from && run->branchStep >= 0
                                 ? tr("branch at step %1: %2").arg(formatCount(run->branchStep), changed)
                             : !changed.isEmpty()  ? changed
                             : run->parent.empty() ? tr("trained from scratch")
                                                   : tr("its parent was deleted"));
        item->setToolTip(kWhat, from ? lineageLines(from->config, run->config) : item->text(kWhat));
        if (!run->changes.empty()) {
            item->setText(kWhat, tr("%1; while it ran: %2").arg(item->text(kWhat), runChangesText(run->changes)));
            item->setToolTip(kWhat,
                             tr("%1\nWhile it ran:\n%2").arg(item->toolTip(kWhat), runChangesLines(run->changes)));
        }
        item->setText(kBest, bestValidationText(*run));
        item->setText(kEpoch, formatCount(run->epoch));
        item->setText(kSeed, QString::number(run->config->seed));
        item->setText(kState, runStateText(*run));
        for (const int number : {kBest, kEpoch, kSeed})
            item->setTextAlignment(number, Qt::AlignRight | Qt::AlignVCenter);
    }
    tree_->expandAll();
    fitNames();
    tree_->setUpdatesEnabled(true);
}

void LineagePanel::fitNames() {
    if (isSized_) return;
    tree_->ensurePolished();  // before, the style's padding is not known
    const double scale = theme_->textScale();
    tree_->resizeColumnToContents(kName);
    // In a narrow window what changed, which sets runs apart, is not cut for the sake of long names.
    const int least = qRound(kNameWidth * scale),
              most = std::max(least, std::min(qRound(kMaxName * scale), tree_->viewport()->width() / 3));
    tree_->header()->resizeSection(kName, std::clamp(tree_->columnWidth(kName), least, most));
}

}  // namespace gatelab
