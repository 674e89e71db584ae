// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/form_states.h"

#include "common/preferences.h"
#include "form/form_section.h"
#include "form/settings_card.h"

namespace gatelab {

FormStates::FormStates(QWidget& page, const QString& key, Preferences& preferences) : QObject(&page) {
    for (auto* section : page.findChildren<FormSection*>()) {
        const QString place = QStringLiteral("forms/%1/%2").arg(key, section->objectName());
        section->setOpen(preferences.window(place, section->isOpen()).toBool());
        connect(section, &FormSection::turned, this,
                [&preferences, place](bool open) { preferences.setWindow(place, open); });
    }
    for (auto* card : page.findChildren<SettingsCard*>()) {
        const QString place = QStringLiteral("forms/%1/all").arg(key);
        card->setAll(preferences.window(place, false).toBool());
        connect(card, &SettingsCard::allChosen, this,
                [&preferences, place](bool all) { preferences.setWindow(place, all); });
    }
}

}  // namespace gatelab
