// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/main_window.h"

#include <QStringList>

namespace gatelab {

/// Where what is opened is kept, and how it is taken.
struct Opening {
    QString workspace;    ///< a folder; empty: the one that is open
    bool asRead = false;  ///< see MainWindow::openPath
    bool isData = false;  ///< a folder is one of data, whatever else it could be
};
/// A folder that holds data and is no workspace: nothing is written into it.
bool isFolderOfData(const QString& path);
/// Opens one path as MainWindow::openPath does; several files, or a folder of data, together: as a list that is kept in
/// the workspace (app/kept_data.h). GUI thread.
void openPaths(MainWindow& window, const MainWindow::Parts& parts, const QStringList& paths,
               const Opening& opening = {});
/// Opens the table of the clipboard, kept as a file in the workspace. GUI thread.
void pasteTable(MainWindow& window, const MainWindow::Parts& parts);
/// Asks for a folder and writes the cells of the open file's tables into it, whatever they mean
/// (export/raw_export.h). GUI thread.
void saveCells(MainWindow& window, const MainWindow::Parts& parts);

}  // namespace gatelab
