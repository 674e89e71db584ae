// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/column_list.h"

#include "common/texts.h"
#include "common/theme.h"
#include "runs/column_uses.h"
#include "runs/experiment_model.h"
#include "widgets/card.h"
#include "widgets/find_line.h"
#include "widgets/layouts.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>
#include <algorithm>

namespace gatelab {

namespace {
constexpr int kRow = 26, kMaxRows = 8, kTick = 68;
enum { kName, kTarget, kInput };
}  // namespace

ColumnList::ColumnList(Theme& theme, ExperimentModel& experiment, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      experiment_(experiment),
      search_(new QLineEdit(this)),
      tree_(new QTreeWidget(this)) {
    auto* layout = makeColumn(this, {}, 4, {makeLabel(tr("Columns"), "title", this)});
    search_->setPlaceholderText(tr("Find a column"));
    search_->setProperty(kFindLine, true);
    search_->setClearButtonEnabled(true);
    layout->addWidget(search_);
    tree_->setHeaderLabels({tr("Column"), tr("Target"), tr("Input")});
    tree_->setRootIsDecorated(false);
    tree_->setUniformRowHeights(true);
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setSelectionMode(QAbstractItemView::NoSelection);
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(kName, QHeaderView::Stretch);
    for (const int column : {kTarget, kInput}) {
        tree_->header()->setSectionResizeMode(column, QHeaderView::Fixed);
        tree_->header()->resizeSection(column, qRound(kTick * theme.textScale()));
    }
    tree_->setAccessibleName(tr("Columns"));
    layout->addWidget(tree_);
    connect(tree_, &QTreeWidget::itemChanged, this, &ColumnList::ticked);
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
        for (int i = 0; i < tree_->topLevelItemCount(); ++i)
            tree_->topLevelItem(i)->setHidden(!tree_->topLevelItem(i)->text(kName).contains(text, Qt::CaseInsensitive));
    });
    connect(&experiment_, &ExperimentModel::dataChanged, this, &ColumnList::showData);
    connect(&experiment_, &ExperimentModel::configChanged, this, &ColumnList::showRoles);
    showData();
}

void ColumnList::showData() {
    const QSignalBlocker quiet(tree_);
    tree_->clear();
    const auto data = experiment_.dataset();
    setVisible(data && data->series);
    if (!data || !data->series) return;
    for (const auto& channel : data->series->channels) {
        auto* item = new QTreeWidgetItem(tree_, {fromUtf8(channel.name)});
        item->setToolTip(kName, fromUtf8(channel.name));
    }
    const int rows = tree_->topLevelItemCount();
    search_->setVisible(rows > kMaxRows);
    tree_->setFixedHeight((qMin(rows, kMaxRows) + 1) * qRound(kRow * theme_.textScale()) + 4);
    showRoles();
}

void ColumnList::showRoles() {
    const auto data = experiment_.dataset();
    if (!data || !data->series || tree_->topLevelItemCount() != static_cast<int>(data->series->channels.size())) return;
    const QSignalBlocker quiet(tree_);
    const auto roles = columnUses(*data->series, experiment_.config());
    for (std::size_t i = 0; i < roles.size(); ++i) {
        auto* item = tree_->topLevelItem(static_cast<int>(i));
        item->setCheckState(kTarget, roles[i].target ? Qt::Checked : Qt::Unchecked);
        item->setCheckState(kInput, roles[i].input ? Qt::Checked : Qt::Unchecked);
    }
    tree_->viewport()->update();
}

void ColumnList::ticked() {
    const auto data = experiment_.dataset();
    if (!data || !data->series) return;
    std::vector<ColumnUse> roles;
    for (int i = 0; i < tree_->topLevelItemCount(); ++i)
        roles.push_back({tree_->topLevelItem(i)->checkState(kTarget) == Qt::Checked,
                         tree_->topLevelItem(i)->checkState(kInput) == Qt::Checked});
    const bool anyTarget = std::any_of(roles.begin(), roles.end(), [](const ColumnUse& role) { return role.target; });
    const bool anyInput = std::any_of(roles.begin(), roles.end(), [](const ColumnUse& role) { return role.input; });
    if (anyTarget && anyInput) {
        ExperimentConfig config = experiment_.config();
        setColumnUses(config, *data->series, roles);
        experiment_.replace(config, tr("choose columns"));
    }
    showRoles();  // a forecast needs a target and an input: the last tick stays
}

}  // namespace gatelab
