// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/runs/difference_card.h"

#include "common/preferences.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "models/difference_model.h"
#include "models/run_groups.h"
#include "runs/lineage.h"
#include "runs/run_controller.h"
#include "store/record/run_ending.h"
#include "widgets/tables/table_style.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kSettingWidth = 200, kMinColumn = 96;
const QString kHide = QStringLiteral("compare/hideIdentical"), kFold = QStringLiteral("compare/foldDifferences");

}  // namespace

DifferenceCard::DifferenceCard(Theme& theme, RunController& runs, Preferences& preferences, QWidget* parent)
    : Card(tr("Settings that differ"), {}, parent),
      theme_(&theme),
      runs_(&runs),
      preferences_(&preferences),
      model_(new DifferenceModel(theme, this)),
      table_(new QTableView),
      fold_(new QToolButton),
      note_(makeLabel({}, "unit")) {
    setBodyPadding(0);
    fold_->setAutoRaise(true);
    fold_->setProperty("compact", true);
    connect(fold_, &QToolButton::clicked, this, [this] {
        preferences_->setWindow(kFold, !table_->isHidden());
        fold(!table_->isHidden());
        Q_EMIT folded();
    });
    auto* hide = new QCheckBox(tr("Hide identical"));
    hide->setChecked(preferences_->window(kHide, true).toBool());
    model_->setHideIdentical(hide->isChecked());
    for (QWidget* widget : std::initializer_list<QWidget*>{note_, hide, fold_}) addHeaderWidget(widget);
    connect(hide, &QCheckBox::toggled, this, [this](bool on) {
        preferences_->setWindow(kHide, on);
        model_->setHideIdentical(on);
    });
    table_->setModel(model_);
    styleTable(*table_);
    showRowHeads(*table_, qRound(kSettingWidth * theme_->textScale()));
    table_->setAccessibleName(tr("Settings that differ"));
    QHeaderView* heads = table_->horizontalHeader();
    heads->setStretchLastSection(false);
    heads->setTextElideMode(Qt::ElideRight);
    heads->setMinimumSectionSize(qRound(kMinColumn * theme_->textScale()));
    connect(heads, &QHeaderView::sectionDoubleClicked, this, [this](int column) {
        if (const QString run = model_->idAt(column); !run.isEmpty()) Q_EMIT baseChosen(run);
    });
    connect(model_, &QAbstractItemModel::modelReset, table_, [this] { fitToContents(*table_); });
    body()->addWidget(table_);
    setCompact(false);
}

void DifferenceCard::setCompact(bool compact) { fold(preferences_->window(kFold, compact).toBool()); }

void DifferenceCard::fold(bool on) {
    table_->setHidden(on);
    setSizePolicy(QSizePolicy::Preferred, on ? QSizePolicy::Fixed : QSizePolicy::Preferred);
    fold_->setIcon(theme_->icon(on ? QStringLiteral("chevron-right") : QStringLiteral("chevron-down"), Ink::Muted));
    fold_->setToolTip(on ? tr("Unfold the settings that differ") : tr("Fold the settings that differ"));
    fold_->setAccessibleName(fold_->toolTip());
}

void DifferenceCard::compare(const std::vector<std::size_t>& places, const QHash<QString, int>& marks) {
    const std::vector<RunSummary>& runs = runs_->runs();
    const bool compared = places.size() > 1;
    std::vector<DifferenceModel::Column> columns;
    if (compared)
        for (const auto& group : groupBySettings(runs, places)) {
            const RunSummary& first = runs[group.front()];
            std::vector<const RunSummary*> members;
            for (const std::size_t at : group) members.push_back(&runs[at]);
            std::ranges::sort(members, std::ranges::greater(), &RunSummary::id);  // newest first, but the base leads
            QString name = members.size() > 1 ? sharedTitle(members) : shownRunName(first);
            if (const QString start = startText(first, runs_->findRun(fromUtf8(first.parent))); !start.isEmpty())
                name = tr("%1, from %2").arg(name, start);
            columns.push_back({name,
                               {},
                               marks.value(fromUtf8(first.id), sharedSlot(members)),
                               fromUtf8(first.id),
                               changedWhileRunning(first) ? first.changes : std::vector<RunChange>()});
            for (const std::size_t at : group) columns.back().configs.push_back(runs[at].config);
        }
    model_->setColumns(std::move(columns));
    note_->setText(compared ? tr("%1 of %2").arg(model_->differing()).arg(fields().size())
                            : tr("Tick two runs or more."));
    for (QHeaderView* heads : {table_->horizontalHeader(), table_->verticalHeader()}) heads->setVisible(compared);
}

}  // namespace gatelab
