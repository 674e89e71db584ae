// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <map>

class QWidget;

namespace gatelab {

class Preferences;
class RunController;
struct RunSummary;

/// Preference: whether the desktop tells of the end of a run while the window is not in front; on by default.
inline const QString kDesktopNotices = QStringLiteral("desktop_notices");

/// What is said when a run has ended: "LSTM 2x64 has finished" and its best validation and time.
struct DesktopText {
    QString title, text;
};
DesktopText endOfRun(const RunSummary& run);

/// Tells the desktop, outside of the window, of every run that ends here and of every alert rule that begins to hold
/// while the window is not in front, by org.freedesktop.Notifications on the session bus. Where there is no bus, no
/// such service, or the program was built without Qt D-Bus, nothing is seen. Never waits. GUI thread.
class DesktopNotice : public QObject {
    Q_OBJECT
public:
    DesktopNotice(RunController& runs, const Preferences& preferences, QWidget* window);

Q_SIGNALS:
    void reported(const QString& title, const QString& text);
    void clicked(const QString& runId);  ///< where the desktop can say so

private Q_SLOTS:
    void invoked(uint notice, const QString& action);

private:
    void reportEnded();
    void reportAlert(const QString& runId, const QString& sentence);
    void show(const DesktopText& words, const QString& runId);
    RunController& runs_;
    QStringList ended_;             ///< not yet listed with their results
    std::map<uint, QString> seen_;  ///< runs by the desktop's number of their message
};

}  // namespace gatelab
