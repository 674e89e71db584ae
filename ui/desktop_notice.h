// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace gatelab {

struct RunView;

/// Preference: whether the desktop tells of the end of a run while the window is not in front; on by default.
inline const QString kDesktopNotices = QStringLiteral("desktop_notices");

/// A message of the desktop, outside of the window, by org.freedesktop.Notifications on the session bus. Where there is no bus, no such service, or
/// the program was built without Qt D-Bus, nothing happens and nothing is said. Returns at once.
void notifyDesktop(const QString& title, const QString& text);

/// What is said when a run has ended: "LSTM 2x64 has finished" and its best validation and time.
struct DesktopText {
    QString title, text;
};
DesktopText endOfRun(const RunView& run);

}  // namespace gatelab
