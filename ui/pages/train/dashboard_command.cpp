// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/dashboard_command.h"

#include "common/texts.h"
#include "pages/train/train_page.h"

#include <QCoreApplication>
#include <utility>

namespace gatelab {

namespace {

QString say(const char* text) { return QCoreApplication::translate("DashboardCommand", text); }

QString difference(const Dashboard& before, const Dashboard& after) {
    if (after.showsLessThan(before)) return say(QT_TRANSLATE_NOOP("DashboardCommand", "take charts away"));
    if (before.showsLessThan(after)) return say(QT_TRANSLATE_NOOP("DashboardCommand", "add a chart"));
    if (after.tabs.size() < before.tabs.size()) return say(QT_TRANSLATE_NOOP("DashboardCommand", "close a tab"));
    if (after.tabs.size() > before.tabs.size()) return say(QT_TRANSLATE_NOOP("DashboardCommand", "add a tab"));
    if (after.tabs != before.tabs) return say(QT_TRANSLATE_NOOP("DashboardCommand", "rename a tab"));
    for (const DashboardSwitch& one : dashboardSwitches())
        if (after.*one.on != before.*one.on)
            return say(QT_TRANSLATE_NOOP("DashboardCommand", "switch \"%1\"")).arg(translated(one.label));
    return say(QT_TRANSLATE_NOOP("DashboardCommand", "arrange the charts"));
}

}  // namespace

DashboardCommand::DashboardCommand(TrainPage& page, Dashboard before, Dashboard after, const QString& what)
    : QUndoCommand(what.isEmpty() ? difference(before, after) : what),
      page_(&page),
      before_(std::move(before)),
      after_(std::move(after)) {}

/// A page that was built anew since knows nothing of it.
void DashboardCommand::show(const Dashboard& dashboard) {
    if (page_)
        page_->setDashboard(dashboard);
    else
        setObsolete(true);
}

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
