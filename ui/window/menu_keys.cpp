// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/menu_keys.h"

#include "common/action_properties.h"

#include <QMenu>
#include <QShortcut>
#include <utility>

namespace gatelab {

namespace {
constexpr QLatin1String kStrokes("1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

MenuKeys::MenuKeys(QMenu& menu, QString prefix, QWidget& window)
    : QObject(&menu), menu_(menu), prefix_(std::move(prefix)), window_(window) {
    connect(&menu, &QMenu::aboutToShow, this, qOverload<>(&MenuKeys::assign));
    Q_EMIT menu.aboutToShow();
}

void MenuKeys::assign() {
    entries_.clear();
    assign(menu_, prefix_);
}

void MenuKeys::assign(const QMenu& menu, const QString& prefix) {
    qsizetype place = 0;
    for (QAction* action : menu.actions()) {
        if (action->isSeparator() || action->property(kWithoutKeys).toBool()) continue;
        Q_ASSERT(place < kStrokes.size());
        const QString keys = prefix + QLatin1String(", ") + kStrokes[place++];
        if (action->menu()) {
            assign(*action->menu(), keys);
            continue;
        }
        action->setProperty(kChord, keys);
        action->setText(action->text().section(QLatin1Char('\t'), 0, 0) + QLatin1Char('\t') +
                        QKeySequence(keys).toString(QKeySequence::NativeText));
        entries_.insert(keys, action);
        if (!shortcuts_.contains(keys)) addShortcut(keys);
    }
}

/// Not the action's own shortcut: it is made anew whenever the menu fills itself, and its state is that of the last
/// time.
void MenuKeys::addShortcut(const QString& keys) {
    shortcuts_.insert(keys);
    auto* shortcut = new QShortcut(QKeySequence(keys), &window_);
    connect(this, &QObject::destroyed, shortcut, &QObject::deleteLater);
    connect(shortcut, &QShortcut::activated, this, [this, keys] {
        Q_EMIT menu_.aboutToShow();
        if (QAction* action = entries_.value(keys)) action->trigger();
    });
}

}  // namespace gatelab
