// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/settings_card.h"

#include "widgets/find_line.h"
#include "widgets/layouts.h"
#include "widgets/segments.h"

#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>

namespace gatelab {

SettingsCard::SettingsCard(ExperimentModel& experiment, Theme& theme, const std::vector<FieldGroup>& groups,
                           QWidget* parent)
    : Card(tr("Settings"), {}, parent),
      form_(new FieldForm(experiment, theme, groups)),
      level_(new Segments),
      search_(new QLineEdit),
      nothing_(makeLabel({}, "note")) {
    level_->setCompact(true);
    level_->add(tr("Basic"), {}, tr("The settings most runs need"));
    level_->add(tr("All %1").arg(form_->fieldCount()), {}, tr("Every setting"));
    addHeaderWidget(level_);
    connect(level_, &Segments::chosen, this, [this](int index) {
        setAll(index == 1);
        Q_EMIT allChosen(index == 1);
    });

    search_->setPlaceholderText(tr("Find a setting"));
    search_->setAccessibleName(tr("Find a setting"));
    search_->setClearButtonEnabled(true);
    search_->addAction(theme.icon(QStringLiteral("search"), Ink::Muted), QLineEdit::LeadingPosition);
    connect(search_, &QLineEdit::textChanged, this, &SettingsCard::search);
    search_->setProperty(kFindLine, true);

    auto* area = makeScrolled(form_);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    form_->setAutoFillBackground(false);
    area->viewport()->setAutoFillBackground(false);
    nothing_->hide();
    body()->addWidget(search_);
    body()->addWidget(nothing_);
    body()->addWidget(area, 1);
}

void SettingsCard::search(const QString& words) {
    form_->setSearch(words);
    const bool none = form_->visibleCount() == 0;
    nothing_->setText(tr("No setting is called “%1”.").arg(words));
    nothing_->setVisible(none);
}

QVariantMap SettingsCard::viewState() const {
    return {{QStringLiteral("expert"), form_->level() == FieldLevel::Expert},
            {QStringLiteral("search"), search_->text()}};
}

void SettingsCard::restoreViewState(const QVariantMap& state) {
    setAll(state.value(QStringLiteral("expert")).toBool());
    search_->setText(state.value(QStringLiteral("search")).toString());
}

void SettingsCard::setAll(bool all) {
    level_->setCurrent(all ? 1 : 0);
    form_->setLevel(all ? FieldLevel::Expert : FieldLevel::Basic);
}

bool SettingsCard::focusField(const QString& key) {
    search_->clear();
    const bool found = form_->focusField(key);
    level_->setCurrent(form_->level() == FieldLevel::Basic ? 0 : 1);
    return found;
}

}  // namespace gatelab
