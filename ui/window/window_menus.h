// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/main_window.h"

#include <QObject>
#include <vector>

class QMenu;

namespace gatelab {

struct Field;
struct PaletteEntry;
class WindowCommands;

/// The submenus of the menu bar that are filled with what is there (recent files, built-in series, colours, looks, the
/// page in front), and the palettes that are made of the menu bar. GUI thread.
class WindowMenus : public QObject {
    Q_OBJECT
public:
    WindowMenus(MainWindow& window, const MainWindow::Parts& parts, WindowCommands& commands);

    // Each made once; the menu bar owns them.
    QMenu* recent();
    QMenu* ready();
    QMenu* compare();
    QMenu* charts();
    QMenu* colour();
    QMenu* builtin();
    QMenu* looks();
    QMenu* onPage();

    void showPalette();
    void showRuns();  ///< to open one
    void showPagePalette();
    void showShortcuts();

private:
    std::vector<PaletteEntry> paletteEntries();
    void addUnlisted(std::vector<PaletteEntry>& entries);
    void addSetting(std::vector<PaletteEntry>& entries, const Field& field);
    [[nodiscard]] std::vector<PaletteEntry> runEntries() const;
    MainWindow& window_;
    MainWindow::Parts parts_;
    WindowCommands& commands_;
    QMenu* onPage_ = nullptr;
};

}  // namespace gatelab
