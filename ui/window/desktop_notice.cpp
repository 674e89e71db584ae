// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/desktop_notice.h"

#include "common/preferences.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "models/run_columns.h"
#include "runs/run_actions.h"
#include "runs/run_alerts.h"
#include "runs/run_controller.h"
#include "store/record/run_ending.h"

#include <QCoreApplication>

#ifdef GATELAB_DBUS
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QFileInfo>
#include <QGuiApplication>
#endif

namespace gatelab {

DesktopNotice::DesktopNotice(RunController& runs, const Preferences& preferences, QWidget* window)
    : QObject(window), runs_(runs) {
    connect(&runs_, &RunController::runFinished, this, [this, &preferences, window](const QString& id) {
        // Who looks at the window sees it.
        if (!window->isActiveWindow() && preferences.window(kDesktopNotices, true).toBool()) ended_ << id;
    });
    connect(&runs_, &RunController::runsChanged, this, &DesktopNotice::reportEnded);
    connect(&alertsOf(runs_), &RunAlerts::raised, this,
            [this, &preferences, window](const QString& id, const QString& sentence) {
                if (!window->isActiveWindow() && preferences.window(kDesktopNotices, true).toBool())
                    reportAlert(id, sentence);
            });
    connect(&runs_, &RunController::workspaceChanged, this, [this] { ended_.clear(); });
}

/// The list that follows an end has its results, also of a run that is not shown.
void DesktopNotice::reportEnded() {
    for (const QString& id : QStringList(ended_)) {
        const RunSummary* run = runs_.findRun(id);
        if (!run || isGoingOn(run->state)) continue;
        ended_.removeAll(id);
        const DesktopText words = endOfRun(*run);
        Q_EMIT reported(words.title, words.text);
        show(words, id);
    }
}

void DesktopNotice::reportAlert(const QString& runId, const QString& sentence) {
    const RunSummary* run = runs_.findRun(runId);
    const DesktopText words{run ? shownRunName(*run) : runId, sentence};
    Q_EMIT reported(words.title, words.text);
    show(words, runId);
}

#ifdef GATELAB_DBUS
void DesktopNotice::show(const DesktopText& words, const QString& runId) {
    const QString service = QStringLiteral("org.freedesktop.Notifications"),
                  path = QStringLiteral("/org/freedesktop/Notifications");
    // Without an address Qt would try to start a bus of its own.
    const bool bus = qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS") ||
                     QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus"));
    if (!bus || QGuiApplication::platformName() == QLatin1String("offscreen")) return;
    QDBusConnection session = QDBusConnection::sessionBus();
    // No service is named: its owner would be asked for, and waited for. A second connection of the same is refused.
    session.connect(QString(), path, service, QStringLiteral("ActionInvoked"), this, SLOT(invoked(uint, QString)));
    // The body is markup (Desktop Notifications Specification): a name in it is not.
    QDBusMessage call = QDBusMessage::createMethodCall(service, path, service, QStringLiteral("Notify"));
    call.setArguments({QStringLiteral("Gatelab"), 0U, QStringLiteral("gatelab"), words.title,
                       words.text.toHtmlEscaped(), QStringList{QStringLiteral("default"), tr("Show the run")},
                       QVariantMap(), -1});
    auto* answer = new QDBusPendingCallWatcher(session.asyncCall(call), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer, runId] {
        const QDBusPendingReply<uint> number = *answer;
        if (!number.isError()) seen_[number.value()] = runId;
        answer->deleteLater();
    });
}
#else
void DesktopNotice::show(const DesktopText&, const QString&) {}
#endif

void DesktopNotice::invoked(uint notice, const QString&) {
    const auto found = seen_.find(notice);
    if (found != seen_.end()) Q_EMIT clicked(seen_.extract(found).mapped());
}

DesktopText endOfRun(const RunSummary& run) {
    const auto say = [](const char* source) { return QCoreApplication::translate("DesktopNotice", source); };
    const QString name = shownRunName(run);
    DesktopText words;
    if (run.state == RunState::Failed)
        words.title = say(QT_TRANSLATE_NOOP("DesktopNotice", "%1 has failed")).arg(name);
    else if (run.state == RunState::Finished && !stoppedByHand(run))
        words.title = say(QT_TRANSLATE_NOOP("DesktopNotice", "%1 has finished")).arg(name);
    else
        words.title = say(QT_TRANSLATE_NOOP("DesktopNotice", "%1 has stopped")).arg(name);
    const QString time = formatDuration(run.seconds);
    words.text = run.bestEpoch < 0
                     ? say(QT_TRANSLATE_NOOP("DesktopNotice", "After %1 of training.")).arg(time)
                     : say(QT_TRANSLATE_NOOP("DesktopNotice", "Best validation %1 in epoch %2, after %3 of training."))
                           .arg(bestValidationText(run))
                           .arg(run.bestEpoch)
                           .arg(time);
    return words;
}

}  // namespace gatelab
