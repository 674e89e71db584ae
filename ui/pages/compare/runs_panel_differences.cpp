// SPDX-License-Identifier: GPL-3.0-or-later
// The part of RunsPanel that shows the settings in which the ticked runs differ.
#include "common/preferences.h"
#include "common/texts.h"
#include "models/difference_model.h"
#include "models/run_groups.h"
#include "models/run_table_model.h"
#include "pages/compare/runs_panel.h"
#include "pages/compare/runs_table.h"
#include "runs/lineage.h"
#include "runs/run_names.h"
#include "store/run_ending.h"
#include "store/run_name.h"
#include "widgets/card.h"
#include "widgets/kept_splitter.h"
#include "widgets/table_style.h"

#include <QCheckBox>
#include <QHash>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kSettingWidth = 200, kLeastColumn = 96, kUsualRows = 5, kLeastRows = 3;
const QString kHide = QStringLiteral("compare/hideIdentical"), kFold = QStringLiteral("compare/foldDifferences");

}  // namespace

QWidget* RunsPanel::makeDifferences() {
    auto* card = new Card(tr("Settings that differ"));
    card->setBodyPadding(0);
    fold_ = new QToolButton;
    fold_->setAutoRaise(true);
    fold_->setProperty("compact", true);
    connect(fold_, &QToolButton::clicked, this, [this] {
        preferences_->setWindow(kFold, !differenceTable_->isHidden());
        foldDifferences(!differenceTable_->isHidden());
    });
    differenceNote_ = makeLabel({}, "unit");
    card->addHeaderWidget(differenceNote_);
    auto* hide = new QCheckBox(tr("Hide identical"));
    hide->setChecked(preferences_->window(kHide, true).toBool());
    differences_->setHideIdentical(hide->isChecked());
    card->addHeaderWidget(hide);
    card->addHeaderWidget(fold_);
    connect(hide, &QCheckBox::toggled, this, [this](bool on) {
        preferences_->setWindow(kHide, on);
        differences_->setHideIdentical(on);
        showDifferences();
    });
    differenceTable_ = new QTableView;
    differenceTable_->setModel(differences_);
    styleTable(*differenceTable_);
    showRowHeads(*differenceTable_, qRound(kSettingWidth * theme_->textScale()));
    differenceTable_->setAccessibleName(tr("Settings that differ"));
    QHeaderView* heads = differenceTable_->horizontalHeader();
    heads->setStretchLastSection(false);
    heads->setTextElideMode(Qt::ElideMiddle);  // the name begins it, the seeds end it
    heads->setMinimumSectionSize(qRound(kLeastColumn * theme_->textScale()));
    connect(heads, &QHeaderView::sectionDoubleClicked, this,
            [this](int column) { setBase(differences_->idAt(column)); });
    connect(differences_, &QAbstractItemModel::modelReset, differenceTable_,
            [this] { fitToContents(*differenceTable_); });
    card->body()->addWidget(differenceTable_);
    return card;
}

void RunsPanel::foldDifferences(bool fold) {
    differenceTable_->setHidden(fold);
    differenceCard_->setSizePolicy(QSizePolicy::Preferred, fold ? QSizePolicy::Fixed : QSizePolicy::Preferred);
    fold_->setIcon(theme_->icon(fold ? QStringLiteral("chevron-right") : QStringLiteral("chevron-down"), Ink::Muted));
    fold_->setToolTip(fold ? tr("Unfold the settings that differ") : tr("Fold the settings that differ"));
    fold_->setAccessibleName(fold_->toolTip());
    keepRowsSeen();
}

void RunsPanel::showDifferences() {
    const std::vector<RunSummary>& runs = runs_->runs();
    const std::vector<std::size_t> wanted = this->compared();
    const bool compared = wanted.size() > 1;
    QHash<QString, int> marks;  // where the table has rows of the same groups, theirs
    for (int row = 0; model_->group() == RunTableModel::kBySettings && row < model_->rowCount(); ++row)
        for (const QString& id : model_->checkedAt(row))
            if (!model_->isMember(row)) marks.insert(id, model_->slotAt(row));
    const RunNames& names = RunNames::of(*runs_);
    std::vector<DifferenceModel::Column> columns;
    if (compared)
        for (const auto& group : groupBySettings(runs, wanted)) {
            const RunSummary& first = runs[group.front()];
            std::vector<const RunSummary*> members;
            for (const std::size_t at : group) members.push_back(&runs[at]);
            std::ranges::sort(members, std::ranges::greater(), &RunSummary::id);  // newest first, but the base leads
            QString name = members.size() > 1 ? sharedTitle(names, members) : names.name(first);
            if (const QString start = startText(first, runs_->findRun(fromUtf8(first.parent)));
                !start.isEmpty() && !saysBranch(name.toStdString(), first.branchStep))
                name = tr("%1, from %2").arg(name, start);
            columns.push_back({name,
                               {},
                               marks.value(fromUtf8(first.id), sharedSlot(members)),
                               fromUtf8(first.id),
                               changedWhileRunning(first) ? first.changes : std::vector<RunChange>()});
            for (const std::size_t at : group) columns.back().configs.push_back(runs[at].config);
        }
    differences_->setColumns(std::move(columns));
    model_->setBase(compared ? fromUtf8(runs[wanted.front()].id) : QString());
    differenceNote_->setText(compared ? tr("%1 of %2").arg(differences_->differing()).arg(fields().size())
                                      : tr("Tick two runs or more."));
    for (QHeaderView* heads : {differenceTable_->horizontalHeader(), differenceTable_->verticalHeader()})
        heads->setVisible(compared);
}

void RunsPanel::keepRowsSeen() {
    table_->setMinimumHeight(table_->heightOf(kLeastRows));
    content_->setLeast(0, table_->heightOf(std::clamp(model_->rowCount(), kLeastRows, kUsualRows)));
}

}  // namespace gatelab
