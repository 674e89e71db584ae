// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop_notice.h"

#include "run_view.h"
#include "texts.h"
#include "theme.h"

#include <QCoreApplication>

#ifdef GATELAB_DBUS
#include <QDBusConnection>
#include <QDBusMessage>
#include <QFileInfo>
#include <QGuiApplication>
#endif

namespace gatelab {

#ifdef GATELAB_DBUS
void notifyDesktop(const QString& title, const QString& text) {
    // Without an address Qt would try to start a bus of its own.
    const bool bus = qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS") || QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus"));
    if (!bus || QGuiApplication::platformName() == QLatin1String("offscreen")) return;
    QDBusMessage call = QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"),
                                                       QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
    call.setArguments({QStringLiteral("Gatelab"), 0U, QStringLiteral("gatelab"), title, text, QStringList(), QVariantMap(), -1});
    QDBusConnection::sessionBus().send(call);  // no answer is waited for
}
#else
void notifyDesktop(const QString&, const QString&) {}
#endif

DesktopText endOfRun(const RunView& run) {
    const auto say = [](const char* source) { return QCoreApplication::translate("DesktopNotice", source); };
    const QString name = fromUtf8(run.summary.name);
    DesktopText words;
    switch (run.summary.state) {
        case RunState::Finished: words.title = say(QT_TRANSLATE_NOOP("DesktopNotice", "%1 has finished")).arg(name); break;
        case RunState::Failed: words.title = say(QT_TRANSLATE_NOOP("DesktopNotice", "%1 has failed")).arg(name); break;
        default: words.title = say(QT_TRANSLATE_NOOP("DesktopNotice", "%1 has stopped")).arg(name);
    }
    const QString time = formatDuration(run.summary.seconds);
    words.text = run.summary.bestEpoch < 0 ? say(QT_TRANSLATE_NOOP("DesktopNotice", "After %1 of training.")).arg(time)
                                           : say(QT_TRANSLATE_NOOP("DesktopNotice", "Best validation %1 in epoch %2, after %3 of training."))
                                                 .arg(formatNumber(run.summary.bestValidation))
                                                 .arg(run.summary.bestEpoch)
                                                 .arg(time);
    return words;
}

}  // namespace gatelab
