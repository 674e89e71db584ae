// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QSet>

class QAction;
class QMenu;

namespace gatelab {

/// Keys of the choices of a submenu: those of the menu, then for each entry, by its place, one of 1 to 9, 0, A to Z;
/// entries of a menu in it have one more stroke. Pressed, the menu is asked what it offers now, as when it is opened:
/// some fill themselves. GUI thread.
class MenuKeys : public QObject {
    Q_OBJECT
public:
    /// `prefix`: a stroke that is nobody's shortcut, e.g. "Ctrl+T". Goes with the menu.
    MenuKeys(QMenu& menu, QString prefix, QWidget& window);

private:
    void assign();
    void assign(const QMenu& menu, const QString& prefix);
    void addShortcut(const QString& keys);
    QMenu& menu_;
    QString prefix_;
    QWidget& window_;
    QHash<QString, QPointer<QAction>> entries_;
    QSet<QString> shortcuts_;
};

}  // namespace gatelab
