// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/layout_command.h"

#include <QCoreApplication>

#include <utility>

namespace gatelab {

LayoutCommand::LayoutCommand(Preferences& preferences, const QString& name, std::optional<Dashboard> after)
    : store_(preferences), name_(name), after_(std::move(after)) {
    if (store_.names().contains(name)) before_ = store_.named(name);
    const char* what = after_ ? QT_TRANSLATE_NOOP("LayoutCommand", "save the layout \"%1\"")
                              : QT_TRANSLATE_NOOP("LayoutCommand", "delete the layout \"%1\"");
    setText(QCoreApplication::translate("LayoutCommand", what).arg(name));
}

void LayoutCommand::keep(const std::optional<Dashboard>& dashboard) {
    if (dashboard)
        store_.save(name_, *dashboard);
    else
        store_.remove(name_);
}

}  // namespace gatelab
