// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/runs/column_menu.h"

#include "common/action_properties.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QWidgetAction>

#include <algorithm>
#include <map>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kMaxFound = 15;
constexpr int kLineWidth = 260;

/// The name of a run is always there.
bool isOffered(const RunColumn& column) { return column.key != QLatin1String("name"); }

}  // namespace

ColumnMenu::ColumnMenu(const RunColumns& columns, std::function<QStringList()> chosen, const QString& usual,
                       QWidget* parent)
    : TickMenu(parent), columns_(&columns), chosen_(std::move(chosen)), usual_(usual), line_(new QLineEdit) {
    setToolTipsVisible(true);
    line_->setPlaceholderText(tr("Find a column"));
    line_->setAccessibleName(line_->placeholderText());
    line_->setMinimumWidth(kLineWidth);
    line_->installEventFilter(this);
    auto* entry = new QWidgetAction(this);
    entry->setDefaultWidget(line_);
    search_ = entry;
    addAction(search_);
    connect(line_, &QLineEdit::textChanged, this, &ColumnMenu::find);
    connect(this, &QMenu::aboutToShow, this, &ColumnMenu::fill);
}

void ColumnMenu::fill() {
    found_.clear();
    for (QAction* action : actions()) {
        if (action == search_) continue;
        removeAction(action);
        if (QMenu* menu = action->menu())
            menu->deleteLater();
        else
            action->deleteLater();
    }
    const QSignalBlocker quiet(line_);
    line_->clear();
    for (const QString& key : chosen_())
        if (const RunColumn* column = columns_->find(key); column && isOffered(*column))
            addColumn(*this, *column)->setProperty(kNotInPalette, true);
    addSeparator();
    addGroups();
    addSeparator();
    addAction(usual_, this, &ColumnMenu::usualRequested);
}

void ColumnMenu::addGroups() {
    const auto addTickMenu = [](QMenu& within, const QString& name) {
        auto* menu = new TickMenu(name, &within);
        menu->setToolTipsVisible(true);
        within.addMenu(menu);
        return menu;
    };
    QMenu *figures = addTickMenu(*this, tr("Figures")), *settings = addTickMenu(*this, tr("Settings")),
          *metrics = addTickMenu(*this, tr("Metrics"));
    std::map<std::pair<QMenu*, QString>, QMenu*> sections;
    const auto menuOf = [&](const RunColumn& column) {
        QMenu* group = column.group == RunColumn::Group::Figures    ? figures
                       : column.group == RunColumn::Group::Settings ? settings
                                                                    : metrics;
        if (column.section.isEmpty()) return group;
        QMenu*& menu = sections[{group, column.section}];
        if (!menu) menu = addTickMenu(*group, column.section);
        return menu;
    };
    std::map<QMenu*, RunColumn::Group> last;
    for (const RunColumn& column : columns_->all()) {
        if (!isOffered(column)) continue;
        QMenu* menu = menuOf(column);
        const auto [known, isFirst] = last.try_emplace(menu, column.group);
        if (!isFirst && std::exchange(known->second, column.group) != column.group) menu->addSeparator();
        addColumn(*menu, column);
    }
    if (!steps_) return;
    std::map<QMenu*, QMenu*> atStep;
    for (const RunColumn& column : columns_->all()) {
        if (column.group != RunColumn::Group::Metrics) continue;
        QMenu*& menu = atStep[menuOf(column)];
        if (!menu) menu = addTickMenu(*menuOf(column), tr("At a step"));
        menu->addAction(tr("%1 at...").arg(column.label), this,
                        [this, key = column.key] { Q_EMIT stepRequested(key); });
    }
}

QAction* ColumnMenu::addColumn(QMenu& menu, const RunColumn& column) {
    QAction* action = menu.addAction(column.label);
    action->setCheckable(true);
    action->setChecked(chosen_().contains(column.key));
    action->setToolTip(column.help);
    action->setData(column.key);
    connect(action, &QAction::triggered, this, [this, key = column.key](bool on) {
        for (QAction* same : findChildren<QAction*>())  // chosen ones stand twice
            if (same->data().toString() == key) same->setChecked(on);
        Q_EMIT turned(key, on);
    });
    return action;
}

/// What is found stands in place of the groups.
void ColumnMenu::find(const QString& words) {
    qDeleteAll(std::exchange(found_, {}));
    const bool all = words.trimmed().isEmpty();
    for (QAction* action : actions())
        if (action != search_) action->setVisible(all);
    if (all) return;
    const std::vector<const RunColumn*> matching = columns_->matching(words);
    for (const RunColumn* column : matching) {
        if (!isOffered(*column)) continue;
        if (static_cast<std::size_t>(found_.size()) == kMaxFound) break;
        QAction* action = addColumn(*this, *column);
        if (!column->section.isEmpty()) action->setText(column->label + QLatin1Char('\t') + column->section);
        found_ << action;
    }
    const std::size_t more = matching.size() - std::min(matching.size(), kMaxFound);
    if (found_.isEmpty() || more > 0) {
        QAction* note = addAction(found_.isEmpty() ? tr("No column is called so.") : tr("%1 more; type on").arg(more));
        note->setEnabled(false);
        found_ << note;
    }
}

void ColumnMenu::showEvent(QShowEvent* event) {
    TickMenu::showEvent(event);
    setActiveAction(search_);
    line_->setFocus(Qt::PopupFocusReason);
}

bool ColumnMenu::eventFilter(QObject* watched, QEvent* event) {
    if (watched != line_ || event->type() != QEvent::KeyPress) return TickMenu::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape && !line_->text().isEmpty()) {
        line_->clear();
        return true;
    }
    if (key != Qt::Key_Return && key != Qt::Key_Enter) return TickMenu::eventFilter(watched, event);
    if (!found_.isEmpty() && found_.front()->isEnabled()) found_.front()->trigger();
    return true;
}

}  // namespace gatelab
